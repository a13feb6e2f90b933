"""What differs between two texts: lines, the words in them, and unchanged runs folded.

Bounded: a part that has too much in common with itself is given as removed and added whole, and
words are compared only in lines that a person would read.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from enum import Enum
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from desktop_app.core.files.pieces import (
    AT_ONCE,
    PIECE,
    count_before,
    joined_lines,
    let_go,
    lines_of,
    part_of,
    shared_lines,
)
from desktop_app.core.pauses import pause
from desktop_app.core.word_diff import Marks, Words, differing_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LONG = PIECE
_AT_A_PAUSE = 500
_MOST_LISTED = 2_000
"""Lines of one kind that a person looks at one after the other."""
_MOST_LINES = 2_000
_MOST_PAIRS = 60_000
_ALL_PAIRS = 300_000
"""Pairs of equal lines: what a comparison of lines costs."""
_LEAST_FOLD = 2
_MOST_PAIRED = 30


class LineKind(Enum):
    """What became of a line."""

    SAME = "same"
    ADDED = "added"
    REMOVED = "removed"
    FOLDED = "folded"


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of a difference.

    Attributes:
        text: The line without its line feed; of a run all of its lines.
        marks: The words that differ, as start and end in ``text``.
        count: How many lines a run has.
    """

    kind: LineKind
    text: str
    marks: Marks = ()
    count: int = 1

    @property
    def is_run(self) -> bool:
        """Whether it stands for several lines: unchanged ones, or the rest of too many others."""
        return self.kind is LineKind.FOLDED or self.count > 1


def diff_lines(before: str, after: str, *, context: int | None = 2) -> tuple[DiffLine, ...]:
    r"""Return what differs between two texts.

    The texts of all lines but the added ones, joined with line feeds, give ``before``; those of all
    but the removed ones give ``after``. A removed line that was rewritten stands right before its
    new version.

    Args:
        before: The old text.
        after: The new one.
        context: How many unchanged lines stay beside a change; ``None`` folds nothing. Else the
            rest of thousands of lines that were added or removed one after the other is a run, too.

    Example:
        >>> lines = diff_lines("a\nport 80", "a\nport 90")
        >>> [(line.kind.value, line.text, line.marks) for line in lines]
        [('same', 'a', ()), ('removed', 'port 80', ((5, 7),)), ('added', 'port 90', ((5, 7),))]
    """
    if context is not None and max(len(before), len(after)) > _LONG:
        return _long_diff(before, after, context)
    return _diff(before, after, context)


def _diff(before: str, after: str, context: int | None) -> tuple[DiffLine, ...]:
    old, new = _split(before), _split(after)
    words = Words()
    lines: list[DiffLine] = []
    last_old = last_new = 0
    for start_old, start_new, size in (*equal_runs(old, new), (len(old), len(new), 0)):
        changed = _rewritten(old[last_old:start_old], new[last_new:start_new], words)
        lines += changed if context is None else _without_long_runs(changed)
        lines += [DiffLine(LineKind.SAME, text) for text in old[start_old : start_old + size]]
        last_old, last_new = start_old + size, start_new + size
    let_go(old)
    let_go(new)
    return tuple(lines) if context is None else tuple(_folded(lines, context))


def _long_diff(before: str, after: str, context: int) -> tuple[DiffLine, ...]:
    """Return what ``_diff`` does, without a list of all lines: far from a change all is folded."""
    start, end = shared_lines(before, after, "\n")
    tail = len(before) - end
    for _line in range(context + _LEAST_FOLD):
        start = before.rfind("\n", 0, max(start - 1, 0)) + 1
        tail = before.find("\n", tail) + 1 or len(before)
    end = len(before) - tail
    # What is left has the line break before the lines at its end no more.
    last = 1 if end else 0
    old, new = before[start : tail - last], after[start : len(after) - end - last]
    middle = list(_diff(old, new, context))
    if start:
        middle[0] = _with_more(middle[0], before, 0, start + len(middle[0].text))
    if end:
        middle[-1] = _with_more(middle[-1], before, tail - 1 - len(middle[-1].text), len(before))
    return tuple(middle)


def _with_more(folded: DiffLine, text: str, start: int, end: int) -> DiffLine:
    run = part_of(text, start, end)
    return replace(folded, text=run, count=count_before(run, "\n", len(run)) + 1)


def _split(text: str) -> list[str]:
    return list(lines_of(text)) if text else []


