"""A Markdown text as statements below headings: bullets, paragraphs, fences, each with its lines.

Nothing is interpreted: the lines of a text are those of its blocks and of what lies between.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.files.text import BOM
from desktop_app.core.ledger.java_text import is_blank
from desktop_app.core.proposals.statements import key_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_HEADING = re.compile(r"\s*#{1,6}(?:\s|$)")
_BULLET = re.compile(r"(?:[-*+]|\d{1,9}[.)])\s+")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s+")
_FENCE = re.compile(r"\s*(`{3,}(?=[^`]*$)|~{3,})")
_RULE = re.compile(r"\s*([-*_=+])(?:\s*\1)*\s*")
_INDENTED = re.compile(r"\s+\S")


@dataclass(frozen=True, slots=True)
class Block:
    """One statement.

    Attributes:
        lines: As written, but for white space before the first one.
        start: Its first line in the text, from 0.
        end: The line after its last one.
        heading: The line of the heading that it stands below; ``None`` for none.
        is_fixed: Whether others would read differently if it went.
    """

    lines: tuple[str, ...]
    start: int
    end: int
    heading: int | None
    is_fixed: bool

    @property
    def is_bullet(self) -> bool:
        """Whether it is an item of a list."""
        return _BULLET.match(self.lines[0]) is not None

    @property
    def text(self) -> str:
        """What it says, without the mark of a bullet."""
        return "\n".join((_BULLET.sub("", self.lines[0], count=1), *self.lines[1:])).rstrip()


@dataclass(frozen=True, slots=True)
class Outline:
    """The lines of a text, and where its headings and statements are."""

    lines: tuple[str, ...]
    headings: tuple[int, ...]
    blocks: tuple[Block, ...]

    def heading_key(self, line: int | None) -> tuple[str, ...]:
        """Return what two headings that say the same have in common; empty for no heading."""
        return () if line is None else heading_key(self.lines[line])


def heading_key(line: str) -> tuple[str, ...]:
    """Return what two lines of headings that say the same have in common."""
    return key_of(line.lstrip(BOM).strip().strip("#"))


def outline(text: str) -> Outline:
    r"""Return the statements of a text.

    >>> [block.text for block in outline("# A\n- one\n  more\n- two\n\nthree").blocks]
    ['one\n  more', 'two', 'three']
    """
    lines = tuple(_closed(text.split("\n")))
    headings: list[int] = []
    found: list[tuple[int, int, int | None]] = []
    place = 0
    while place < len(lines):
        line = lines[place].lstrip(BOM)
        if _HEADING.match(line):
            headings.append(place)
        elif not is_blank(line) and not _RULE.fullmatch(line):
            end = _end(lines, place)
            found.append((place, end, headings[-1] if headings else None))
            place = end - 1
        place += 1
    return Outline(lines, tuple(headings), _blocks(lines, found))


def statements_in(text: str) -> tuple[str, ...]:
    r"""Return what a text states, each as it is written: items of lists, paragraphs, fences.

    Headings are left out: they name what is stated.

    >>> statements_in("# A\n- one; two\n  - three\n\nfour\nfive")
    ('one; two', 'three', 'four\nfive')
    """
    return tuple(said for block in outline(text).blocks for said in _items(block.lines) if said)


def _items(lines: Sequence[str]) -> Iterator[str]:
    starts: list[int] = []
    place = 0
    while place < len(lines):
        if not starts or _ITEM.match(lines[place]):
            starts.append(place)
        place = _fence_end(lines, place) if _FENCE.match(lines[place]) else place + 1
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield "\n".join((_ITEM.sub("", lines[start], count=1), *lines[start + 1 : end])).strip()


def _blocks(
    lines: Sequence[str], found: Sequence[tuple[int, int, int | None]]
) -> tuple[Block, ...]:
    indented = [_INDENTED.match(lines[start].lstrip(BOM)) is not None for start, _, _ in found]
    # A heading between two statements keeps them apart.
    before_indented = [
        later and found[place][2] == found[place + 1][2] for place, later in enumerate(indented[1:])
    ]
    before_indented += [False] * (len(indented) - len(before_indented))
    fixed = [any(pair) for pair in zip(indented, before_indented, strict=True)]
    return tuple(
        Block(
            (lines[start].lstrip(BOM).lstrip(), *lines[start + 1 : end]),
            start,
            end,
            heading,
            is_fixed=fixed[place],
        )
        for place, (start, end, heading) in enumerate(found)
    )


def _end(lines: Sequence[str], start: int) -> int:
    """Return the line after a statement: a bullet has what is indented below it."""
    first = lines[start].lstrip(BOM).lstrip()
    if _FENCE.match(first):
        return _fence_end(lines, start)
    is_bullet = _BULLET.match(first) is not None
    place = start + 1
    while place < len(lines) and _belongs(lines, place, is_bullet=is_bullet):
        place = _fence_end(lines, place) if _FENCE.match(lines[place]) else place + 1
    return place


def _belongs(lines: Sequence[str], place: int, *, is_bullet: bool) -> bool:
    """Return whether a line goes on with the statement above it."""
    line = lines[place]
    if is_blank(line):
        below = lines[place + 1] if place + 1 < len(lines) else ""
        return is_bullet and _INDENTED.match(below) is not None and not _HEADING.match(below)
    if _FENCE.match(line):
        return is_bullet and _INDENTED.match(line) is not None
    return not (_HEADING.match(line) or _BULLET.match(line) or _RULE.fullmatch(line))


def _fence_end(lines: Sequence[str], start: int) -> int:
    fence = _opens(lines[start])
    ends = (place for place in range(start + 1, len(lines)) if _closes(lines[place], fence))
    return next(ends, len(lines) - 1) + 1


def _closed(lines: list[str]) -> list[str]:
    """Return lines without a fence that stays open: it would swallow what is put below it."""
    fence = ""
    for line in lines:
        if not fence:
            fence = _opens(line)
        elif _closes(line, fence):
            fence = ""
    return [*lines, fence] if fence else lines


def _opens(line: str) -> str:
    match = _FENCE.match(line.lstrip(BOM))
    return match[1] if match else ""


def _closes(line: str, fence: str) -> bool:
    closing = line.strip()
    return closing.startswith(fence) and not closing.strip(fence[0])
