"""Asks one thing at a time on a reader's thread; the newest question wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.errors import MemloupeError

if TYPE_CHECKING:
    from ui.jobs import Job, Work
    from ui.session import Session


class Asking(QObject):
    """Tells the answer of the newest question, or why there is none."""

    begun = Signal()
    answered = Signal(object)  # what the work gave
    refused = Signal(object)  # MemloupeError
    ended = Signal()  # after any of them, and when it was stopped

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._job: Job | None = None

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._job is not None

    def ask(self, work: Work) -> None:
        """Work this out; what was asked before is told no more."""
        self._drop()
        job = self._job = self._session.jobs.read(work)
        job.succeeded.connect(self._take)
        job.failed.connect(self._fail)
        job.stopped.connect(self._end)
        self.begun.emit()

    @Slot()
    def stop(self) -> None:
        """Tell nothing of what was asked for."""
        if self._drop():
            self.ended.emit()

    def _drop(self) -> bool:
        job, self._job = self._job, None
        if job is not None:
            job.disconnect(self)
            job.cancel()
        return job is not None

    @Slot(object)
    def _take(self, answer: object) -> None:
        self._job = None
        self.answered.emit(answer)
        self.ended.emit()

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self._job = None
        if isinstance(error, MemloupeError):
            self.refused.emit(error)
        else:
            self._session.broke.emit(error)
        self.ended.emit()

    @Slot()
    def _end(self) -> None:
        self._job = None
        self.ended.emit()