def equal_runs(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Yield the runs of equal lines: start in both and length, in order; some are empty."""
    # Most of a large text stands before and behind all that differs.
    head = _shared(old, new)
    tail = _shared(old[head:][::-1], new[head:][::-1])
    end_old, end_new = len(old) - tail, len(new) - tail
    yield 0, 0, head
    for start_old, start_new, size in _inner_runs(old[head:end_old], new[head:end_new]):
        yield head + start_old, head + start_new, size
    yield end_old, end_new, tail


def _inner_runs(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    pairs = _ALL_PAIRS
    first_old = first_new = 0
    for end_old, end_new in (*_anchors(old, new), (len(old), len(new))):
        a, b = old[first_old:end_old], new[first_new:end_new]
        head = _shared(a, b)
        tail = _shared(a[head:][::-1], b[head:][::-1])
        yield first_old, first_new, head
        inner_a, inner_b = a[head : len(a) - tail], b[head : len(b) - tail]
        cost = _cost(inner_a, inner_b)
        if 0 < cost <= min(pairs, _MOST_PAIRS):
            pairs -= cost
            matcher = SequenceMatcher(None, inner_a, inner_b, autojunk=False)
            for start_a, start_b, size in matcher.get_matching_blocks():
                yield first_old + head + start_a, first_new + head + start_b, size
        yield end_old - tail, end_new - tail, tail
        first_old, first_new = end_old, end_new


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return places of lines that stand once in each text, in the longest order both have."""
    if (len(old) <= _MOST_LINES and len(new) <= _MOST_LINES) or not old or not new:
        return []
    once_old, once_new = _once(old), _once(new)
    pairs = [(place, once_new[text]) for text, place in once_old.items() if text in once_new]
    tails: list[int] = []  # the smallest end of an order of each length
    ends: list[int] = []  # its pair
    before: list[int] = []
    for at, (_old, place) in enumerate(pairs):
        length = bisect_left(tails, place)
        tails[length : length + 1] = [place]
        ends[length : length + 1] = [at]
        before.append(ends[length - 1] if length else -1)
    chain: list[tuple[int, int]] = []
    at = ends[-1] if ends else -1
    while at >= 0:
        chain.append(pairs[at])
        at = before[at]
    return chain[::-1]


def _once(lines: Sequence[str]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for start in range(0, len(lines), AT_ONCE):
        counts.update(lines[start : start + AT_ONCE])
    return {text: place for place, text in enumerate(lines) if counts[text] == 1}


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many lines both begin with."""
    most = min(len(one), len(other))
    return next((place for place in range(most) if one[place] != other[place]), most)


def _cost(one: Sequence[str], other: Sequence[str]) -> int:
    if max(len(one), len(other)) > _MOST_LINES:
        return _ALL_PAIRS + 1
    ours, theirs = Counter(one), Counter(other)
    return sum(count * theirs[text] for text, count in ours.items())


def _rewritten(old: Sequence[str], new: Sequence[str], words: Words) -> Iterator[DiffLine]:
    """Yield removed and added lines, those that are versions of each other side by side."""
    last_old = last_new = 0
    for at_old, at_new in (*_versions(old, new, words), (len(old), len(new))):
        yield from (DiffLine(LineKind.REMOVED, text) for text in old[last_old:at_old])
        yield from (DiffLine(LineKind.ADDED, text) for text in new[last_new:at_new])
        if at_old < len(old):
            ours, theirs = differing_words(old[at_old], new[at_new])
            yield DiffLine(LineKind.REMOVED, old[at_old], ours)
            yield DiffLine(LineKind.ADDED, new[at_new], theirs)
        last_old, last_new = at_old + 1, at_new + 1


def _without_long_runs(lines: Iterator[DiffLine]) -> Iterator[DiffLine]:
    for kind, run in groupby(lines, key=attrgetter("kind")):
        rest: list[str] = []
        for place, line in enumerate(run):
            if not place % _AT_A_PAUSE:
                pause()
            if place < _MOST_LISTED:
                yield line
            else:
                rest.append(line.text)
        if rest:
            yield DiffLine(kind, joined_lines(rest), count=len(rest))
            let_go(rest)


def _versions(old: Sequence[str], new: Sequence[str], words: Words) -> list[tuple[int, int]]:
    """Return the places of lines that are versions of each other, both in order."""
    if not old or not new or max(len(old), len(new)) > _MOST_PAIRED:
        return []
    if not words.afford(sum(map(len, old)) + sum(map(len, new))):
        return []
    likeness = [[words.likeness(one, other) for other in new] for one in old]
    # The best total from each place on, so that the way can be walked from the start.
    best = [[0.0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in reversed(range(len(old))):
        for j in reversed(range(len(new))):
            together = best[i + 1][j + 1] + likeness[i][j] if likeness[i][j] else 0.0
            best[i][j] = max(best[i + 1][j], best[i][j + 1], together)
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < len(old) and j < len(new):
        if best[i][j] == best[i + 1][j]:
            i += 1
        elif best[i][j] == best[i][j + 1]:
            j += 1
        else:
            pairs.append((i, j))
            i, j = i + 1, j + 1
    return pairs


def _folded(lines: Sequence[DiffLine], context: int) -> Iterator[DiffLine]:
    changed = [place for place, line in enumerate(lines) if line.kind is not LineKind.SAME]
    kept_to = 0
    for place in (*changed, len(lines) + context):
        run = lines[kept_to : max(place - context, kept_to)]
        if len(run) >= _LEAST_FOLD:
            text = "\n".join(line.text for line in run)
            yield DiffLine(LineKind.FOLDED, text, count=len(run))
        else:
            yield from run
        start = max(place - context, kept_to)
        kept_to = place + context + 1
        yield from lines[start:kept_to]
