"""The foot of the editor: how it stands, and what can be done."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.fonts import Role
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.button import Button, ButtonKind
from ui.widgets.labels import ElidedLabel


class EditFoot(QWidget):
    """That it is not saved, and what can be done."""

    back_wanted = Signal()
    discard_wanted = Signal()
    save_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.back = Button(self.tr("Back"), kind=ButtonKind.GHOST, key=self.tr("Esc"))
        self.discard = Button(self.tr("Discard"), kind=ButtonKind.GHOST)
        self.state = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self.save = Button(
            self.tr("Save"), kind=ButtonKind.PRIMARY, key=self.tr("Ctrl ↵"), large=True
        )
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 8, 16, 8)
        layout.setSpacing(8)
        layout.addWidget(self.back)
        layout.addWidget(self.discard)
        layout.addStretch(1)
        layout.addWidget(self.state)
        layout.addWidget(self.save)
        self.back.clicked.connect(self.back_wanted)
        self.discard.clicked.connect(self.discard_wanted)
        self.save.clicked.connect(self.save_wanted)

    def show_state(self, *, edited: bool, problem: str, sums: str) -> None:
        """Show whether there is something to save, what it does, or why it can't be saved."""
        same = self.tr("Nothing was changed.")
        self.discard.set_unavailable("" if edited else same)
        self.save.set_unavailable(problem if edited else same)
        words = self.tr("Not saved. {0}").format(sums).strip()
        self.state.set_text((problem or words) if edited else same)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().window)
        painting.hairline(painter, QPointF(0, 0), self.width())
