"""A bar that shows how far something is on its way to a threshold."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui import fonts
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.bars import limit_mark

_TRACK = 12
_HEIGHT = 24
_RADIUS = 2
_MARK_AT = 0.8
"""Where on the bar the threshold lies, so that what is beyond it has room."""


class ThresholdBar(QWidget):
    """Filled up to a value; hatched where the value can't be known."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share: float | None = None
        self._name = name
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_unknown()

    def show_share(self, value: int, threshold: int) -> None:
        """Show ``value`` against ``threshold``."""
        self._share = max(value, 0) / max(threshold, 1)
        self.setAccessibleName(f"{self._name}: {value:,} / {threshold:,}")
        self.update()

    def show_unknown(self) -> None:
        """Show that the value is not known."""
        self._share = None
        self.setAccessibleName(f"{self._name}: ?")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, fonts.px(_HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        colours, high = tokens(), fonts.px(_TRACK)
        track = QRectF(0, round((self.height() - high) / 2), self.width(), high)
        mark = track.width() * _MARK_AT
        painting.fill_rounded(painter, track, _RADIUS, colours.sunken)
        if self._share is None:
            painting.hatch(painter, track, colours.shades(Meaning.OUT).fill, radius=_RADIUS)
        else:
            self._fill(painter, track, mark)
        limit_mark(painter, mark, track.top(), track.bottom())

    def _fill(self, painter: QPainter, track: QRectF, mark: float) -> None:
        full = min(mark * (self._share or 0.0), track.width())
        below = QRectF(track.left(), track.top(), min(full, mark), track.height())
        painting.fill_rounded(painter, below, _RADIUS, tokens().shades(Meaning.REFLECTION).fill)
        if full > mark:
            over = QRectF(mark, track.top(), full - mark, track.height())
            painting.fill_rounded(painter, over, _RADIUS, tokens().shades(Meaning.CAUTION).fill)
