"""The stored reflection, parsed anew for every turn as the engine does."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import trim
from desktop_app.core.observational.json_fields import INT64_MAX, INT64_MIN

if TYPE_CHECKING:
    from collections.abc import Iterator

SUMMARY, SUPERSESSIONS, CONTRADICTIONS = "SUMMARY:", "SUPERSESSIONS:", "CONTRADICTIONS:"
_HEADERS = (SUMMARY, SUPERSESSIONS, CONTRADICTIONS)
_MOST_DIGITS = 4_000  # Python refuses to convert many more
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]+")


@dataclass(frozen=True, slots=True)
class Supersession:
    """``newer_seq`` replaces ``older_seq``; either may not exist."""

    newer_seq: int
    older_seq: int
    reason: str


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two observations that can't both be true; either may not exist."""

    seq_a: int
    seq_b: int
    detail: str


@dataclass(frozen=True, slots=True)
class Reflection:
    """What the engine takes from the stored text.

    Attributes:
        summary: Trimmed; the whole text where there is no ``SUMMARY:`` in it (legacy form).
        is_structured: Whether ``SUMMARY:`` occurs anywhere, which makes the engine look for
            sections, and drop what stands outside of them (H24).
    """

    summary: str
    supersessions: tuple[Supersession, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    is_structured: bool = False


class LineRole(Enum):
    """What the engine makes of one line of the stored text."""

    HEADER = "header"
    SUMMARY = "summary"
    SUPERSESSION = "supersession"
    CONTRADICTION = "contradiction"
    BLANK = "blank"
    IGNORED = "ignored"


@dataclass(frozen=True, slots=True)
class ReflectionLine:
    """One line of the stored text, without its newline.

    Attributes:
        content: What the engine reads of it: the line itself, or what follows a header.
        entry: The supersession or contradiction the line stands for, if any.
    """

    start: int
    end: int
    role: LineRole
    content: str
    entry: Supersession | Contradiction | None = None


def parse_reflection(raw: str) -> Reflection:
    """Return what the engine reads from the stored text ``raw`` (engine text)."""
    text = trim(raw)
    if SUMMARY not in text:
        return Reflection(text)
    summary: list[str] = []
    supersessions: list[Supersession] = []
    contradictions: list[Contradiction] = []
    for section, content, _start, _end in _sections(text):
        if content is None:
            continue
        if section == SUMMARY:
            summary.append(content)
        elif section == SUPERSESSIONS:
            if (entry := _supersession(content)) is not None:
                supersessions.append(entry)
        elif section == CONTRADICTIONS and (pair := _contradiction(content)) is not None:
            contradictions.append(pair)
    return Reflection(
        trim("\n".join(summary)), tuple(supersessions), tuple(contradictions), is_structured=True
    )


def reflection_lines(raw: str) -> tuple[ReflectionLine, ...]:
    """Return every line of ``raw`` with what the engine makes of it."""
    if SUMMARY not in raw:
        return tuple(
            ReflectionLine(start, end, LineRole.SUMMARY if trim(line) else LineRole.BLANK, line)
            for line, start, end in _lines(raw)
        )
    return tuple(
        _classified(section, content, start, end) for section, content, start, end in _sections(raw)
    )


def _classified(section: str, content: str | None, start: int, end: int) -> ReflectionLine:
    entry: Supersession | Contradiction | None = None
    role = LineRole.IGNORED
    if content is None:
        return ReflectionLine(start, end, LineRole.HEADER, "")
    if not trim(content):
        role = LineRole.BLANK
    elif section == SUMMARY:
        role = LineRole.SUMMARY
    elif section == SUPERSESSIONS and (entry := _supersession(content)) is not None:
        role = LineRole.SUPERSESSION
    elif section == CONTRADICTIONS and (entry := _contradiction(content)) is not None:
        role = LineRole.CONTRADICTION
    return ReflectionLine(start, end, role, content, entry)


def _lines(text: str) -> Iterator[tuple[str, int, int]]:
    start = 0
    for line in text.split("\n"):
        yield line, start, start + len(line)
        start += len(line) + 1


def _sections(text: str) -> Iterator[tuple[str, str | None, int, int]]:
    """Yield section header ("" before the first), content, start and end of every line.

    The content of a header is what follows it, ``None`` if nothing does.
    """
    current = ""
    for line, start, end in _lines(text):
        trimmed = trim(line)
        header = next((name for name in _HEADERS if trimmed.startswith(name)), "")
        if header:
            current = header
        yield current, trim(trimmed[len(header) :]) or None if header else line, start, end


def _supersession(line: str) -> Supersession | None:
    parts = _pair(line, "replaces")
    return None if parts is None else Supersession(*parts)


def _contradiction(line: str) -> Contradiction | None:
    parts = _pair(line, "vs")
    return None if parts is None else Contradiction(*parts)


def _pair(line: str, word: str) -> tuple[int, int, str] | None:
    """Read ``- [seq:N] word [seq:M]: text``; bullet, colon and text may be missing."""
    first = _bracket(trim(line).removeprefix("- "))
    if first is None:
        return None
    number, rest = first
    rest = trim(rest)
    if rest[: len(word)].lower() != word:
        return None
    second = _bracket(rest[len(word) :])
    if second is None:
        return None
    other, rest = second
    return number, other, trim(trim(rest).removeprefix(":"))


def _bracket(text: str) -> tuple[int, str] | None:
    """Read ``[seq:N]`` at the start of ``text``; return N and what follows."""
    text = trim(text)
    end = text.find("]")
    if not text.startswith("[seq:") or end < 0:
        return None
    digits = trim(text[5:end])
    if not _WHOLE_NUMBER.fullmatch(digits) or len(digits) > _MOST_DIGITS:
        return None
    number = int(digits)
    return (number, text[end + 1 :]) if INT64_MIN <= number <= INT64_MAX else None
