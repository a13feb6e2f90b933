"""How saving a change ends."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from desktop_app.core.changes import Change
from desktop_app.core.editing.conflict import MergedPart
from desktop_app.core.editing.journal import Entry, EntryKind
from desktop_app.core.editing.merging import Rebase


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a person wants to be written.

    Attributes:
        change: The rows as they were seen, and as they shall be.
        kind: What was asked for.
        of: The journal's entry that it is about.
        group: Shared by the changes of one action that takes several.
    """

    change: Change
    kind: EntryKind = EntryKind.CHANGE
    of: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """The change is in the file.

    Attributes:
        entry: The journal's entry.
        change: As it was written, after merging.
        merged: What the engine had changed meanwhile, and is in the file as well.
        locked_seconds: How long the engine's file was locked.
        backup: The copy that was made before; ``None`` if this was not the first change.
    """

    entry: Entry
    change: Change
    merged: tuple[MergedPart, ...] = ()
    locked_seconds: float = 0.0
    backup: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflicted:
    """Nothing was written: the file has changed, and somebody has to choose.

    Attributes:
        wish: What was wanted.
        rebase: The three versions of every item, and what merges by itself.
    """

    wish: Wish
    rebase: Rebase


@dataclass(frozen=True, slots=True)
class Unchanged:
    """Nothing was written, because it is there already."""


Outcome = Saved | Conflicted | Unchanged
