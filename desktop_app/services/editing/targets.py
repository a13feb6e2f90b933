"""Where changes are written: a state file, or the memory files of a workspace."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from desktop_app.core.editing.journal import Journal
from desktop_app.core.editing.ports import Backups, FileBackups, StateWriter
from desktop_app.core.errors import RefusedError
from desktop_app.core.files.ports import FileWriter
from desktop_app.core.files.row import FILES
from desktop_app.services.editing.log_rows import log_rows, proof_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.changes import Change
    from desktop_app.core.editing.journal import Entry
    from desktop_app.core.engine_time import EngineTime

SESSION_SECONDS = 600
"""A copy younger than this is from before the first change of the session."""


class Target(Protocol):
    """One place that changes are written to.

    Raises (every call):
        StoreBusyError: another program keeps it locked.
        StoreError: it can't be read or written; says why.
    """

    @property
    def name(self) -> str:
        """What the journal calls it."""

    @property
    def path(self) -> Path: ...

    def at_work_since(self, change: Change, now: EngineTime) -> EngineTime | None:
        """Return since when the engine is at work on what a change touches."""

    def back_up(
        self, change: Change, now: EngineTime, cancelled: Callable[[], bool]
    ) -> Path | None:
        """Copy what is about to change and return where; ``None`` if this session has done so."""

    def present(self, change: Change) -> Change:
        """Return a change with everything before it as it is now."""

    def write(self, entry: Entry, change: Change, now: EngineTime) -> float:
        """Compare and swap, and return for how many seconds the engine was kept out.

        Raises:
            RowsDifferError, EngineAtWorkError, FileReplacedError: it has moved on.
        """

    def is_written(self, entry: Entry, change: Change) -> bool:
        """Return whether a change was written; what was written in part is taken back."""


@dataclass(frozen=True, slots=True)
class EditedFile:
    """A state file with what saving needs around it.

    Attributes:
        name: What the journal calls it.
        writer: Writes it.
        backups: Copies the whole file before the first change.
    """

    name: str
    writer: StateWriter
    backups: Backups

    @property
    def path(self) -> Path:
        return self.writer.path

    def at_work_since(self, change: Change, now: EngineTime) -> EngineTime | None:
        return self.writer.at_work_since(change.remembered_ids, now)

    def back_up(
        self, _change: Change, now: EngineTime, cancelled: Callable[[], bool]
    ) -> Path | None:
        newest = self.backups.newest()
        if newest and now.unix_seconds - newest.unix_seconds < SESSION_SECONDS:
            return None
        return self.backups.make(cancelled)

    def present(self, change: Change) -> Change:
        return self.writer.present(change)

    def write(self, entry: Entry, change: Change, now: EngineTime) -> float:
        return self.writer.write(change, log_rows(entry, change), now=now).locked_seconds

    def is_written(self, entry: Entry, change: Change) -> bool:
        # The engine's log has a row of ours if it was.
        logged = self.writer.has_operation(proof_id(entry, change))
        if logged is not None:
            return logged
        back = change.inverse()
        return self.writer.present(back) == back


@dataclass(frozen=True, slots=True)
class EditedFolder:
    """The memory files of a workspace: no log of the engine's and no lock around them.

    Attributes:
        path: The workspace.
        writer: Writes its files.
        backups: Copies each file before its first change.
    """

    path: Path
    writer: FileWriter
    backups: FileBackups

    @property
    def name(self) -> str:
        return FILES

    def at_work_since(self, _change: Change, _now: EngineTime) -> EngineTime | None:
        return None

    def back_up(
        self, change: Change, now: EngineTime, cancelled: Callable[[], bool]
    ) -> Path | None:
        present = self.writer.present(change)
        return self.backups.keep(present, now, SESSION_SECONDS, cancelled)

    def present(self, change: Change) -> Change:
        return self.writer.present(change)

    def write(self, _entry: Entry, change: Change, _now: EngineTime) -> float:
        self.writer.write(change)
        return 0.0

    def is_written(self, _entry: Entry, change: Change) -> bool:
        return self.writer.settle(change)


@dataclass(frozen=True, slots=True)
class Targets:
    """Everything that one journal is about and one person undoes in one order.

    Attributes:
        journal: Keeps what was before.
        state: The state file, if there is one.
        folder: The memory files beside it, or of a workspace without any state file.
    """

    journal: Journal
    state: EditedFile | None
    folder: EditedFolder | None

    @property
    def first(self) -> EditedFile | EditedFolder:
        """The state file if there is one, else the files."""
        found = self.state or self.folder
        assert found is not None
        return found

    @property
    def names(self) -> tuple[str, ...]:
        """What the journal calls them."""
        return tuple(target.name for target in (self.state, self.folder) if target is not None)

    def of(self, change: Change) -> Target:
        """Return where a change is written to.

        Raises:
            RefusedError: it is about what is not there.
        """
        target = self.folder if change.files else self.state
        if target is None:
            what = "memory files" if change.files else "a state file"
            raise RefusedError(
                f"“{change.label}” is about {what}, and there is none here.",
                "Nothing was written.",
            )
        return target
