"""What two changes of the same thing leave to a person's choice, and what merges by itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Choice(Enum):
    """Which of the three versions of an item is taken."""

    SEEN = "seen"
    THEIRS = "theirs"
    MINE = "mine"


@dataclass(frozen=True, slots=True)
class ConflictItem:
    """One thing that the engine and the person have changed in different ways.

    Attributes:
        title: What it is: ``Observation 33``, ``Reflection``, ``Working memory “port”``.
        field: Which part of it: ``text``, ``importance``, ``summary``, ``value``.
        seen: Before both; ``None`` where it was not there.
        theirs: In the file now; ``None`` where it is gone.
        mine: As the person wants it; ``None`` where it is to go.
        is_editable: Whether the result may be another text than these three.
    """

    title: str
    field: str
    seen: str | None
    theirs: str | None
    mine: str | None
    is_editable: bool = False


@dataclass(frozen=True, slots=True)
class MergedPart:
    """Something that only one side has changed; it is in the result.

    Attributes:
        title: What it is: ``Observation 41``.
        detail: What happened to it: ``new, from the engine``; ``summary, only yours``.
        is_own: Whether only the person has changed it, and nobody else.
    """

    title: str
    detail: str
    is_own: bool = field(default=False, compare=False)
