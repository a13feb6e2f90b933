"""Which observations of three lists are the same one."""

from __future__ import annotations

from collections import defaultdict, deque
from operator import attrgetter
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from desktop_app.core.editing.ballot import Versions
    from desktop_app.core.observational.observation import Observation

_ORIGIN = "created_at", "source_start_index", "source_end_index"
_SAME = attrgetter("content", "token_count", "importance", *_ORIGIN)
# From the surest to the weakest. One observer call gives many the same time and source; numbers
# can repeat (H5) and change with every removal, so that a number alone says nothing.
_SIGNS: tuple[Callable[[Observation], Hashable], ...] = (
    lambda observation: observation,
    _SAME,
    attrgetter("content", *_ORIGIN),
    attrgetter("seq", *_ORIGIN),
    attrgetter(*_ORIGIN),
    attrgetter("seq", "content"),
    attrgetter("created_at"),
)


class Places(msgspec.Struct, frozen=True, gc=False):
    """Where one observation stands in each list; ``None`` where it is not in it."""

    seen: int | None
    theirs: int | None
    mine: int | None

    def at(self, side: str) -> int | None:
        """Return its place in the list ``seen``, ``theirs`` or ``mine``."""
        place: int | None = getattr(self, side)
        return place

    def is_only(self, side: str) -> bool:
        """Return whether no other list has it."""
        places = self.seen, self.theirs, self.mine
        return places.count(None) == len(places) - 1 and self.at(side) is not None


def same_observations(lists: Versions[tuple[Observation, ...]]) -> list[Places]:
    """Return every observation of the three lists once: those seen, then the new ones."""
    theirs = align(lists.seen, lists.theirs)
    mine = align(lists.seen, lists.mine)
    found = [Places(place, theirs.get(place), mine.get(place)) for place in range(len(lists.seen))]
    new_theirs = _rest(lists.theirs, theirs.values())
    new_mine = _rest(lists.mine, mine.values())
    twins = _paired(lists.theirs, new_theirs, lists.mine, new_mine, _SAME)
    found += [Places(None, place, twins.get(place)) for place in new_theirs]
    found += [Places(None, None, place) for place in _left(new_mine, twins.values())]
    return found


def align(old: Sequence[Observation], new: Sequence[Observation]) -> dict[int, int]:
    """Return the place in ``new`` of each place in ``old`` whose observation is still there."""
    # Two that are alike in everything are told apart by their places.
    alike = zip(old, new, strict=False)
    pairs = {place: place for place, (one, other) in enumerate(alike) if one == other}
    for sign in _SIGNS:
        left = _rest(old, pairs)
        if not left:
            break
        pairs |= _paired(old, left, new, _rest(new, pairs.values()), sign)
    return pairs


def _paired(
    old: Sequence[Observation],
    old_places: Iterable[int],
    new: Sequence[Observation],
    new_places: Iterable[int],
    sign: Callable[[Observation], Hashable],
) -> dict[int, int]:
    waiting: defaultdict[Hashable, deque[int]] = defaultdict(deque)
    for place in new_places:
        waiting[sign(new[place])].append(place)
    pairs: dict[int, int] = {}
    for place in old_places:
        if places := waiting.get(sign(old[place])):
            pairs[place] = places.popleft()
    return pairs


def _rest(observations: Sequence[Observation], taken: Iterable[int]) -> list[int]:
    return _left(range(len(observations)), taken)


def _left(places: Iterable[int], taken: Iterable[int]) -> list[int]:
    gone = frozenset(taken)
    return [place for place in places if place not in gone]
