"""What the doctor reads, as an interface; ``store`` has the real one."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from desktop_app.core.observational.engine_log import MarkerRow, OperationRow

if TYPE_CHECKING:
    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.observational.record import ColumnValue
    from desktop_app.core.ports import Cancelled, Contents
    from desktop_app.core.scope_changes import ScopeRows


@dataclass(frozen=True, slots=True)
class EngineNumbers:
    """The numbers in ids that the engine's counter gave out, in order.

    Attributes:
        operations: N of every ``op_N``.
        markers: N of every ``mk_N``.
        failed: Operations that failed because the id of a marker was taken.
    """

    operations: array[int]
    markers: array[int]
    failed: int


@dataclass(frozen=True, slots=True)
class MarkersByOperation:
    """Row ids of markers whose operation is an ``op_N``, ordered by N, then by row id."""

    numbers: array[int]
    rowids: array[int]


@dataclass(frozen=True, slots=True)
class LastRows:
    """The highest row id of each table; what is written later gets a higher one."""

    operations: int
    markers: int


@dataclass(frozen=True, slots=True)
class OrphanCount:
    """Markers without an observation behind them.

    Attributes:
        of_failed: Those of operations that failed.
        of_absent: Those of operations that are not in the log.
        scopes: How many scopes they belong to.
    """

    of_failed: int = 0
    of_absent: int = 0
    scopes: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """Some rows of the log with their row ids, in order; see ``DoctorReader``."""

    operations: Sequence[tuple[int, OperationRow]] = ()
    markers: Sequence[tuple[int, MarkerRow]] = ()


class DoctorReader(Protocol):
    """Reads one state file for the doctor; every call is one short read.

    Raises (every call):
        StoreBusyError: a writer keeps the file locked.
        StoreError: the file can't be read; says why.
    """

    def all_contents(self, cancelled: Cancelled) -> Iterator[Contents]:
        """Yield every scope, those with working memory only last, in short reads."""

    def contents(self, memory_id: str) -> Contents:
        """Return what is stored for one scope."""

    def scope_rows(self, memory_id: str) -> ScopeRows:
        """Return every row that belongs to one scope."""

    def engine_numbers(self, cancelled: Cancelled) -> EngineNumbers: ...

    def last_rows(self) -> LastRows: ...

    def markers_by_operation(self) -> MarkersByOperation: ...

    def engine_operations(
        self, after: int | None, last: int, limit: int, without: frozenset[ColumnValue]
    ) -> Page:
        """Return operations called ``op_N`` behind one row id and up to another.

        Those of the memories in ``without`` are left out.
        """

    def engine_markers(
        self, after: int | None, last: int, limit: int, without: frozenset[ColumnValue]
    ) -> Page:
        """Return markers that are called ``mk_N`` or belong to an ``op_N``, likewise."""

    def markers_at(self, rowids: Sequence[int]) -> Page: ...

    def at_work(self, now: EngineTime) -> frozenset[ColumnValue]:
        """Return the memories with an operation in progress for less than five minutes."""

    def stuck_operations(self, now: EngineTime) -> Page:
        """Return operations ``queued`` or ``processing`` for over five minutes."""

    def orphan_count(self, cancelled: Cancelled) -> OrphanCount: ...

    def orphans(self, after: int | None, limit: int) -> Page:
        """Return markers whose operation failed or is not in the log, behind a row id."""

    def logged_without_record(self) -> Sequence[str]:
        """Return memories that the log has applied observations for, and that have no record."""

    def conversation_lengths(self) -> Mapping[str, int] | None:
        """Return the number of stored messages of every conversation, ``None`` if unknown."""
