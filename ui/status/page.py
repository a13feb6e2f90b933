"""A scrolling page on the ground of the middle pane."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from ui.theme import tokens

_WIDEST = 760


class _Ground(QWidget):
    """Paints its own ground: under a style sheet a scroll area ignores its content's palette."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().surface)


class Page(QScrollArea):
    """Fill it through ``column`` with children of ``body``; lines stay short enough to be read."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        inside = _Ground(self.viewport())
        self.setWidget(inside)
        body = self.body = QWidget(inside)
        body.setMaximumWidth(_WIDEST)
        self.column = QVBoxLayout(body)
        self.column.setContentsMargins(0, 0, 0, 16)
        self.column.setSpacing(0)
        around = QVBoxLayout(inside)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(body)
        around.addStretch(1)
