"""Queries of the doctor over the engine's log and markers."""

# ruff: noqa: S608 - names come from the constants of harness_tables; values are bound

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

from desktop_app.core.doctor.engine_id import OPERATION, engine_number
from desktop_app.core.doctor.ports import LastRows, OrphanCount
from desktop_app.core.engine_time import EngineTime, EngineTimeError, parse_column_time
from desktop_app.core.history.entry import STUCK_AFTER_SECONDS
from desktop_app.store.harness_tables import (
    MARKERS,
    OPERATIONS,
    RECORDS,
    TableShape,
    as_text,
    read_shape,
)
from desktop_app.store.row_sql import MARKER_TABLE, OPERATION_TABLE, RowTable, rows_where
from desktop_app.store.sql_text import Condition, bound

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from desktop_app.core.observational.record import ColumnValue

Row = Any
"""An ``OperationRow`` or a ``MarkerRow``."""

_FARTHEST_CLOCK_SECONDS = 86_400
_BEFORE_ANY = -(1 << 63)
_ORPHANED = (
    f"{MARKERS} AS marker LEFT JOIN {OPERATIONS} AS operation"
    " ON operation.operation_id = marker.cycle_id"
    " WHERE (operation.operation_id IS NULL OR operation.status = 'failed')"
)
_UNDER_WAY = "status IN ('queued', 'processing')"


def in_range(column: str, prefix: str) -> str:
    """Return SQL that is true for all texts with a prefix that ends in ``_``, without an index."""
    return f"(+{column} > '{prefix}' AND +{column} < '{prefix[:-1]}`')"


def numbers(connection: sqlite3.Connection, table: RowTable, prefix: str) -> array[int]:
    """Return N of every id of the engine's own in a table, in order."""
    (column,) = table.keys[0]
    if not _has(table.shape(read_shape(connection)), column):
        return array("q")
    rows = connection.execute(
        f"SELECT {column} FROM {table.name} WHERE {column} > ? AND {column} < ?",
        (prefix, f"{prefix[:-1]}`"),
    )
    found = (engine_number(value, prefix) for (value,) in rows)
    return array("q", sorted(number for number in found if number is not None))


def count_taken(connection: sqlite3.Connection) -> int:
    """Return how many operations failed because the id of a marker was taken.

    Those whose own ids are out of the way by now are history.
    """
    if not _has(read_shape(connection).operations, "operation_id", "status", "error_text"):
        return 0
    rows = connection.execute(
        f"SELECT count(*) FROM {OPERATIONS} WHERE status = 'failed'"
        f" AND {in_range('operation_id', OPERATION)}"
        " AND error_text LIKE '%constraint failed%om_markers.marker_id%'"
    )
    return int(rows.fetchone()[0])


def last_rows(connection: sqlite3.Connection) -> LastRows:
    """Return the highest row ids; 0 for a table that is not there."""
    shape = read_shape(connection)
    highest = [
        int(connection.execute(f"SELECT coalesce(max(rowid), 0) FROM {part.name}").fetchone()[0])
        if part.exists
        else 0
        for part in (shape.operations, shape.markers)
    ]
    return LastRows(*highest)


def marker_places(connection: sqlite3.Connection) -> list[tuple[int, int]]:
    """Return N of the operation and the row id of every marker of an ``op_N``, in order."""
    if not _has(read_shape(connection).markers, "cycle_id"):
        return []
    rows = connection.execute(
        f"SELECT cycle_id, rowid FROM {MARKERS} WHERE {in_range('cycle_id', OPERATION)}"
    )
    found = ((engine_number(value, OPERATION), int(rowid)) for value, rowid in rows)
    return sorted((number, rowid) for number, rowid in found if number is not None)


def page(
    connection: sqlite3.Connection,
    *,
    table: RowTable,
    condition: str,
    after: int | None,
    limit: int,
) -> list[tuple[int, Row]]:
    """Return the first rows behind a row id that meet a condition, with their row ids."""
    shape = read_shape(connection)
    if not _has(table.shape(shape), *table.columns):
        return []
    start = _BEFORE_ANY if after is None else after
    where = (
        f"rowid IN (SELECT rowid FROM {table.name} WHERE rowid > {int(start)} AND {condition}"
        f" ORDER BY rowid LIMIT {int(limit)})"
    )
    return rows_where(connection, table, shape, Condition(where))


