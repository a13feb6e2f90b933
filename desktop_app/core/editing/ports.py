"""What the editor needs from the engine's file, as an interface; ``store`` has the real one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from desktop_app.core.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from desktop_app.core.changes import Change
    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.observational.engine_log import OperationRow
    from desktop_app.core.observational.record import ColumnValue
    from desktop_app.core.scope_changes import ScopeRows


class EngineAtWorkError(StoreError):
    """The engine is in the middle of a call on one of the memories (H6)."""


class RowsDifferError(StoreError):
    """At least one row is not as the change expects; nothing was written."""


class FileReplacedError(StoreError):
    """Another file took the place of the one that was written to."""


class ReadOnlyError(StoreError):
    """Nobody may write here."""


class DiskFullError(StoreError):
    """There is no room; nothing was written."""


@dataclass(frozen=True, slots=True)
class Written:
    """A change that is in the file.

    Attributes:
        locked_seconds: How long the engine's file was locked for writing.
    """

    locked_seconds: float


class StateWriter(Protocol):
    """Writes one state file; every call opens it anew and closes it.

    Raises (every call):
        StoreBusyError: another program keeps the file locked.
        ReadOnlyError, DiskFullError, StoreError: says what is wrong and what is safe.
    """

    @property
    def path(self) -> Path: ...

    def present(self, change: Change) -> Change:
        """Return ``change`` with every ``before`` as it stands in the file now.

        A row is found by the key of ``before``, or that of ``after`` where there is none.
        """

    def at_work_since(
        self, memory_ids: Sequence[ColumnValue], now: EngineTime
    ) -> EngineTime | None:
        """Return since when the engine is at work on one of the memories, ``None`` if not."""

    def last_sequence(self, memory_id: str) -> int:
        """Return the highest ``scope_sequence`` of a memory, 0 if there is none."""

    def scope_rows(self, memory_id: str) -> ScopeRows:
        """Return every row that belongs to one scope."""

    def write(self, change: Change, log: Sequence[OperationRow], *, now: EngineTime) -> Written:
        """Compare and swap all rows of ``change`` and add ``log``, in one short transaction.

        The ``scope_sequence`` of ``log`` is set to the next of its memory on the way.

        Raises:
            EngineAtWorkError: the engine is at work on one of the memories.
            RowsDifferError: a row is not as in ``before``.
            FileReplacedError: written, but to a file that is not at this place any more.
        """

    def has_operation(self, operation_id: str) -> bool | None:
        """Whether this row is in the engine's log: so a change reached the file.

        ``None`` where the file keeps no log.
        """


class FileBackups(Protocol):
    """Copies of memory files from before our first change of each in a session."""

    def keep(
        self,
        change: Change,
        now: EngineTime,
        session_seconds: int,
        cancelled: Callable[[], bool],
    ) -> Path | None:
        """Copy the files that are about to change, as they are; return where the first one is.

        One that was copied less than ``session_seconds`` ago is not copied again.

        Raises:
            ReadOnlyError, DiskFullError, StoreError: says what is wrong.
        """


class Backups(Protocol):
    """Copies of the engine's file from before our first change of a session."""

    @property
    def folder(self) -> Path: ...

    def newest(self) -> EngineTime | None:
        """Return when the newest copy was made, ``None`` if there is none."""

    def make(self, cancelled: Callable[[], bool]) -> Path:
        """Copy the file with SQLite's backup API, remove the oldest, return where the copy is."""
