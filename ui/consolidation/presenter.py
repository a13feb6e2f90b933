"""Consolidating for the window: one bucket at a time, and what becomes of a proposal."""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.core.ledger.consolidation_accepting import is_outdated
from desktop_app.core.ledger.consolidation_prompt import Limits
from desktop_app.core.proposals.builtin_reflector import BUILT_IN
from desktop_app.services.ledger import consolidating
from desktop_app.services.ledger.reading import read_book
from desktop_app.services.models.access import Sending
from ui.consolidation.acceptance import Accepting
from ui.consolidation.model import Choosing, Failed, Phase, Reading, Ready, Running

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.ledger.book import Bucket
    from desktop_app.core.ledger.consolidation_proposal import ConsolidationProposal
    from desktop_app.services.jobs import JobContext, Progress
    from desktop_app.services.ledger.consolidating import Prepared
    from desktop_app.services.models.access import ModelAccess
    from ui.jobs import Job
    from ui.session import Session


class ConsolidationPresenter(QObject):
    """Reads, asks, proposes and accepts; nothing is sent before ``send``.

    The window listens to ``question`` and shows the dialog; the page shows the phase.
    """

    phase_changed = Signal(object)  # Phase
    noted = Signal(str)  # how far a run is
    question = Signal(object)  # Sending | ModelChoice that can't be asked: the person decides
    outdated_changed = Signal(bool)  # whether the bucket has changed since the proposal was made
    key_wanted = Signal()
    model_wanted = Signal()
    left = Signal(object)  # Bucket: accepted or given up; the page has nothing to show

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._phase: Phase = Reading()
        self._prepared: Prepared | None = None
        self._last: Callable[[], None] = self.read_again
        self._job: Job | None = None
        self._looking: Job | None = None
        self._outdated = False
        self.bucket: Bucket | None = None
        self.all_logs = False
        self.limits = Limits()
        session.files_taken.connect(self._forget)
        session.files_changed.connect(self._look)
        self.acceptance = Accepting(session, self)
        self.acceptance.done.connect(self._leave)
        self.acceptance.kept.connect(self._look)

    @classmethod
    def of(cls, session: Session) -> ConsolidationPresenter:
        """Return the presenter of a session: page and window share it."""
        found = session.findChild(cls)
        return found if isinstance(found, cls) else cls(session)

    @property
    def phase(self) -> Phase:
        """What is shown."""
        return self._phase

    @property
    def is_outdated(self) -> bool:
        """Whether the bucket has changed since the proposal was made."""
        return self._outdated

    def open_bucket(self, bucket: Bucket) -> None:
        """Show what would be consolidated in a bucket; a proposal about it stays."""
        if bucket != self.bucket:
            self.bucket, self.all_logs = bucket, False
            self.read_again()
        elif isinstance(self._phase, Choosing):
            self.read_again()

    def limit_to(self, tokens: int) -> None:
        """Let MEMORY.md have so many tokens, which are above 0."""
        if tokens != self.limits.tokens:
            self.limits = Limits(tokens)
            self.read_again()

    def take_all_logs(self, *, wanted: bool) -> None:
        """Take every log, or those that are due."""
        if wanted != self.all_logs:
            self.all_logs = wanted
            self.read_again()

    @Slot()
    def read_again(self) -> None:
        """Read the bucket; ``Choosing`` follows."""
        if not isinstance(self._phase, Choosing):
            self._show(Reading())
        self._prepare(self._take_prepared)

    @Slot()
    def use_rules(self) -> None:
        """Ask no model."""
        prepared = self._prepared
        if prepared is None:
            return
        self._last = self.use_rules
        self._show(Running(BUILT_IN, is_remote=False, started=monotonic()))
        job = self._start(partial(consolidating.consolidate_by_rules, prepared))
        job.succeeded.connect(self._take_proposal)

    @Slot()
    def ask_model(self) -> None:
        """Find out which model answers; ``question`` follows, or it is asked at once."""
        prepared = self._prepared
        if prepared is None:
            return
        self._last = self.ask_model

        def look(_context: JobContext) -> object:
            access = self._access()
            choice = access.choice()
            if choice.problem:
                return choice
            return consolidating.consolidation_sending(prepared, access, choice)

        self._start(look).succeeded.connect(self._take_way)

    def send(self, sending: Sending, *, remember: bool = False) -> None:
        """Send what the person has agreed to."""
        prepared = self._prepared
        if prepared is None:
            return
        choice = sending.choice
        place = self.tr("this computer") if choice.is_local else choice.host
        author = self.tr("{0} on {1}").format(choice.model, place)

        def ask(context: JobContext) -> ConsolidationProposal:
            access = self._access()
            if remember:
                access.remember(choice.host)
            return consolidating.consolidate_with_model(prepared, access, sending, context)

        self._show(Running(author, is_remote=True, started=monotonic()))
        self._start(ask).succeeded.connect(self._take_proposal)

    @Slot()
    def again(self) -> None:
        """Propose anew, of the bucket as it is now."""
        if isinstance(self._phase, Ready | Failed):
            self._show(Reading())
            self._prepare(self._go_on)

    def replace(self, proposal: ConsolidationProposal) -> None:
        """Take over what a person has edited; the page shows it already."""
        if isinstance(self._phase, Ready):
            self._phase = Ready(proposal)

    def accept(self, *, override: bool) -> None:
        """Write the text and the watermark; the page stays until they are in the files."""
        if isinstance(self._phase, Ready):
            self.acceptance.start(self._phase.proposal, override=override)

    @Slot()
    def discard(self) -> None:
        """Stop what runs, or give up; the page goes."""
        if isinstance(self._phase, Running):
            self._cancel()
            self.back()
        elif not self.acceptance.is_under_way:
            self._leave()

    @Slot()
    def back(self) -> None:
        """Choose again who merges the logs."""
        self._cancel()
        self._show(Choosing(self._prepared))

    @Slot()
    def _leave(self) -> None:
        bucket = self.bucket
        self._forget()
        if bucket is not None:
            self.left.emit(bucket)

    def _show(self, phase: Phase) -> None:
        self._phase = phase
        self._set_outdated(outdated=False)
        self.phase_changed.emit(phase)

    def _prepare(self, then: Callable[[Prepared], None]) -> None:
        files, bucket = self._session.files, self.bucket
        if files is not None and bucket is not None:
            wish = consolidating.Wish(limits=self.limits, all_logs=self.all_logs)
            job = self._start(partial(consolidating.prepare, files, bucket, wish))
            job.succeeded.connect(then)

    def _start(self, function: Callable[[JobContext], object]) -> Job:
        self._cancel()
        job = self._job = self._session.jobs.read(function)
        job.progressed.connect(self._note)
        job.failed.connect(self._fail)
        return job

    def _cancel(self) -> None:
        for job in (self._job, self._looking):
            if job is not None:
                job.disconnect(self)
                job.cancel()
        self._job = self._looking = None

    def _access(self) -> ModelAccess:
        from desktop_app.services.workspace import open_models  # noqa: PLC0415 - loads a client

        opened = self._session.source or self._session.files
        assert opened is not None
        return open_models(opened, self._session.surroundings)

    @Slot(object)
    def _take_prepared(self, prepared: Prepared) -> None:
        self._job, self._prepared = None, prepared
        self._show(Choosing(prepared))

    @Slot(object)
    def _go_on(self, prepared: Prepared) -> None:
        self._job, self._prepared = None, prepared
        self._last()

    @Slot(object)
    def _take_way(self, way: object) -> None:
        self._job = None
        if isinstance(way, Sending) and way.is_allowed:
            self.send(way)
        else:
            self.question.emit(way)

    @Slot(object)
    def _take_proposal(self, proposal: ConsolidationProposal) -> None:
        self._job = None
        self._show(Ready(proposal))

    @Slot(object)
    def _note(self, progress: Progress) -> None:
        self.noted.emit(progress.note)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self._job = None
        if not isinstance(error, MemloupeError):
            self._session.broke.emit(error)
            self.back()
        elif isinstance(self._phase, Reading | Choosing):
            self._prepared = None
            self._show(Choosing(None, error))
        else:
            self._show(Failed(error))

    @Slot()
    def _look(self) -> None:
        """Find out whether what is shown is still true: files were written."""
        phase, files = self._phase, self._session.files
        if isinstance(phase, Choosing):
            self.read_again()
        if not isinstance(phase, Ready) or files is None or self.acceptance.is_under_way:
            return
        if self._looking is not None:
            self._looking.cancel()
        proposal = phase.proposal
        bucket = proposal.book.bucket
        self._looking = self._session.jobs.read(
            lambda context: is_outdated(
                read_book(files, bucket, lambda: context.cancelled), proposal
            )
        )
        self._looking.succeeded.connect(self._take_look)

    @Slot(object)
    def _take_look(self, outdated: object) -> None:
        self._looking = None
        self._set_outdated(outdated=bool(outdated))

    def _set_outdated(self, *, outdated: bool) -> None:
        if outdated != self._outdated:
            self._outdated = outdated
            self.outdated_changed.emit(outdated)

    @Slot()
    def _forget(self, _files: object = None) -> None:
        self._cancel()
        self.bucket, self._prepared = None, None
        self._show(Reading())
