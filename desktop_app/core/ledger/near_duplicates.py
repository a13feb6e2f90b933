"""When one statement says all that another one says, and nothing against it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain, combinations

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

_LEAST_WORDS = 3
_MOST_CLAUSES = 12
_CLAUSE_END = re.compile(r"[;.!?:]\s+|\s[-–—]\s|[()]|\n\s*(?:[-*+]|\d+[.)])\s+")
_WEAK = FILLERS | stem_set(
    "all also already both currently entire every just please really very whole "
    "alle auch bereits ganz ganze jede jeder jedes schon sehr"
)
"""Words that may be there or not; what narrows or turns a statement is not among them."""
_SAME = dict.fromkeys(
    stem_set("want wants wanted ask asks asked request requests requested"), "want"
)
_SAME |= dict.fromkeys(stem_set("möchte wünscht wünschte bittet bat verlangt"), "wünscht")
_SAME |= dict.fromkeys(stem_set("computed calculated reckoned"), "computed")
"""Words that are compared as one; no name, number or denial is among them."""
_TELLING = (
    DENIALS
    | SIGNAL_WORDS
    | stem_set(
        "only except unless until if when before after while above below over under from to or "
        "was were had will nur außer bis wenn falls bevor nachdem während über unter ab von oder "
        "war waren hatte hatten wird werden"
    )
)


@dataclass(frozen=True, slots=True)
class Wording:
    """A statement as it is compared.

    Attributes:
        key: Equal for statements that say the same in the same words.
        clauses: The words of each clause that carry the meaning, in order.
        telling: Numbers, and words that narrow a statement or turn it around.
        is_long: Whether only the whole of it is compared.
    """

    key: tuple[str, ...]
    clauses: tuple[tuple[str, ...], ...]
    telling: frozenset[str]
    is_long: bool

    @property
    def size(self) -> int:
        """How many words it has that say something, be it little."""
        return sum(stem(word) not in FILLERS for word in self.key)

    @property
    def words(self) -> tuple[str, ...]:
        """The words of all clauses; those of the key where none carries a meaning."""
        return tuple(chain.from_iterable(self.clauses)) or self.key


def wording(text: str) -> Wording:
    """Return a statement as it is compared."""
    key = key_of(text)
    stems = frozenset(map(stem, key))
    clauses = (_meaning(part) for part in _CLAUSE_END.split(text[:LONGEST_READ]))
    return Wording(
        key,
        tuple(clause for clause in clauses if clause),
        numbers_in(frozenset(key)) | (stems & _TELLING),
        is_long=len(text) > LONGEST_READ,
    )


def says_all_of(longer: Wording, shorter: Wording) -> bool:
    """Return whether ``longer`` says what ``shorter`` says, and maybe more beside it.

    They have the same words that matter, or the shorter one is one or more whole clauses of the
    longer one, but for words that may be left out; both have the same numbers, denials and words
    that narrow or change. What corrects or narrows a statement is no duplicate of it.

    Example:
        >>> says_all_of(wording("Ana approves all macros; ask her"), wording("Ana approves macros"))
        True
        >>> says_all_of(wording("Ana approves macros of Jonas"), wording("Ana approves macros"))
        False
    """
    wanted = shorter.words
    if longer.is_long or shorter.is_long or len(wanted) < _LEAST_WORDS:
        return False
    if shorter.telling != longer.telling or shorter.size > longer.size:
        return False
    if longer.words == wanted:
        return True
    if shorter.size == longer.size or len(longer.clauses) > _MOST_CLAUSES:
        return False
    ends = range(len(longer.clauses) + 1)
    return any(
        tuple(chain.from_iterable(longer.clauses[first:last])) == wanted
        for first, last in combinations(ends, 2)
    )


def _meaning(clause: str) -> tuple[str, ...]:
    words = map(stem, key_of(clause)) if clause.strip() else ()
    stems = (_SAME.get(word, word) for word in words)
    return tuple(word for word in stems if word not in _WEAK)
