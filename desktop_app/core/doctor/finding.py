"""What the doctor finds, and what would repair it, as values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256

from desktop_app.core.changes import Change

ROWS_AT_ONCE = 100
"""So few rows of one change keep the engine's file locked for some milliseconds only (H31)."""


class Severity(Enum):
    """How bad it is, the worst first; the values are headings."""

    STOPS_MEMORY = "Stops memory"
    CHANGES_TURN = "Changes what the model sees"
    WORTH_KNOWING = "Worth knowing"


class Part(Enum):
    """Where to look inside a scope."""

    RECORD = "record"
    OBSERVATIONS = "observations"
    REFLECTION = "reflection"
    WORKING = "working memory"
    LOG = "log"
    LEDGER = "daily logs"
    NOTES = "notes"
    SESSIONS = "sessions"
    OFFLOADED = "offloaded results"


_OF_FILES = frozenset({Part.LEDGER, Part.NOTES, Part.SESSIONS, Part.OFFLOADED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where it is; with nothing but defaults it is about the whole state file.

    Attributes:
        memory_id: The scope, as engine text.
        part: Where inside the scope, or of which kind a memory file is.
        item: Index of the observation, from 0.
        file: A file of the configuration, or the name of a variable; a memory file by its path
            below the workspace, as engine text.
        line: Line in that file, from 1.
        bucket: Of a memory file, the path of its bucket or the mount of its layer.
    """

    memory_id: str = ""
    part: Part | None = None
    item: int | None = None
    file: str = ""
    line: int | None = None
    bucket: str | None = None

    @property
    def is_memory_file(self) -> bool:
        """Whether it is about memory that is kept as files."""
        return self.part in _OF_FILES


EVERYWHERE = Place()


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a repair changes: ``readable again``, ``27 observations``.

    Attributes:
        needs_care: Whether it is something to think about, not only good news.
    """

    name: str
    value: str
    needs_care: bool = False

    @classmethod
    def to_mind(cls, name: str, value: str) -> Effect:
        """Return an effect that a person should think about."""
        return cls(name, value, needs_care=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """What would be written.

    Attributes:
        label: What it does, in words.
        changes: Makes the changes from what the file holds at that moment, in the order in
            which they are to be saved; nothing where the trouble is gone. Usually one. A large
            repair comes in several, each of few rows, and stopping between two is safe.
            Blocking; it may raise ``StoreError``.
        effects: What it changes for the engine.
        before, after: The stored text that changes, for a diff; a line for each value.
        unchanged: Bytes around it that stay as they are.
        rows: How many rows or files it writes.
    """

    label: str
    changes: Callable[[], Iterable[Change]]
    effects: tuple[Effect, ...] = ()
    before: str = ""
    after: str = ""
    unchanged: int = 0
    rows: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something that is wrong, or worth knowing.

    Attributes:
        rule: The rule's name, such as ``ids-hit-again``.
        title: What is the case, in a few words.
        detail: Which values, how many.
        why: Why it matters, in sentences.
        by_hand: What a person can do where nothing can be repaired with one click.
        repair: What would repair it.
        alternative: Another repair, where a person may want the opposite.
        about: What tells it from other findings of its rule at its place.
    """

    rule: str
    severity: Severity
    title: str
    detail: str
    place: Place
    why: str
    by_hand: str = ""
    repair: Repair | None = None
    alternative: Repair | None = None
    about: str = ""

    @property
    def key(self) -> str:
        """The same for the same trouble at the next look; ASCII."""
        parts = (self.rule, self.place.memory_id, self.place.file, self.about)
        digest = sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
        return f"{self.rule}-{digest[:16]}"
