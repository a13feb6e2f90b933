"""Works out on a reader thread what an edit would do, while it is still being made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.services.editing.plans import Intent
from ui.observations.effect import Effect, effect_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.services.editing.plans import Plan
    from ui.jobs import Job
    from ui.session import Session

    MakePlan = Callable[[Intent], Plan]

_PAUSE_MS = 150


class Planner(QObject):
    """Takes wishes one after the other; only what the newest one does is told.

    Args:
        session: Whose readers do the work.
        parent: Who listens.
    """

    ready = Signal(object)  # Effect
    refused = Signal(str)  # why it can't be done

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._wanted: tuple[MakePlan, int | None] | None = None
        self._job: Job | None = None
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._start)

    def request(self, make: MakePlan, place: int | None = None, *, at_once: bool = False) -> None:
        """Work out what ``make`` gives; ``ready`` or ``refused`` follows.

        Args:
            make: Makes the plan. Called on a reader thread.
            place: The observation that is edited, where there is one that stays in its place.
            at_once: Do not wait for the person to go on typing.
        """
        self.cancel()
        self._wanted = make, place
        if at_once:
            self._start()
        else:
            self._pause.start()

    def cancel(self) -> None:
        """Tell nothing of what was asked for before."""
        self._wanted = None
        self._pause.stop()
        if self._job is not None:
            self._job.succeeded.disconnect(self._take)
            self._job.failed.disconnect(self._fail)
            self._job.stopped.disconnect(self._stop)
            self._job.cancel()
            self._job = None

    @Slot()
    def _start(self) -> None:
        source = self._session.source
        if self._wanted is None or source is None:
            return
        (make, place), now = self._wanted, source.now
        job = self._session.jobs.read(lambda _context: effect_of(make(Intent(now())), place))
        self._job = job
        job.succeeded.connect(self._take)
        job.failed.connect(self._fail)
        job.stopped.connect(self._stop)

    @Slot(object)
    def _take(self, effect: Effect) -> None:
        self._job = None
        self.ready.emit(effect)

    @Slot()
    def _stop(self) -> None:
        self._job = None
        self.refused.emit(self.tr("Stopped before it was worked out."))

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self._job = None
        if isinstance(error, MemloupeError):
            self.refused.emit(error.message)
        else:
            self._session.broke.emit(error)
