"""Removing an entry: what the turn loses, and why."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.services.editing.working_actions import delete_entry
from ui.change_dialog import ChangeDialog, Wording
from ui.icons import Icon
from ui.working.key_dialog import cut, planned_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.services.editing.plans import Intent
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.change_preview import Planned
    from ui.session import Session
    from ui.working.model import WorkingRow


class RemoveDialog(ChangeDialog):
    """Asks before an entry goes."""

    def __init__(
        self, session: Session, parent: QWidget, snapshot: ScopeSnapshot, row: WorkingRow
    ) -> None:
        wording = Wording(
            title=_tr("Remove “{0}”?").format(cut(row.key_words)),
            primary=_tr("Remove it"),
            sentence=cut(row.value_words),
            icon=Icon.REMOVE,
        )
        super().__init__(session, parent, wording)
        self.put()
        self.plan(partial(_planned, snapshot, row.entry.key), at_once=True)


def _planned(snapshot: ScopeSnapshot, key: str, intent: Intent) -> Planned:
    return planned_of(delete_entry(snapshot, key, intent))


def _tr(text: str) -> str:
    return QCoreApplication.translate("RemoveDialog", text)
