"""Deleting a scope with everything that belongs to it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from desktop_app.services.editing.scope_actions import delete_scope
from ui.change_dialog import ChangeDialog, Wording
from ui.change_preview import Planned
from ui.icons import Icon
from ui.naming import shown_scope
from ui.scope_edit.words import tr, turn_facts
from ui.widgets import counting
from ui.widgets.tick_box import TickBox

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QWidget

    from desktop_app.services.editing.plans import Intent
    from ui.scope_edit.opened import Opened
    from ui.session import Session


class DeleteDialog(ChangeDialog):
    """Lists what goes; a tick says that this is really wanted."""

    def __init__(self, session: Session, parent: QWidget, opened: Opened) -> None:
        scope = opened.scope
        name = shown_scope(scope.tenant, scope.conversation, scope.agent)
        wording = Wording(
            title=tr("Delete the scope?"),
            primary=tr("Delete it"),
            sentence=tr("{0}. Undo brings all of it back.").format(name),
            icon=Icon.REMOVE,
        )
        super().__init__(session, parent, wording)
        self.tick = TickBox(tr("Delete everything that is listed here"))
        self.put()
        self.body.addWidget(self.tick)
        self.tick.toggled.connect(self._judge)
        self.plan(partial(_planned, opened), at_once=True)

    @Slot(object)
    def take(self, planned: Planned) -> None:
        """Show what goes; it goes once the box is ticked."""
        super().take(planned)
        self._judge()

    @Slot()
    def _judge(self) -> None:
        if self.planned is not None:
            ticked = self.tick.isChecked()
            self.primary_button.set_unavailable("" if ticked else tr("Tick the box first."))


def _planned(opened: Opened, intent: Intent) -> Planned:
    plan = delete_scope(opened.snapshot, opened.rows, intent)
    facts = (*_going(opened), *turn_facts(plan.before, plan.after))
    agent = tr("An agent that runs with these ids again starts a new, empty memory.")
    return Planned(plan=plan, facts=(*facts, (tr("later"), agent)))


def _going(opened: Opened) -> Iterator[tuple[str, str]]:
    snapshot, rows = opened.snapshot, opened.rows
    record = snapshot.record
    if record is not None:
        count = f"{len(record.observations or ()):,}"
        yield tr("observations"), f"{count}, {counting.tokens(record.observation_tokens)}"
        reflection = counting.tokens(record.reflection_tokens) if record.reflection else ""
        yield tr("reflection"), reflection or tr("none")
    elif rows.record is not None:
        yield tr("record"), tr("one that the engine can’t read")
    yield tr("working memory"), counting.entries(len(rows.working))
    yield tr("operations"), f"{len(rows.operations):,}"
    yield tr("markers"), f"{len(rows.markers):,}"
    if opened.messages:
        forms = tr("{0} stored message stays"), tr("{0} stored messages stay")
        yield tr("transcript"), counting.counted(opened.messages, *forms)
