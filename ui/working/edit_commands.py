"""What can be done to working memory: when it can't be done, and doing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.services.editing.outcomes import Saved
from ui.view_protocols import commands_of
from ui.working.edit_specs import specs
from ui.working.model import Oddity

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from desktop_app.services.editing.outcomes import Outcome
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.jobs import Job
    from ui.session import Session
    from ui.view_protocols import ViewCommand
    from ui.working.editor import WorkingEditor
    from ui.working.model import WorkingRow
    from ui.working.presenter import WorkingPresenter


class EditCommands(QObject):
    """Carries the commands out on the selected entry.

    Args:
        session: What is shown.
        view: Where dialogs belong.
        editor: What the inspector listens to.
        presenter: Who knows what is selected.
    """

    inspector_wanted = Signal()

    def __init__(
        self,
        session: Session,
        view: QWidget,
        editor: WorkingEditor,
        presenter: WorkingPresenter,
    ) -> None:
        super().__init__(view)
        self._session, self._view = session, view
        self._editor, self._presenter = editor, presenter

    def commands(self) -> tuple[ViewCommand, ...]:
        """Return all commands, with the reasons why some can't be used now."""
        runs: dict[str, Callable[[], None]] = {
            "edit": self.edit,
            "add": self.add,
            "rename": self.rename,
            "trim": self.trim,
            "remove": self.remove,
            "save": self.save,
        }
        return commands_of(specs(), runs, self.reason)

    def reason(self, name: str) -> str:
        """Return why a command can't be used now; empty if it can."""
        row = self._presenter.selected
        if self._session.snapshot is None:
            return self.tr("No scope is shown.")
        if name == "add":
            return ""
        if row is None:
            return self.tr("Select an entry first.")
        if name == "save" and row.entry.key not in self._editor.drafts.here:
            return self.tr("Nothing is edited here.")
        if name == "trim" and Oddity.BLANKS not in row.oddities:
            return self.tr("There is no white space around this key.")
        return ""

    @Slot()
    def edit(self) -> None:
        """Put the cursor into the value."""
        if not self.reason("edit"):
            self.inspector_wanted.emit()
            self._editor.text_wanted.emit()

    @Slot()
    def add(self) -> None:
        """Open the form of a new entry."""
        if not self.reason("add"):
            self.inspector_wanted.emit()
            self._editor.addition_wanted.emit()

    @Slot()
    def save(self) -> None:
        """Save the value of the selected entry."""
        row = self._presenter.selected
        draft = self._editor.drafts.here.get(row.entry.key) if row else None
        if draft is not None:
            self._editor.save(draft)

    @Slot()
    def rename(self) -> None:
        """Ask for another key."""
        from ui.working.rename_dialog import RenameDialog  # noqa: PLC0415 - when it is asked for

        row, snapshot = self._chosen("rename")
        if row is not None and snapshot is not None:
            dialog = RenameDialog(self._session, self._view, snapshot, row)
            dialog.renaming.connect(self._follow_rename)
            dialog.open(dialog.field.edit)

    @Slot()
    def trim(self) -> None:
        """Show what mending the key does, and ask."""
        from ui.working.trim_dialog import TrimDialog  # noqa: PLC0415 - when it is asked for

        row, snapshot = self._chosen("trim")
        if row is not None and snapshot is not None:
            dialog = TrimDialog(self._session, self._view, snapshot, row)
            dialog.renaming.connect(self._follow_rename)
            dialog.open(dialog.first)

    @Slot()
    def remove(self) -> None:
        """Show what removing does, and ask."""
        from ui.working.remove_dialog import RemoveDialog  # noqa: PLC0415 - when it is asked for

        row, snapshot = self._chosen("remove")
        if row is not None and snapshot is not None:
            dialog = RemoveDialog(self._session, self._view, snapshot, row)
            dialog.open(dialog.reason.line)

    def _chosen(self, name: str) -> tuple[WorkingRow | None, ScopeSnapshot | None]:
        if self.reason(name):
            return None, None
        return self._presenter.selected, self._session.snapshot

    @Slot(object, str)
    def _follow_rename(self, job: Job, new_key: str) -> None:
        row, snapshot = self._presenter.selected, self._session.snapshot
        if row is not None and snapshot is not None:
            rename = _Rename(self, snapshot.memory_id, row.entry.key, new_key)
            job.succeeded.connect(rename.end)
            job.finished.connect(rename.deleteLater)

    def end_rename(self, memory_id: str, key: str, new_key: str) -> None:
        """Keep what is typed, and the selection, with an entry that has got another key."""
        scope = self._editor.drafts.scope
        if scope is not None and scope[1] == memory_id and key != new_key:
            self._editor.drafts.follow_rename(scope, key, new_key)
        self._presenter.select_later(memory_id, new_key)


class _Rename(QObject):
    """Waits until a key is renamed; the dialog that asked for it is gone by then."""

    def __init__(self, commands: EditCommands, memory_id: str, key: str, new_key: str) -> None:
        super().__init__(commands)
        self._commands = commands
        self._keys = memory_id, key, new_key

    @Slot(object)
    def end(self, outcome: Outcome) -> None:
        if isinstance(outcome, Saved):
            self._commands.end_rename(*self._keys)
