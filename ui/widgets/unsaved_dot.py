"""The mark of what is not saved."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui import fonts
from ui.theme import tokens
from ui.widgets import painting

_DOT = 8


class UnsavedDot(QWidget):
    """A disc in the accent colour, before the words that say what is not saved."""

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(_DOT), fonts.px(_DOT))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        size = fonts.px(_DOT)
        area = QRectF(0, (self.height() - size) / 2, size, size)
        painting.fill_rounded(painter, area, size / 2, tokens().accent)
