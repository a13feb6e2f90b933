"""Makes a plan on a reader thread, saves it, and tells what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.services.editing.outcomes import Conflicted, Saved
from desktop_app.services.editing.plans import Intent

if TYPE_CHECKING:
    from desktop_app.core.changes import Change
    from desktop_app.core.editing.journal import Entry
    from desktop_app.services.editing.outcomes import Outcome
    from desktop_app.services.editing.plans import Plan
    from ui.reflection.preview import MakePlan
    from ui.session import Session


class PlanSave(QObject):
    """Exists until it is known how saving went, also through a conflict.

    Args:
        session: What is saved to.
        make: Makes the plan. Called on a reader thread.
        parent: Who keeps what was written meanwhile.
        as_draft: Keep it among the changes instead of writing it.
    """

    written = Signal()  # it is in the file, or kept as a draft
    refused = Signal(object)  # MemloupeError: there is no plan
    ended = Signal()  # after either of them, and when nothing was written

    def __init__(
        self, session: Session, make: MakePlan, parent: QObject, *, as_draft: bool = False
    ) -> None:
        super().__init__(parent)
        self._session, self._make, self._as_draft = session, make, as_draft
        self._change: Change | None = None

    def start(self) -> None:
        """Make the plan and save it."""
        source = self._session.source
        if source is None:
            self._end()
            return
        make, now = self._make, source.now
        job = self._session.jobs.read(lambda _context: make(Intent(now())))
        job.succeeded.connect(self._save)
        job.failed.connect(self._refuse)

    @Slot(object)
    def _save(self, plan: Plan) -> None:
        editing = self._session.editing
        self._change = plan.change
        job = (editing.keep_draft if self._as_draft else editing.save)(plan.change)
        job.succeeded.connect(self._take)
        job.failed.connect(self._end)
        job.stopped.connect(self._end)

    @Slot(object)
    def _take(self, outcome: Outcome | Entry) -> None:
        if isinstance(outcome, Conflicted):
            # The window asks. Whatever is chosen there is saved under the same name.
            self._session.editing.saved.connect(self._take_resolved)
            self._session.editing.drafted.connect(self._take_draft)
            self.ended.emit()
        else:
            self.written.emit()
            self._end()

    @Slot(object)
    def _take_resolved(self, saved: Saved) -> None:
        if self._change is not None and saved.change.label == self._change.label:
            self._settle()

    @Slot(object)
    def _take_draft(self, entry: Entry) -> None:
        if self._change is not None and entry.label == self._change.label:
            self._settle()

    def _settle(self) -> None:
        self._session.editing.saved.disconnect(self._take_resolved)
        self._session.editing.drafted.disconnect(self._take_draft)
        self.written.emit()
        self.deleteLater()

    @Slot(object)
    def _refuse(self, error: Exception) -> None:
        if isinstance(error, MemloupeError):
            self.refused.emit(error)
        else:
            self._session.broke.emit(error)
        self._end()

    @Slot()
    def _end(self, _error: object = None) -> None:
        self.ended.emit()
        self.deleteLater()
