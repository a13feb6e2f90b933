"""Reads scopes, records and working memory from an open state file."""

# ruff: noqa: S608 - names come from the constants of harness_tables; values are bound

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.observational.record import Blob, ColumnValue, RecordRow
from desktop_app.core.working.entry import WorkingEntry
from desktop_app.store.harness_tables import (
    RECORD_COLUMNS,
    RECORDS,
    WORKING,
    HarnessShape,
    as_text,
    read_shape,
)
from desktop_app.store.sql_text import bound

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

_OBSERVATIONS = RECORD_COLUMNS.index("active_observations_json")
MemoryId = str | bytes
"""The key as stored: engine text, or bytes where somebody stored a BLOB."""


def read_row(
    connection: sqlite3.Connection, memory_id: MemoryId, shape: HarnessShape | None = None
) -> RecordRow | None:
    """Return the record with this key, or ``None``.

    ``active_observations_json`` comes as its UTF-8 bytes (``Blob`` if it is one), other text as
    engine text, numbers as stored; a column that the table lacks is ``None``.

    Raises:
        StoreError: the file has no readable ``om_memory_records``.
    """
    shape = shape or read_shape(connection)
    shape.records.require("memory_id")
    key = bound(memory_id)
    row = connection.execute(
        f"SELECT {record_columns(shape)} FROM {RECORDS} WHERE memory_id = {key.sql}", key.values
    ).fetchone()
    return None if row is None else record_row(row)


def table_counts(connection: sqlite3.Connection, shape: HarnessShape) -> dict[str, int]:
    """Return the number of rows of each of the engine's tables that is there."""
    parts = (shape.records, shape.operations, shape.markers, shape.working)
    return {
        part.name: int(connection.execute(f"SELECT count(*) FROM {part.name}").fetchone()[0])
        for part in parts
        if part.exists
    }


def rows_after(
    connection: sqlite3.Connection, after: int | None, limit: int
) -> tuple[list[RecordRow], int | None]:
    """Return up to ``limit`` records (all with -1) and the row id of the last one.

    For reading a large file in short reads: starts behind the row id ``after``, or at the first
    record. The row id that comes back is ``None`` when there are no more records.

    Raises:
        StoreError: the file has no readable ``om_memory_records``.
    """
    shape = read_shape(connection)
    shape.records.require("memory_id")
    # Row ids below 1 are allowed too, so there is no number to start behind.
    condition, values = ("", ()) if after is None else (" WHERE rowid > ?", (after,))
    rows = connection.execute(
        f"SELECT {record_columns(shape)}, rowid FROM {RECORDS}{condition} ORDER BY rowid LIMIT ?",
        (*values, limit),
    ).fetchall()
    return [record_row(row[:-1]) for row in rows], rows[-1][-1] if len(rows) == limit else None


def working_counts(connection: sqlite3.Connection) -> dict[str, int]:
    """Return the number of working memory entries for each memory id that has any."""
    if not read_shape(connection).working.exists:
        return {}
    rows = connection.execute(f"SELECT memory_id, count(*) FROM {WORKING} GROUP BY memory_id")
    return {as_text(memory_id): int(count) for memory_id, count in rows}


def working_entries(
    connection: sqlite3.Connection, memory_id: MemoryId, shape: HarnessShape | None = None
) -> tuple[WorkingEntry, ...]:
    """Return the entries of one scope in the engine's order, which is that of the keys' bytes."""
    working = (shape or read_shape(connection)).working
    if not working.exists:
        return ()
    working.require("memory_id", "entry_key", "entry_json")
    key = bound(memory_id)
    rows = connection.execute(
        f"SELECT entry_key, entry_json FROM {WORKING} WHERE memory_id = {key.sql}"
        " ORDER BY entry_key",
        key.values,
    )
    return tuple(WorkingEntry(as_text(name), as_text(value)) for name, value in rows)


def iter_working(connection: sqlite3.Connection) -> Iterator[tuple[str, WorkingEntry]]:
    """Yield every entry of the file with its memory id, ordered by memory id, then key."""
    shape = read_shape(connection).working
    if not shape.exists:
        return iter(())
    shape.require("memory_id", "entry_key", "entry_json")
    rows = connection.execute(
        f"SELECT memory_id, entry_key, entry_json FROM {WORKING} ORDER BY memory_id, entry_key"
    )
    return (
        (as_text(owner), WorkingEntry(as_text(key), as_text(value))) for owner, key, value in rows
    )


def working_only_ids(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Return the memory ids that have working memory and no record."""
    shape = read_shape(connection)
    if not shape.working.exists:
        return ()
    shape.working.require("memory_id")
    without_record = (
        f" WHERE NOT EXISTS (SELECT 1 FROM {RECORDS} WHERE {RECORDS}.memory_id = owner.memory_id)"
        if "memory_id" in shape.records.columns
        else ""
    )
    rows = connection.execute(
        f"SELECT DISTINCT memory_id FROM {WORKING} AS owner{without_record} ORDER BY memory_id"
    )
    return tuple(as_text(memory_id) for (memory_id,) in rows)


def record_columns(shape: HarnessShape) -> str:
    """Return what to select for ``record_row``."""
    selected = [shape.records.selected(column) for column in RECORD_COLUMNS]
    column = selected[_OBSERVATIONS]
    if column != "NULL" and shape.is_utf8:
        # Bytes decode without a round trip through str; other storage classes stay as they are.
        selected[_OBSERVATIONS] = (
            f"CASE typeof({column}) WHEN 'text' THEN CAST({column} AS BLOB) ELSE {column} END"
        )
    return ", ".join((*selected, f"typeof({column}) = 'blob'"))


def record_row(row: tuple[ColumnValue, ...]) -> RecordRow:
    """Return the record in what ``record_columns`` selected."""
    values = list(row[:-1])
    observations = values[_OBSERVATIONS]
    if row[-1] and isinstance(observations, bytes):
        values[_OBSERVATIONS] = Blob(observations)
    return RecordRow(*values)
