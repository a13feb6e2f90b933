"""What the doctor needs to know that only SQL tells cheaply."""

# ruff: noqa: S608 - names come from the constants of harness_tables; values are bound

from __future__ import annotations

from array import array
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from desktop_app.core.doctor.engine_id import MARKER, OPERATION, engine_number
from desktop_app.core.doctor.ports import (
    EngineNumbers,
    LastRows,
    MarkersByOperation,
    OrphanCount,
    Page,
)
from desktop_app.store import doctor_sql, sqlite_file
from desktop_app.store.file_header import same_file
from desktop_app.store.harness_tables import as_text, read_table
from desktop_app.store.row_sql import MARKER_TABLE, OPERATION_TABLE
from desktop_app.store.scope_rows import scope_rows
from desktop_app.store.state_file import SqliteStateFile

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.observational.record import ColumnValue
    from desktop_app.core.ports import Cancelled, Contents
    from desktop_app.core.scope_changes import ScopeRows

Result = TypeVar("Result")
_MESSAGES = "conversation_messages"


class SqliteDoctorReader:
    """Implements ``core.doctor.ports.DoctorReader``; every call is one short read.

    Args:
        path: The state file, one that discovery found.
        conversations: The engine's conversation database, if there is one.
    """

    def __init__(self, path: Path, conversations: Path | None = None) -> None:
        self._path = path
        self._conversations = conversations
        self._file = SqliteStateFile(path)

    def all_contents(self, cancelled: Cancelled) -> Iterator[Contents]:
        return self._file.all_contents(cancelled)

    def contents(self, memory_id: str) -> Contents:
        return self._file.contents(memory_id)

    def scope_rows(self, memory_id: str) -> ScopeRows:
        return self._read(partial(scope_rows, memory_id=memory_id))

    def engine_numbers(self, cancelled: Cancelled) -> EngineNumbers:
        def numbers(connection: sqlite3.Connection) -> EngineNumbers:
            return EngineNumbers(
                doctor_sql.numbers(connection, OPERATION_TABLE, OPERATION),
                doctor_sql.numbers(connection, MARKER_TABLE, MARKER),
                doctor_sql.count_taken(connection),
            )

        return self._read(numbers, cancelled)

    def last_rows(self) -> LastRows:
        return self._read(doctor_sql.last_rows)

    def markers_by_operation(self) -> MarkersByOperation:
        places = self._read(doctor_sql.marker_places)
        return MarkersByOperation(
            array("q", [number for number, _ in places]), array("q", [row for _, row in places])
        )

    def engine_operations(
        self, after: int | None, last: int, limit: int, without: frozenset[ColumnValue]
    ) -> Page:
        def is_wanted(row: doctor_sql.Row) -> bool:
            return (
                row.memory_id not in without
                and engine_number(row.operation_id, OPERATION) is not None
            )

        condition = f"{doctor_sql.in_range('operation_id', OPERATION)} AND rowid <= {int(last)}"
        read = partial(doctor_sql.page, table=OPERATION_TABLE, condition=condition, limit=limit)
        return Page(operations=self._filtered(read, after, is_wanted))

    def engine_markers(
        self, after: int | None, last: int, limit: int, without: frozenset[ColumnValue]
    ) -> Page:
        def is_wanted(row: doctor_sql.Row) -> bool:
            numbers = engine_number(row.marker_id, MARKER), engine_number(row.cycle_id, OPERATION)
            return row.memory_id not in without and any(number is not None for number in numbers)

        marker = doctor_sql.in_range("marker_id", MARKER)
        cycle = doctor_sql.in_range("cycle_id", OPERATION)
        condition = f"({marker} OR {cycle}) AND rowid <= {int(last)}"
        read = partial(doctor_sql.page, table=MARKER_TABLE, condition=condition, limit=limit)
        return Page(markers=self._filtered(read, after, is_wanted))

    def markers_at(self, rowids: Sequence[int]) -> Page:
        return Page(markers=self._read(partial(doctor_sql.markers_at, rowids=rowids)))

    def at_work(self, now: EngineTime) -> frozenset[ColumnValue]:
        return self._read(partial(doctor_sql.at_work, now=now))

    def stuck_operations(self, now: EngineTime) -> Page:
        return Page(operations=self._read(partial(doctor_sql.stuck, now=now)))

    def orphan_count(self, cancelled: Cancelled) -> OrphanCount:
        return self._read(doctor_sql.count_orphans, cancelled)

    def orphans(self, after: int | None, limit: int) -> Page:
        return Page(markers=self._read(partial(doctor_sql.orphans, after=after, limit=limit)))

    def logged_without_record(self) -> Sequence[str]:
        return self._read(doctor_sql.logged_without_record)

    def conversation_lengths(self) -> Mapping[str, int] | None:
        if self._conversations is None:
            return None
        return sqlite_file.read(same_file(self._conversations), _conversation_lengths)

    def _filtered(
        self,
        read: Callable[..., Sequence[tuple[int, doctor_sql.Row]]],
        after: int | None,
        is_wanted: Callable[[doctor_sql.Row], bool],
    ) -> Sequence[tuple[int, doctor_sql.Row]]:
        """Return the wanted rows of the next page that has any."""
        while rows := self._read(partial(read, after=after)):
            if wanted := [(rowid, row) for rowid, row in rows if is_wanted(row)]:
                return wanted
            after = rows[-1][0]
        return ()

    def _read(
        self,
        function: Callable[[sqlite3.Connection], Result],
        cancelled: Cancelled = sqlite_file.never,
    ) -> Result:
        return sqlite_file.read(same_file(self._path), function, cancelled=cancelled)


def _conversation_lengths(connection: sqlite3.Connection) -> dict[str, int] | None:
    table = read_table(connection, _MESSAGES, ("conversation_id",))
    if "conversation_id" not in table.columns:
        return None
    rows = connection.execute(
        f"SELECT conversation_id, count(*) FROM {_MESSAGES} GROUP BY conversation_id"
    )
    return {as_text(name): int(count) for name, count in rows}
