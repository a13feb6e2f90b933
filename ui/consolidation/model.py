"""How far a proposal is, of a consolidation or of a flush."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from desktop_app.core.errors import MemloupeError

Prepared = TypeVar("Prepared")
Proposal = TypeVar("Proposal")


@dataclass(frozen=True, slots=True)
class Reading:
    """The bucket is being read."""


@dataclass(frozen=True, slots=True)
class Choosing(Generic[Prepared]):
    """Who is asked is not chosen yet.

    Attributes:
        prepared: What would go in; ``None`` if nothing can.
        error: Why nothing can.
    """

    prepared: Prepared | None
    error: MemloupeError | None = None


@dataclass(frozen=True, slots=True)
class Running:
    """Somebody is at work.

    Attributes:
        author: Who, in words.
        is_remote: Whether a model is asked, so that a cancel is worth a button.
        started: When, on the clock of this process.
    """

    author: str
    is_remote: bool
    started: float


@dataclass(frozen=True, slots=True)
class Failed:
    """There is no proposal; ``error`` says why."""

    error: MemloupeError


@dataclass(frozen=True, slots=True)
class Ready(Generic[Proposal]):
    """A proposal, as it was made or as a person has edited it."""

    proposal: Proposal


Phase: TypeAlias = Reading | Choosing[Prepared] | Running | Failed | Ready[Proposal]
