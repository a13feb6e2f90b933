"""Saves a plan, or keeps it as a draft, and tells what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.services.editing.outcomes import Conflicted, Saved
from desktop_app.services.editing.plans import Intent

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.changes import Change
    from desktop_app.core.editing.journal import Entry
    from desktop_app.services.editing.outcomes import Outcome
    from desktop_app.services.jobs import JobContext
    from ui.jobs import Job
    from ui.planning import MakePlan
    from ui.session import Session


class PlanSave(QObject):
    """Exists until it is known how saving went, also through a conflict.

    Args:
        session: What is saved to.
        make: Makes the plan. Called on the writer's thread, unless ``change`` is known.
        parent: Who keeps what was written meanwhile.
        change: What the plan writes, if it was made already: then the window can offer to keep
            it where the file can't be written.
    """

    written = Signal()  # it is in the file, or kept as a draft
    refused = Signal(str)  # why there is no plan
    ended = Signal()  # after either of them, and when nothing was written

    def __init__(
        self, session: Session, make: MakePlan, parent: QObject, change: Change | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._make, self._change = session, make, change
        self._label = ""

    def start(self, *, as_draft: bool = False) -> None:
        """Save it, or keep it among the changes."""
        job = self._keep() if as_draft else self._save()
        job.succeeded.connect(self._take)
        job.failed.connect(self._fail)
        job.stopped.connect(self._end)

    def _save(self) -> Job:
        editing = self._session.editing
        if self._change is not None:
            return editing.save(self._change)
        return editing.save_made(self._making())

    def _keep(self) -> Job:
        editing = self._session.editing
        if self._change is not None:
            return editing.keep_draft(self._change)
        return editing.draft_made(self._making())

    def _making(self) -> Callable[[JobContext], Change]:
        source, make = self._session.source, self._make
        assert source is not None
        now = source.now
        return lambda _context: make(Intent(now())).change

    @Slot(object)
    def _take(self, outcome: Outcome | Entry) -> None:
        if isinstance(outcome, Conflicted):
            # The window asks. Whatever is chosen there is saved under the same name.
            self._label = outcome.wish.change.label
            self._session.editing.saved.connect(self._take_resolved)
            self._session.editing.drafted.connect(self._take_draft)
            self.ended.emit()
        else:
            self.written.emit()
            self._end()

    @Slot(object)
    def _take_resolved(self, saved: Saved) -> None:
        if saved.change.label == self._label:
            self._settle()

    @Slot(object)
    def _take_draft(self, entry: Entry) -> None:
        if entry.label == self._label:
            self._settle()

    def _settle(self) -> None:
        self._session.editing.saved.disconnect(self._take_resolved)
        self._session.editing.drafted.disconnect(self._take_draft)
        self.written.emit()
        self.deleteLater()

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        if isinstance(error, MemloupeError) and self._change is None:
            self.refused.emit(error.words)
        self._end()

    @Slot()
    def _end(self) -> None:
        self.ended.emit()
        self.deleteLater()
