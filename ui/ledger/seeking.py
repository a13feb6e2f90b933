"""Places of a file that is edited: looked for in all of it, shown in the part that has them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from desktop_app.core.files.pieces import count_before, find, find_last
from desktop_app.core.search.matching import line_place
from ui.ledger.parts import Part, next_part, part_with, previous_part

_MOST_FOLDED = 2_000_000
"""In a longer text upper and lower case are told apart: that is found at once."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A part of a text to be put into the editor, and what to select there.

    Attributes:
        part: The part; the present one if the place is in it.
        span: Start and end of the place in the whole text; ``None`` for the beginning of the part.
        line: The number of its line, from 1.
    """

    part: Part
    span: tuple[int, int] | None = None
    line: int = 1


def spot_of(part: Part, span: tuple[int, int]) -> Spot:
    """Return how to show a place, by the whole text of ``part``."""
    text, start = part.whole, span[0]
    line = count_before(text, part.line_break[-1], start) + 1
    if not part.start <= start <= part.stop:
        part = part_with(text, start, part.line_break)
    return Spot(part, span, line)


def start_of_next(part: Part) -> Spot:
    """Return the part after this one."""
    return Spot(next_part(part))


def start_of_previous(part: Part) -> Spot:
    """Return the part before this one."""
    return Spot(previous_part(part))


def next_place(part: Part, wanted: str, at: int) -> Spot | None:
    """Return the next place of a text after ``at``, after the last one the first."""
    text = part.whole
    if len(text) > _MOST_FOLDED:
        found = find(text, wanted, at + 1)
        found = found if found >= 0 else find(text, wanted)
    else:
        pattern = re.compile(re.escape(wanted), re.IGNORECASE)
        match = pattern.search(text, at + 1) or pattern.search(text)
        found = match.start() if match else -1
    return _spot(part, found, wanted)


def place_before(part: Part, wanted: str, at: int) -> Spot | None:
    """Return the last place of a text before ``at``, before the first one the last."""
    text = part.whole
    if len(text) > _MOST_FOLDED:
        found = find_last(text, wanted, len(text) if at < 0 else at + len(wanted) - 1)
        found = found if found >= 0 else find_last(text, wanted, len(text))
    else:
        starts = [one.start() for one in re.finditer(re.escape(wanted), text, re.IGNORECASE)]
        before = [start for start in starts if start < at]
        found = max(before or starts, default=-1)
    return _spot(part, found, wanted)


def place_of_hit(part: Part, wanted: str, line: int) -> Spot | None:
    """Return where a hit stands: in its line, else anywhere.

    Args:
        part: The text.
        wanted: What was looked for.
        line: The number of its line, from 1; 0 if nobody knows.
    """
    place = line_place(part.whole, line, wanted) if line else None
    if place is not None:
        return spot_of(part, place)
    return _spot(part, find(part.whole, wanted) if wanted else -1, wanted)


def _spot(part: Part, found: int, wanted: str) -> Spot | None:
    return None if found < 0 else spot_of(part, (found, found + len(wanted)))
