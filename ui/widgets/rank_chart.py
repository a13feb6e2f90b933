"""Charts of the inspector: the arithmetic of a score, and where it ranks."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.bars import HIGHEST_SCORE, LOWEST_SCORE

_BARS = 50
_GAP_FROM = 4


class RankChart(QWidget):
    """One bar an observation in order of score, log height; one of them is this one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scores: tuple[float, ...] = ()
        self._counted: tuple[bool, ...] = ()
        self._rank = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_ranks(self, scores: tuple[float, ...], counted: tuple[bool, ...], rank: int) -> None:
        """Show ``scores`` from the highest, which of them are in, and this one's rank from 1."""
        self._scores, self._counted, self._rank = scores, counted, rank
        self.setAccessibleName(self.tr("Rank {0} of {1} by score").format(rank, len(scores)))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, fonts.px(_BARS + 20))

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._scores:
            return
        painter = QPainter(self)
        painting.smooth(painter)
        pitch = self.width() / len(self._scores)
        self._paint_bars(painter, pitch)
        painter.fillRect(QRectF(0, _high() - 1, self.width(), 1), tokens().line)
        self._paint_words(painter, pitch)

    def _paint_bars(self, painter: QPainter, pitch: float) -> None:
        # More bars than pixels: the highest of each pixel stands for its neighbours.
        step = max(math.ceil(1 / pitch), 1)
        gap = 1.0 if pitch >= _GAP_FROM else 0.0
        for index in range(0, len(self._scores), step):
            self._paint_bar(painter, index, QRectF(index * pitch, 0, pitch * step - gap, _high()))
        this = self._rank - 1
        if step > 1 and this >= 0:
            self._paint_bar(painter, this, QRectF(this * pitch - 1, 0, 2, _high()))

    def _paint_bar(self, painter: QPainter, index: int, area: QRectF) -> None:
        meaning = Meaning.IN if self._counted[index] else Meaning.OUT
        colour = tokens().shades(meaning).fill
        if not self._counted[index]:
            colour = tokens().strong
        if index == self._rank - 1:
            colour = tokens().accent_fill
        area.setTop(_high() - 1 - _height(self._scores[index]))
        area.setBottom(_high() - 1)
        painting.fill_rounded(painter, area, min(1.5, area.width() / 3), colour)

    def _paint_words(self, painter: QPainter, pitch: float) -> None:
        colours, small = tokens(), fonts.font(Role.CAPTION)
        below = QRectF(0, _high() + 2, self.width(), fonts.px(18))
        text = self.tr("this one: {0}").format(self._rank)
        wide = fonts.metrics(Role.CAPTION, Weight.MEDIUM).horizontalAdvance(text) + 2
        centre = (self._rank - 0.5) * pitch
        left = min(max(centre - wide / 2, 0), self.width() - wide)
        first, last = self.tr("rank 1"), str(len(self._scores))
        metrics = fonts.metrics(Role.CAPTION)
        if left > metrics.horizontalAdvance(first) + 6:
            painting.draw_text(painter, below, first, small, colours.text2)
        if left + wide < self.width() - metrics.horizontalAdvance(last) - 6:
            painting.draw_text(painter, below, last, small, colours.text2, painting.RIGHT)
        if self._rank < 1:
            return
        this = QRectF(left, below.top(), wide, below.height())
        medium = fonts.font(Role.CAPTION, Weight.MEDIUM)
        painting.draw_text(painter, this, text, medium, colours.accent, painting.CENTRE)
        painter.setBrush(colours.accent_fill)
        painter.setPen(Qt.PenStyle.NoPen)
        tip, wide, tall = QPointF(centre, _high()), fonts.px(4), fonts.px(5)
        corners = [tip, tip + QPointF(wide, tall), tip + QPointF(-wide, tall)]
        painter.drawPolygon(QPolygonF(corners))


def _high() -> int:
    """Return the height of the bars at the zoom of now."""
    return fonts.px(_BARS)


def _height(score: float) -> float:
    """Return the height of a bar in pixels; the log scale keeps small scores apart."""
    low, high = LOWEST_SCORE, HIGHEST_SCORE
    share = math.log(max(score, low) / low) / math.log(high / low)
    return 2 + min(share, 1.0) * (_high() - 4)


class ScoreCells(QWidget):
    """The arithmetic of a score: importance × age weight = score, each over its name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values = ("", "", "")
        self._names = (self.tr("importance"), self.tr("age weight"), self.tr("score"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_values(self, importance: str, age_weight: str, score: str) -> None:
        """Show the three numbers as they are written, for instance 0.95, 1/40 and 0.0238."""
        self._values = (importance, age_weight, score)
        pairs = zip(self._names, self._values, strict=True)
        self.setAccessibleName(", ".join(f"{name} {value}" for name, value in pairs))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, fonts.px(48))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        colours, sign = tokens(), fonts.px(24)
        wide, high = (self.width() - 2 * sign) / 3, fonts.px(28)
        strong, small = fonts.font(Role.BODY, Weight.STRONG), fonts.font(Role.CAPTION)
        for index, (value, name) in enumerate(zip(self._values, self._names, strict=True)):
            cell = QRectF(index * (wide + sign), 0, wide, high)
            painting.fill_rounded(painter, cell, 6, colours.sunken)
            painting.draw_text(painter, cell, value, strong, colours.text, painting.CENTRE)
            below = QRectF(cell.left() - 8, high + 2, wide + 16, fonts.px(16))
            painting.draw_text(painter, below, name, small, colours.text2, painting.CENTRE)
        for index, text in enumerate("×="):
            place = QRectF(wide + index * (wide + sign), 0, sign, high)
            body = fonts.font(Role.SECONDARY)
            painting.draw_text(painter, place, text, body, colours.text2, painting.CENTRE)
