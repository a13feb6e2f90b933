"""From a wish to a proposal: finds the model, asks the person, asks the model, can be stopped."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.errors import MemloupeError
from ui.proposals import work

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext, Progress
    from desktop_app.services.models.access import ModelAccess, Sending
    from ui.jobs import Job
    from ui.proposals.model import Proposal, Task
    from ui.session import Session


class Run(QObject):
    """One wish at a time; another one ends it. Nothing is sent before ``send``."""

    found = Signal(object)  # Sending | Unanswerable | None: how it can be answered
    noted = Signal(str)  # how far it is
    proposed = Signal(object)  # Proposal
    failed = Signal(object)  # MemloupeError
    stopped = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._job: Job | None = None

    @property
    def is_running(self) -> bool:
        """Whether there is something to wait for."""
        return self._job is not None

    def look_up(self, task: Task) -> None:
        """Find out who would answer; ``found`` or ``failed`` follows."""
        source = self._source()

        def look(_context: JobContext) -> object:
            return work.find_way(task, source, self._access(source))

        self._start(look).succeeded.connect(self._take_way)

    def send(self, task: Task, sending: Sending, *, remember: bool) -> None:
        """Send what the person has agreed to; ``proposed``, ``failed`` or ``stopped`` follows."""
        source = self._source()

        def ask(context: JobContext) -> Proposal:
            access = self._access(source)
            if remember:
                access.remember(sending.choice.host)
            return work.propose_with_model(task, access, sending, context)

        self._start(ask).succeeded.connect(self._take_proposal)

    def use_rules(self, task: Task) -> None:
        """Ask no model; ``proposed``, ``failed`` or ``stopped`` follows."""
        rules = partial(work.propose_by_rules, task, self._source().now())
        self._start(rules).succeeded.connect(self._take_proposal)

    def propose_anew(self, proposal: Proposal, memory_id: str) -> None:
        """Look at the same answer against the scope as it is now."""
        source = self._source()

        def look(_context: JobContext) -> Proposal:
            return work.propose_anew(proposal, source.snapshot(memory_id))

        self._start(look).succeeded.connect(self._take_proposal)

    @Slot()
    def cancel(self) -> None:
        """Stop; ``stopped`` follows unless it ends first."""
        if self._job is not None:
            self._job.cancel()

    def forget(self) -> None:
        """Stop, and tell nothing any more."""
        job, self._job = self._job, None
        if job is not None:
            job.disconnect(self)
            job.cancel()

    def _start(self, function: Callable[[JobContext], object]) -> Job:
        self.forget()
        job = self._job = self._session.jobs.read(function)
        job.progressed.connect(self._note)
        job.failed.connect(self._fail)
        job.stopped.connect(self._stop)
        return job

    def _source(self) -> HarnessSource:
        source = self._session.source
        assert source is not None
        return source

    def _access(self, source: HarnessSource) -> ModelAccess:
        from desktop_app.services.workspace import open_models  # noqa: PLC0415 - loads a client

        return open_models(source, self._session.surroundings)

    @Slot(object)
    def _take_way(self, way: object) -> None:
        self._job = None
        self.found.emit(way)

    @Slot(object)
    def _take_proposal(self, proposal: Proposal) -> None:
        self._job = None
        self.proposed.emit(proposal)

    @Slot(object)
    def _note(self, progress: Progress) -> None:
        self.noted.emit(progress.note)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self._job = None
        if isinstance(error, MemloupeError):
            self.failed.emit(error)
        else:
            self._session.broke.emit(error)
            self.stopped.emit()

    @Slot()
    def _stop(self) -> None:
        self._job = None
        self.stopped.emit()
