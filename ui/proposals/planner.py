"""Works out what the ticks do while the person is still ticking; the newest ticks win."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop_app.core.errors import MemloupeError
from ui.proposals.effect import Effect, effect_of

if TYPE_CHECKING:
    from desktop_app.services.jobs import JobContext
    from ui.jobs import Job
    from ui.proposals.model import Proposal
    from ui.session import Session

_PAUSE_MS = 120


class EffectPlanner(QObject):
    """Tells what the newest ticks do, never what older ones did."""

    ready = Signal(object)  # Effect
    refused = Signal(object)  # MemloupeError: this choice can't be written

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._wanted: tuple[Proposal, frozenset[str]] | None = None
        self._job: Job | None = None
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._start)

    def request(self, proposal: Proposal, ids: frozenset[str], *, at_once: bool = False) -> None:
        """Work out what accepting ``ids`` does; ``ready`` or ``refused`` follows."""
        self.forget()
        self._wanted = proposal, ids
        if at_once:
            self._start()
        else:
            self._pause.start()

    def forget(self) -> None:
        """Tell nothing of what was asked for before."""
        self._wanted = None
        self._pause.stop()
        job, self._job = self._job, None
        if job is not None:
            job.disconnect(self)
            job.cancel()

    @Slot()
    def _start(self) -> None:
        if self._wanted is not None:
            job = self._job = self._session.jobs.read(partial(_look, *self._wanted))
            job.succeeded.connect(self._take)
            job.failed.connect(self._fail)

    @Slot(object)
    def _take(self, effect: Effect) -> None:
        self._job = None
        self.ready.emit(effect)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self._job = None
        if isinstance(error, MemloupeError):
            self.refused.emit(error)
        else:
            self._session.broke.emit(error)


def _look(proposal: Proposal, ids: frozenset[str], _context: JobContext) -> Effect:
    return effect_of(proposal, ids)
