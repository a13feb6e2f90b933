"""Three lists of observations become one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace

from desktop_app.core.editing.ballot import Ballot, Side, Versions
from desktop_app.core.editing.observation_alignment import Places, same_observations
from desktop_app.core.editing.observation_order import MINE, SEEN, THEIRS, numbers, order
from desktop_app.core.editing.observation_versions import is_edited, merged_observation
from desktop_app.core.editing.reference_numbering import Lists, References, references
from desktop_app.core.observational.observation import Observation

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


@dataclass(frozen=True, slots=True)
class MergedObservations:
    """The one list.

    Attributes:
        observations: The result.
        stays: For each place of each version whether it is in the result.
        seen_in: For each place of the version that was seen whether it is in each version.
        references: How references follow.
    """

    observations: tuple[Observation, ...]
    stays: Versions[tuple[bool, ...]]
    seen_in: Versions[tuple[bool, ...]]
    references: References

    @property
    def is_theirs(self) -> bool:
        """Whether the same observations are in the file."""
        return all(self.stays.theirs) and len(self.observations) == len(self.stays.theirs)


def merge_observations(lists: Lists, ballot: Ballot, *, restores: bool) -> MergedObservations:
    """Return the merged list.

    Args:
        lists: The three lists.
        ballot: What is noted and asked.
        restores: Whether ours is an old version that comes back: what it has at its end then
            stays before what the engine has added meanwhile; else ours comes last.

    Raises:
        RefusedError: a text chosen for an observation is blank or no importance.
    """
    found = same_observations(lists)
    results = {item: merged_observation(_versions(lists, item), ballot) for item in found}
    ordered = order(found, restores=restores)

    def numbered(stays: Collection[Places]) -> dict[Places, int]:
        left = [item for item in ordered if item in stays]
        return dict(zip(left, numbers(lists, found, left, restores=restores), strict=True))

    kept = {item: result for item, result in results.items() if result is not None}
    new = numbered(kept)
    disputed = {item for item in found if _is_disputed(_versions(lists, item))}
    _note_numbers(lists, found, ballot)
    _note_new(lists, new, ballot)
    return MergedObservations(
        tuple(replace(kept[item], seq=number) for item, number in new.items()),
        Versions(*(_stays(lists, new, side) for side in (SEEN, THEIRS, MINE))),
        Versions(*(_seen_in(found, side) for side in (SEEN, THEIRS, MINE))),
        references(lists, found, numbered(kept.keys() | disputed), new),
    )


def _versions(lists: Lists, places: Places) -> Versions[Observation | None]:
    return Versions(
        None if places.seen is None else lists.seen[places.seen],
        None if places.theirs is None else lists.theirs[places.theirs],
        None if places.mine is None else lists.mine[places.mine],
    )


def _is_disputed(versions: Versions[Observation | None]) -> bool:
    """Return whether one side has removed what the other has edited."""
    seen, left = versions.seen, versions.theirs or versions.mine
    if seen is None or left is None or None not in (versions.theirs, versions.mine):
        return False
    return is_edited(seen, left)


def _stays(lists: Lists, new: Mapping[Places, int], side: str) -> tuple[bool, ...]:
    kept = {item.at(side) for item in new}
    return tuple(place in kept for place in range(len(getattr(lists, side))))


def _seen_in(found: Sequence[Places], side: str) -> tuple[bool, ...]:
    return tuple(item.at(side) is not None for item in found if item.seen is not None)


def _note_new(lists: Lists, new: Mapping[Places, int], ballot: Ballot) -> None:
    for item, number in new.items():
        if item.seen is not None:
            continue
        side = Side.MINE if item.theirs is None else Side.THEIRS
        if item.theirs is not None and item.mine is not None:
            side = Side.BOTH
        given = None if item.theirs is None else lists.theirs[item.theirs].seq
        what = "new" if given in {None, number} else f"new, {given} before"
        ballot.note(f"Observation {number}", what, side)


def _note_numbers(lists: Lists, found: Sequence[Places], ballot: Ballot) -> None:
    """Note numbers that we have changed for their own sake, not to close a gap."""
    seen = [item for item in found if item.seen is not None]
    if len(lists.mine) != len(seen) or any(item.mine is None for item in seen):
        return
    numbers = [_versions(lists, item).each(_number) for item in seen if item.theirs is not None]
    anew = [number for number in numbers if number.mine != number.seen]
    if not anew:
        return
    side = Side.THEIRS
    if all(number.theirs == number.mine for number in anew):
        side = Side.BOTH
    elif all(number.theirs == number.seen for number in anew):
        side = Side.MINE
    ballot.note("Observations", "numbered anew", side)


def _number(observation: Observation | None) -> int | None:
    return None if observation is None else observation.seq
