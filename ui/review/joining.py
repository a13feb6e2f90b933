"""Puts what was read of the file together with what the person has decided meanwhile."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ui.review.rows import Row, State, arranged

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from desktop_app.core.review.differences import Difference

_IN_FILE = (State.SAVING, State.FAILED, State.OPEN)
"""Rows of these states are open as far as the file and the progress tell."""


@dataclass(frozen=True, slots=True)
class Joined:
    """The rows to show.

    Attributes:
        rows: In order.
        renumbered: Those of them whose item has another number now.
    """

    rows: list[Row]
    renumbered: list[Row]


def joined(
    rows: Sequence[Row], found: Iterable[Difference], since: int, *, is_part: bool
) -> Joined:
    """Return the rows after open items were read.

    An item is known by what it says, for numbers change; of several alike, each row takes one.

    Args:
        rows: What is shown now.
        found: What was open when it was read.
        since: The step of the review at which the reading began.
        is_part: Whether more is open than what was found: rows that were open stay then.
    """
    waiting: dict[object, list[Difference]] = defaultdict(list)
    for one in found:
        waiting[_likeness(one)].append(one)
    stay, renumbered = [], []
    for row in sorted(rows, key=lambda row: row.state is State.OPEN):
        taken = _taken(row, waiting) if row.state in _IN_FILE or row.step > since else None
        if taken is not None and row.is_left and taken != row.difference:
            row.renumber(taken)
            renumbered.append(row)
        if row.state is not State.OPEN or taken or is_part or row.step > since:
            stay.append(row)
    new = [Row(one) for group in waiting.values() for one in group]
    return Joined(arranged([*stay, *new]), renumbered)


def _taken(row: Row, waiting: dict[object, list[Difference]]) -> Difference | None:
    alike = waiting.get(_likeness(row.difference))
    if not alike:
        return None
    seq = row.item.seq
    at = next((at for at, one in enumerate(alike) if one.item.seq == seq), 0)
    return alike.pop(at)


def _likeness(difference: Difference) -> object:
    return difference.memory_id, difference.now is None, difference.item.identity
