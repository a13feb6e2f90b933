"""Making a scope before the engine first sees it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from desktop_app.core.engine_config import DEFAULTS
from desktop_app.core.errors import RefusedError
from desktop_app.services.editing.scope_actions import create_scope
from ui.change_dialog import ChangeDialog, Wording
from ui.change_preview import Planned
from ui.fonts import Role
from ui.icons import Icon
from ui.scope_edit.id_fields import IdFields
from ui.scope_edit.limit_fields import LimitFields
from ui.scope_edit.words import limits_words, tr
from ui.widgets import counting
from ui.widgets.labels import TextLabel
from ui.widgets.tick_box import TickBox

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.core.observational.record import ObservationConfig
    from desktop_app.core.scope import Scope
    from desktop_app.services.editing.plans import Intent
    from ui.scope_edit.opened import ReadRows
    from ui.session import Session


class CreateDialog(ChangeDialog):
    """Ids, on or off, limits; the engine's configuration gives what stands there first."""

    def __init__(
        self, session: Session, parent: QWidget, scope: Scope, read_rows: ReadRows
    ) -> None:
        wording = Wording(
            title=tr("New scope"),
            primary=tr("Make it"),
            sentence=tr("An agent that runs with these ids finds it instead of an empty memory."),
            icon=Icon.PLUS,
        )
        super().__init__(session, parent, wording)
        source = session.source
        view = source.config.view if source else None
        self._mode, self._read_rows = source.mode if source else "auto", read_rows
        self.ids = IdFields(scope)
        self.enabled = TickBox(tr("Memory is on from the start"))
        self.enabled.setChecked(view is None or view.default_enabled)
        self.limits = LimitFields(view.tokens if view else DEFAULTS)
        title = TextLabel(tr("Token limits"), Role.SECONDARY, tone="text2")
        self.put(self.ids, self.enabled, title, self.limits)
        for changed in (self.ids.changed, self.limits.changed, self.enabled.toggled):
            changed.connect(self._plan)
        for submitted in (self.ids.submitted, self.limits.submitted):
            submitted.connect(self.confirm)
        self._plan()

    @Slot()
    def _plan(self) -> None:
        config = self.limits.config
        if not self.ids.is_fine:
            self.wait(tr("Each of the three ids needs a name that the engine keeps apart."))
        elif config is None:
            self.wait(tr("A limit is a whole number."))
        else:
            enabled = self.enabled.isChecked()
            make = partial(
                _planned, self.ids.scope, config, self._read_rows, enabled=enabled, mode=self._mode
            )
            self.plan(make)


def _planned(  # noqa: PLR0913 - each is one choice
    scope: Scope,
    config: ObservationConfig,
    read_rows: ReadRows,
    intent: Intent,
    *,
    enabled: bool,
    mode: str,
) -> Planned:
    rows = read_rows(scope.memory_id)
    if rows.record is not None:
        raise RefusedError(
            tr("There is a scope with these ids already."), tr("Choose at least one other id.")
        )
    plan = create_scope(scope, config, intent, enabled=enabled, mode=mode)
    record = plan.after.record
    assert record is not None
    facts = [(tr("limits"), limits_words(record.config))]
    if rows.working:
        words = tr("{0} of the same ids belong to it").format(counting.entries(len(rows.working)))
        facts.append((tr("working memory"), words))
    lost = record.config != config
    caution = tr("One limit that is not above 0 makes the engine use its default for all three.")
    return Planned(plan=plan, facts=tuple(facts), caution=(caution,) if lost else ())
