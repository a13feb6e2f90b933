"""How far a proposal is, and the one job that is under way for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from PySide6.QtCore import QObject, Signal, Slot

from ui.consolidation.model import Phase, Prepared, Proposal, Reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.services.jobs import JobContext, Progress
    from desktop_app.services.models.access import ModelAccess
    from ui.jobs import Job
    from ui.session import Session


class Phases(QObject, Generic[Prepared, Proposal]):
    """Tells the page what to show; only what was started last is told."""

    phase_changed = Signal(object)  # Phase
    noted = Signal(str)  # how far a run is
    outdated_changed = Signal(bool)  # whether the bucket has changed since the proposal was made

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        self._phase: Phase[Prepared, Proposal] = Reading()
        self._job: Job | None = None
        self._looking: Job | None = None
        self._outdated = False

    @property
    def phase(self) -> Phase[Prepared, Proposal]:
        """What is shown."""
        return self._phase

    @property
    def is_outdated(self) -> bool:
        """Whether the bucket has changed since the proposal was made."""
        return self._outdated

    def set_outdated(self, *, outdated: bool) -> None:
        """Say whether the bucket has changed since the proposal was made."""
        if outdated != self._outdated:
            self._outdated = outdated
            self.outdated_changed.emit(outdated)

    def start(self, function: Callable[[JobContext], object]) -> Job:
        """Do this in place of what is under way."""
        self._cancel()
        job = self._job = self.session.jobs.read(function)
        job.progressed.connect(self._note)
        job.failed.connect(self._fail)
        return job

    def _show(self, phase: Phase[Prepared, Proposal]) -> None:
        self._phase = phase
        self.set_outdated(outdated=False)
        self.phase_changed.emit(phase)

    def _look_with(self, look: Callable[[JobContext], object]) -> Job:
        """Find something out beside what is under way; the newest look counts."""
        if self._looking is not None:
            self._looking.cancel()
        self._looking = self.session.jobs.read(look)
        return self._looking

    def _cancel(self) -> None:
        for job in (self._job, self._looking):
            if job is not None:
                job.disconnect(self)
                job.cancel()
        self._job = self._looking = None

    def _access(self) -> ModelAccess:
        from desktop_app.services.workspace import open_models  # noqa: PLC0415 - loads a client

        opened = self.session.source or self.session.files
        assert opened is not None
        return open_models(opened, self.session.surroundings)

    @Slot(object)
    def _note(self, progress: Progress) -> None:
        self.noted.emit(progress.note)

    def _fail(self, error: Exception) -> None:
        raise NotImplementedError
