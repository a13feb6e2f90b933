"""Long texts in pieces.

A single step over a text of 50 MB keeps every other thread of the program waiting, the window's
too; between two pieces they get their turn, and there is a pause for what is more urgent.
"""

from __future__ import annotations

import codecs
from io import BytesIO
from typing import TYPE_CHECKING, Any, AnyStr, TypeVar

from desktop_app.core.pauses import pause

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Text = TypeVar("Text", str, bytes)

PIECE = 1 << 20
"""Characters that are taken at once."""
AT_ONCE = 10_000
"""Lines, or other values, that are taken at once."""


def decoded(data: bytes, errors: str = "strict") -> str:
    """Return UTF-8 bytes as text, as ``bytes.decode`` does.

    Raises:
        UnicodeDecodeError: they are not UTF-8, and ``errors`` is ``strict``.
    """
    if len(data) <= PIECE:
        return data.decode("utf-8", errors)
    decoder = codecs.getincrementaldecoder("utf-8")(errors)
    return joined(decoder.decode(piece, final=not piece) for piece in (*pieces_of(data), b""))


def encoded(text: str) -> bytes:
    """Return text as UTF-8 bytes, as ``str.encode`` does.

    Raises:
        UnicodeEncodeError: it has half of a surrogate pair.
    """
    # It hands its own bytes out: they are never copied in one step.
    found = BytesIO()
    for piece in pieces_of(text):
        found.write(piece.encode())
    return found.getvalue()


def pieces_of(text: Text) -> Iterator[Text]:
    """Yield a text, or bytes, in pieces."""
    for start in range(0, len(text), PIECE):
        pause()
        yield text[start : start + PIECE]


def part_of(text: str, start: int, end: int) -> str:
    """Return a part of a text, as a slice does."""
    places = range(start, end, PIECE)
    return joined(text[place : min(place + PIECE, end)] for place in _paused(places))


def joined(pieces: Iterable[str]) -> str:
    """Return pieces as one text."""
    found = ""
    for piece in pieces:
        found += piece  # in its place: nobody else has it yet
    return found


def joined_lines(lines: Sequence[str]) -> str:
    """Return lines as one text, with line feeds between them."""
    places = _paused(range(0, len(lines), AT_ONCE))
    runs = ("\n".join(lines[place : place + AT_ONCE]) for place in places)
    return joined(f"\n{run}" if number else run for number, run in enumerate(runs))


def has(text: str, words: str) -> bool:
    """Return whether words stand in a text, as ``in`` does."""
    return find(text, words) >= 0


def find(text: str, words: str, start: int = 0) -> int:
    """Return where words stand first from a place on, -1 for nowhere, as ``str.find`` does."""
    for place in _paused(range(start, len(text) + 1, PIECE)):
        found = text.find(words, place, place + PIECE + len(words))
        if found >= 0:
            return found
    return -1


def find_last(text: str, words: str, end: int) -> int:
    """Return where words stand last before a place, -1 for nowhere, as ``str.rfind`` does."""
    for place in _paused(range(min(end, len(text)), -1, -PIECE)):
        found = text.rfind(words, max(place - PIECE - len(words), 0), place)
        if found >= 0:
            return found
    return -1


def count_before(text: str, letter: str, end: int) -> int:
    """Return how often a character stands before a place."""
    starts = _paused(range(0, end, PIECE))
    return sum(text.count(letter, start, min(start + PIECE, end)) for start in starts)


def lines_of(text: str) -> Iterator[str]:
    r"""Yield the lines of a text, as ``split`` with a line feed gives them.

    >>> list(lines_of("a\nb\n"))
    ['a', 'b', '']
    """
    start = 0
    while (end := text.find("\n", start + PIECE)) >= 0:
        pause()
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
        pause()
        yield start, end + 1
        start = end + 1
    yield start, len(text)


def let_go(values: list[Any], at_once: int = AT_ONCE) -> None:
    """Empty a list in pieces: to free a million values at once is one long step too.

    Args:
        values: The list.
        at_once: How many go in one step; fewer where each holds many others.
    """
    while values:
        pause()
        del values[-at_once:]


def differing_lines(before: AnyStr, after: AnyStr, line_break: AnyStr) -> tuple[AnyStr, AnyStr]:
    r"""Return two texts without most of the lines that both begin with, or both end with.

    >>> differing_lines("a\nb\nc\nd", "a\nx\ny\nc\nd", "\n")
    ('b\n', 'x\ny\n')
    """
    start, end = shared_lines(before, after, line_break)
    return before[start : len(before) - end], after[start : len(after) - end]


def shared_lines(before: AnyStr, after: AnyStr, line_break: AnyStr) -> tuple[int, int]:
    r"""Return the length of most of the lines that two texts both begin with, and both end with.

    >>> shared_lines("a\nb\nc\nd", "a\nx\ny\nc\nd", "\n")
    (2, 3)
    """
    start = before.rfind(line_break, 0, _shared_start(before, after)) + 1
    most = min(len(before), len(after)) - start
    line_end = before.find(line_break, len(before) - _shared_end(before, after, most))
    return start, len(before) - line_end - 1 if line_end >= 0 else 0


def _paused(places: Iterable[int]) -> Iterator[int]:
    for place in places:
        pause()
        yield place


def _shared_start(one: AnyStr, other: AnyStr) -> int:
    most, start, step = min(len(one), len(other)), 0, PIECE
    while step:
        pause()
        end = start + step
        if end <= most and one[start:end] == other[start:end]:
            start = end
        else:
            step //= 2
    return start


def _shared_end(one: AnyStr, other: AnyStr, most: int) -> int:
    length, step = 0, PIECE
    while step:
        pause()
        longer = length + step
        at, place = len(one) - longer, len(other) - longer
        if longer <= most and one[at : at + step] == other[place : place + step]:
            length = longer
        else:
            step //= 2
    return length
