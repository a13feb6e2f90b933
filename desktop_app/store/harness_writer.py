"""Changes rows of the engine's file: compared, swapped and logged in one short transaction."""

# ruff: noqa: S608 - names come from the constants of harness_tables; values are bound

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from desktop_app.core.editing.ports import EngineAtWorkError, Written
from desktop_app.core.engine_text import encode
from desktop_app.core.errors import StoreError
from desktop_app.store import engine_activity, sqlite_file
from desktop_app.store.file_header import same_file
from desktop_app.store.harness_tables import OPERATIONS, HarnessShape, read_shape
from desktop_app.store.row_batch import RowBatch
from desktop_app.store.row_sql import OPERATION_TABLE, TABLES, RowTable, find, same_row, sql_value
from desktop_app.store.scope_rows import scope_rows
from desktop_app.store.write_connection import writing

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from desktop_app.core.changes import Change, Swap
    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.observational.engine_log import OperationRow
    from desktop_app.core.observational.record import ColumnValue
    from desktop_app.core.scope_changes import ScopeRows
    from desktop_app.store.sql_text import Condition

Result = TypeVar("Result")


class SqliteStateWriter:
    """Implements ``core.editing.ports.StateWriter`` on a real file.

    Looking leaves no trace, as everywhere; only ``write`` opens the file for writing. The path
    is one that discovery found: absolute, with no link in it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def path(self) -> Path:
        return self._path

    def present(self, change: Change) -> Change:
        return self._read(partial(_present, change=change))

    def at_work_since(
        self, memory_ids: Sequence[ColumnValue], now: EngineTime
    ) -> EngineTime | None:
        def look(connection: sqlite3.Connection) -> EngineTime | None:
            shape = read_shape(connection)
            return engine_activity.at_work_since(connection, shape, memory_ids, now)

        return self._read(look)

    def last_sequence(self, memory_id: str) -> int:
        return self._read(partial(_last_sequence, memory_id=memory_id))

    def scope_rows(self, memory_id: str) -> ScopeRows:
        return self._read(partial(scope_rows, memory_id=memory_id))

    def write(self, change: Change, log: Sequence[OperationRow], *, now: EngineTime) -> Written:
        with writing(self._path) as file:
            shape = read_shape(file.connection)
            batch = RowBatch(shape, change, log)
            _refuse_triggers(file.connection, batch.tables, self._path)

            def checked() -> list[Condition]:
                _check_engine(file.connection, shape, change, now)
                return batch.statements(file.connection)

            file.connection.execute("BEGIN")
            statements, seen = checked(), file.version()
            file.connection.execute("COMMIT")
            with file.transaction() as lock:
                # Nobody waits for a comparison that was made before: it is repeated if need be.
                if file.version() != seen:
                    statements = checked()
                for statement in statements:
                    done = file.connection.execute(statement.sql, statement.values)
                    _check_count(done.rowcount, self._path)
            return Written(lock.seconds)

    def has_operation(self, operation_id: str) -> bool | None:
        def look(connection: sqlite3.Connection) -> bool | None:
            shape = read_shape(connection)
            if not shape.operations.exists:
                return None
            return bool(find(connection, OPERATION_TABLE, shape, (operation_id,)))

        return self._read(look)

    def _read(self, function: Callable[[sqlite3.Connection], Result]) -> Result:
        return sqlite_file.read(same_file(self._path), function)


def _present(connection: sqlite3.Connection, change: Change) -> Change:
    shape = read_shape(connection)
    parts: dict[str, Any] = {
        table.part: tuple(
            _present_swap(connection, table, shape, swap) for swap in getattr(change, table.part)
        )
        for table in TABLES
    }
    return replace(change, **parts)


def _present_swap(
    connection: sqlite3.Connection, table: RowTable, shape: HarnessShape, swap: Swap[Any]
) -> Swap[Any]:
    expected = swap.after if swap.before is None else swap.before
    if expected is None or not table.shape(shape).exists:
        return replace(swap, before=None)
    key = table.key_of(expected)
    # Keys are shown as text, whatever they are stored as.
    found = find(connection, table, shape, key) or find(connection, table, shape, _as_blobs(key))
    if not found:
        return replace(swap, before=None)
    rowid, row = next(
        (place for place in found if swap.before and same_row(table, swap.before, place[1])),
        found[0],
    )
    if swap.before is None or not same_row(table, swap.before, row):
        swap = replace(swap, before=row)
    return swap if swap.after is not None else replace(swap, rowid=rowid)


def _as_blobs(key: tuple[ColumnValue, ...]) -> tuple[ColumnValue, ...]:
    """Return the key with its last part, which a person can name, as a BLOB."""
    *first, last = key
    return (*first, encode(last) if isinstance(last, str) else last)


def _last_sequence(connection: sqlite3.Connection, memory_id: str) -> int:
    shape = read_shape(connection)
    if not shape.operations.columns.issuperset(("memory_id", "scope_sequence")):
        return 0
    owner = sql_value("memory_id", memory_id, shape)
    (last,) = connection.execute(
        f"SELECT max(scope_sequence) FROM {OPERATIONS} WHERE memory_id = {owner.sql}"
        " AND typeof(scope_sequence) = 'integer'",
        owner.values,
    ).fetchone()
    return int(last or 0)


def _check_engine(
    connection: sqlite3.Connection, shape: HarnessShape, change: Change, now: EngineTime
) -> None:
    if engine_activity.at_work_since(connection, shape, change.remembered_ids, now) is not None:
        raise EngineAtWorkError(
            "The engine is at work on this memory.",
            "Nothing was written. Your edit is kept until the engine is done.",
        )


def _check_count(rows: int, path: Path) -> None:
    if rows != 1:
        raise StoreError(
            f"A change of one row of “{path}” would have changed {rows}.",
            "Nothing was written. The engine's tables do not do this; find out what made them.",
        )


def _refuse_triggers(connection: sqlite3.Connection, tables: Sequence[str], path: Path) -> None:
    triggers = connection.execute(
        "SELECT tbl_name, name FROM sqlite_master WHERE type = 'trigger'"
    ).fetchall()
    for table, trigger in triggers:
        if str(table).lower() in (*tables, OPERATIONS):
            raise StoreError(
                f"“{path}” has a trigger on {table}, “{trigger}”, which would change more than "
                "what is shown here.",
                "Nothing was written. The engine makes no triggers; find out what did.",
            )
