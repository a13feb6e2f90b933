"""What a person has decided so far in reviewing one workspace, and where that is kept."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from desktop_app.core.review.item import Item

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from desktop_app.core.review.differences import Difference


class Verdict(StrEnum):
    """What was decided about an item."""

    ACCEPTED = "accepted"
    EDITED = "edited"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One step of a review; ``keep`` and ``drop`` say what it does to what counts as seen.

    Attributes:
        memory_id: The scope.
        verdict: What was decided.
        item: As it was on the screen then.
        keep: What counts as seen from now on.
        drop: What counts as seen no more.
        entry: The change in the journal, of an edit or a removal.
        reason: Why it was removed.
        id: Set by the store; 0 before.
    """

    memory_id: str
    verdict: Verdict
    item: Item
    keep: Item | None = None
    drop: Item | None = None
    entry: str = ""
    reason: str = ""
    id: int = 0


def accepted(difference: Difference) -> Decision:
    """Return the decision that an item is right as it is; of one that is gone, that it may be."""
    return Decision(
        memory_id=difference.memory_id,
        verdict=Verdict.ACCEPTED,
        item=difference.item,
        keep=difference.now,
        drop=difference.before,
    )


def edited(difference: Difference, now: Item, entry: str) -> Decision:
    """Return the decision that an item is right as it was rewritten."""
    return Decision(
        memory_id=difference.memory_id,
        verdict=Verdict.EDITED,
        item=difference.item,
        keep=now,
        drop=difference.before,
        entry=entry,
    )


def removed(difference: Difference, entry: str, reason: str) -> Decision:
    """Return the decision that an item had to go."""
    return Decision(
        memory_id=difference.memory_id,
        verdict=Verdict.REMOVED,
        item=difference.item,
        drop=difference.before,
        entry=entry,
        reason=reason,
    )


@dataclass(frozen=True, slots=True)
class SeenScope:
    """What was seen of one scope.

    Attributes:
        memory_id: The scope.
        items: Everything that was accepted in it.
        mark: ``row_mark`` of a record in which nothing is open; empty if none is known.
    """

    memory_id: str
    items: tuple[Item, ...]
    mark: bytes = b""


@dataclass(frozen=True, slots=True)
class Round:
    """Decisions from the first item of a list to its last.

    Attributes:
        decisions: Oldest first.
        is_done: Whether nothing was left when it was looked at last; the next decision begins
            another round.
    """

    decisions: tuple[Decision, ...] = ()
    is_done: bool = False


class ReviewProgress(Protocol):
    """One person's progress in one workspace; never kept in the workspace.

    Made with the first decision. Two programs may use it at the same time.

    Raises (every call):
        StoreBusyError: another Memloupe holds it; asking again later can work.
        StoreError: it can't be read or written; says why. What is damaged was moved aside: the
            next call begins anew.
    """

    @property
    def path(self) -> Path: ...

    def is_begun(self) -> bool:
        """Whether this person has ever reviewed this workspace."""

    def begin(self) -> None:
        """Review everything: nothing counts as seen."""

    def see(self, scopes: Iterable[SeenScope]) -> None:
        """Count exactly these as seen, whatever was before; all of it or nothing."""

    def known(self) -> frozenset[str]:
        """Return the scopes of which something counts as seen."""

    def seen(self, memory_ids: Sequence[str]) -> Mapping[str, SeenScope]:
        """Return what was seen of these scopes; those of which nothing was are left out."""

    def decide(self, decision: Decision) -> Decision:
        """Store a decision; on the disk when this returns. Return it with its id."""

    def take_back(self, decision: Decision) -> bool:
        """Undo a decision; false if another program has done so already."""

    def round(self) -> Round:
        """Return the decisions since the last time that nothing was left."""

    def finish_round(self) -> None:
        """Note that nothing is left."""
