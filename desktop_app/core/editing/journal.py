"""Entries of our journal: what was changed, by whom, and whether it reached the file."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from desktop_app.core.engine_time import EngineTime

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from desktop_app.core.changes import Change


Names = str | tuple[str, ...]
"""What entries are of: one file, or all that a person undoes in one order."""


class EntryKind(StrEnum):
    """What a person asked for."""

    CHANGE = "change"
    UNDO = "undo"
    REDO = "redo"
    RESTORE = "restore"
    APPLY_AGAIN = "apply again"


class EntryState(StrEnum):
    """Whether a change reached the engine's file."""

    INTENDED = "intended"
    WRITTEN = "written"
    NOT_WRITTEN = "not written"
    DRAFT = "draft"
    """Kept for later because the file could not be written, or the person wants to think."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry; the rows before and after are kept beside it and read on demand.

    Attributes:
        id: Unique in the journal, ASCII, safe in a file name; part of our ids in the
            engine's log.
        file: The state file: relative to the workspace with ``/`` where it lies below it; or
            ``core.files.row.FILES`` for the memory files.
        kind: What a person asked for.
        of: The entry that this one takes back, does again or restores, or the draft that it
            saves; ``""`` otherwise.
        state: Whether it reached the file.
        who: Name of the person.
        at: When it was asked for.
        label: What was done, in words.
        reason: Why, if the person said so.
        memory_ids: The memories it touches, or the paths of the files, as engine text.
        is_undone: Whether the latest entry about this one has taken it back.
        group: Shared by the entries of one action that took several; ``""`` for one alone.
        saved_as: The latest entry that has saved this draft; ``""`` while none has.
    """

    id: str
    file: str
    kind: EntryKind
    of: str = ""
    state: EntryState = EntryState.INTENDED
    who: str
    at: EngineTime
    label: str
    reason: str = ""
    memory_ids: tuple[str, ...] = ()
    is_undone: bool = False
    group: str = ""
    saved_as: str = ""

    @property
    def is_waiting(self) -> bool:
        """Whether it is a draft that nobody has saved or given up."""
        return self.state is EntryState.DRAFT and not self.saved_as


class Journal(Protocol):
    """Our own append-only log of one workspace.

    Made at the first ``intend``; reading a journal that is not there gives nothing and makes
    nothing.

    Raises (every call):
        StoreBusyError: another Memloupe holds it; asking again later can work.
        StoreError: it can't be read or written; says why.
    """

    @property
    def path(self) -> Path: ...

    def intend(self, entry: Entry, change: Change) -> None:
        """Store what is about to be written; it is on the disk when this returns."""

    def settle(self, entry_id: str, state: EntryState) -> None:
        """Store how it ended; on the disk when this returns.

        ``WRITTEN`` is never taken back: who knows better was there when it was written.
        """

    def entry(self, entry_id: str) -> Entry | None: ...

    def change(self, entry_id: str) -> Change:
        """Return the rows before and after.

        Raises:
            NotFoundError: no such entry.
        """

    def entries(
        self, names: Names, *, before: str = "", limit: int = 200, memory_id: str | None = None
    ) -> Sequence[Entry]:
        """Return entries, newest first; those older than the entry ``before`` if it is given."""

    def members(self, names: Names, group: str) -> Sequence[Entry]:
        """Return the written entries of one action that are no steps back, oldest first."""

    def last_step(self, entry_id: str) -> Entry | None:
        """Return the newest written entry that has undone or redone this one."""

    def intended(self, names: Names) -> Sequence[Entry]:
        """Return entries whose outcome is not known: a process died, or is at it now."""

    def undoable(self, names: Names) -> Entry | None:
        """Return the newest written change that is not undone."""

    def move_aside(self) -> Path:
        """Give a damaged journal another name, so that a new one can start; return that name."""

    def redoable(self, names: Names) -> Entry | None:
        """Return the change that was undone last, unless a new one was made since."""
