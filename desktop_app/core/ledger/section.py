"""Dated entries of a daily log."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from desktop_app.core.engine_time import EngineTime


class SectionKind(Enum):
    """Who appended a section; the value stands in its marker."""

    FLUSH = "Memory Flush"
    SAVE = "Memory Save"


@dataclass(frozen=True, slots=True)
class Section:
    """One section; offsets count characters of the file's text.

    Attributes:
        kind: Who appended it.
        written: Its time, as written.
        at: The instant, with the offset that it was written in.
        start: Where its marker line begins.
        body_start: Where the line after the marker begins.
        end: Where the next section begins, or the text ends.
        is_ambiguous: Whether the marker stands inside a code fence, so that it may be quoted.
    """

    kind: SectionKind
    written: str
    at: EngineTime
    start: int
    body_start: int
    end: int
    is_ambiguous: bool = False
