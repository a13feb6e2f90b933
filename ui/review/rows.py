"""The items of a review as the list shows them, with what was decided about each."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING

from desktop_app.core.outline import scope_of_key
from desktop_app.core.review.differences import Difference
from desktop_app.core.review.item import Item, ItemKind
from desktop_app.core.review.progress import Decision, Verdict
from ui.review.orders import Order

if TYPE_CHECKING:
    from collections.abc import Iterable

    from desktop_app.services.review import Wanted


class State(Enum):
    """What was decided about an item, as far as it is known."""

    OPEN = "open"
    ACCEPTED = "accepted"
    EDITED = "edited"
    REMOVED = "removed"
    SAVING = "saving"
    FAILED = "failed"


_VERDICTS = {
    Verdict.ACCEPTED: State.ACCEPTED,
    Verdict.EDITED: State.EDITED,
    Verdict.REMOVED: State.REMOVED,
}


@dataclass(slots=True)
class Kept:
    """A decision on its way to the disk; set there, on another thread."""

    decision: Decision | None = None


@dataclass(slots=True, eq=False)
class Row:
    """One item and what became of it.

    Attributes:
        difference: The item.
        state: What was decided.
        order: The edit or removal that is on its way, was done, or failed.
        kept: The decision as it is stored.
        problem: Why it could not be saved.
        place: Where it stands in the list: by scope, then number.
        step: Which step of the review decided last about it; 0 for none in this window.
    """

    difference: Difference
    state: State = State.OPEN
    order: Order | None = None
    kept: Kept = field(default_factory=Kept)
    problem: str = ""
    step: int = 0
    place: tuple[object, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.place = _place(self.difference)

    def renumber(self, difference: Difference) -> None:
        """Take over the same item under another number."""
        self.difference, self.place = difference, _place(difference)

    @property
    def item(self) -> Item:
        """As it is, or was last."""
        return self.difference.item

    @property
    def memory_id(self) -> str:
        """The scope."""
        return self.difference.memory_id

    @property
    def is_left(self) -> bool:
        """Whether somebody still has to decide."""
        return self.state is State.OPEN or self.state is State.FAILED


def decided_row(decision: Decision) -> Row:
    """Return the row of a decision from before the program was started."""
    gone = decision.verdict is Verdict.ACCEPTED and decision.keep is None
    now = None if gone else decision.item
    difference = Difference(decision.memory_id, now, decision.drop)
    return Row(difference, _VERDICTS[decision.verdict], kept=Kept(decision))


def fits(row: Row, wanted: Wanted) -> bool:
    """Whether a row is among those that are asked for."""
    if wanted.memory_id is not None and row.memory_id != wanted.memory_id:
        return False
    return wanted.text.casefold() in row.item.content.casefold()


def arranged(rows: Iterable[Row]) -> list[Row]:
    """Return rows by scope, then number."""
    return sorted(rows, key=lambda row: row.place)


@lru_cache(maxsize=6_000)
def _ids(memory_id: str) -> tuple[str, ...]:
    scope = scope_of_key(memory_id)
    return scope.tenant, scope.conversation, scope.agent, memory_id


def _place(difference: Difference) -> tuple[object, ...]:
    item = difference.item
    return (
        *_ids(difference.memory_id),
        item.kind is ItemKind.REFLECTION,
        item.seq,
        difference.now is None,
    )
