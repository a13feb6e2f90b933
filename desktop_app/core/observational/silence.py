"""Why a stored reflection, or a part of it, never reaches a turn (hazard H24)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import trim
from desktop_app.core.observational.reflection import (
    CONTRADICTIONS,
    SUMMARY,
    SUPERSESSIONS,
    LineRole,
    ReflectionLine,
    parse_reflection,
    reflection_lines,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEADERS = (SUMMARY, SUPERSESSIONS, CONTRADICTIONS)
_MARKUP = "*_#>`- \t"


class Why(Enum):
    """Why the engine ignores a line."""

    BOLD_HEADING = "its heading is bold"
    MARKED_HEADING = "its heading has something before it"
    BEFORE_HEADINGS = "it stands before the first heading"
    NOT_A_SUPERSESSION = "it is not written as a supersession"
    NOT_A_CONTRADICTION = "it is not written as a contradiction"


class Silence(Enum):
    """Why nothing of a stored reflection is injected."""

    BOLD_HEADING = "its heading is bold"
    NO_HEADING = "no line starts with its heading"
    EMPTY = "its sections are empty"


@dataclass(frozen=True, slots=True)
class IgnoredLine:
    """A line that the engine ignores, by its number from 0."""

    number: int
    line: ReflectionLine
    why: Why


def ignored_lines(raw: str) -> tuple[IgnoredLine, ...]:
    """Return the lines of a stored reflection that the engine ignores, each with the reason."""
    return tuple(_ignored(raw))


def silence(raw: str) -> Silence | None:
    """Return why nothing of ``raw`` is injected; ``None`` if something is, or nothing is stored.

    Example:
        >>> silence("**SUMMARY:** all is well")
        <Silence.BOLD_HEADING: 'its heading is bold'>
    """
    reflection = parse_reflection(raw)
    if not trim(raw) or reflection.summary:
        return None
    if reflection.supersessions or reflection.contradictions:
        return None
    lines = raw.split("\n")
    if any(_header(line) for line in lines):
        return Silence.EMPTY
    bold = any(_looks_like_header(line) is Why.BOLD_HEADING for line in lines)
    return Silence.BOLD_HEADING if bold else Silence.NO_HEADING


def _ignored(raw: str) -> Iterator[IgnoredLine]:
    section = ""
    for number, line in enumerate(reflection_lines(raw)):
        text = raw[line.start : line.end]
        section = _header(text) or section
        if line.role is LineRole.IGNORED:
            yield IgnoredLine(number, line, _looks_like_header(text) or _WHY[section])


_WHY = {
    "": Why.BEFORE_HEADINGS,
    SUMMARY: Why.BEFORE_HEADINGS,
    SUPERSESSIONS: Why.NOT_A_SUPERSESSION,
    CONTRADICTIONS: Why.NOT_A_CONTRADICTION,
}


def _header(line: str) -> str:
    trimmed = trim(line)
    return next((name for name in _HEADERS if trimmed.startswith(name)), "")


def _looks_like_header(line: str) -> Why | None:
    trimmed = trim(line)
    bare = trimmed.lstrip(_MARKUP)
    if bare == trimmed or not bare.startswith(tuple(name[:-1] for name in _HEADERS)):
        return None
    before = trimmed[: len(trimmed) - len(bare)]
    return Why.BOLD_HEADING if "**" in before or "__" in before else Why.MARKED_HEADING
