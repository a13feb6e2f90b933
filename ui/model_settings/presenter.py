"""Reads and keeps which model is asked; all of it on reader threads, for keyrings can wait."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.core.models.choice import ModelChoice
from desktop_app.core.models.settings import ModelSettings

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.models.ports import Completion
    from desktop_app.services.jobs import JobContext, Progress
    from desktop_app.services.models.access import ModelAccess
    from ui.jobs import Job
    from ui.session import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is known about models.

    Attributes:
        settings: The person's own model.
        problem: Why it is none although one was stored.
        choice: What would be asked now.
        harness: What would be asked without a model of the person's own.
        hosts: Where memory of this workspace is sent without asking.
    """

    settings: ModelSettings
    problem: str
    choice: ModelChoice
    harness: ModelChoice
    hosts: tuple[str, ...]


class ModelPresenter(QObject):
    """Tells how each wish ended. No key is ever in what it tells."""

    known = Signal(object)  # Known
    looked = Signal(object)  # ModelChoice: what the fields mean
    saved = Signal()
    tried = Signal(object)  # Completion
    noted = Signal(str)
    failed = Signal(object)  # MemloupeError
    stopped = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._trial: Job | None = None
        self._looking: Job | None = None

    def load(self) -> None:
        """Find out what is set; ``known`` follows."""
        self._start(_load).succeeded.connect(self.known)

    def look_at(self, settings: ModelSettings) -> None:
        """Find out what settings mean that are not kept yet; ``looked`` follows."""
        if self._looking is not None:
            self._looking.disconnect(self)
        self._looking = self._start(lambda access, _context: access.choice(settings))
        self._looking.succeeded.connect(self._take_look)

    def save(self, settings: ModelSettings, key: str) -> None:
        """Keep the model, and a key that was typed; ``saved`` or ``failed`` follows."""
        self._start(partial(_save, settings, key)).succeeded.connect(self._tell_saved)

    def forget_key(self, host: str) -> None:
        """Take the key of a host out of the keyring."""
        self._start(lambda access, _context: access.keep_key(host, "")).succeeded.connect(
            self._load_again
        )

    def ask_again(self, host: str) -> None:
        """Ask before something is sent to a host, as at first."""
        forget = partial(_ask_again, host)
        self._start(forget).succeeded.connect(self._load_again)

    def try_out(self, settings: ModelSettings, key: str) -> None:
        """Send one sentence without any memory; ``tried``, ``failed`` or ``stopped`` follows."""
        self.cancel()
        self._trial = self._start(lambda access, context: access.try_out(settings, key, context))
        self._trial.succeeded.connect(self._take_trial)
        self._trial.progressed.connect(self._note)

    @Slot()
    def cancel(self) -> None:
        """Stop the trial."""
        trial, self._trial = self._trial, None
        if trial is not None:
            trial.disconnect(self)
            trial.cancel()

    def _start(self, work: Callable[[ModelAccess, JobContext], object]) -> Job:
        opened, surroundings = self._session.editing.opened, self._session.surroundings

        def run(context: JobContext) -> object:
            from desktop_app.services.workspace import open_models  # noqa: PLC0415 - loads a client

            assert opened is not None
            return work(open_models(opened, surroundings), context)

        job = self._session.jobs.read(run)
        job.failed.connect(self._fail)
        job.stopped.connect(self.stopped)
        return job

    @Slot(object)
    def _take_look(self, choice: ModelChoice) -> None:
        self._looking = None
        self.looked.emit(choice)

    @Slot(object)
    def _take_trial(self, completion: Completion) -> None:
        self._trial = None
        self.tried.emit(completion)

    @Slot(object)
    def _note(self, progress: Progress) -> None:
        self.noted.emit(progress.note)

    @Slot(object)
    def _tell_saved(self, _nothing: object) -> None:
        self.saved.emit()

    @Slot(object)
    def _load_again(self, _nothing: object) -> None:
        self.load()

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self._trial = None
        if isinstance(error, MemloupeError):
            self.failed.emit(error)
        else:
            self._session.broke.emit(error)


def _load(access: ModelAccess, _context: JobContext) -> Known:
    settings, problem = access.settings()
    consent, reason = access.consent()
    return Known(
        settings=settings,
        problem=problem or reason,
        choice=access.choice(),
        harness=access.harness_choice(),
        hosts=tuple(sorted(consent.hosts)),
    )


def _save(settings: ModelSettings, key: str, access: ModelAccess, _context: JobContext) -> None:
    if settings.is_set:
        choice = access.choice(settings)
        if key:
            # First: a model whose key could not be kept would not work.
            access.keep_key(choice.host, key)
    access.choose(settings)


def _ask_again(host: str, access: ModelAccess, _context: JobContext) -> None:
    access.remember(host, allowed=False)
