"""Where a text occurs in another, whatever the case, and the part worth showing."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

CONTEXT = 60
"""Characters shown before the first occurrence."""

LONGEST_EXCERPT = 240
_CUT = "…"
Mark = tuple[int, int]


class Excerpt(msgspec.Struct, frozen=True, gc=False):
    """A part of a text around the first occurrence.

    Attributes:
        text: The part; ``…`` stands where it was cut.
        marks: Start and end of every occurrence in ``text``.
    """

    text: str
    marks: tuple[Mark, ...]


class Needle:
    """What is looked for; upper and lower case count as equal in every script.

    Example:
        >>> Needle("strasse").excerpt("Die Straße")
        Excerpt(text='Die Straße', marks=((4, 10),))
    """

    def __init__(self, text: str) -> None:
        self._folded = text.casefold()

    def excerpt(self, text: str) -> Excerpt | None:
        """Return the part of ``text`` around the first occurrence; ``None`` without one."""
        folded = text.casefold()
        first = folded.find(self._folded)
        if first < 0 or not self._folded:
            return None
        place = _Places(text, folded)
        begin = max(0, place.start(first) - CONTEXT)
        end = min(len(text), begin + LONGEST_EXCERPT)
        before, after = _CUT * (begin > 0), _CUT * (end < len(text))
        shift = len(before) - begin
        # One character can hold two occurrences: both halves of ß are an s.
        marks = dict.fromkeys(
            (place.start(at) + shift, min(place.end(at + len(self._folded)), end) + shift)
            for at in self._occurrences(folded, first)
            if place.start(at) < end
        )
        return Excerpt(f"{before}{text[begin:end]}{after}", tuple(marks))

    def first(self, text: str) -> Mark | None:
        """Return start and end of the first occurrence; ``None`` without one."""
        folded = text.casefold()
        at = folded.find(self._folded)
        if at < 0 or not self._folded:
            return None
        place = _Places(text, folded)
        return place.start(at), place.end(at + len(self._folded))

    def _occurrences(self, folded: str, first: int) -> Iterator[int]:
        # What lies far behind the excerpt needs no mark; folding never makes a text shorter.
        last = first + 3 * LONGEST_EXCERPT
        while 0 <= first <= last:
            yield first
            first = folded.find(self._folded, first + len(self._folded), last + len(self._folded))


def line_place(text: str, number: int, wanted: str) -> Mark | None:
    """Return where ``wanted`` stands in a line, lines ending with line feeds.

    Args:
        text: The lines.
        number: Of the line, from 1.
        wanted: What to look for, whatever the case.

    Returns:
        Start and end in ``text``; ``None`` if the line has it no more.
    """
    start = 0
    for _before in range(number - 1):
        start = text.find("\n", start) + 1
        if not start:
            return None
    end = text.find("\n", start)
    found = Needle(wanted).first(text[start : end if end >= 0 else len(text)])
    return (start + found[0], start + found[1]) if found else None


class _Places:
    """Places in a text for those in its folded form, which can be longer (``ß`` is ``ss``)."""

    def __init__(self, text: str, folded: str) -> None:
        is_alike = len(text) == len(folded)
        self._starts = None if is_alike else [0, *accumulate(len(char.casefold()) for char in text)]

    def start(self, place: int) -> int:
        return place if self._starts is None else bisect_right(self._starts, place) - 1

    def end(self, place: int) -> int:
        return place if self._starts is None else self.start(place - 1) + 1
