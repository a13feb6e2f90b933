"""The engine's operation log and markers as one timeline, newest first, paged."""

# ruff: noqa: S608 - names come from the constants of harness_tables; values are bound

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.engine_time import EngineTime, EngineTimeError, parse_column_time
from desktop_app.core.history.entry import (
    HistoryCursor,
    HistoryEntry,
    HistoryFilter,
    HistoryPage,
    Source,
    StatusFilter,
)
from desktop_app.store.harness_tables import (
    MARKER_COLUMNS,
    OPERATION_COLUMNS,
    OPERATIONS,
    TableShape,
    read_shape,
)
from desktop_app.store.sql_text import Condition, bound, holds_plain

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from desktop_app.core.observational.record import ColumnValue

_FIRST = (1 << 63, 0)
_LONG_LOG = 5_000
_NOT_APPLIED = "status < 'applied' OR status > 'applied' OR status IS NULL"


@dataclass(frozen=True, slots=True)
class _Table:
    source: Source
    shape: TableShape
    columns: tuple[str, ...]
    kind_column: str
    text_columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Page:
    cursor: HistoryCursor
    limit: int
    now: EngineTime

    def start(self, source: Source) -> int:
        """Return the row id that the page's rows of one table come before."""
        return self.cursor.operations if source is Source.OPERATION else self.cursor.markers


def read_history(
    connection: sqlite3.Connection,
    wanted: HistoryFilter,
    *,
    now: EngineTime,
    before: HistoryCursor | None = None,
    limit: int = 200,
) -> HistoryPage:
    """Return up to ``limit`` entries that precede ``before``.

    Each table is read backwards in the order of writing, and the two are merged by time; so a
    page costs the same at any depth, and times that can't be read or compared lose no entry.

    Args:
        connection: From ``sqlite_file.reading``.
        wanted: Which entries.
        now: The present, which decides what is stuck.
        before: The ``following`` of the page before.
        limit: The longest page.
    """
    cursor = before or HistoryCursor()
    page = _Page(cursor, limit, now)
    streams = [
        _Stream(_entries(connection, table, wanted, page))
        for table in _tables(connection)
        if table.source in wanted.sources and _can_match(table, wanted)
    ]
    entries: list[HistoryEntry] = []
    while len(entries) < limit and (entry := _take_newest(streams)):
        entries.append(entry)
    is_last = all(stream.head is None for stream in streams)
    following = None if is_last else _cursor_after(cursor, entries)
    return HistoryPage(tuple(entries), following)


def history_size(connection: sqlite3.Connection, memory_id: str | bytes, most: int) -> int:
    """Return the number of operations and markers of one scope.

    No more than ``most`` and one rows of each table are looked at; so a result above ``most``
    says only that there are more.
    """
    key = bound(memory_id)
    sizes = (
        connection.execute(
            f"SELECT count(*) FROM (SELECT 1 FROM {table.shape.name}"
            f" WHERE {table.shape.selected('memory_id')} = {key.sql} LIMIT ?)",
            (*key.values, most + 1),
        ).fetchone()[0]
        for table in _tables(connection)
    )
    return sum(sizes)


def status_counts(
    connection: sqlite3.Connection, memory_id: str | bytes | None = None
) -> dict[str, int]:
    """Return the number of operations for each status, of one scope or of all."""
    shape = read_shape(connection).operations
    if not shape.columns.issuperset(("memory_id", "status")):
        return {}
    if memory_id is None:
        return _grouped(connection, "1")
    key = bound(memory_id)
    sql = f"SELECT count(*) FROM {OPERATIONS} WHERE memory_id = {key.sql}"
    total = int(connection.execute(sql, key.values).fetchone()[0])
    if total < _LONG_LOG:
        return _grouped(connection, f"memory_id = {key.sql}", key.values)
    # Nearly all of a long log is applied: count the rest by the index of statuses.
    others = f"({_NOT_APPLIED}) AND +memory_id = {key.sql}"
    counts = _grouped(connection, others, key.values)
    applied = total - sum(counts.values())
    return {"applied": applied, **counts} if applied else counts


def _grouped(
    connection: sqlite3.Connection, condition: str, values: tuple[ColumnValue, ...] = ()
) -> dict[str, int]:
    rows = connection.execute(
        f"SELECT status, count(*) FROM {OPERATIONS} WHERE {condition} GROUP BY status", values
    )
    return {str(status): int(count) for status, count in rows}


