"""Reflect now and observe now for the window: one proposal at a time, and what becomes of it."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.proposals.accepting import Choice, is_outdated
from desktop_app.core.proposals.builtin_reflector import BUILT_IN
from ui.proposals.acceptance import Acceptance
from ui.proposals.model import (
    Choosing,
    Failed,
    Nothing,
    Phase,
    Ready,
    Running,
    Task,
    Unanswerable,
    scope_of,
)
from ui.proposals.run import Run
from ui.proposals.words import author_words

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from desktop_app.core.errors import MemloupeError
    from desktop_app.core.observational.engine_steps import Unobserved
    from desktop_app.services.models.access import Sending
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.proposals.model import Proposal
    from ui.session import Session


class ProposalsPresenter(QObject):
    """Makes proposals and accepts them. What is proposed stays until it is accepted or discarded.

    The window listens to ``question`` and shows the dialog; the page shows the phase.
    """

    phase_changed = Signal(object)  # Phase
    look_up_began = Signal()  # it is being found out who answers
    look_up_ended = Signal()
    noted = Signal(str)  # how far a run is
    question = Signal(object)  # Sending | Unanswerable: the person decides
    outdated_changed = Signal(bool)  # whether the scope has changed since the proposal was made
    key_wanted = Signal()  # the server refused the key; the window asks for another
    model_wanted = Signal()  # another model is wanted; the window asks which
    left = Signal(object)  # Task | None: accepted, or nothing; the page has nothing to show

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._phase: Phase = Nothing()
        self._task: Task | None = None
        self._before: Phase = Nothing()
        self._outdated = False
        self.run = Run(session)
        self.run.found.connect(self._take_way)
        self.run.noted.connect(self.noted)
        self.run.proposed.connect(self._take_proposal)
        self.run.failed.connect(self._fail)
        self.run.stopped.connect(self._go_back)
        session.source_changed.connect(self._forget)
        session.snapshot_changed.connect(self._judge)
        self.acceptance = Acceptance(session, self)
        self.acceptance.done.connect(self._finish)

    @classmethod
    def of(cls, session: Session) -> ProposalsPresenter:
        """Return the presenter of a session: page and commands share it."""
        found = session.findChild(cls)
        return found if isinstance(found, cls) else cls(session)

    @property
    def phase(self) -> Phase:
        """What is shown."""
        return self._phase

    @property
    def wanted_scope(self) -> ScopeSnapshot | None:
        """The scope that a proposal is wanted for."""
        return self._task.snapshot if self._task else None

    @property
    def is_outdated(self) -> bool:
        """Whether the scope has changed since the proposal was made."""
        return self._outdated

    def reflect(self) -> None:
        """Propose a reflection of the shown scope."""
        snapshot = self._session.snapshot
        if snapshot is not None:
            self.begin(Task(snapshot))

    def observe(self) -> None:
        """Choose messages to take observations from."""
        snapshot = self._session.snapshot
        if snapshot is not None:
            self.run.forget()
            self._show(Choosing(snapshot))

    def show_choosing(self, choosing: Choosing) -> None:
        """Show other messages to choose."""
        if isinstance(self._phase, Choosing):
            self._show(choosing)

    def propose(self, unobserved: Unobserved) -> None:
        """Propose observations of messages."""
        if isinstance(self._phase, Choosing):
            self.begin(Task(self._phase.snapshot, unobserved))

    def begin(self, task: Task) -> None:
        """Find out who answers, and ask the person where something would be sent."""
        if not isinstance(self._phase, Running):
            self._task = task
            self.look_up_began.emit()
            self.run.look_up(task)

    def again(self) -> None:
        """Make the proposal once more, of the scope as it is now."""
        phase = self._phase
        if isinstance(phase, Nothing):
            self.reflect()
        elif isinstance(phase, Failed | Ready):
            if self._outdated and not phase.task.is_reflection:
                # Other messages may be unobserved now.
                self.observe()
            else:
                self.begin(self._fresh(phase.task))

    def send(self, sending: Sending, *, remember: bool = False) -> None:
        """Send what the person has agreed to."""
        if self._task is not None:
            self._start(self._task, author=author_words(sending.choice), is_remote=True)
            self.run.send(self._task, sending, remember=remember)

    def use_rules(self) -> None:
        """Ask no model."""
        if self._task is not None:
            self._start(self._task, author=BUILT_IN, is_remote=False)
            self.run.use_rules(self._task)

    def try_again(self) -> None:
        """Ask once more after another model or key was chosen."""
        if self._task is not None and not isinstance(self._phase, Running):
            self.begin(self._fresh(self._task))

    def propose_anew(self) -> None:
        """Look at the same answer against the scope as it is now."""
        phase = self._phase
        if isinstance(phase, Ready):
            self._task = self._fresh(phase.task)
            self.run.propose_anew(phase.proposal, phase.task.snapshot.memory_id)

    def replace(self, proposal: Proposal) -> None:
        """Show the proposal with something edited in it."""
        if isinstance(self._phase, Ready):
            self._show(Ready(self._phase.task, proposal))

    def accept(self, ids: AbstractSet[str], *, override: bool) -> None:
        """Write what is chosen; the page stays until it is in the file."""
        phase = self._phase
        if isinstance(phase, Ready) and ids:
            choice = Choice(ids=frozenset(ids), override=override)
            self.acceptance.start(phase.proposal, choice, phase.task.snapshot.memory_id)

    def discard(self) -> None:
        """Give the proposal up, or stop what runs; the page goes."""
        if isinstance(self._phase, Running):
            self.run.cancel()
        elif not self.acceptance.is_under_way:
            self._leave(None)

    def _fresh(self, task: Task) -> Task:
        shown = self._session.snapshot
        same = shown is not None and shown.memory_id == task.snapshot.memory_id
        return Task(shown, task.unobserved) if same and shown is not None else task

    def _start(self, task: Task, *, author: str, is_remote: bool) -> None:
        if not isinstance(self._phase, Failed):
            self._before = self._phase
        self._show(Running(task, author, is_remote, monotonic()))

    def _show(self, phase: Phase) -> None:
        self._phase = phase
        self.phase_changed.emit(phase)
        self._judge()

    def _leave(self, task: Task | None) -> None:
        self.run.forget()
        self._before = Nothing()
        self._show(Nothing())
        self.left.emit(task)

    @Slot(object)
    def _take_way(self, way: Sending | Unanswerable | None) -> None:
        self.look_up_ended.emit()
        if way is None:
            self.use_rules()
        elif not isinstance(way, Unanswerable) and way.is_allowed:
            self.send(way)
        else:
            self.question.emit(way)

    @Slot(object)
    def _take_proposal(self, proposal: Proposal) -> None:
        if self._task is not None:
            self._show(Ready(self._task, proposal))

    @Slot(object)
    def _fail(self, error: MemloupeError) -> None:
        self.look_up_ended.emit()
        if self._task is not None:
            if not isinstance(self._phase, Running | Failed):
                self._before = self._phase
            self._show(Failed(self._task, error))

    @Slot()
    def _go_back(self) -> None:
        """Show again what was there before a run that was stopped."""
        if isinstance(self._phase, Running):
            self.back()

    def back(self) -> None:
        """Show again what was there before the last run."""
        before, self._before = self._before, Nothing()
        if isinstance(before, Ready | Choosing):
            self._show(before)
        else:
            self._leave(None)

    @Slot()
    def _finish(self) -> None:
        if isinstance(self._phase, Ready):
            self._leave(self._phase.task)

    @Slot(object)
    def _judge(self, _snapshot: object = None) -> None:
        phase, shown = self._phase, self._session.snapshot
        outdated = False
        if isinstance(phase, Ready) and shown is not None:
            same = shown.memory_id == phase.task.snapshot.memory_id
            record = shown.record
            outdated = same and (record is None or is_outdated(record, phase.proposal.record))
        if outdated != self._outdated:
            self._outdated = outdated
            self.outdated_changed.emit(outdated)

    @Slot()
    def _forget(self, _source: object = None) -> None:
        if scope_of(self._phase) is not None:
            self._leave(None)
        self.run.forget()
        self._task = None
