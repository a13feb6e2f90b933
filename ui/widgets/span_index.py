"""Finds those of many ranges that lie in a part of a text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ui.widgets.display_map import Span


class SpanIndex:
    """Ranges in any order, which may overlap; asking costs what is found, not what there is."""

    def __init__(self, spans: Sequence[Span] = ()) -> None:
        self._spans = spans
        self._order = sorted(range(len(spans)), key=lambda place: spans[place].start)
        self._starts = [spans[place].start for place in self._order]
        # How far anything reaches that starts no later: never falls, so it can be searched.
        self._reach = list(accumulate((spans[place].end for place in self._order), max))

    def inside(self, start: int, end: int) -> list[int]:
        """Return the places, in the given order, of the ranges that share a part of this one.

        Example:
            >>> from ui.widgets.display_map import Span
            >>> SpanIndex([Span(8, 9), Span(0, 6), Span(4, 5)]).inside(5, 9)
            [0, 1]
        """
        first, last = bisect_right(self._reach, start), bisect_left(self._starts, end)
        near = self._order[first:last]
        return sorted(place for place in near if self._spans[place].end > start)
