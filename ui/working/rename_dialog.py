"""Giving an entry another key; its value stays byte for byte."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Slot

from desktop_app.services.editing.working_actions import rename_entry
from ui.change_dialog import Wording
from ui.icons import Icon
from ui.widgets.exact_line import ExactLine
from ui.working.key_dialog import KeyDialog, cut, planned_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.services.editing.plans import Intent
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.change_preview import Planned
    from ui.session import Session
    from ui.working.model import WorkingRow


class RenameDialog(KeyDialog):
    """Asks for the new key and shows where the line moves to."""

    def __init__(
        self, session: Session, parent: QWidget, snapshot: ScopeSnapshot, row: WorkingRow
    ) -> None:
        wording = Wording(
            title=_tr("Rename “{0}”").format(cut(row.key_words)),
            primary=_tr("Rename it"),
            sentence=_tr("The value stays as it is. The agent finds it under the new key only."),
            icon=Icon.KEY,
        )
        super().__init__(session, parent, wording, snapshot, row)
        self.field = ExactLine(_tr("New key"))
        self.field.set_text(row.entry.key)
        self.field.edit.selectAll()
        self.put(self.field)
        self.field.edited.connect(self._plan)
        self.field.submitted.connect(self.confirm)
        self.wait(_tr("Type another key."))

    @Slot()
    def _plan(self) -> None:
        key = self.field.text
        if key == self._row.entry.key:
            self.wait(_tr("Type another key."))
        else:
            self.plan(partial(_planned, self._snapshot, self._row.entry.key, key))


def _planned(snapshot: ScopeSnapshot, key: str, new_key: str, intent: Intent) -> Planned:
    return planned_of(rename_entry(snapshot, key, new_key, intent))


def _tr(text: str) -> str:
    return QCoreApplication.translate("RenameDialog", text)
