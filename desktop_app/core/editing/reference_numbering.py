"""What becomes of references to observations while three lists become one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.editing.ballot import Versions
from desktop_app.core.editing.observation_order import MINE, SEEN, THEIRS
from desktop_app.core.observational.observation import Observation
from desktop_app.core.observational.renumbering import Numbering

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from desktop_app.core.editing.observation_alignment import Places

Lists = Versions[tuple[Observation, ...]]


@dataclass(frozen=True, slots=True)
class References:
    """How references in the reflection of each version follow; ``None`` where none changes.

    Attributes:
        followed: From the version that was seen to each version: what an edit that only let
            references follow has made of them.
        common: From each version to numbers that all three share. Observations whose removal
            is a question are still there, so that no question depends on an answer.
        final: From the shared numbers to those of the result.
        stand: Whether the numbers of a version are those of the result.
    """

    followed: Versions[Numbering | None]
    common: Versions[Numbering | None]
    final: Numbering | None
    stand: Versions[bool]


def references(
    lists: Lists,
    found: Sequence[Places],
    common: Mapping[Places, int],
    final: Mapping[Places, int],
) -> References:
    """Return how references follow.

    Args:
        lists: The three lists.
        found: Every observation of them.
        common: The number of each with those that may yet be removed.
        final: The number of each that stays.
    """
    target = _merged_into(lists, found, common)

    def to(side: str, new: Mapping[Places, int]) -> Numbering | None:
        own = None if side == MINE else target
        return _numbering(_numbers(lists, found, side), new, own)

    return References(
        Versions(
            None,
            _numbering(_numbers(lists, found, SEEN), _numbers(lists, found, THEIRS), None),
            _numbering(_numbers(lists, found, SEEN), _numbers(lists, found, MINE), target),
        ),
        Versions(to(SEEN, common), to(THEIRS, common), to(MINE, common)),
        _numbering(common, final, None),
        Versions(to(SEEN, final) is None, to(THEIRS, final) is None, to(MINE, final) is None),
    )


def _numbers(lists: Lists, found: Sequence[Places], side: str) -> dict[Places, int]:
    places = {at: item for item in found if (at := item.at(side)) is not None}
    given: tuple[Observation, ...] = getattr(lists, side)
    return {places[at]: given[at].seq for at in sorted(places)}


def _numbering(
    old: Mapping[Places, int], new: Mapping[Places, int], target: Places | None
) -> Numbering | None:
    if all(new.get(item) == number for item, number in old.items()):
        return None
    numbers: dict[int, int | None] = {}
    for item, number in old.items():
        if item in new:
            numbers.setdefault(number, new[item])
    gone = frozenset(old.values()) - numbers.keys()
    into = target if target in old and target in new else None
    numbers.update(dict.fromkeys(gone, None if into is None else new[into]))
    merged = frozenset[int]() if into is None else gone | {old[into]}
    return Numbering(numbers, frozenset(new.values()), merged)


def _merged_into(
    lists: Lists, found: Sequence[Places], common: Mapping[Places, int]
) -> Places | None:
    """Return the observation that we have made of several, if that is what we have done.

    The rows do not say so. No other edit takes some away and writes the text of one.
    """
    seen = [item for item in found if item.seen is not None]
    has_removed = any(item.mine is None and item not in common for item in seen)
    edited = [
        item
        for item in seen
        if item.seen is not None
        and item.mine is not None
        and lists.seen[item.seen].content != lists.mine[item.mine].content
    ]
    return edited[0] if has_removed and len(edited) == 1 else None
