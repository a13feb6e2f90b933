"""What saving each unsaved value would do, worked out ahead so that leaving need not wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.services.editing.plans import Intent
from ui.working.value_effect import ValueEffect, effect_of

if TYPE_CHECKING:
    from ui.session import Session
    from ui.working.drafts import Draft, Drafts

    Known = ValueEffect | MemloupeError

_PAUSE_MS = 150


class Effects(QObject):
    """Follows the drafts; knows of each what it does, or why it can't be saved."""

    changed = Signal()

    def __init__(self, session: Session, drafts: Drafts) -> None:
        super().__init__(drafts)
        self._session, self._drafts = session, drafts
        self._known: list[tuple[Draft, Known]] = []
        self._asked: list[Draft] = []
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self.look)
        drafts.changed.connect(self._pause.start)

    def of(self, draft: Draft) -> Known | None:
        """Return what is known of a draft; ``None`` while it is being worked out."""
        return next((known for one, known in self._known if _is_same(one, draft)), None)

    @Slot()
    def look(self) -> None:
        """Work out at once what is not known yet."""
        source, wanted = self._session.source, self._drafts.unsaved
        self._known = [pair for pair in self._known if any(_is_same(pair[0], d) for d in wanted)]
        missing = [draft for draft in wanted if self.of(draft) is None]
        asked = [draft for draft in missing if any(_is_same(draft, one) for one in self._asked)]
        if source is None or len(missing) == len(asked):
            return
        self._asked = missing
        now = source.now
        job = self._session.jobs.read(
            lambda _context: [(draft, _known(draft, Intent(now()))) for draft in missing]
        )
        job.succeeded.connect(self._take)
        job.failed.connect(self._session.broke)

    @Slot(object)
    def _take(self, found: list[tuple[Draft, Known]]) -> None:
        drafts = [draft for draft, _ in found]
        self._asked = [one for one in self._asked if not any(_is_same(one, d) for d in drafts)]
        self._known += found
        self.changed.emit()


def _is_same(one: Draft, other: Draft) -> bool:
    """Whether both save the same; comparing whole scopes would take long."""
    return one.base is other.base and one.scope == other.scope and one.values == other.values


def _known(draft: Draft, intent: Intent) -> Known:
    try:
        return effect_of(draft, intent)
    except MemloupeError as error:
        return error