def markers_at(connection: sqlite3.Connection, rowids: Sequence[int]) -> list[tuple[int, Row]]:
    """Return the markers with these row ids."""
    where = f"rowid IN ({', '.join(str(int(rowid)) for rowid in rowids)})"
    return rows_where(connection, MARKER_TABLE, read_shape(connection), Condition(where))


def at_work(connection: sqlite3.Connection, now: EngineTime) -> frozenset[ColumnValue]:
    """Return the memories with an operation in progress for less than five minutes."""
    if not _has(read_shape(connection).operations, "memory_id", "status", "updated_at"):
        return frozenset()
    rows = connection.execute(f"SELECT memory_id, updated_at FROM {OPERATIONS} WHERE {_UNDER_WAY}")
    return frozenset(memory_id for memory_id, time in rows if _is_fresh(time, now))


def stuck(connection: sqlite3.Connection, now: EngineTime) -> list[tuple[int, Row]]:
    """Return operations under way for longer than any call takes, and those that wait."""
    shape = read_shape(connection)
    if not _has(shape.operations, *OPERATION_TABLE.columns):
        return []
    found = rows_where(connection, OPERATION_TABLE, shape, Condition(_UNDER_WAY))
    return [(rowid, row) for rowid, row in found if not _is_fresh(row.updated_at, now)]


def count_orphans(connection: sqlite3.Connection) -> OrphanCount:
    """Return how many markers have no observation behind them."""
    if not _knows_cycles(connection):
        return OrphanCount()
    rows = connection.execute(
        "SELECT count(*), count(operation.operation_id), count(DISTINCT marker.memory_id)"
        f" FROM {_ORPHANED}"
    )
    total, failed, scopes = rows.fetchone()
    return OrphanCount(int(failed), int(total) - int(failed), int(scopes))


def orphans(connection: sqlite3.Connection, after: int | None, limit: int) -> list[tuple[int, Row]]:
    """Return the first orphaned markers behind a row id, with their row ids."""
    if not _knows_cycles(connection):
        return []
    start = _BEFORE_ANY if after is None else after
    where = (
        f"rowid IN (SELECT marker.rowid FROM {_ORPHANED} AND marker.rowid > {int(start)}"
        f" ORDER BY marker.rowid LIMIT {int(limit)})"
    )
    return rows_where(connection, MARKER_TABLE, read_shape(connection), Condition(where))


def logged_without_record(connection: sqlite3.Connection) -> list[str]:
    """Return memories whose observations the log calls applied, and that have no record."""
    shape = read_shape(connection)
    has_log = _has(shape.operations, "memory_id", "status", "operation_type")
    if not has_log or not _has(shape.records, "memory_id"):
        return []
    rows = connection.execute(
        f"SELECT memory_id FROM (SELECT DISTINCT memory_id FROM {OPERATIONS}) AS owner"
        f" WHERE NOT EXISTS (SELECT 1 FROM {RECORDS}"
        f" WHERE {RECORDS}.memory_id = owner.memory_id)"
    ).fetchall()
    return [as_text(owner) for (owner,) in rows if _was_observed(connection, owner)]


def _was_observed(connection: sqlite3.Connection, memory_id: ColumnValue) -> bool:
    key = bound(memory_id if isinstance(memory_id, bytes) else str(memory_id))
    rows = connection.execute(
        f"SELECT 1 FROM {OPERATIONS} WHERE memory_id = {key.sql}"
        " AND operation_type = 'observe' AND status = 'applied' LIMIT 1",
        key.values,
    )
    return rows.fetchone() is not None


def _knows_cycles(connection: sqlite3.Connection) -> bool:
    shape = read_shape(connection)
    return _has(shape.operations, "operation_id", "status") and _has(
        shape.markers, *MARKER_TABLE.columns
    )


def _has(shape: TableShape, *columns: str) -> bool:
    return shape.exists and shape.columns.issuperset(columns)


def _is_fresh(value: ColumnValue, now: EngineTime) -> bool:
    """Whether the engine may still be at it; a time far ahead was never a clock's."""
    try:
        time = parse_column_time(value)
    except EngineTimeError:
        return False
    age = now.unix_seconds - time.unix_seconds
    return -_FARTHEST_CLOCK_SECONDS < age <= STUCK_AFTER_SECONDS
