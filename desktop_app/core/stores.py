"""What was found when a person chose a folder or file to open."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from desktop_app.core.errors import StoreError


class Holds(Enum):
    """What a database holds that Memloupe can show."""

    OBSERVATIONS = "observational memory"
    WORKING = "working memory"
    CONVERSATIONS = "conversations"
    RUNS = "runs"


class Origin(Enum):
    """How a store was found; earlier ones win, as in the engine."""

    GIVEN = "given"
    ENVIRONMENT = "environment"
    CONFIG = "configuration"
    DEFAULT = "default place"
    FOUND = "found"


@dataclass(frozen=True, slots=True)
class FoundStore:
    """One file that is a store, or should be one.

    Attributes:
        path: The file, without links in it.
        workspace: The folder it belongs to.
        origin: How it was found.
        holds: What is in it; empty for a database of something else.
        problems: What differs from what the engine expects, in sentences.
        error: Why it can't be read now, or ``None``.
    """

    path: Path
    workspace: Path
    origin: Origin
    holds: frozenset[Holds] = frozenset()
    problems: tuple[str, ...] = ()
    error: StoreError | None = None

    @property
    def is_state(self) -> bool:
        """Whether it has memory in it, observational or working."""
        return not self.holds.isdisjoint((Holds.OBSERVATIONS, Holds.WORKING))


@dataclass(frozen=True, slots=True)
class Discovery:
    """The stores below one place.

    Attributes:
        root: The folder that was looked through.
        stores: By origin, then state files first, then by path.
        problems: What was not followed or not found, in sentences.
    """

    root: Path
    stores: tuple[FoundStore, ...]
    problems: tuple[str, ...]
