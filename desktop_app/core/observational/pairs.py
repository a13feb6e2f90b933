"""Observations that say the same with another value: candidates for a contradiction."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_app.core.observational.observation import Observation

Cancelled = Callable[[], bool]

MOST_VALUES = 8
"""Sentences with more values than these are a series, such as a log, and contradict nobody."""
_MOST_WORDS = 80
_OPENING = 4
_LEAST_WORDS = 3
_ALIKE = 0.6
_SHOWN = 40
# Numbers may have separators inside (1,000 or 1.5 or 2026-04-20) and letters around (v5, 10s).
_TOKEN = re.compile(r"[^\W\d_]*\d+(?:[.,:/-]\d+)*[^\W\d_]*|[^\W\d_]+(?:[’'-][^\W\d_]+)*")
_NUMBER = re.compile(r"\d")
_MASK = "#"


@dataclass(frozen=True, slots=True)
class FoundPair:
    """Two observations of the same wording that differ in a value.

    Attributes:
        first, second: Positions in the stored list; ``first`` is the earlier one.
        value_a, value_b: The words that differ, as written in the first and in the second, and
            shortened where they are long.
    """

    first: int
    second: int
    value_a: str
    value_b: str


@dataclass(frozen=True, slots=True)
class _Sentence:
    index: int
    words: tuple[str, ...]  # as written, numbers included
    shape: tuple[str, ...]  # in lower case, numbers masked

    @property
    def numbers(self) -> tuple[str, ...]:
        return tuple(word for word in self.words if _NUMBER.search(word))


def never() -> bool:
    """Nobody asks to stop."""
    return False


def find_pairs(
    observations: Sequence[Observation], cancelled: Cancelled = never
) -> tuple[FoundPair, ...]:
    """Return observations that differ in a number or in one word, each with its next of kin.

    Two are of a kind when they have the same words but for the numbers and at most one other
    word, or when they begin alike, share most words and give other numbers. Within a kind each
    observation is paired with the nearest later one that gives another value. The result is
    in order of the positions and depends on nothing but the texts.

    Args:
        observations: In stored order.
        cancelled: Asked now and then; true ends the search with what was found.

    Example:
        >>> from desktop_app.core.observational.observation import Observation
        >>> [a, b] = [Observation(content=f"The API listens on port {n}.") for n in (80, 90)]
        >>> find_pairs([a, b])
        (FoundPair(first=0, second=1, value_a='80', value_b='90'),)
    """
    sentences = [
        _sentence(index, observation.content) for index, observation in enumerate(observations)
    ]
    found: dict[tuple[int, int], FoundPair] = {}
    for kind in _kinds(sentences):
        if cancelled():
            break
        for pair in _neighbours(kind):
            found.setdefault((pair.first, pair.second), pair)
    return tuple(found[key] for key in sorted(found))


def _sentence(index: int, text: str) -> _Sentence:
    words = tuple(_TOKEN.findall(text)[:_MOST_WORDS])
    shape = tuple(_MASK if _NUMBER.search(word) else word.casefold() for word in words)
    return _Sentence(index, words, shape)


def _kinds(sentences: list[_Sentence]) -> Iterator[list[_Sentence]]:
    """Yield groups of sentences that may say the same; most have one member and are skipped."""
    groups: dict[tuple[object, ...], list[_Sentence]] = defaultdict(list)
    for sentence in sentences:
        for key in _keys(sentence.shape):
            groups[key].append(sentence)
    return (group for group in groups.values() if len(group) > 1)


def _keys(shape: tuple[str, ...]) -> Iterator[tuple[object, ...]]:
    if len(shape) < _LEAST_WORDS:
        return
    yield ("whole", hash(shape))
    # One word left out at each place: two sentences meet where they differ in that word alone.
    for place in range(len(shape)):
        if shape[place] != _MASK and len(shape) > _LEAST_WORDS:
            yield (place, hash(shape[:place]), hash(shape[place + 1 :]))
    if len(shape) >= _OPENING and _MASK in shape:
        yield ("opening", *shape[:_OPENING])


def _neighbours(group: list[_Sentence]) -> Iterator[FoundPair]:
    values: dict[tuple[str, ...], None] = {}
    for sentence in group:
        values[_folded(sentence.words)] = None
        if len(values) > MOST_VALUES:
            return
    for place, sentence in enumerate(group):
        for later in group[place + 1 :]:
            if (pair := _pair(sentence, later)) is not None:
                yield pair
                break


def _pair(one: _Sentence, other: _Sentence) -> FoundPair | None:
    if _folded(one.words) == _folded(other.words) or not _alike(one, other):
        return None
    if len(one.shape) == len(other.shape):
        different = [
            (a, b)
            for a, b in zip(one.words, other.words, strict=True)
            if a.casefold() != b.casefold()
        ]
    else:
        different = []
    if not different or len(different) > _LEAST_WORDS:
        different = _other_numbers(one, other)
    if not different:
        return None
    sides = [" ".join(side)[:_SHOWN] for side in zip(*different, strict=True)]
    return FoundPair(one.index, other.index, *sides)


def _alike(one: _Sentence, other: _Sentence) -> bool:
    first, second = set(one.shape) - {_MASK}, set(other.shape) - {_MASK}
    shorter = min(len(first), len(second))
    return shorter > 0 and len(first & second) >= _ALIKE * shorter


def _other_numbers(one: _Sentence, other: _Sentence) -> list[tuple[str, str]]:
    """Return the first number that only one has, beside the first that only the other has."""
    ours = [number for number in one.numbers if number not in other.numbers]
    theirs = [number for number in other.numbers if number not in one.numbers]
    if not one.numbers or not other.numbers or not (ours or theirs):
        return []
    return [((ours or list(one.numbers))[0], (theirs or list(other.numbers))[0])]


def _folded(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word.casefold() for word in words)
