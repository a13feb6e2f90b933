"""The foot of the workbench: what can be done next, and what saving writes."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.fonts import Role
from ui.icons import Icon
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.button import Button, ButtonKind
from ui.widgets.labels import ElidedLabel


class Foot(QWidget):
    """What can be done next, and what saving writes."""

    skip_wanted = Signal()
    table_wanted = Signal()
    save_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.skip = Button(self.tr("Skip"), kind=ButtonKind.GHOST, key="S")
        self.jump = Button(self.tr("Show in table"), kind=ButtonKind.GHOST, icon=Icon.JUMP, key="T")
        self.words = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self.save = Button(
            self.tr("Save and next"), kind=ButtonKind.PRIMARY, key=self.tr("↵"), large=True
        )
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 8, 16, 8)
        layout.setSpacing(8)
        layout.addWidget(self.skip)
        layout.addWidget(self.jump)
        layout.addStretch(1)
        layout.addWidget(self.words)
        layout.addWidget(self.save)
        self.skip.clicked.connect(self.skip_wanted)
        self.jump.clicked.connect(self.table_wanted)
        self.save.clicked.connect(self.save_wanted)

    def show_words(self, words: str) -> None:
        """Say what saving writes."""
        self.words.set_text(words)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().window)
        painting.hairline(painter, QPointF(0, 0), self.width())
