"""The difference of two texts as every tool for patches writes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.text_diff import equal_runs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_CONTEXT = 3
_Span = tuple[int, int, int, int]


def unified_diff(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    """Yield the hunks that make ``after`` of ``before``; bounded, as ``text_diff`` is.

    >>> list(unified_diff(["a", "b"], ["a", "c"]))
    ['@@ -1,2 +1,2 @@', ' a', '-b', '+c']
    """
    for hunk in _hunks(list(_changed(before, after))):
        first, last = hunk[0], hunk[-1]
        lead = min(_CONTEXT, first[0], first[2])
        trail = min(_CONTEXT, len(before) - last[1])
        old, new = first[0] - lead, first[2] - lead
        end_old, end_new = last[1] + trail, last[3] + trail
        yield f"@@ -{_range(old, end_old)} +{_range(new, end_new)} @@"
        at = old
        for start, end, start_new, end_of_new in hunk:
            yield from (f" {line}" for line in before[at:start])
            yield from (f"-{line}" for line in before[start:end])
            yield from (f"+{line}" for line in after[start_new:end_of_new])
            at = end
        yield from (f" {line}" for line in before[at:end_old])


def _changed(before: Sequence[str], after: Sequence[str]) -> Iterator[_Span]:
    at_old = at_new = 0
    for start_old, start_new, size in (*equal_runs(before, after), (len(before), len(after), 0)):
        if size or start_old == len(before):
            if start_old > at_old or start_new > at_new:
                yield at_old, start_old, at_new, start_new
            at_old, at_new = start_old + size, start_new + size


def _hunks(spans: Sequence[_Span]) -> Iterator[list[_Span]]:
    hunk: list[_Span] = []
    for span in spans:
        if hunk and span[0] - hunk[-1][1] > 2 * _CONTEXT:
            yield hunk
            hunk = []
        hunk.append(span)
    if hunk:
        yield hunk


def _range(start: int, end: int) -> str:
    length = end - start
    first = start + 1 if length else start
    return f"{first}" if length == 1 else f"{first},{length}"
