"""Reads the open items page by page on readers' threads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.review.progress import Round
from desktop_app.services.review import Cursor, Page, Review, Wanted

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.services.jobs import JobContext, Progress
    from ui.jobs import Job
    from ui.session import Session

MOST_LISTED = 5_000
"""Further items are counted; they are listed when these are done."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """What is known before the first items come.

    Attributes:
        is_begun: Whether this person has ever reviewed this file.
        round: What was decided since nothing was left.
    """

    is_begun: bool
    round: Round


class Loader(QObject):
    """One reading at a time: a newer one ends the one before."""

    begun = Signal(object)  # Beginning
    paged = Signal(object)  # Page; its ``rest`` is None at the end
    waiting = Signal(str)  # who waits for what
    failed = Signal(object)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._review: Review | None = None
        self._wanted = Wanted()
        self._listed = 0
        self.looked_at = 0  # scopes that were read
        self._job: Job | None = None

    @property
    def is_busy(self) -> bool:
        """Whether something is being read."""
        return self._job is not None

    def begin(self, review: Review) -> None:
        """Find out what this person has decided so far; ``begun`` follows."""
        self._review = review
        self._start(partial(_beginning, review)).succeeded.connect(self._take_beginning)

    def read(self, review: Review, wanted: Wanted) -> None:
        """Read the open items from the start; ``paged`` follows."""
        self._review, self._wanted, self._listed = review, wanted, 0
        self.looked_at = 0
        self._read(None)

    @Slot()
    def stop(self) -> None:
        """Read no further."""
        job, self._job = self._job, None
        if job is not None:
            job.disconnect(self)
            job.cancel()

    def _read(self, cursor: Cursor | None) -> None:
        limit = MOST_LISTED - self._listed
        assert self._review is not None
        job = self._start(partial(_page, self._review, self._wanted, cursor, limit))
        job.succeeded.connect(self._take_page)

    def _start(self, work: Callable[[JobContext], object]) -> Job:
        self.stop()
        self._job = self._session.jobs.read(work)
        self._job.failed.connect(self._fail)
        self._job.progressed.connect(self._wait)
        return self._job

    @Slot(object)
    def _take_beginning(self, beginning: Beginning) -> None:
        self._job = None
        self.begun.emit(beginning)

    @Slot(object)
    def _take_page(self, page: Page) -> None:
        self._job = None
        self._listed += len(page.found)
        if page.rest is not None:
            self.looked_at = page.rest.at
            self._read(page.rest)
        self.paged.emit(page)

    @Slot(object)
    def _wait(self, progress: Progress) -> None:
        self.waiting.emit(progress.note)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self._job = None
        self.failed.emit(error)


def _beginning(review: Review, _context: JobContext) -> Beginning:
    return Beginning(review.progress.is_begun(), review.progress.round())


def _page(
    review: Review, wanted: Wanted, cursor: Cursor | None, limit: int, context: JobContext
) -> Page:
    return review.page(wanted, context, cursor, limit=limit)
