"""Statements that say the same only probably, with what only one of them says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.ledger.book import MEMORY_FILE
from desktop_app.core.ledger.facts import Fact, duplicates_among, fact_key
from desktop_app.core.proposals.statements import FILLERS, stem, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from desktop_app.core.ledger.kernel import Statement


@dataclass(frozen=True, slots=True)
class Alike:
    """Two statements that both stay, for one says something that the other one does not.

    Attributes:
        earlier: The one that stands first.
        later: The other one, of a log.
        file: The log.
        only_earlier: The words that only the first one has.
        only_later: The words that only the other one has.
    """

    earlier: str
    later: str
    file: str
    only_earlier: tuple[str, ...]
    only_later: tuple[str, ...]

    @property
    def reason(self) -> str:
        """Why both stay, in a sentence."""
        said = (
            f"only {which} has {', '.join(f'“{word}”' for word in words)}"
            for which, words in (("the first", self.only_earlier), ("the other", self.only_later))
            if words
        )
        sentence = "; ".join(said)
        return f"{sentence[:1].upper()}{sentence[1:]}." if sentence else "The order is another one."


def probably_alike(kept: Sequence[Statement]) -> Iterator[Alike]:
    """Yield pairs of statements of which the later one comes from a log."""
    facts = [_fact(place, statement) for place, statement in enumerate(kept)]
    for pair in duplicates_among(facts):
        earlier, later = pair.facts[:2]
        if not pair.is_exact and later.file != MEMORY_FILE:
            one, other = earlier.text, later.text
            yield Alike(one, other, later.file, _only_in(one, other), _only_in(other, one))


def _fact(place: int, statement: Statement) -> Fact:
    text = statement.block.text
    return Fact(statement.file, place, 0, len(text), text, fact_key(text))


def _only_in(text: str, other: str) -> tuple[str, ...]:
    known = set(map(stem, words_of(other))) | FILLERS
    return tuple(dict.fromkeys(word for word in words_of(text) if stem(word) not in known))
