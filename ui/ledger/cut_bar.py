"""A bar of the whole memory: what is read, where that ends, and what is cut."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui import fonts
from ui.ledger.words import tr
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting

_TRACK, _MARK, _OVER = 12, 2, 4


class CutBar(QWidget):
    """Paints ``kept`` of ``length``; what is cut is hatched."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept = self._length = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("What of the memory is read"))

    def show_lengths(self, kept: int, length: int) -> None:
        """Show how much of a text is read."""
        self._kept, self._length = kept, length
        words = tr("{0} of {1} characters are read")
        self.setAccessibleDescription(words.format(f"{kept:,}", f"{length:,}"))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, fonts.px(_TRACK + 2 * _OVER))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        over = fonts.px(_OVER)
        track = QRectF(0, over, self.width(), fonts.px(_TRACK))
        painting.fill_rounded(painter, track, 2, tokens().sunken)
        if not self._length:
            return
        shades = tokens().shades(Meaning.ENGINE)
        end = round(track.width() * self._kept / self._length)
        painting.fill_rounded(painter, QRectF(0, over, end, track.height()), 2, shades.fill)
        if self._kept < self._length:
            rest = QRectF(end, over, track.width() - end, track.height())
            painting.hatch(painter, rest, tokens().shades(Meaning.OUT).fill, radius=2)
            left = min(max(end - _MARK / 2, 0), track.width() - _MARK)
            painter.fillRect(QRectF(left, 0, _MARK, self.height()), tokens().text)
