"""Edits and removals on their way to the file, each with the item that it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.services.editing.outcomes import Conflicted, Saved, Unchanged
from desktop_app.services.editing.plans import Intent
from ui.review.translation import tr

if TYPE_CHECKING:
    from desktop_app.core.changes import Change
    from desktop_app.core.review.differences import Difference
    from desktop_app.core.review.item import Item
    from desktop_app.services.jobs import JobContext
    from desktop_app.services.review import Review
    from ui.editing import Editing
    from ui.jobs import Job


class Order(QObject):
    """What a person wants to be done to one item: new words, or that it goes.

    The plan is made on the writer's thread, of the scope as earlier changes have left it.

    Args:
        editing: The way of every change.
        review: Makes the plan.
        difference: The item.
        text: What it shall say; ``None`` to remove it.
        importance: What it shall count.
        reason: Why.
    """

    done = Signal(object)  # this; ``entry_id`` and ``now`` are set
    failed = Signal(object, str)  # this, why in words
    stopped = Signal(object)  # this: given up before it was written

    def __init__(  # noqa: PLR0913 - what is wanted, by keyword
        self,
        editing: Editing,
        review: Review,
        difference: Difference,
        *,
        text: str | None = None,
        importance: float = 0.0,
        reason: str = "",
    ) -> None:
        super().__init__(editing)
        self._editing, self._review = editing, review
        self.difference, self.text = difference, text
        self.importance, self.reason = importance, reason
        self.entry_id = ""
        self.now: Item | None = None
        self.is_unwanted = False
        self._job: Job | None = None
        self._conflict: Change | None = None

    @property
    def is_removal(self) -> bool:
        """Whether the item shall go."""
        return self.text is None

    def start(self) -> None:
        """Send it on its way; ``done``, ``failed`` or ``stopped`` follows."""
        self._listen(self._editing.save_made(self.make))

    def keep_draft(self) -> None:
        """Keep it among the changes for later; ``stopped`` follows once it is there."""
        self.is_unwanted = True
        self._editing.draft_made(self.make).succeeded.connect(self._stop)

    def give_up(self) -> None:
        """Stop it if it was not written yet, else let whoever listens undo it."""
        self.is_unwanted = True
        if self._job is not None:
            self._job.cancel()

    def make(self, _context: JobContext) -> Change:
        """Return the change, made of the file as it is now."""
        intent = Intent(self._review.now(), self.reason)
        if self.text is None:
            return self._review.removal_plan(self.difference, intent).change
        plan, self.now = self._review.edit_plan(
            self.difference, intent, text=self.text, importance=self.importance
        )
        return plan.change

    def _listen(self, job: Job) -> None:
        self._job = job
        job.succeeded.connect(self._take)
        job.failed.connect(self._fail)
        job.stopped.connect(self._stop)

    @Slot(object)
    def _take(self, outcome: object) -> None:
        self._job = None
        if isinstance(outcome, Conflicted):
            self._conflict = outcome.wish.change
            self._editing.saved.connect(self._take_resolved)
            self.failed.emit(
                self, tr("The scope has changed meanwhile. Choose what to keep in the dialog.")
            )
            return
        if isinstance(outcome, Saved):
            self.entry_id = outcome.entry.id
        if isinstance(outcome, (Saved, Unchanged)):
            self.done.emit(self)

    @Slot(object)
    def _take_resolved(self, saved: Saved) -> None:
        """Hear of the conflict's end: somebody has chosen in its dialog."""
        conflict = self._conflict
        if conflict is None or saved.entry.label != conflict.label:
            return
        if saved.change.memory_ids == conflict.memory_ids:
            self._editing.saved.disconnect(self._take_resolved)
            self._conflict, self.entry_id = None, saved.entry.id
            self.done.emit(self)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self._job = None
        words = error.message if isinstance(error, MemloupeError) else str(error)
        self.failed.emit(self, words)

    @Slot()
    def _stop(self) -> None:
        self._job = None
        self.stopped.emit(self)


class Undo(QObject):
    """Takes a saved edit or removal back; that it is saved, ``Editing.saved`` tells everybody."""

    failed = Signal(object, str)  # this, why in words

    def __init__(self, editing: Editing, entry_id: str) -> None:
        super().__init__(editing)
        self._editing, self._entry_id = editing, entry_id

    def start(self) -> None:
        """Send it on its way."""
        job = self._editing.undo(self._entry_id)
        job.succeeded.connect(self._take)
        job.failed.connect(self._fail)
        job.stopped.connect(self._stop)

    @Slot(object)
    def _take(self, outcome: object) -> None:
        if isinstance(outcome, Conflicted):
            words = tr("The scope has changed since. Choose what to keep in the dialog.")
            self.failed.emit(self, words)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        words = error.message if isinstance(error, MemloupeError) else str(error)
        self.failed.emit(self, words)

    @Slot()
    def _stop(self) -> None:
        self.failed.emit(self, tr("It was cancelled. Nothing was written."))
