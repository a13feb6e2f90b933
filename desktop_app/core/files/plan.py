"""An action on files that is not saved yet."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.core.changes import Change


@dataclass(frozen=True, slots=True)
class Consequence:
    """Something that follows from an action.

    Attributes:
        name: What it is about: ``Next consolidation``, ``Next turn``.
        text: What follows, in a sentence.
        needs_care: Whether a person should think about it first.
    """

    name: str
    text: str
    needs_care: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePlan:
    """What would be written, and what follows from it.

    Attributes:
        change: The files before and after.
        consequences: What a person should know before it is saved.
    """

    change: Change
    consequences: tuple[Consequence, ...] = ()
