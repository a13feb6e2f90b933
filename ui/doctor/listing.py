"""The list of findings: Enter repairs or goes there, a double click only shows more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal

from ui.doctor.words import tr
from ui.widgets.check_list import CheckList

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class FindingList(CheckList):
    """A list with ticks in which Enter is told apart from a double click."""

    entered = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Findings"), parent, row_height=48, centred_icons=True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if plain and event.key() in _ENTER and self.current_id:
            self.entered.emit()
        else:
            super().keyPressEvent(event)
