"""A page that says why something can't be shown, and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.icons import Icon
from ui.naming import shown_id
from ui.widgets.button import Button, ButtonKind
from ui.widgets.empty_state import EmptyState

if TYPE_CHECKING:
    from desktop_app.core.errors import MemloupeError


class RefusedPage(QWidget):
    """Message, advice, and a button to try again."""

    retry_wanted = Signal()
    open_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.retry = Button(self.tr("Try again"), kind=ButtonKind.PRIMARY, large=True)
        self.other = Button(self.tr("Open another folder…"), icon=Icon.FOLDER, large=True)
        self._state = EmptyState("", "", (self.retry, self.other))
        layout = QVBoxLayout(self)
        layout.addWidget(self._state)
        self.retry.clicked.connect(self.retry_wanted)
        self.other.clicked.connect(self.open_wanted)

    @property
    def words(self) -> str:
        """What it says."""
        return self._state.accessibleName()

    def show_error(self, error: MemloupeError) -> None:
        """Say what happened."""
        self._state.set_words(_lines(error.message), _lines(error.advice))


def _lines(text: str) -> str:
    return "\n".join(shown_id(line) for line in text.split("\n")) if text else ""