class _Stream:
    """Entries of one table with the next one visible."""

    def __init__(self, entries: Iterator[HistoryEntry]) -> None:
        self._entries = entries
        self.head = next(entries, None)

    def take(self) -> HistoryEntry | None:
        taken, self.head = self.head, next(self._entries, None)
        return taken


def _take_newest(streams: list[_Stream]) -> HistoryEntry | None:
    waiting = [stream for stream in streams if stream.head is not None]
    return max(waiting, key=_age_key).take() if waiting else None


def _age_key(stream: _Stream) -> tuple[int, int]:
    # An unreadable time goes first, so that it holds up nothing that stands behind it.
    created = stream.head.created if stream.head else None
    return created.sort_key if created else _FIRST


def _cursor_after(cursor: HistoryCursor, entries: list[HistoryEntry]) -> HistoryCursor:
    last = {entry.source: entry.rowid for entry in entries}
    return HistoryCursor(
        last.get(Source.OPERATION, cursor.operations), last.get(Source.MARKER, cursor.markers)
    )


def _tables(connection: sqlite3.Connection) -> list[_Table]:
    shape = read_shape(connection)
    operations = _Table(
        Source.OPERATION,
        shape.operations,
        OPERATION_COLUMNS,
        "operation_type",
        (*OPERATION_COLUMNS[:4], "operation_type", "payload_json", "error_text"),
    )
    markers = _Table(
        Source.MARKER,
        shape.markers,
        MARKER_COLUMNS,
        "marker_type",
        (*MARKER_COLUMNS[:4], "payload_json"),
    )
    return [table for table in (operations, markers) if table.shape.exists]


def _can_match(table: _Table, wanted: HistoryFilter) -> bool:
    return table.source is Source.OPERATION or wanted.status is StatusFilter.ALL


def _entries(
    connection: sqlite3.Connection,
    table: _Table,
    wanted: HistoryFilter,
    page: _Page,
) -> Iterator[HistoryEntry]:
    conditions = [Condition("rowid < ?"), *_conditions(connection, table, wanted)]
    values = [value for condition in conditions for value in condition.values]
    columns = ", ".join(map(table.shape.selected, table.columns))
    # The page is chosen by row ids alone, so that SQLite reads no row it doesn't have to: the
    # ids of one scope stand in an index, and a scope can have a million rows.
    rows = connection.execute(
        f"SELECT rowid, {columns} FROM {table.shape.name} WHERE rowid IN ("
        f"SELECT rowid FROM {table.shape.name}"
        f" WHERE {' AND '.join(condition.sql for condition in conditions)}"
        " ORDER BY rowid DESC LIMIT ?) ORDER BY rowid DESC",
        (page.start(table.source), *values, _most_rows(wanted, page.limit)),
    )
    for rowid, *row in rows:
        entry = _entry(table, rowid, row)
        if wanted.status is not StatusFilter.STUCK or entry.is_stuck(page.now):
            yield entry


def _most_rows(wanted: HistoryFilter, limit: int) -> int:
    # One more than a page, to know whether another follows. Stuck rows are told from healthy
    # ones only after reading, and there are few of either.
    return -1 if wanted.status is StatusFilter.STUCK else limit + 1


def _conditions(
    connection: sqlite3.Connection, table: _Table, wanted: HistoryFilter
) -> Iterator[Condition]:
    shape = table.shape
    if wanted.memory_id is not None:
        key = bound(wanted.memory_id)
        yield Condition(f"{shape.selected('memory_id')} = {key.sql}", key.values)
    if wanted.status is StatusFilter.FAILED:
        yield Condition(f"{shape.selected('status')} = 'failed'")
    if wanted.status is StatusFilter.STUCK:
        yield Condition(f"{shape.selected('status')} IN ('queued', 'processing')")
    if wanted.kind:
        key = bound(wanted.kind)
        yield Condition(f"{shape.selected(table.kind_column)} = {key.sql}", key.values)
    if wanted.text:
        columns = [column for column in table.text_columns if column in shape.columns]
        parts = [holds_plain(connection, name, wanted.text, past_nul=False) for name in columns]
        values = tuple(value for part in parts for value in part.values)
        yield Condition(f"({' OR '.join(part.sql for part in parts) or '0'})", values)


def _entry(table: _Table, rowid: int, row: list[ColumnValue]) -> HistoryEntry:
    values = dict(zip(table.columns, row, strict=True))
    return HistoryEntry(
        table.source, rowid, values, _time(values["created_at"]), _time(values.get("updated_at"))
    )


def _time(value: ColumnValue) -> EngineTime | None:
    try:
        return parse_column_time(value)
    except EngineTimeError:
        return None
