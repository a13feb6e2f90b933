"""How the budget stood when the turn of an observation came."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import counting, painting
from ui.widgets.bars import limit_mark

_RADIUS = 2
_TOP, _TRACK = 4, 10
_LINE = 18
_BETWEEN = 12


@dataclass(frozen=True, slots=True)
class Need:
    """How the budget stood when an observation's turn came, in tokens."""

    used: int
    budget: int
    needed: int
    fits: bool


class WhyBar(QWidget):
    """The budget as it stood; what this one needs is hatched across the mark if it is too much.

    Its two texts stand side by side, or below each other where there is no room for both.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._need = Need(0, 1, 0, fits=True)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_need(self, need: Need) -> None:
        """Show how the budget stood for one observation."""
        self._need = need
        self.setAccessibleName(f"{self._needs()}, {self._left()}")
        self.updateGeometry()
        self.update()

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        lines = 1 if self._side_by_side(width) else 2
        return fonts.px(_TOP + _TRACK + _TOP + lines * _LINE)

    def sizeHint(self) -> QSize:
        return QSize(240, self.heightForWidth(240))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        self._paint_bar(painter)
        colours = tokens()
        row = QRectF(0, fonts.px(_TOP + _TRACK + _TOP), self.width(), fonts.px(_LINE))
        small, medium = fonts.font(Role.SECONDARY), fonts.font(Role.SECONDARY, Weight.MEDIUM)
        painting.draw_text(painter, row, self._needs(), small, colours.text)
        align = painting.RIGHT
        if not self._side_by_side(self.width()):
            row, align = row.translated(0, row.height()), painting.LEFT
        meaning = Meaning.IN if self._need.fits else Meaning.DAMAGED
        tone = colours.shades(meaning).foreground
        painting.draw_text(painter, row, self._left(), medium, tone, align)

    def _paint_bar(self, painter: QPainter) -> None:
        need, colours = self._need, tokens()
        track = QRectF(0, fonts.px(_TOP), self.width(), fonts.px(_TRACK))
        longest = max(need.budget, need.used + need.needed) * 1.02 or 1
        scale = track.width() / longest
        painting.fill_rounded(painter, track, _RADIUS, colours.sunken)
        used = QRectF(track.left(), track.top(), need.used * scale, track.height())
        painting.fill_rounded(painter, used, _RADIUS, colours.shades(Meaning.IN).fill)
        wanted = QRectF(used.right(), track.top(), need.needed * scale, track.height())
        if need.fits:
            painting.fill_rounded(painter, wanted, _RADIUS, colours.accent_fill)
        else:
            painter.fillRect(wanted, colours.shades(Meaning.DAMAGED).tint)
            painting.hatch(painter, wanted, colours.shades(Meaning.DAMAGED).fill, radius=_RADIUS)
        limit_mark(painter, need.budget * scale, track.top(), track.bottom())

    def _side_by_side(self, width: int) -> bool:
        small = fonts.metrics(Role.SECONDARY)
        medium = fonts.metrics(Role.SECONDARY, Weight.MEDIUM)
        both = small.horizontalAdvance(self._needs()) + medium.horizontalAdvance(self._left())
        return both + fonts.px(_BETWEEN) <= width

    def _needs(self) -> str:
        return self.tr("needs {0}").format(counting.tokens(self._need.needed))

    def _left(self) -> str:
        left = max(self._need.budget - self._need.used, 0)
        return self.tr("{0} of {1} left").format(f"{left:,}", f"{self._need.budget:,}")
