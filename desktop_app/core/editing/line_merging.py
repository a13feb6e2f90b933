"""Three versions of a text merged line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.text_diff import equal_runs

if TYPE_CHECKING:
    from collections.abc import Iterator

_NEWLINE = "\n"


@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of lines that at least one side has changed, or that none has.

    Attributes:
        seen: The lines before both.
        theirs: As they are now.
        mine: As the person wants them.
        place: Number of the first line of ``theirs``, from 1.
        is_last: Whether the text ends with it.
    """

    seen: Sequence[str]
    theirs: Sequence[str]
    mine: Sequence[str]
    place: int
    is_last: bool = False


def chunks(seen: str, theirs: str, mine: str) -> tuple[Chunk, ...]:
    r"""Return three texts cut into chunks; the lines of one side, joined, give its text.

    >>> [chunk.mine for chunk in chunks("a\nb\nc", "a\nb\nC", "A\nb\nc")]
    [['A'], ['b'], ['c']]
    """
    sides = [text.split(_NEWLINE) for text in (seen, theirs, mine)]
    return tuple(_chunks(*sides))


def appended(seen: str, longer: str) -> str | None:
    r"""Return what was appended to a text as lines of its own; ``None`` if it was not that.

    >>> appended("a\n", "a\nb\n"), appended("a", "a\nb"), appended("a", "ab\n")
    ('b\n', '\nb', None)
    """
    if not longer.startswith(seen):
        return None
    rest = longer[len(seen) :]
    is_apart = not seen or seen.endswith(_NEWLINE) or rest.startswith((_NEWLINE, "\r\n"))
    return rest if is_apart else None


def cut_tail(seen: str, edited: str) -> tuple[str, str]:
    r"""Return an edited text as what became of the old one, and what was added at its end.

    >>> cut_tail("a\nb\n", "A\nb\nc\n")
    ('A\nb\n', 'c\n')
    """
    rest = appended(seen, edited)
    if rest is not None:
        return seen, rest
    old, new = seen.split(_NEWLINE), edited.split(_NEWLINE)
    # The empty line behind the last line feed is none that could have been kept.
    is_closed = not old[-1]
    last = len(old) - 1 - is_closed
    for start_old, start_new, size in equal_runs(old, new):
        if start_old <= last < start_old + size:
            end = start_new + last - start_old + 1
            head = _NEWLINE.join(new[:end]) + _NEWLINE * (is_closed and end < len(new))
            return head, edited[len(head) :]
    return edited, ""


def both_tails(theirs: str, mine: str) -> str:
    """Return what both sides have added at the end: theirs, then ours; what is the same once."""
    others, ours = theirs.splitlines(), mine.splitlines()
    if others[: len(ours)] == ours:
        return theirs
    return mine if ours[: len(others)] == others else joined(theirs, mine)


def joined(*parts: str) -> str:
    r"""Return texts one behind the other, each beginning on a line of its own.

    >>> joined("a", "b\n")
    'a\nb\n'
    """
    text = ""
    for part in filter(None, parts):
        is_apart = not text or text.endswith(_NEWLINE) or part.startswith((_NEWLINE, "\r\n"))
        text += part if is_apart else _ending(text + part) + part
    return text


def _ending(text: str) -> str:
    return "\r\n" if "\r\n" in text else _NEWLINE


def _chunks(seen: Sequence[str], theirs: Sequence[str], mine: Sequence[str]) -> Iterator[Chunk]:
    at_seen = at_theirs = at_mine = 0
    for start, start_theirs, start_mine, size in _in_all(seen, theirs, mine):
        before = (
            seen[at_seen:start],
            theirs[at_theirs:start_theirs],
            mine[at_mine:start_mine],
        )
        if any(before):
            is_last = not size and start == len(seen)
            yield Chunk(*before, place=at_theirs + 1, is_last=is_last)
        same = seen[start : start + size]
        at_seen, at_theirs, at_mine = start + size, start_theirs + size, start_mine + size
        if same:
            yield Chunk(same, same, same, start_theirs + 1, is_last=at_seen == len(seen))


def _in_all(
    seen: Sequence[str], theirs: Sequence[str], mine: Sequence[str]
) -> Iterator[tuple[int, int, int, int]]:
    """Yield the runs of lines that all three have: start in each, and length; the end last."""
    ours, others = list(equal_runs(seen, mine)), list(equal_runs(seen, theirs))
    at_our = at_other = 0
    while at_our < len(ours) and at_other < len(others):
        start_our, start_mine, size_our = ours[at_our]
        start_other, start_theirs, size_other = others[at_other]
        start = max(start_our, start_other)
        end = min(start_our + size_our, start_other + size_other)
        if start < end:
            place_theirs = start_theirs + start - start_other
            yield start, place_theirs, start_mine + start - start_our, end - start
        if start_our + size_our < start_other + size_other:
            at_our += 1
        else:
            at_other += 1
    yield len(seen), len(theirs), len(mine), 0
