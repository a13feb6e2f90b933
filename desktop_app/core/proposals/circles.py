"""Supersessions that go round in a circle: everything in it would be replaced."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from desktop_app.core.observational.reflection import Supersession


def without_circles(
    entries: Sequence[Supersession], places: Mapping[int, int]
) -> list[Supersession]:
    """Return ``entries`` without those that close a circle.

    Of entries in a circle those stay in which a later observation replaces an earlier one.

    Args:
        entries: In stored order.
        places: Place in the stored list of every number in them.
    """
    circling = _circling(entries)
    return [
        entry
        for entry in entries
        if not {entry.newer_seq, entry.older_seq} <= circling
        or places[entry.newer_seq] > places[entry.older_seq]
    ]


def _circling(entries: Iterable[Supersession]) -> set[int]:
    """Return the numbers that lie in a circle, or between two."""
    forward: dict[int, set[int]] = defaultdict(set)
    backward: dict[int, set[int]] = defaultdict(set)
    for entry in entries:
        forward[entry.newer_seq].add(entry.older_seq)
        backward[entry.older_seq].add(entry.newer_seq)
    numbers = set(forward) | set(backward)
    _peel(numbers, forward, backward)
    _peel(numbers, backward, forward)
    return numbers


def _peel(numbers: set[int], onward: Mapping[int, set[int]], back: Mapping[int, set[int]]) -> None:
    """Take away every number that nothing left leads on to, again and again."""
    waiting = {number: len(back.get(number, set()) & numbers) for number in numbers}
    free = [number for number, count in waiting.items() if not count]
    while free:
        number = free.pop()
        numbers.discard(number)
        for other in onward.get(number, ()):
            if other in numbers:
                waiting[other] -= 1
                if not waiting[other]:
                    free.append(other)
