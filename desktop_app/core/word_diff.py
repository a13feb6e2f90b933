"""Which words of two lines differ, and how much two lines have in common."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from difflib import SequenceMatcher

Marks = tuple[tuple[int, int], ...]
"""Ranges of a text: start and end."""

_WORD = re.compile(r"\w+(?:[.,:/’'-]\w+)*|\s+|[^\w\s]")
_LITTLE_SAID = re.compile(r"[\W_]*(?:(?<!\w)[^\W\d]{1,3}[\W_]+)?")
_LONGEST = 4_000
_MOST_WORDS = 400
_LEAST_ALIKE = 0.35
_ALL_CHARACTERS = 60_000


class Words:
    """Compares lines by their words, up to a limit for a whole text."""

    def __init__(self) -> None:
        self._left = _ALL_CHARACTERS
        self._counted: dict[str, Counter[str]] = {}

    def afford(self, characters: int) -> bool:
        """Return whether so many more characters may be compared."""
        self._left -= characters
        return self._left >= 0

    def likeness(self, one: str, other: str) -> float:
        """Return how much two lines have in common, to 1; 0 where it is next to nothing."""
        ours, theirs = self._count(one), self._count(other)
        total = sum(ours.values()) + sum(theirs.values())
        shared = 2 * sum((ours & theirs).values())
        likeness = shared / total if total else 0.0
        return likeness if likeness >= _LEAST_ALIKE else 0.0

    def _count(self, line: str) -> Counter[str]:
        if line not in self._counted:
            words = (found.group() for found in _WORD.finditer(line))
            self._counted[line] = Counter(word for word in words if not word.isspace())
        return self._counted[line]


def differing_words(before: str, after: str) -> tuple[Marks, Marks]:
    """Return the words that only one of two texts has, where they stand in each.

    Example:
        >>> differing_words("prod stays on 15", "prod moves to 16")
        (((5, 16),), ((5, 16),))
        >>> differing_words("is frozen;", "is frozen until May;")
        ((), ((10, 19),))
    """
    if max(len(before), len(after)) > _LONGEST:
        return _middle(before, after)
    ours, theirs = _words(before), _words(after)
    if max(len(ours), len(theirs)) > _MOST_WORDS:
        return _middle(before, after)
    matcher = SequenceMatcher(None, [w for _, w in ours], [w for _, w in theirs], autojunk=False)
    first: list[tuple[int, int]] = []
    second: list[tuple[int, int]] = []
    for kind, start_a, end_a, start_b, end_b in matcher.get_opcodes():
        if kind != "equal":
            first.append(_range(ours, start_a, end_a, len(before)))
            second.append(_range(theirs, start_b, end_b, len(after)))
    return _joined(before, first), _joined(after, second)


def _words(text: str) -> list[tuple[int, str]]:
    return [(found.start(), found.group()) for found in _WORD.finditer(text)]


def _range(words: list[tuple[int, str]], first: int, last: int, length: int) -> tuple[int, int]:
    start = words[first][0] if first < len(words) else length
    end = words[last][0] if last < len(words) else length
    return start, end


def _joined(text: str, ranges: list[tuple[int, int]]) -> Marks:
    """Join ranges with next to nothing said between them, and take white space off their ends."""
    joined: list[tuple[int, int]] = []
    for start, end in ranges:
        if start == end:
            continue
        if joined and _LITTLE_SAID.fullmatch(text, joined[-1][1], start):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return tuple(_trimmed(text, start, end) for start, end in joined)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    inside = text[start:end]
    if inside.isspace():
        return start, end
    return start + len(inside) - len(inside.lstrip()), start + len(inside.rstrip())


def _middle(before: str, after: str) -> tuple[Marks, Marks]:
    """Mark all between what both begin with and what both end with."""
    most = min(len(before), len(after))
    head = bisect_left(range(most), 1, key=lambda n: before[: n + 1] != after[: n + 1])
    most -= head
    tail = bisect_left(range(most), 1, key=lambda n: before[-n - 1 :] != after[-n - 1 :])
    marks = (head, len(before) - tail), (head, len(after) - tail)
    first, second = (((start, end),) if start < end else () for start, end in marks)
    return first, second
