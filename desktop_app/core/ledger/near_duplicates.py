"""When one statement says all that another one says, and nothing against it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.proposals.facts import DENIALS
from desktop_app.core.proposals.signals import SIGNAL_WORDS
from desktop_app.core.proposals.statements import (
    FILLERS,
    LONGEST_READ,
    key_of,
    numbers_in,
    stem,
    stem_set,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

_LEAST_WORDS = 3
_LEAST_SHARE = 0.6
_ONE_ASTRAY = 5
"""So many words have to be shared before one of them may stand elsewhere."""
_LIMITS = stem_set(
    "only except unless until if when before after while above below over under from to or "
    "nur außer bis wenn falls bevor nachdem während über unter ab von oder"
)
"""Words that narrow a statement: one that has others than these says something else."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A statement as it is compared.

    Attributes:
        key: Equal for statements that say the same in the same words.
        words: The words that carry the meaning, in order; never empty.
        telling: Numbers, and words that turn what is said around.
        is_long: Whether only the whole of it is compared.
    """

    key: tuple[str, ...]
    words: tuple[str, ...]
    telling: frozenset[str]
    is_long: bool


def wording(text: str) -> Wording:
    """Return a statement as it is compared."""
    key = key_of(text)
    stems = tuple(map(stem, key))
    words = tuple(word for word in stems if word not in FILLERS) or key
    telling = numbers_in(frozenset(key)) | (frozenset(stems) & (DENIALS | SIGNAL_WORDS | _LIMITS))
    return Wording(key, words, telling, is_long=len(text) > LONGEST_READ)


def says_all_of(longer: Wording, shorter: Wording) -> bool:
    """Return whether ``longer`` says what ``shorter`` says, with a few words more.

    All words of the shorter one that carry meaning stand in it in the same order, but for one of
    many; and both have the same numbers, denials and words of change: a statement that corrects
    or narrows another one is no duplicate of it.

    Example:
        >>> says_all_of(wording("Ana approves all macros"), wording("Ana approves macros"))
        True
        >>> says_all_of(wording("Ana never approves macros"), wording("Ana approves macros"))
        False
    """
    size = len(shorter.words)
    if longer.is_long or len(shorter.key) >= len(longer.key):
        return False
    if size < _LEAST_WORDS or size < _LEAST_SHARE * len(longer.words):
        return False
    if shorter.telling != longer.telling or not set(shorter.words) <= set(longer.words):
        return False
    astray = 1 if size >= _ONE_ASTRAY else 0
    return _in_order(shorter.words, longer.words) >= size - astray


def _in_order(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many words both have in the same order."""
    best = [0] * (len(other) + 1)
    for word in one:
        above = best
        best = [0]
        for place, theirs in enumerate(other):
            longest = above[place] + 1 if word == theirs else max(above[place + 1], best[place])
            best.append(longest)
    return best[-1]
