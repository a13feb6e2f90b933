"""Letting the engine use and extend a memory, or not."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from desktop_app.services.editing.scope_actions import switch_scope
from ui.change_dialog import ChangeDialog, Wording
from ui.change_preview import Planned
from ui.icons import Icon
from ui.naming import shown_scope
from ui.scope_edit.words import tr, turn_facts

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.services.editing.plans import Intent
    from ui.scope_edit.opened import Opened
    from ui.session import Session


class SwitchDialog(ChangeDialog):
    """Says what switching over means; what is stored stays."""

    def __init__(self, session: Session, parent: QWidget, opened: Opened) -> None:
        record = opened.snapshot.record
        enabled = record is None or not record.enabled
        super().__init__(session, parent, _wording(opened, enabled=enabled))
        self.put()
        self.plan(partial(_planned, opened, enabled), at_once=True)


def _wording(opened: Opened, *, enabled: bool) -> Wording:
    scope = opened.scope
    name = shown_scope(scope.tenant, scope.conversation, scope.agent)
    if enabled:
        return Wording(
            title=tr("Enable memory?"),
            primary=tr("Enable it"),
            sentence=tr("{0}. The engine injects it again and goes on observing.").format(name),
            icon=Icon.CHECK,
        )
    return Wording(
        title=tr("Disable memory?"),
        primary=tr("Disable it"),
        sentence=tr(
            "{0}. Everything stays stored. The engine injects none of it and observes nothing."
        ).format(name),
        icon=Icon.DASH,
    )


def _planned(opened: Opened, enabled: bool, intent: Intent) -> Planned:  # noqa: FBT001 - bound first
    plan = switch_scope(opened.snapshot, intent, enabled=enabled)
    working = tr("stays in every turn, on or off")
    facts = [*turn_facts(plan.before, plan.after)]
    if opened.snapshot.working:
        facts.append((tr("working memory"), working))
    caution: tuple[str, ...] = ()
    if plan.after.mode == "off":
        caution = (
            tr("Memory is off in the engine’s configuration"),
            tr("Nothing is injected until it is on there, too."),
        )
    return Planned(plan=plan, facts=tuple(facts), caution=caution)
