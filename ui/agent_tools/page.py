"""What every page of the memory tools has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.agent_tools.asking import Asking
from ui.widgets.when_shown import WhenShown

if TYPE_CHECKING:
    from ui.agent_tools.presenter import ToolsPresenter
    from ui.navigation import Target

_SIDE = 16


class ToolPage(QWidget):
    """Subclasses say what takes the focus, what is run, and what to do with another bucket."""

    state_changed = Signal()  # what can be done here

    def __init__(self, presenter: ToolsPresenter, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.presenter = presenter
        self.session = presenter.session
        self.asking = Asking(presenter.session, self)
        self.asking.begun.connect(self.state_changed)
        self.asking.ended.connect(self.state_changed)
        self.setAccessibleName(name)
        presenter.bucket_changed.connect(self.show_bucket)
        self._when_shown = WhenShown(self, self._take_shelf)
        presenter.shelf_changed.connect(self._offer_shelf)

    @property
    def first(self) -> QWidget:
        """What takes the focus when the page is shown."""
        return self

    @property
    def reason(self) -> str:
        """Why nothing can be run; empty if something can."""
        return ""

    @Slot()
    def run(self) -> None:
        """Ask the tool."""

    @Slot()
    def go_to_field(self) -> None:
        """Go to the field that the page is asked through."""
        self.first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def show_bucket(self) -> None:
        """Forget what was answered about another bucket."""

    @Slot()
    def show_shelf(self) -> None:
        """Show what the bucket has."""

    @Slot()
    def _offer_shelf(self) -> None:
        self._when_shown.offer(self.presenter.shelf)

    def _take_shelf(self, _shelf: object) -> None:
        self.show_shelf()

    def take_target(self, target: Target) -> None:
        """Show what a target asks for."""

    @Slot()
    def stop(self) -> None:
        """Stop what is being worked out."""
        self.asking.stop()


def tool_row(*parts: QWidget) -> QHBoxLayout:
    """Return a row of controls over a page; the first one takes the room."""
    row = QHBoxLayout()
    row.setContentsMargins(_SIDE, 8, _SIDE, 8)
    row.setSpacing(8)
    for at, part in enumerate(parts):
        row.addWidget(part, 0 if at else 1)
    return row
