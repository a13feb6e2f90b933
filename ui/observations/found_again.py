"""Finds an observation again after the list has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.observational.observation import Observation


def find_again(
    seen: Observation, place: int, present: Sequence[Observation]
) -> tuple[int | None, bool]:
    """Return where an observation stands now, and whether it is what it was.

    The number may have changed because others were removed; then it still is what it was.

    Args:
        seen: The observation.
        place: Where it stood.
        present: The list as it is now.
    """
    if place < len(present) and _same(present[place], seen):
        return place, True
    equal = [at for at, one in enumerate(present) if _same(one, seen)]
    if equal:
        return min(equal, key=lambda at: abs(at - place)), True
    origin = _origin(seen)
    rewritten = [
        at for at, one in enumerate(present) if one.seq == seen.seq and _origin(one) == origin
    ]
    return (rewritten[0] if rewritten else None), False


def _same(one: Observation, seen: Observation) -> bool:
    if one.content != seen.content:
        return False
    return one == seen or replace(one, seq=seen.seq) == seen


def _origin(one: Observation) -> tuple[object, ...]:
    return one.created_at, one.source_start_index, one.source_end_index
