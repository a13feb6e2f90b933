"""A field for a key or an id, every character exact; Enter goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from ui.fonts import Role
from ui.widgets.text_area import TextArea

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class ExactLine(TextArea):
    """One line for nearly everything; a line break in it shows as a second line."""

    submitted = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent, role=Role.MONO, most=96)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        pressed = event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent)
        if pressed and isinstance(event, QKeyEvent) and event.key() in _ENTER:
            plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            if plain == Qt.KeyboardModifier.NoModifier:
                self.submitted.emit()
                return True
        return super().eventFilter(watched, event)
