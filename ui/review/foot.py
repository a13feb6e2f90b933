"""The buttons that decide, each with its key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.icons import Icon
from ui.review.translation import tr
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.button import Button, ButtonKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ui.review.view import ReviewView
    from ui.view_protocols import ViewCommand


class Foot(QWidget):
    """What the keys do, for who uses the mouse, and for who forgets the keys."""

    def __init__(self, view: ReviewView) -> None:
        super().__init__(view)
        primary = ButtonKind.PRIMARY
        self.accept = Button(tr("Accept"), kind=primary, icon=Icon.CHECK, key="A")
        self.edit = Button(tr("Edit"), icon=Icon.EDIT, key="E")
        self.remove = Button(tr("Remove"), icon=Icon.REMOVE, key="D")
        self.back = Button(tr("Back one"), icon=Icon.UNDO, key="U")
        self.previous = Button(tr("Previous"), kind=ButtonKind.GHOST, key="←")
        self.next = Button(tr("Next"), kind=ButtonKind.GHOST, key="↵")
        self._buttons = {
            "review.accept": (self.accept, view.accept),
            "review.edit": (self.edit, view.edit),
            "review.remove": (self.remove, view.ask_reason),
            "review.back": (self.back, view.back),
            "review.previous": (self.previous, view.go_previous),
            "review.next": (self.next, view.go_next),
        }
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 10, 16, 10)
        layout.setSpacing(8)
        for action_id, (button, run) in self._buttons.items():
            button.clicked.connect(run)
            if action_id == "review.previous":
                layout.addStretch(1)
            layout.addWidget(button)

    def show_commands(self, commands: Sequence[ViewCommand]) -> None:
        """Say which buttons can't be used now, and why."""
        for command in commands:
            if command.spec.id in self._buttons:
                self._buttons[command.spec.id][0].set_unavailable(command.reason)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().window)
        painting.hairline(painter, QPointF(0, 0), self.width())
