"""Finds the dated entries of a daily log."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.files.pieces import spans_of_lines
from desktop_app.core.ledger.instants import read_instant
from desktop_app.core.ledger.section import Section, SectionKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MARKER = re.compile(r"^## (Memory Flush|Memory Save) — ([^\n]*)(?:\n|\Z)", re.MULTILINE)
_OPENING = "## Memory "
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})([^\n]*)$", re.MULTILINE)
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class DoubtfulMarker:
    """A line that looks like the marker of a section and may be none.

    Attributes:
        start: Where the line begins.
        end: Where the next one does.
        has_time: Whether a time stands in it: it opens a section then.
        is_fenced: Whether it stands inside a code fence.
    """

    start: int
    end: int
    has_time: bool
    is_fenced: bool


def read_sections(text: str) -> tuple[Section, ...]:
    """Return the sections of a log; what stands before the first belongs to none.

    The text is never changed: the part before the first section and the sections, one after the
    other, are the whole text.
    """
    found = [
        (match, time)
        for match in _markers(text)
        if (time := read_instant(match[2].rstrip())) is not None
    ]
    fences = tuple(_fences(text)) if found else ()
    ends = [match.start() for match, _ in found[1:]] + [len(text)]
    return tuple(
        Section(
            kind=SectionKind(match[1]),
            written=match[2].rstrip(),
            at=time,
            start=match.start(),
            body_start=match.end(),
            end=end,
            is_ambiguous=_is_inside(match.start(), fences),
        )
        for (match, time), end in zip(found, ends, strict=False)
    )


def doubtful_markers(text: str) -> tuple[DoubtfulMarker, ...]:
    """Return the lines that begin as a marker but have no time, or stand in a code fence."""
    markers = tuple(_markers(text))
    fences = tuple(_fences(text)) if markers else ()
    found = (
        DoubtfulMarker(
            match.start(),
            match.end(),
            has_time=read_instant(match[2].rstrip()) is not None,
            is_fenced=_is_inside(match.start(), fences),
        )
        for match in markers
    )
    return tuple(marker for marker in found if marker.is_fenced or not marker.has_time)


def _markers(text: str) -> Iterator[re.Match[str]]:
    # Looking for their first letters alone is much faster in a long text.
    at = text.find(_OPENING)
    while at >= 0:
        match = _MARKER.match(text, at)
        if match is not None:
            yield match
        at = text.find(_OPENING, at + 1)


def _fences(text: str) -> Iterator[Span]:
    # One that is never closed is taken for no fence: an answer that was cut would hide all
    # sections after it.
    opened: re.Match[str] | None = None
    for match in _fence_lines(text):
        if opened is None:
            opened = match if "`" not in match[2] or match[1][0] == "~" else None
        elif match[1].startswith(opened[1]) and not match[2].strip():
            yield opened.start(), match.end()
            opened = None


def _fence_lines(text: str) -> Iterator[re.Match[str]]:
    for start, end in spans_of_lines(text):
        yield from _FENCE.finditer(text, start, end)


def _is_inside(place: int, spans: Sequence[Span]) -> bool:
    before = bisect_right(spans, place, key=lambda span: span[0])
    return before > 0 and place < spans[before - 1][1]
