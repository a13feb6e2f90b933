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
    """Message, advice, and buttons to try again or to open a folder or a file."""

    retry_wanted = Signal()
    open_wanted = Signal()
    file_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.retry = Button(self.tr("Try again"), kind=ButtonKind.PRIMARY, large=True)
        self.other = Button(self.tr("Open folder…"), icon=Icon.FOLDER, large=True)
        self.file = Button(self.tr("Open file…"), large=True)
        self._state = EmptyState("", "", (self.retry, self.other, self.file))
        layout = QVBoxLayout(self)
        layout.addWidget(self._state)
        self.retry.clicked.connect(self.retry_wanted)
        self.other.clicked.connect(self.open_wanted)
        self.file.clicked.connect(self.file_wanted)

    @property
    def words(self) -> str:
        """What it says."""
        return self._state.accessibleName()

    def stay(self) -> None:
        """Offer only to try again, for what is refused inside a workspace."""
        self.other.hide()
        self.file.hide()

    def show_error(self, error: MemloupeError) -> None:
        """Say what happened."""
        self._state.set_words(_lines(error.message), _lines(error.advice))


def _lines(text: str) -> str:
    return "\n".join(shown_id(line) for line in text.split("\n")) if text else ""
