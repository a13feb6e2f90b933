"""What is proposed for which scope, and how far that is."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.core.errors import MemloupeError
from desktop_app.core.models.choice import ModelChoice
from desktop_app.core.observational.engine_steps import Unobserved
from desktop_app.core.proposals.observation_proposal import ObservationProposal
from desktop_app.core.proposals.reflection_proposal import ReflectionProposal
from desktop_app.services.models.observing import Pending
from desktop_app.services.snapshot import ScopeSnapshot
from ui.widgets.check_list import Row

Proposal = ReflectionProposal | ObservationProposal


@dataclass(frozen=True, slots=True)
class Task:
    """What a proposal is wanted for.

    Attributes:
        snapshot: The scope as it was seen.
        unobserved: Messages to take observations from; ``None`` for a reflection.
    """

    snapshot: ScopeSnapshot
    unobserved: Unobserved | None = None

    @property
    def is_reflection(self) -> bool:
        """Whether a reflection is wanted."""
        return self.unobserved is None


@dataclass(frozen=True, slots=True)
class Unanswerable:
    """A model was chosen and can't be asked; ``choice`` says why."""

    task: Task
    choice: ModelChoice


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nobody has asked for anything."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """Which messages to take observations from is not chosen yet.

    Attributes:
        snapshot: The scope.
        origin: Where the messages are from, in words; empty before any were read.
        pending: What of them is unobserved; ``None`` while they are being read.
        rows: A row of the list for each unobserved message.
        error: Why they can't be read.
    """

    snapshot: ScopeSnapshot
    origin: str = ""
    pending: Pending | None = None
    rows: tuple[Row, ...] = ()
    error: MemloupeError | None = None


@dataclass(frozen=True, slots=True)
class Running:
    """Somebody is thinking.

    Attributes:
        author: Who, in words.
        is_remote: Whether a model is asked, so that a cancel is worth a button.
        started: When, on the clock of this process.
    """

    task: Task
    author: str
    is_remote: bool
    started: float


@dataclass(frozen=True, slots=True)
class Failed:
    """There is no proposal; ``error`` says why."""

    task: Task
    error: MemloupeError


@dataclass(frozen=True, slots=True)
class Ready:
    """A proposal to accept, some of it or none."""

    task: Task
    proposal: Proposal


Phase = Nothing | Choosing | Running | Failed | Ready


def scope_of(phase: Phase) -> ScopeSnapshot | None:
    """Return the scope that a phase is about."""
    match phase:
        case Choosing():
            return phase.snapshot
        case Running() | Failed() | Ready():
            return phase.task.snapshot
        case Nothing():
            return None
