"""Work on readers' threads, one piece after the other in the order in which it was asked for."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.services.jobs import JobContext
    from ui.jobs import Job
    from ui.session import Session

    Work = Callable[[JobContext], object]
    Take = Callable[[object], None]


class Lane(QObject):
    """What a person decided is stored in that order, without waiting for writes to the file."""

    failed = Signal(object)  # the exception; what waits goes on

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._waiting: deque[tuple[Work, Take | None]] = deque()
        self._job: Job | None = None
        self._take: Take | None = None

    @property
    def is_busy(self) -> bool:
        """Whether something is under way."""
        return self._job is not None

    def run(self, work: Work, take: Take | None = None) -> None:
        """Do ``work`` after everything before; ``take`` gets the result on this thread."""
        self._waiting.append((work, take))
        self._next()

    @Slot()
    def _next(self) -> None:
        if self._job is not None or not self._waiting:
            return
        work, self._take = self._waiting.popleft()
        self._job = self._session.jobs.read(work)
        self._job.succeeded.connect(self._succeed)
        self._job.failed.connect(self.failed)
        self._job.finished.connect(self._end)

    @Slot(object)
    def _succeed(self, result: object) -> None:
        if self._take is not None:
            self._take(result)

    @Slot()
    def _end(self) -> None:
        self._job = None
        self._next()
