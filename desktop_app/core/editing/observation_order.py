"""Order and numbers of observations that come from three lists."""

from __future__ import annotations

from collections import defaultdict
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from desktop_app.core.editing.ballot import Versions
    from desktop_app.core.editing.observation_alignment import Places
    from desktop_app.core.observational.observation import Observation

SEEN, THEIRS, MINE = "seen", "theirs", "mine"


class _Numbers(Enum):
    """What a side did to the numbers."""

    LEFT = "it has edited, and added at the end"
    CHANGED = "it has removed, inserted or renumbered"
    IN_VAIN = "all that it has removed stays"
    IN_PART = "some of what it has removed stays"


def order(found: Sequence[Places], *, restores: bool) -> list[Places]:
    """Return the observations of ours and theirs in the order of the result.

    Args:
        found: All of them.
        restores: Whether what we have new at the end stays before what they have new there.
    """
    mine, theirs = _listed(found, MINE), _listed(found, THEIRS)
    if not _is_rising(found, THEIRS):
        return _woven(theirs, mine)
    kept = len(mine)
    while not restores and kept and mine[kept - 1].is_only(MINE):
        kept -= 1
    return [*_woven(mine[:kept], theirs), *mine[kept:]]


def numbers(
    lists: Versions[tuple[Observation, ...]],
    found: Sequence[Places],
    ordered: Sequence[Places],
    *,
    restores: bool,
) -> list[int]:
    """Return the number of each of ``ordered``, which are those of ``found`` that stay.

    Numbers of the side that changed them stand; what the other side has new gets the place
    that it has, as the engine numbers. Where both changed them, all are numbered 1, 2, 3, ….
    """
    stays = frozenset(ordered)
    side = _side(lists, found, stays, restores=restores)
    places = range(1, len(ordered) + 1)
    if side is None:
        return list(places)
    given = getattr(lists, side)
    return [
        place if (at := item.at(side)) is None else given[at].seq
        for place, item in zip(places, ordered, strict=True)
    ]


def _side(
    lists: Versions[tuple[Observation, ...]],
    found: Sequence[Places],
    stays: Collection[Places],
    *,
    restores: bool,
) -> str | None:
    mine, theirs = (_what_became(lists, found, stays, side) for side in (MINE, THEIRS))
    if mine is theirs is _Numbers.LEFT:
        has_new = {side for side in (MINE, THEIRS) for item in found if item.is_only(side)}
        return MINE if THEIRS not in has_new or (restores and MINE in has_new) else THEIRS
    if mine is theirs is _Numbers.CHANGED and _agree(lists, found):
        return THEIRS
    if mine is theirs or _Numbers.IN_PART in {mine, theirs}:
        return None
    return MINE if mine is _Numbers.CHANGED or theirs is _Numbers.IN_VAIN else THEIRS


def _what_became(
    lists: Versions[tuple[Observation, ...]],
    found: Sequence[Places],
    stays: Collection[Places],
    side: str,
) -> _Numbers:
    removed = [item for item in found if item.seen is not None and item.at(side) is None]
    left = [item for item in removed if item in stays]
    is_moved = len(removed) > len(left) or _is_inserted(found, side) or not _is_rising(found, side)
    if left:
        return _Numbers.IN_PART if is_moved else _Numbers.IN_VAIN
    given = getattr(lists, side)
    is_renumbered = any(
        lists.seen[item.seen].seq != given[at].seq
        for item in found
        if item.seen is not None and (at := item.at(side)) is not None
    )
    return _Numbers.CHANGED if is_moved or is_renumbered else _Numbers.LEFT


def _agree(lists: Versions[tuple[Observation, ...]], found: Sequence[Places]) -> bool:
    """Return whether we have done nothing to the list that they have not done as well."""
    return all(
        item.theirs is None
        if item.mine is None
        else item.theirs is not None and lists.mine[item.mine].seq == lists.theirs[item.theirs].seq
        for item in found
        if not item.is_only(THEIRS)
    )


def _is_inserted(found: Sequence[Places], side: str) -> bool:
    listed = [item.seen is None for item in _listed(found, side)]
    return any(is_new and not after for is_new, after in pairwise(listed))


def _is_rising(found: Sequence[Places], side: str) -> bool:
    places = [at for item in found if item.seen is not None and (at := item.at(side)) is not None]
    return all(one < other for one, other in pairwise(places))


def _listed(found: Sequence[Places], side: str) -> list[Places]:
    places = {at: item for item in found if (at := item.at(side)) is not None}
    return [places[at] for at in sorted(places)]


def _woven(base: Sequence[Places], other: Sequence[Places]) -> list[Places]:
    """Return ``base`` with what only ``other`` has behind what it follows there.

    What stands at the end of ``other`` stands at the end.
    """
    known = frozenset(base)
    end = len(other)
    while end and other[end - 1] not in known:
        end -= 1
    behind: defaultdict[Places | None, list[Places]] = defaultdict(list)
    previous: Places | None = None
    for item in other[:end]:
        if item in known:
            previous = item
        else:
            behind[previous].append(item)
    return [
        *behind[None],
        *(woven for item in base for woven in (item, *behind[item])),
        *other[end:],
    ]
