"""An edit of a record that is not saved yet, and what to show of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from desktop_app.core.observational.record import Record
from desktop_app.core.observational.renumbering import ReferenceChange


class Note(Enum):
    """What a person should know about an edit before it is saved."""

    UNSCORED = "Importance 0 means that it was never scored; the engine counts it as 0.5."
    SUPERSEDED = "It is superseded, so the engine counts exactly 0.1 for it, whatever stands here."
    NUMBER_TAKEN = "Another observation has this number already; references mean both."
    REFERENCE_WAITS = "The reflection names this number already; it now means the new observation."
    ENDS_EMPTY = "No observation is left."
    NOTHING_READ = "The engine reads nothing from this text."
    DEFAULT_LIMIT = "A limit that is not above 0 means the engine's own default."
    NOBODYS_NUMBER = "No observation has one of these numbers."
    SAME_NUMBER = "Both numbers are the same; the engine takes that for a superseded observation."


@dataclass(frozen=True, slots=True)
class Renumbered:
    """An observation that gets another number; ``after`` is ``None`` if it goes."""

    before: int
    after: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """An edit that is not saved yet.

    Attributes:
        before: The record that was seen.
        after: The record as it will be.
        renumbered: Observations whose number changes, and those that go.
        references: Lines of the reflection that change or go because of that.
        notes: What to say beside the preview.
    """

    before: Record
    after: Record
    renumbered: tuple[Renumbered, ...] = ()
    references: tuple[ReferenceChange, ...] = ()
    notes: frozenset[Note] = field(default_factory=frozenset)

    @property
    def observation_tokens(self) -> tuple[int, int]:
        """Counted tokens of all observations, before and after."""
        return self.before.observation_tokens, self.after.observation_tokens

    @property
    def reflection_tokens(self) -> tuple[int, int]:
        """Tokens of the reflection, before and after."""
        return self.before.reflection_tokens, self.after.reflection_tokens
