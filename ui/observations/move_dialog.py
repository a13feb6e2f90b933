"""Moving an observation to another scope."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QSizePolicy

from desktop_app.core.errors import MemloupeError
from desktop_app.services.editing.observation_actions import move_observation
from ui import fonts
from ui.change_dialog import ChangeDialog, Wording
from ui.icons import Icon
from ui.naming import shown_id, shown_scope
from ui.observations.preview import previewed
from ui.observations.words import first_line
from ui.widgets.check_list import CheckList, Group, Row
from ui.widgets.fields import FilterField

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.core.outline import ScopeEntry
    from desktop_app.services.editing.plans import Intent, Plan
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.observations.rows import Row as ObservationRow
    from ui.session import Session

MOST_SCOPES = 200
"""So many are listed; the filter finds the others."""
_LIST = 150
_PAUSE_MS = 150


class MoveDialog(ChangeDialog):
    """Lists the scopes; previews both, the one that loses it and the one that gets it."""

    def __init__(
        self, session: Session, parent: QWidget, snapshot: ScopeSnapshot, row: ObservationRow
    ) -> None:
        super().__init__(
            session,
            parent,
            Wording(
                title=self.tr("Move observation {0} to another scope").format(row.observation.seq),
                primary=self.tr("Move it"),
                sentence=self.tr("“{0}” It becomes the newest one there.").format(
                    first_line(row.observation.content)[:160]
                ),
                icon=Icon.JUMP,
            ),
        )
        self._snapshot, self._index = snapshot, row.index
        self.field = FilterField(self.tr("Filter scopes"))
        self.scopes = CheckList(self.tr("Scopes"))
        self.scopes.setFixedHeight(fonts.px(_LIST))
        self.scopes.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._list)
        self.put(self.field, self.scopes)
        self.field.text_changed.connect(self._pause.start)
        self.field.went_down.connect(self.scopes.setFocus)
        self.field.submitted.connect(self.scopes.setFocus)
        self.field.left.connect(self.dismiss)
        self.scopes.current_changed.connect(self._choose)
        self.scopes.activated_row.connect(self._go_on)
        self.wait(self.tr("Choose a scope."))
        self._list()

    @Slot()
    def _list(self) -> None:
        source = self._session.source
        if source is None:
            return
        text = self.field.text
        job = self._session.jobs.read(lambda _context: (text, source.scopes(text, MOST_SCOPES)))
        job.succeeded.connect(self._take_scopes)
        job.failed.connect(self._fail)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        if isinstance(error, MemloupeError):
            self.wait(error.message)
        else:
            self._session.broke.emit(error)

    @Slot(object)
    def _take_scopes(self, found: tuple[str, tuple[ScopeEntry, ...]]) -> None:
        text, entries = found
        if text != self.field.text:
            return  # typed on meanwhile
        others = [one for one in entries if one.memory_id != self._snapshot.memory_id]
        rows = [_scope_row(entry) for entry in others]
        self.scopes.set_groups([Group("", rows)])
        if not rows:
            self.wait(self.tr("No other scope is like that."))

    @Slot(str)
    def _choose(self, memory_id: str) -> None:
        source = self._session.source
        if source is not None:
            make = partial(_plan, source, self._snapshot, self._index, memory_id)
            self.plan(previewed(make))

    @Slot()
    def _go_on(self) -> None:
        self.reason.setFocus()


def _plan(
    source: HarnessSource, snapshot: ScopeSnapshot, index: int, memory_id: str, intent: Intent
) -> Plan:
    return move_observation(snapshot, index, source.snapshot(memory_id), intent)


def _scope_row(entry: ScopeEntry) -> Row:
    scope = entry.scope
    title = shown_scope(scope.tenant, scope.conversation, scope.agent)
    return Row(id=entry.memory_id, title=title, subtitle=shown_id(entry.memory_id), icon=Icon.AGENT)
