"""One change on its way to the file, with what is needed when it has ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.errors import MemloupeError

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.changes import Change
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext, Progress
    from ui.jobs import Job


class Made:
    """A change that is made on the writer's thread, of what stands there then."""

    def __init__(self, make: Callable[[JobContext], Change]) -> None:
        self._make = make
        self.change: Change | None = None

    def __call__(self, context: JobContext) -> Change:
        """Make it, and remember it."""
        self.change = None  # the one of an earlier try
        self.change = change = self._make(context)
        return change


class SavingJob(QObject):
    """Remembers which change a job is about until the job has ended.

    Args:
        change: What is to be written; ``None`` where only the journal knows.
        again: Tries the same once more.
        cancellable: Whether it may be given up while it waits.
    """

    progressed = Signal(str)  # who waits for what
    succeeded = Signal(object, object)  # the outcome, the mark of the file right afterwards
    failed = Signal(object, object, object)  # the exception, the change, what tries it again
    stopped = Signal()
    ended = Signal(object)  # this; after any of the three above

    def __init__(
        self,
        change: Change | Made | None,
        again: Callable[[], object],
        parent: QObject,
        *,
        cancellable: bool,
    ) -> None:
        super().__init__(parent)
        self._change, self._again, self._cancellable = change, again, cancellable
        self._job: Job | None = None
        self._mark: object = None

    def hold(self, job: Job) -> None:
        """Listen to the job."""
        self._job = job
        job.progressed.connect(self._show_progress)
        job.succeeded.connect(self._succeed)
        job.failed.connect(self._fail)
        job.stopped.connect(self.stopped)
        job.finished.connect(self._end)

    def note(self, source: HarnessSource | None) -> None:
        """Remember how the file is now; called on the writer's thread, right after a write."""
        try:
            self._mark = source.token() if source is not None else None
        except MemloupeError:
            # Whoever follows the file then hears of the write once more: that does no harm.
            self._mark = None

    @property
    def change(self) -> Change | None:
        """What is to be written; ``None`` where it is not made yet or only the journal knows."""
        return self._change.change if isinstance(self._change, Made) else self._change

    def cancel(self) -> bool:
        """Give it up unless it is written already; false for what is never given up."""
        if self._job is not None and self._cancellable:
            self._job.cancel()
        return self._cancellable

    @Slot(object)
    def _show_progress(self, progress: Progress) -> None:
        self.progressed.emit(progress.note)

    @Slot(object)
    def _succeed(self, outcome: object) -> None:
        self.succeeded.emit(outcome, self._mark)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self.failed.emit(error, self.change, self._again)

    @Slot()
    def _end(self) -> None:
        self._job = None
        self.ended.emit(self)
        self.deleteLater()
