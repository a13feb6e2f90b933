"""How far a review is, as a thin bar."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui import fonts
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting

_HIGH = 4


class ProgressBar(QWidget):
    """Done of all; the words beside it say the same."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_share(self, done: int, total: int) -> None:
        """Show how far it is."""
        self._share = done / total if total else 0.0
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(120), fonts.px(_HIGH))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        area = QRectF(self.rect())
        radius = area.height() / 2
        painting.fill_rounded(painter, area, radius, tokens().sunken)
        if self._share:
            area.setWidth(max(area.width() * self._share, area.height()))
            painting.fill_rounded(painter, area, radius, tokens().shades(Meaning.IN).fill)
