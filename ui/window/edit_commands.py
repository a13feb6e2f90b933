"""Undo, redo and save: buttons, keys, menu, and why they can't be used now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from ui.navigation import Place
from ui.window.view_commands import ViewCommands

if TYPE_CHECKING:
    from collections.abc import Callable

    from ui.main_window import MainWindow


class EditCommands(QObject):
    """Keeps the commands of editing true to the journal of the open file."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._editing = window, window.session.editing
        self.views = ViewCommands(window)

    def doings(self) -> dict[str, Callable[[], object]]:
        """Return what the commands do."""
        return {
            "edit.undo": self.undo,
            "edit.redo": self.redo,
            "edit.save": self.views.save,
        }

    def connect_all(self) -> None:
        """Listen; the commands are in the registry."""
        header, editing = self._window.frame.header, self._editing
        header.undo.clicked.connect(self.undo)
        header.redo.clicked.connect(self.redo)
        editing.stacks_changed.connect(self.judge)
        editing.idle.connect(self.judge)
        self.judge()

    @Slot()
    def undo(self) -> None:
        """Take back the newest change."""
        if self._editing.undo_label:
            self._editing.undo()

    @Slot()
    def redo(self) -> None:
        """Do again what was undone last."""
        if self._editing.redo_label:
            self._editing.redo()

    @Slot()
    def judge(self) -> None:
        """Say what undo and redo would do, or why nothing."""
        window, editing = self._window, self._editing
        header, registry = window.frame.header, window.registry
        closed = "" if editing.is_possible else self.tr("No workspace is open.")
        kinds = (
            ("edit.undo", header.undo, editing.undo_label, self.tr("There is nothing to undo.")),
            ("edit.redo", header.redo, editing.redo_label, self.tr("There is nothing to redo.")),
        )
        for action_id, button, label, nothing in kinds:
            reason = closed or ("" if label else nothing)
            registry.set_unavailable(action_id, reason)
            registry.set_hint(action_id, label)
            name = registry.spec(action_id).text
            had_focus = button.hasFocus()
            button.show_doing(name, label, window.commands.key(action_id), reason)
            if had_focus and reason:
                # Else it would go on to the next button of the header.
                window.frame.middle.focus_view()
        registry.set_unavailable("edit.save", closed)
        registry.set_unavailable("go.changes", closed)
        window.frame.scopes.presenter.count_page(Place.CHANGES, editing.change_count)
