"""Finds, compares and swaps single rows of the engine's tables, exactly."""

# ruff: noqa: S608 - names come from the constants of harness_tables; values are bound

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from desktop_app.core.changes import WorkingRow
from desktop_app.core.engine_text import decode, encode, valid_unicode
from desktop_app.core.errors import StoreError
from desktop_app.core.observational.engine_log import MarkerRow, OperationRow
from desktop_app.core.observational.record import ColumnValue
from desktop_app.store.harness_reader import record_columns, record_row
from desktop_app.store.harness_tables import (
    MARKER_COLUMNS,
    MARKERS,
    OPERATION_COLUMNS,
    OPERATIONS,
    RECORD_COLUMNS,
    RECORDS,
    WORKING,
    WORKING_COLUMNS,
    HarnessShape,
    TableShape,
)
from desktop_app.store.sql_text import Condition, bound

if TYPE_CHECKING:
    import sqlite3

_BYTES_ARE_TEXT = "active_observations_json"


@dataclass(frozen=True, slots=True, kw_only=True)
class RowTable:
    """What tells the rows of one table apart.

    Attributes:
        name: The engine's name of the table.
        part: Its name in ``HarnessShape`` and in ``Change``.
        columns: Its columns, in the order of ``make``.
        keys: The sets of columns that no two rows share; rows are found by the first.
        make: Makes the row from what ``selected`` gives.
    """

    name: str
    part: str
    columns: tuple[str, ...]
    keys: tuple[tuple[str, ...], ...]
    make: Callable[[tuple[ColumnValue, ...]], Any]

    def shape(self, shape: HarnessShape) -> TableShape:
        found: TableShape = getattr(shape, self.part)
        return found

    def selected(self, shape: HarnessShape) -> str:
        """Return the SQL for what ``make`` takes."""
        if self.name == RECORDS:
            return record_columns(shape)
        return ", ".join(map(self.shape(shape).selected, self.columns))

    def key_of(self, row: object) -> tuple[ColumnValue, ...]:
        """Return the values that ``row`` is found by."""
        return tuple(getattr(row, column) for column in self.keys[0])


RECORD_TABLE = RowTable(
    name=RECORDS,
    part="records",
    columns=RECORD_COLUMNS,
    keys=(("memory_id",), ("tenant_id", "conversation_id", "agent_id")),
    make=record_row,
)
WORKING_TABLE = RowTable(
    name=WORKING,
    part="working",
    columns=WORKING_COLUMNS,
    keys=(("memory_id", "entry_key"),),
    make=lambda row: WorkingRow(*row),
)
OPERATION_TABLE = RowTable(
    name=OPERATIONS,
    part="operations",
    columns=OPERATION_COLUMNS,
    keys=(("operation_id",),),
    make=lambda row: OperationRow(*row),
)
MARKER_TABLE = RowTable(
    name=MARKERS,
    part="markers",
    columns=MARKER_COLUMNS,
    keys=(("marker_id",),),
    make=lambda row: MarkerRow(*row),
)
TABLES = (RECORD_TABLE, WORKING_TABLE, OPERATION_TABLE, MARKER_TABLE)


def find(
    connection: sqlite3.Connection,
    table: RowTable,
    shape: HarnessShape,
    key: tuple[ColumnValue, ...],
) -> list[tuple[int, Any]]:
    """Return the rows with this key and their row ids; usually one or none."""
    columns = table.keys[0]
    table.shape(shape).require(*columns)
    parts = [sql_value(column, value, shape) for column, value in zip(columns, key, strict=True)]
    where = " AND ".join(
        f"{column} IS {part.sql}" for column, part in zip(columns, parts, strict=True)
    )
    values = [value for part in parts for value in part.values]
    return rows_where(connection, table, shape, Condition(where, tuple(values)))


def rows_where(
    connection: sqlite3.Connection, table: RowTable, shape: HarnessShape, condition: Condition
) -> list[tuple[int, Any]]:
    """Return rows with their row ids, in the order of these.

    Raises:
        StoreError: another column has the name of the row ids.
    """
    if table.shape(shape).hides_row_ids:
        raise StoreError(
            f"{table.name} has a column “rowid”, which hides the ids that rows are changed by.",
            "Nothing was written. The engine makes no such column; find out what did.",
        )
    found = connection.execute(
        f"SELECT {table.selected(shape)}, rowid FROM {table.name}"
        f" WHERE {condition.sql} ORDER BY rowid",
        condition.values,
    ).fetchall()
    return [(int(values[-1]), table.make(values[:-1])) for values in found]


def same_row(table: RowTable, one: object, other: object) -> bool:
    """Whether every column holds the same value in the same storage class."""
    return all(
        same_value(column, getattr(one, column), getattr(other, column)) for column in table.columns
    )


def same_value(column: str, one: ColumnValue, other: ColumnValue) -> bool:
    """Whether two values are stored alike."""
    one, other = _plain(column, one), _plain(column, other)
    return type(one) is type(other) and one == other


def sql_value(column: str, value: ColumnValue, shape: HarnessShape) -> Condition:
    """Return an expression for a value as it is stored in ``column``.

    Raises:
        StoreError: the file can't hold this text.
    """
    if column == _BYTES_ARE_TEXT and type(value) is bytes:
        value = decode(value)
    if isinstance(value, str) and shape.is_utf8:
        return bound(value)
    if isinstance(value, str) and valid_unicode(value) != value:
        raise StoreError(
            f"The text for {column} is not valid Unicode, so it can't be stored in a file whose "
            "text is UTF-16.",
            "Nothing was written.",
        )
    # Text in another encoding goes through SQLite's own conversion.
    return Condition("?", (value,))


def _plain(column: str, value: ColumnValue) -> ColumnValue:
    if column == _BYTES_ARE_TEXT and isinstance(value, str):
        return encode(value)
    return value
