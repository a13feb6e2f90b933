"""Giving a scope other ids, in all tables together."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from desktop_app.services.editing.scope_actions import rename_scope
from ui.change_dialog import ChangeDialog, Wording
from ui.change_preview import Planned
from ui.icons import Icon
from ui.naming import shown_id
from ui.scope_edit.id_fields import IdFields
from ui.scope_edit.words import rows_words, tr, turn_facts
from ui.widgets import counting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QWidget

    from desktop_app.core.scope import Scope
    from desktop_app.services.editing.plans import Intent
    from ui.scope_edit.opened import Opened
    from ui.session import Session


class RenameDialog(ChangeDialog):
    """Three fields, the key that they make, and what changes with it."""

    def __init__(self, session: Session, parent: QWidget, opened: Opened) -> None:
        wording = Wording(
            title=tr("Rename the scope"),
            primary=tr("Rename it"),
            sentence=tr(
                "The engine finds a memory by its key: the ids joined by “|”. Agents that run "
                "with the old ids start a new, empty memory."
            ),
            icon=Icon.EDIT,
        )
        super().__init__(session, parent, wording)
        self._opened = opened
        self.ids = IdFields(opened.scope)
        self.put(self.ids)
        self.ids.changed.connect(self._plan)
        self.ids.submitted.connect(self.confirm)
        self._plan()

    @Slot()
    def _plan(self) -> None:
        scope = self.ids.scope
        if scope == self._opened.scope:
            self.wait(tr("These are the ids that it has."))
        elif not self.ids.is_fine:
            self.wait(tr("Each of the three ids needs a name that the engine keeps apart."))
        else:
            self.plan(partial(_planned, self._opened, scope))


def _planned(opened: Opened, scope: Scope, intent: Intent) -> Planned:
    target = opened.read_rows(scope.memory_id)
    plan = rename_scope(opened.snapshot, opened.rows, scope, target, intent)
    facts = [
        (tr("together"), rows_words(opened.rows)),
        *turn_facts(plan.before, plan.after),
        *_conversation(opened, scope),
    ]
    return Planned(plan=plan, facts=tuple(facts), caution=_caution(opened))


def _conversation(opened: Opened, scope: Scope) -> Iterator[tuple[str, str]]:
    if opened.messages and scope.conversation != opened.scope.conversation:
        messages = counting.counted(opened.messages, tr("{0} message"), tr("{0} messages"))
        form = tr("stays as it is: {0} under “{1}”")
        yield tr("transcript"), form.format(messages, shown_id(opened.scope.conversation))


def _caution(opened: Opened) -> tuple[str, ...]:
    if opened.snapshot.damages:
        return (
            tr("The engine can’t read this record"),
            tr("Its ids change all the same; the damage stays."),
        )
    return ()
