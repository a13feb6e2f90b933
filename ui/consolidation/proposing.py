"""From what goes in to a proposal that is accepted: what a consolidation and a flush share."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.services.models.access import Sending
from ui.consolidation.acceptance import Accepting
from ui.consolidation.model import (
    Choosing,
    Failed,
    Prepared,
    Proposal,
    Reading,
    Ready,
    Running,
)
from ui.consolidation.phases import Phases

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.ledger.book import Bucket
    from desktop_app.core.models.choice import ModelChoice
    from desktop_app.services.jobs import JobContext
    from desktop_app.services.models.access import ModelAccess
    from ui.consolidation.acceptance import MakePlan
    from ui.navigation import Target
    from ui.session import Session

_PAUSE_MS = 200


class Proposing(Phases[Prepared, Proposal]):
    """Reads, asks, proposes and accepts; nothing is sent before ``send``.

    The window listens to ``question`` and shows the dialog; the page shows the phase.

    Args:
        session: The window's.
        make: Makes the plan of what is accepted, of the files as they are then.
        prompt: What a model is told unless the person writes something else.
    """

    question = Signal(object)  # Sending | ModelChoice that can't be asked: the person decides
    judged = Signal()  # whether a model can be asked may have changed
    key_wanted = Signal()
    model_wanted = Signal()
    left = Signal(object)  # Target: accepted or given up; the page has nothing to show
    has_rules = False
    """Whether the same can be done without a model."""

    def __init__(self, session: Session, make: MakePlan[Proposal], prompt: str) -> None:
        super().__init__(session)
        self.bucket: Bucket | None = None
        self.default_prompt = self.prompt = prompt
        self.prompt_problem = ""
        self.prepared: Prepared | None = None
        self._last: Callable[[], None] = self.read_again
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self.read_again)
        session.files_taken.connect(self._forget)
        session.files_changed.connect(self._look)
        self.acceptance = Accepting(session, self, make)
        self.acceptance.done.connect(self._leave)
        self.acceptance.kept.connect(self._look)

    @property
    def reason_against_asking(self) -> str:
        """Why no model can be asked; empty if one can."""
        if self.prompt_problem:
            return self.prompt_problem
        return self.tr("It is being read.") if self._pause.isActive() else ""

    def use_prompt(self, text: str) -> None:
        """Tell a model something else, as long as the program runs."""
        if text == self.prompt:
            return
        self.prompt, self.prompt_problem = text, self.problem_of(text)
        if self.prompt_problem:
            self._pause.stop()
        elif isinstance(self._phase, Choosing):
            self._pause.start()
        self.judged.emit()

    @Slot()
    def read_again(self) -> None:
        """Read the bucket; ``Choosing`` follows."""
        if not isinstance(self._phase, Choosing):
            self._show(Reading())
        self._prepare(self._take_prepared)

    @Slot()
    def ask_model(self) -> None:
        """Find out which model answers; ``question`` follows, or it is asked at once."""
        prepared = self.prepared
        if prepared is None or self.reason_against_asking:
            return
        self._last = self.ask_model

        def look(_context: JobContext) -> object:
            access = self._access()
            choice = access.choice()
            return choice if choice.problem else self.sending(prepared, access, choice)

        self.start(look).succeeded.connect(self._take_way)

    def send(self, sending: Sending, *, remember: bool = False) -> None:
        """Send what the person has agreed to."""
        prepared = self.prepared
        if prepared is None:
            return
        choice = sending.choice
        place = self.tr("this computer") if choice.is_local else choice.host
        author = self.tr("{0} on {1}").format(choice.model, place)

        def ask(context: JobContext) -> Proposal:
            access = self._access()
            if remember:
                access.remember(choice.host)
            return self.proposed(prepared, access, sending, context)

        self.run(author, ask, is_remote=True)

    def run(self, author: str, make: Callable[[JobContext], Proposal], *, is_remote: bool) -> None:
        """Let somebody make a proposal; ``Ready`` or ``Failed`` follows."""
        self._show(Running(author, is_remote=is_remote, started=monotonic()))
        self.start(make).succeeded.connect(self._take_proposal)

    @Slot()
    def again(self) -> None:
        """Propose anew, of the bucket as it is now."""
        if isinstance(self._phase, Ready | Failed):
            self._show(Reading())
            self._prepare(self._go_on)

    @Slot()
    def use_rules(self) -> None:
        """Ask no model, where the same can be done without one."""

    def replace(self, proposal: Proposal) -> None:
        """Take over what a person has edited; the page shows it already."""
        if isinstance(self._phase, Ready):
            self._phase = Ready(proposal)

    def accept(self, *, override: bool) -> None:
        """Write what is proposed; the page stays until it is in the files."""
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
        """Choose again who is asked."""
        self._cancel()
        self._show(Choosing(self.prepared))

    def problem_of(self, _prompt: str) -> str:
        """Return why a prompt is none that the harness takes; empty if it is one."""
        return ""

    def preparing(self) -> Callable[[JobContext], Prepared] | None:
        """Return what reads what would go in; ``None`` where there is nothing to read."""
        raise NotImplementedError

    def sending(self, prepared: Prepared, access: ModelAccess, choice: ModelChoice) -> Sending:
        """Return what a model would be sent."""
        raise NotImplementedError

    def proposed(
        self, prepared: Prepared, access: ModelAccess, sending: Sending, context: JobContext
    ) -> Proposal:
        """Ask the model, and return what its answer would write."""
        raise NotImplementedError

    def looking(self, proposal: Proposal) -> Callable[[JobContext], object] | None:
        """Return what finds out whether a proposal is still true: files were written."""
        raise NotImplementedError

    def take_look(self, found: object) -> None:
        """Take over what ``looking`` has found out."""
        raise NotImplementedError

    def way_out(self, bucket: Bucket) -> Target:
        """Return where to go when the page has nothing to show any more."""
        raise NotImplementedError

    @Slot()
    def _leave(self) -> None:
        way = self.way_out(self.bucket) if self.bucket is not None else None
        self._forget()
        if way is not None:
            self.left.emit(way)

    def _prepare(self, then: Callable[[Prepared], None]) -> None:
        self._pause.stop()
        function = self.preparing()
        if function is not None:
            self.start(function).succeeded.connect(then)

    @Slot(object)
    def _take_prepared(self, prepared: Prepared) -> None:
        self._job, self.prepared = None, prepared
        self._show(Choosing(prepared))

    @Slot(object)
    def _go_on(self, prepared: Prepared) -> None:
        self._job, self.prepared = None, prepared
        self._last()

    @Slot(object)
    def _take_way(self, way: object) -> None:
        self._job = None
        if isinstance(way, Sending) and way.is_allowed:
            self.send(way)
        else:
            self.question.emit(way)

    @Slot(object)
    def _take_proposal(self, proposal: Proposal) -> None:
        self._job = None
        self._show(Ready(proposal))

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self._job = None
        if not isinstance(error, MemloupeError):
            self.session.broke.emit(error)
            self.back()
        elif isinstance(self._phase, Reading | Choosing):
            self.prepared = None
            self._show(Choosing(None, error))
        else:
            self._show(Failed(error))

    @Slot()
    def _look(self) -> None:
        """Find out whether what is shown is still true: files were written."""
        phase = self._phase
        if isinstance(phase, Choosing):
            self.read_again()
        if not isinstance(phase, Ready) or self.acceptance.is_under_way:
            return
        look = self.looking(phase.proposal)
        if look is not None:
            self._look_with(look).succeeded.connect(self._take_look)

    @Slot(object)
    def _take_look(self, found: object) -> None:
        self._looking = None
        self.take_look(found)

    @Slot()
    def _forget(self, _files: object = None) -> None:
        self._cancel()
        self._pause.stop()
        self.bucket, self.prepared = None, None
        self._show(Reading())
