"""Changes that save unsaved edits, worked out ahead so that leaving need not wait for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.services.editing.plans import Intent

if TYPE_CHECKING:
    from desktop_app.core.changes import Change
    from ui.observations.draft import Addition, Draft
    from ui.observations.drafts import Drafts
    from ui.session import Session

    Edit = Draft | Addition

_PAUSE_MS = 200


class Prepared(QObject):
    """Follows the edits; knows the change of each that can be saved."""

    def __init__(self, session: Session, drafts: Drafts) -> None:
        super().__init__(drafts)
        self._session, self._drafts = session, drafts
        self._known: list[tuple[Edit, Change | None]] = []
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._prepare)
        drafts.changed.connect(self._pause.start)

    def change(self, edit: Edit) -> Change | None:
        """Return what saves an edit; ``None`` if that is not worked out, or it can't be saved."""
        return next((change for known, change in self._known if known is edit), None)

    @Slot()
    def _prepare(self) -> None:
        source, wanted = self._session.source, self._drafts.unsaved
        known = [id(edit) for edit, _ in self._known]
        missing = [edit for edit in wanted if id(edit) not in known]
        self._known = [pair for pair in self._known if any(pair[0] is one for one in wanted)]
        if source is None or not missing:
            return
        now = source.now
        job = self._session.jobs.read(
            lambda _context: [(edit, _change(edit, Intent(now()))) for edit in missing]
        )
        job.succeeded.connect(self._take)

    @Slot(object)
    def _take(self, prepared: list[tuple[Edit, Change | None]]) -> None:
        self._known += prepared


def _change(edit: Edit, intent: Intent) -> Change | None:
    try:
        return edit.plan(intent).change
    except MemloupeError:
        return None  # saving says why
