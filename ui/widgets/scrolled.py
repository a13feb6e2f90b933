"""A scroll area without a frame, on the ground of the panes beside the middle."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from ui.theme import tokens


def scrolled(inside: QWidget) -> QScrollArea:
    """Return a scroll area on the ground of the window around ``inside``."""
    area = _Scrolled()
    area.setWidget(inside)
    return area


class _Scrolled(QScrollArea):
    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        # With an application style sheet a scroll area ignores the palette of its content.
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), tokens().window)
        painter.end()
        super().paintEvent(event)
