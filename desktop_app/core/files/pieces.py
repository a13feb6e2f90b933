"""Long texts in pieces.

A single step over a text of 50 MB keeps every other thread of the program waiting, the window's
too; between two pieces they get their turn.
"""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING, Any, AnyStr

if TYPE_CHECKING:
    from collections.abc import Iterator

PIECE = 1 << 20
"""Characters that are taken at once."""
_FREED = 10_000


def decoded(data: bytes, errors: str = "strict") -> str:
    """Return UTF-8 bytes as text, as ``bytes.decode`` does.

    Raises:
        UnicodeDecodeError: they are not UTF-8, and ``errors`` is ``strict``.
    """
    if data.isascii():
        return data.decode("ascii")
    decoder = codecs.getincrementaldecoder("utf-8")(errors)
    found = [decoder.decode(data[at : at + PIECE]) for at in range(0, len(data), PIECE)]
    return "".join((*found, decoder.decode(b"", final=True)))


def pieces_of(text: str) -> Iterator[str]:
    """Yield a text in pieces."""
    return (text[start : start + PIECE] for start in range(0, len(text), PIECE))


def lines_of(text: str) -> Iterator[str]:
    r"""Yield the lines of a text, as ``split`` with a line feed gives them.

    >>> list(lines_of("a\nb\n"))
    ['a', 'b', '']
    """
    start = 0
    while (end := text.find("\n", start + PIECE)) >= 0:
        yield from text[start:end].split("\n")
        start = end + 1
    yield from text[start:].split("\n")


def spans_of_lines(text: str, piece: int = PIECE) -> Iterator[tuple[int, int]]:
    r"""Yield where pieces of whole lines begin and end; one after the other, they are the text.

    Args:
        text: What to take in pieces.
        piece: Characters that each has at least; fewer where a step over them takes long.
    """
    start = 0
    while (end := text.find("\n", start + piece)) >= 0:
        yield start, end + 1
        start = end + 1
    yield start, len(text)


def let_go(values: list[Any], at_once: int = _FREED) -> None:
    """Empty a list in pieces: to free a million values at once is one long step too.

    Args:
        values: The list.
        at_once: How many go in one step; fewer where each holds many others.
    """
    while values:
        del values[-at_once:]


def differing_lines(before: AnyStr, after: AnyStr, line_break: AnyStr) -> tuple[AnyStr, AnyStr]:
    r"""Return two texts without most of the lines that both begin with, or both end with.

    >>> differing_lines("a\nb\nc\nd", "a\nx\ny\nc\nd", "\n")
    ('b\n', 'x\ny\n')
    """
    start = before.rfind(line_break, 0, _shared_start(before, after)) + 1
    most = min(len(before), len(after)) - start
    line_end = before.find(line_break, len(before) - _shared_end(before, after, most))
    end = len(before) - line_end - 1 if line_end >= 0 else 0
    return before[start : len(before) - end], after[start : len(after) - end]


def _shared_start(one: AnyStr, other: AnyStr) -> int:
    most, start, step = min(len(one), len(other)), 0, PIECE
    while step:
        end = start + step
        if end <= most and one[start:end] == other[start:end]:
            start = end
        else:
            step //= 2
    return start


def _shared_end(one: AnyStr, other: AnyStr, most: int) -> int:
    length, step = 0, PIECE
    while step:
        longer = length + step
        at, place = len(one) - longer, len(other) - longer
        if longer <= most and one[at : at + step] == other[place : place + step]:
            length = longer
        else:
            step //= 2
    return length
