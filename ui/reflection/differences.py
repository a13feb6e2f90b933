"""Which words of two texts differ, as engine offsets."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from ui.widgets.display_map import Span

_WORD = re.compile(r"\w+(?:[.,:/’'-]\w+)*|[^\w\s]")
_MOST = 2_000
"""More words than these are not compared: it would hold up the window."""
_LEAST_ALIKE = 0.2


def different_words(one: str, other: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Return what only ``one`` says and what only ``other`` says; neighbours are joined.

    Texts that have next to nothing in common are not marked at all.

    Example:
        >>> different_words("port 80 is open", "port 90 is open")
        ((Span(start=5, end=7),), (Span(start=5, end=7),))
    """
    first, second = list(_WORD.finditer(one)), list(_WORD.finditer(other))
    if not first or not second or max(len(first), len(second)) > _MOST:
        return (), ()
    matcher = SequenceMatcher(
        None,
        [word.group().casefold() for word in first],
        [word.group().casefold() for word in second],
        autojunk=False,
    )
    if matcher.ratio() < _LEAST_ALIKE:
        return (), ()
    ours, theirs = [], []
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            continue
        if b > a:
            ours.append(Span(first[a].start(), first[b - 1].end()))
        if d > c:
            theirs.append(Span(second[c].start(), second[d - 1].end()))
    return tuple(ours), tuple(theirs)
