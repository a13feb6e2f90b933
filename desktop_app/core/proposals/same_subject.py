"""Later statements that announce a change, and the earlier one that they are about."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from desktop_app.core.observational.pairs import Cancelled, never
from desktop_app.core.proposals.signals import SIGNAL_WORDS, announces_change, subject_of
from desktop_app.core.proposals.statements import content_words, stem_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_COMMON = 40
"""A word in more statements than these tells nothing about the subject."""
_LEAST_SHARED = 2
_ALIKE_BY_TWO, _ALIKE_BY_MORE = 0.5, 0.35
_WEAK = stem_set(
    "wants want prefers prefer uses use used likes like needs need should must can will would "
    "only new old all every each project code file files repo repository team we they he she "
    "eur euro usd dollar gbp chf percent "
    "möchte nutzt verwendet soll muss prozent"
)
"""Words that two statements about different things can well share."""


def same_subject(texts: Sequence[str], cancelled: Cancelled = never) -> Iterator[tuple[int, int]]:
    """Yield places of an earlier statement and of the later one that changes it.

    Each statement with a word of change goes with the earlier one that shares most telling
    words with it: two that are half of the shorter one's words, or more that are a third.
    Common words don't count; what the later one is about has to be in the earlier one.
    """
    words = [content_words(text) - SIGNAL_WORDS for text in texts]
    frequency = Counter(word for each in words for word in each)
    seen: dict[str, list[int]] = defaultdict(list)
    for place, text in enumerate(texts):
        if cancelled():
            return
        if announces_change(text):
            earlier = _nearest(words, place, subject_of(text) - _WEAK, seen)
            if earlier is not None:
                yield earlier, place
        for word in words[place] - _WEAK:
            if frequency[word] <= _COMMON:
                seen[word].append(place)


def _nearest(
    words: Sequence[frozenset[str]],
    place: int,
    subject: frozenset[str],
    seen: dict[str, list[int]],
) -> int | None:
    shared = Counter(earlier for word in words[place] - _WEAK for earlier in seen.get(word, ()))
    alike = [
        (count, earlier)
        for earlier, count in shared.items()
        if count >= _LEAST_SHARED
        and subject <= words[earlier]
        and _overlap(words[earlier], words[place]) >= _needed(count)
    ]
    return max(alike)[1] if alike else None


def _needed(shared: int) -> float:
    return _ALIKE_BY_TWO if shared == _LEAST_SHARED else _ALIKE_BY_MORE


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / min(len(one), len(other))
