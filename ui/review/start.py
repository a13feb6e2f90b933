"""The first time in a workspace: review everything, or only what comes from now on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.services.jobs import JobContext, Progress
    from desktop_app.services.review import Review
    from ui.jobs import Job
    from ui.session import Session


class Start(QObject):
    """Counts what there is while a person chooses; then does what was chosen."""

    counted = Signal(object)  # items in the file (int)
    progressed = Signal(int, int)  # scopes that are counted as seen, of all
    chosen = Signal()  # the list can be shown
    stopped = Signal()  # counting as seen was cancelled; the choice is open again
    failed = Signal(object)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._review: Review | None = None
        self._job: Job | None = None

    def offer(self, review: Review) -> None:
        """Count the items; ``counted`` follows."""
        self._review = review
        self._run(review.count_all).succeeded.connect(self.counted)

    @Slot()
    def review_everything(self) -> None:
        """Begin with nothing seen."""
        if self._review is not None:
            self._run(partial(_begin, self._review)).succeeded.connect(self._choose)

    @Slot()
    def start_from_now(self) -> None:
        """Count everything as seen; only what comes later is reviewed."""
        if self._review is not None:
            job = self._run(partial(_see_all, self._review))
            job.succeeded.connect(self._choose)
            job.progressed.connect(self._tell)
            job.stopped.connect(self.stopped)

    @Slot()
    def cancel(self) -> None:
        """Stop what is under way; nothing is counted as seen then."""
        if self._job is not None:
            self._job.cancel()

    def _run(self, work: Callable[[JobContext], object]) -> Job:
        self.cancel()
        job = self._job = self._session.jobs.read(work)
        job.failed.connect(self.failed)
        job.finished.connect(self._end)
        return job

    @Slot()
    def _end(self) -> None:
        if self.sender() is self._job:
            self._job = None

    @Slot()
    def _choose(self) -> None:
        self.chosen.emit()

    @Slot(object)
    def _tell(self, progress: Progress) -> None:
        self.progressed.emit(progress.done, progress.total)


def _begin(review: Review, _context: JobContext) -> None:
    review.progress.begin()


def _see_all(review: Review, context: JobContext) -> None:
    review.start_from_now(context)
