"""Other token limits for one scope."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from desktop_app.core.engine_config import DEFAULTS
from desktop_app.services.editing.scope_actions import set_limits
from ui.change_dialog import ChangeDialog, Wording
from ui.change_preview import Planned
from ui.icons import Icon
from ui.naming import shown_scope
from ui.scope_edit.limit_fields import LimitFields
from ui.scope_edit.words import limits_words, reflect_words, tr, turn_facts

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.core.observational.record import ObservationConfig
    from desktop_app.services.editing.plans import Intent
    from ui.scope_edit.opened import Opened
    from ui.session import Session


class LimitsDialog(ChangeDialog):
    """Three fields, and what the next turn becomes."""

    def __init__(self, session: Session, parent: QWidget, opened: Opened) -> None:
        scope = opened.scope
        wording = Wording(
            title=tr("Token limits"),
            primary=tr("Save the limits"),
            sentence=tr("{0}. They hold for this scope only.").format(
                shown_scope(scope.tenant, scope.conversation, scope.agent)
            ),
            icon=Icon.SLIDERS,
        )
        super().__init__(session, parent, wording)
        self._opened = opened
        record = opened.snapshot.record
        self._stored = record.config if record else DEFAULTS
        self.limits = LimitFields(self._stored)
        self.put(self.limits)
        self.limits.changed.connect(self._plan)
        self.limits.submitted.connect(self.confirm)
        self._plan()

    @Slot()
    def _plan(self) -> None:
        config = self.limits.config
        if config is None:
            self.wait(tr("A limit is a whole number."))
        elif config == self._stored and self._opened.snapshot.record is not None:
            self.wait(tr("These are the stored limits."))
        else:
            self.plan(partial(_planned, self._opened, config))


def _planned(opened: Opened, config: ObservationConfig, intent: Intent) -> Planned:
    plan = set_limits(opened.snapshot, config, intent)
    before, after = plan.before.record, plan.after.record
    assert before is not None
    assert after is not None
    facts = [(tr("in force"), limits_words(after.config)), *turn_facts(plan.before, plan.after)]
    reflects = reflect_words(before), reflect_words(after)
    words = reflects[1] if reflects[0] == reflects[1] else f"{reflects[0]} → {reflects[1]}"
    return Planned(plan=plan, facts=(*facts, (tr("reflection"), words)))
