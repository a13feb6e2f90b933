"""The next turn now and after, as two lanes on one scale."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui import fonts
from ui.fonts import Role
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.bars import limit_mark
from ui.widgets.budget import HEADROOM

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from ui.proposals.effect import Effect, LaneSums

_NAME, _TRACK, _LANE, _GAP = 48, 8, 20, 16


class TurnLanes(QWidget):
    """Reflection, observations, and what is not counted, hatched; a mark at the budget."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lanes: tuple[LaneSums, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_effect(self, effect: Effect) -> None:
        """Show the turn as it is and as it would be."""
        self._lanes = effect.before, effect.after
        now, after = map(_total, self._lanes)
        words = self.tr("Next turn now: {0}; after: {1}")
        self.setAccessibleName(words.format(now, after))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(360), fonts.px(2 * _LANE + 4))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(240), fonts.px(2 * _LANE + 4))

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._lanes:
            return
        painter = QPainter(self)
        painting.smooth(painter)
        totals = [_total(lane) for lane in self._lanes]
        metrics = fonts.metrics(Role.SECONDARY)
        right = max(math.ceil(metrics.horizontalAdvance(total)) for total in totals)
        reach = max(max(lane.measured, lane.counted, lane.budget) for lane in self._lanes)
        scale = max(self.width() - fonts.px(_NAME + _GAP) - right, 40) / (max(reach, 1) * HEADROOM)
        names = self.tr("now"), self.tr("after")
        for at, lane in enumerate(self._lanes):
            row = QRectF(0, fonts.px(2 + at * _LANE), self.width(), fonts.px(_LANE))
            _draw_lane(painter, row, lane, scale, reach)
            small, colours = fonts.font(Role.SECONDARY), tokens()
            painting.draw_text(painter, row, names[at], small, colours.text2)
            painting.draw_text(painter, row, totals[at], small, colours.text, painting.RIGHT)
        budget = self._lanes[0].budget
        if budget > 0:
            x = fonts.px(_NAME) + budget * scale
            limit_mark(painter, x, fonts.px(8), fonts.px(2 + 2 * _LANE - 6))


def _total(lane: LaneSums) -> str:
    words = QCoreApplication.translate("TurnLanes", "{0} counted · {1} measured")
    return words.format(f"{lane.counted:,}", f"{lane.measured:,}")


def _draw_lane(painter: QPainter, row: QRectF, lane: LaneSums, scale: float, reach: int) -> None:
    colours, high = tokens(), fonts.px(_TRACK)
    top, left = round(row.center().y() - high / 2), float(fonts.px(_NAME))
    ground = QRectF(left, top, max(reach, 1) * HEADROOM * scale, high)
    painting.fill_rounded(painter, ground, 2, colours.sunken)
    parts = (
        (lane.reflection, Meaning.REFLECTION, False),
        (max(lane.counted - lane.reflection, 0), Meaning.IN, False),
        (max(lane.measured - lane.counted, 0), Meaning.CAUTION, True),
    )
    for length, meaning, hatched in parts:
        wide, shades = length * scale, colours.shades(meaning)
        if wide <= 0:
            continue
        area = QRectF(left, top, max(wide - 1, 1), high)
        painter.fillRect(area, shades.tint if hatched else shades.fill)
        if hatched:
            painting.hatch(painter, area, shades.fill)
        left += wide
