"""The bar at the foot of a page: ways out at the left, the way on at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from ui import fonts
from ui.fonts import Role
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.labels import ElidedLabel

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from ui.widgets.button import Button

_HIGH = 52


class Foot(QWidget):
    """Buttons at the left, a note, and buttons at the right."""

    def __init__(self, left: tuple[Button, ...], right: tuple[Button, ...], note: str = "") -> None:
        super().__init__()
        self.note = ElidedLabel(note, role=Role.SECONDARY, tone="text2")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 16, 0)
        layout.setSpacing(8)
        for button in left:
            layout.addWidget(button)
        layout.addStretch(1)
        layout.addWidget(self.note)
        for button in right:
            layout.addWidget(button)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), fonts.px(_HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), fonts.px(_HIGH))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().window)
        painting.hairline(painter, QPointF(0, 0), self.width())
