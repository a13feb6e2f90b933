"""Works something out on a reader's thread while a person goes on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.services.jobs import JobContext
    from ui.jobs import Job
    from ui.session import Session

_PAUSE_MS = 150


class Newest(QObject):
    """Takes one wish at a time; of those that come meanwhile, the newest is next."""

    ready = Signal(object)

    def __init__(self, session: Session, parent: QObject, *, pause: int = _PAUSE_MS) -> None:
        super().__init__(parent)
        self._session = session
        self._work: Callable[[], object] | None = None
        self._job: Job | None = None
        self._pause = QTimer(self, singleShot=True, interval=pause)
        self._pause.timeout.connect(self._start)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._job is not None or self._work is not None

    def ask(self, work: Callable[[], object], *, at_once: bool = False) -> None:
        """Work this out; ``ready`` follows unless something else is asked for before."""
        self._work = work
        if at_once:
            self._pause.stop()
            self._start()
        elif not self._pause.isActive():
            # Not put off by further typing: it follows while somebody writes.
            self._pause.start()

    def forget(self) -> None:
        """Tell nothing of what was asked for."""
        self._pause.stop()
        self._work = None
        job, self._job = self._job, None
        if job is not None:
            job.disconnect(self)
            job.cancel()

    @Slot()
    def _start(self) -> None:
        if self._job is not None or self._work is None:
            return
        work, self._work = self._work, None
        self._job = self._session.jobs.read(partial(_run, work))
        self._job.succeeded.connect(self._take)
        self._job.failed.connect(self._session.broke)
        self._job.finished.connect(self._end)

    @Slot(object)
    def _take(self, result: object) -> None:
        if self._work is None:
            self.ready.emit(result)

    @Slot()
    def _end(self) -> None:
        self._job = None
        self._start()


def _run(work: Callable[[], object], _context: JobContext) -> object:
    return work()
