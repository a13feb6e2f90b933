"""Works out on a reader thread what a change would do, while a person is still choosing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.services.editing.plans import Intent

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.services.editing.plans import Plan
    from ui.jobs import Job
    from ui.session import Session

    Make = Callable[[Intent], object]
    MakePlan = Callable[[Intent], Plan]

_PAUSE_MS = 150


class PlanReader(QObject):
    """Takes wishes one after the other; only what the newest one gives is told.

    Args:
        session: Whose readers do the work.
        parent: Who listens.
    """

    ready = Signal(object)  # what the wish gave
    refused = Signal(str)  # why it can't be done

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._wanted: Make | None = None
        self._job: Job | None = None
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._start)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._job is not None or self._pause.isActive()

    def request(self, make: Make, *, at_once: bool = False) -> None:
        """Work out what ``make`` gives; ``ready`` or ``refused`` follows.

        Args:
            make: Called on a reader thread, with the time of now.
            at_once: Do not wait for the person to go on typing.
        """
        self.cancel()
        self._wanted = make
        if at_once:
            self._start()
        else:
            self._pause.start()

    def cancel(self) -> None:
        """Tell nothing of what was asked for before."""
        self._wanted = None
        self._pause.stop()
        job, self._job = self._job, None
        if job is not None:
            job.disconnect(self)
            job.cancel()

    @Slot()
    def _start(self) -> None:
        make = self._wanted
        # A workspace may have memory files and no state file.
        clock = self._session.source or self._session.files
        if make is None or clock is None:
            return
        now = clock.now
        job = self._job = self._session.jobs.read(
            lambda context: make(Intent(now(), cancelled=lambda: context.cancelled))
        )
        job.succeeded.connect(self._take)
        job.failed.connect(self._fail)
        job.stopped.connect(self._stop)

    @Slot(object)
    def _take(self, result: object) -> None:
        self._job = None
        self.ready.emit(result)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self._job = None
        if isinstance(error, MemloupeError):
            self.refused.emit(error.words)
        else:
            self._session.broke.emit(error)

    @Slot()
    def _stop(self) -> None:
        self._job = None
        self.refused.emit(self.tr("Stopped before it was worked out."))


def look_at(make: MakePlan, look: Callable[[Plan], object]) -> Make:
    """Return what makes a plan and gives what ``look`` shows of it."""
    return lambda intent: look(make(intent))
