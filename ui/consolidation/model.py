"""How far a consolidation is."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.core.errors import MemloupeError
from desktop_app.core.ledger.consolidation_proposal import ConsolidationProposal
from desktop_app.services.ledger.consolidating import Prepared


@dataclass(frozen=True, slots=True)
class Reading:
    """The bucket is being read."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """Who merges the logs is not chosen yet.

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
class Ready:
    """A proposal, as it was made or as a person has edited it."""

    proposal: ConsolidationProposal


Phase = Reading | Choosing | Running | Failed | Ready
