"""Opens the dialogs about a scope: the shown one, or any other that the tree has."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.errors import MemloupeError, RefusedError
from desktop_app.services.editing.plans import readable
from desktop_app.services.waiting import patiently
from ui.scope_edit.create_dialog import CreateDialog
from ui.scope_edit.delete_dialog import DeleteDialog
from ui.scope_edit.limits_dialog import LimitsDialog
from ui.scope_edit.opened import open_scope, rows_reader
from ui.scope_edit.rename_dialog import RenameDialog
from ui.scope_edit.switch_dialog import SwitchDialog

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.core.scope import Scope
    from ui.change_dialog import ChangeDialog
    from ui.scope_edit.opened import Opened
    from ui.session import Session

NEEDS_RECORD = frozenset({"switch", "limits"})
_DIALOGS: dict[str, type[LimitsDialog | RenameDialog | DeleteDialog | SwitchDialog]] = {
    "switch": SwitchDialog,
    "limits": LimitsDialog,
    "rename": RenameDialog,
    "delete": DeleteDialog,
}


class ScopeEdits(QObject):
    """One for a window; everything is read anew before a dialog shows it.

    Args:
        session: What is shown.
        view: What the dialogs cover.
    """

    refused = Signal(object)  # MemloupeError: the dialog can't be shown

    def __init__(self, session: Session, view: QWidget) -> None:
        super().__init__(view)
        self._session, self._view = session, view
        self._wanted = ""
        self.dialog: ChangeDialog | None = None

    def open(self, name: str, memory_id: str) -> None:
        """Open a dialog about a scope: ``switch``, ``limits``, ``rename`` or ``delete``."""
        source = self._session.source
        if source is None or self.dialog is not None:
            return
        self._wanted = name
        read = partial(open_scope, source, memory_id, rows_reader(self._session))
        job = self._session.jobs.read(partial(patiently, read))
        job.succeeded.connect(self._take)
        job.failed.connect(self._fail)

    def create(self, scope: Scope) -> None:
        """Open the dialog about a new scope, with these ids to begin with."""
        if self._session.source is not None and self.dialog is None:
            reader = rows_reader(self._session)
            dialog = CreateDialog(self._session, self._view, scope, reader)
            empty = [field for field in dialog.ids.fields if not field.text]
            self._show(dialog, (empty or dialog.ids.fields)[0].edit)

    @Slot(object)
    def _take(self, opened: Opened) -> None:
        name = self._wanted
        try:
            if name in NEEDS_RECORD:
                readable(opened.snapshot)
        except RefusedError as error:
            self.refused.emit(error)
            return
        if self.dialog is None:
            dialog = _DIALOGS[name](self._session, self._view, opened)
            self._show(dialog, _first(dialog))

    def _show(self, dialog: ChangeDialog, first: QWidget) -> None:
        self.dialog = dialog
        dialog.closed.connect(self._forget)
        dialog.open(first)

    @Slot()
    def _forget(self) -> None:
        self.dialog = None

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        if isinstance(error, MemloupeError):
            self.refused.emit(error)
        else:
            self._session.broke.emit(error)


def _first(dialog: ChangeDialog) -> QWidget:
    if isinstance(dialog, LimitsDialog):
        return dialog.limits.fields[0].line
    if isinstance(dialog, RenameDialog):
        return dialog.ids.fields[0].edit
    if isinstance(dialog, DeleteDialog):
        return dialog.tick
    return dialog.reason.line
