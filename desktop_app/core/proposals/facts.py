"""What two summaries say, compared fact by fact."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.observational.pairs import never
from desktop_app.core.proposals.statements import (
    content_words,
    key_of,
    numbers_in,
    sentences_of,
    stem_set,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.observational.observation import Observation
    from desktop_app.core.observational.pairs import Cancelled

_ALIKE = 0.6
_RESTS_ON = 0.5
_MOST_LOOKED_UP = 50
_COMMON = 60
"""Facts that a word may stand in before it tells nothing about which one is meant."""
DENIALS = stem_set("no not never none without don't doesn't cannot can't kein keine nicht nie ohne")


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence, or a part of one up to a semicolon.

    Attributes:
        text: As written.
        seq: The observation it rests on, where that can be told.
    """

    text: str
    seq: int | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """What becomes of the facts of a summary.

    Attributes:
        kept: Those of the old summary that the new one has too, maybe in other words.
        lost: Those that it has no more.
        new: Those of the new summary that the old one did not have.
    """

    kept: tuple[Fact, ...] = ()
    lost: tuple[Fact, ...] = ()
    new: tuple[Fact, ...] = ()


def facts_in(summary: str) -> list[str]:
    """Return the facts in ``summary``, in order.

    Example:
        >>> facts_in("Answers are short. Money is int64; no floats.")
        ['Answers are short', 'Money is int64', 'no floats']
    """
    parts = (part for sentence in sentences_of(summary) for part in sentence.split(";"))
    return [text for part in parts if (text := part.strip().rstrip("."))]


def compare_facts(
    old: str,
    new: str,
    observations: Sequence[Observation] = (),
    cancelled: Cancelled = never,
) -> Facts:
    """Return what becomes of the facts of ``old`` in ``new``.

    A fact is kept if the new summary has a fact with most of its words, all its numbers, and
    no other denial; or if both rest on the same observation, with the same numbers.

    Args:
        old: The summary before.
        new: The summary after.
        observations: Where to look for what lost and new facts rest on.
        cancelled: Asked now and then; true ends the work with a result that says nothing.
    """
    before, after = facts_in(old), facts_in(new)
    partners = _partners(before, after, cancelled)
    kept = [fact for place, fact in enumerate(before) if place in partners]
    lost = [fact for place, fact in enumerate(before) if place not in partners]
    taken = set(partners.values())
    rest = [fact for place, fact in enumerate(after) if place not in taken]
    known = _partners(rest, before, cancelled)
    added = [fact for place, fact in enumerate(rest) if place not in known]
    words = [content_words(item.content) for item in observations] if lost or added else []
    gone, come = _resting(lost, observations, words), _resting(added, observations, words)
    reworded = {_stands(fact) for fact in come if fact.seq is not None} & set(map(_stands, gone))
    return Facts(
        (*(Fact(text) for text in kept), *(fact for fact in gone if _stands(fact) in reworded)),
        tuple(fact for fact in gone if _stands(fact) not in reworded),
        tuple(fact for fact in come if _stands(fact) not in reworded),
    )


def _stands(fact: Fact) -> tuple[int | None, bool, frozenset[str]]:
    """Return what two facts in other words share: source, numbers, and whether they deny."""
    words = content_words(fact.text)
    return fact.seq, not DENIALS.isdisjoint(words), numbers_in(words)


def _partners(facts: Sequence[str], others: Sequence[str], cancelled: Cancelled) -> dict[int, int]:
    """Return, for each fact that is among ``others`` too, the place where."""
    keys: dict[tuple[str, ...], int] = {}
    theirs: list[frozenset[str]] = []
    index: dict[str, list[int]] = defaultdict(list)
    for place, text in enumerate(others):
        if cancelled():
            return {}
        keys.setdefault(key_of(text), place)
        theirs.append(content_words(text))
        for word in theirs[place]:
            index[word].append(place)
    found: dict[int, int] = {}
    for place, text in enumerate(facts):
        if cancelled():
            return {}
        partner = keys.get(key_of(text))
        if partner is None:
            partner = _nearest(content_words(text), theirs, index)
        if partner is not None:
            found[place] = partner
    return found


def _nearest(
    words: frozenset[str], theirs: Sequence[frozenset[str]], index: dict[str, list[int]]
) -> int | None:
    shared = Counter(
        place
        for word in words
        if len(index.get(word, ())) <= _COMMON
        for place in index.get(word, ())
    )
    alike = [
        (count, -place)
        for place, count in shared.items()
        if count >= _ALIKE * len(words)
        and numbers_in(words) <= theirs[place]
        and words & DENIALS == theirs[place] & DENIALS
    ]
    return -max(alike)[1] if alike else None


def _resting(
    facts: Sequence[str], observations: Sequence[Observation], words: Sequence[frozenset[str]]
) -> tuple[Fact, ...]:
    return tuple(
        Fact(text, _rests_on(text, observations, words) if place < _MOST_LOOKED_UP else None)
        for place, text in enumerate(facts)
    )


def _rests_on(
    text: str, observations: Sequence[Observation], words: Sequence[frozenset[str]]
) -> int | None:
    fact = content_words(text)
    best = max(range(len(words)), key=lambda place: len(words[place] & fact), default=None)
    if best is None or not fact or len(words[best] & fact) < _RESTS_ON * len(fact):
        return None
    return observations[best].seq
