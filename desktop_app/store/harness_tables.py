"""The tables that the engine writes, and how much of them a given file has."""

# ruff: noqa: S608 - names are the constants below

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from desktop_app.core.engine_text import decode
from desktop_app.core.errors import StoreError
from desktop_app.store.sqlite_errors import SQLITE_ERRORS, result_code

RECORDS = "om_memory_records"
OPERATIONS = "om_operation_log"
MARKERS = "om_markers"
WORKING = "working_memory_entries"

RECORD_COLUMNS = (
    "memory_id",
    "tenant_id",
    "conversation_id",
    "agent_id",
    "enabled",
    "state_version",
    "last_observed_message_index",
    "active_observations_json",
    "active_observation_tokens",
    "active_reflection",
    "active_reflection_tokens",
    "last_reflected_observation_seq",
    "config_json",
    "created_at",
    "updated_at",
)
OPERATION_COLUMNS = (
    "operation_id",
    "memory_id",
    "run_id",
    "tool_call_id",
    "scope_sequence",
    "operation_type",
    "status",
    "payload_json",
    "error_text",
    "created_at",
    "updated_at",
)
MARKER_COLUMNS = (
    "marker_id",
    "memory_id",
    "marker_type",
    "cycle_id",
    "message_index_start",
    "message_index_end",
    "token_count",
    "payload_json",
    "created_at",
)
WORKING_COLUMNS = ("memory_id", "entry_key", "entry_json")
_PAGED = frozenset((RECORDS, OPERATIONS, MARKERS))
"""Tables that are read in the order of their row ids."""
_TABLE_IS_ODD = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT)

# With the encoding all that a shape follows from: one schema has one shape, in whatever file.
_SCHEMA = "SELECT type, name, rootpage > 0, sql FROM sqlite_master"
_MOST_KNOWN = 32


@dataclass(frozen=True, slots=True)
class TableShape:
    """An expected table as it is in one file.

    Attributes:
        name: The engine's name of the table.
        exists: Whether it is there as a plain table.
        columns: The columns that it has and that hold stored values.
        problems: What differs from what the engine expects, in sentences.
        hides_row_ids: Whether a column of it has their name: no row is found by its id then.
    """

    name: str
    exists: bool = False
    columns: frozenset[str] = frozenset()
    problems: tuple[str, ...] = ()
    hides_row_ids: bool = False

    def selected(self, column: str) -> str:
        """Return SQL for the column, or for NULL where the table lacks it."""
        return column if column in self.columns else "NULL"

    def require(self, *columns: str) -> None:
        """Refuse to go on without these columns.

        Raises:
            StoreError: the table or one of the columns is missing.
        """
        if not self.exists or not self.columns.issuperset(columns):
            reason = " ".join(self.problems) or f"There is no table {self.name}."
            raise StoreError(reason, "The engine makes its tables when it starts.")


@dataclass(frozen=True, slots=True)
class HarnessShape:
    """What one file has of the engine's tables.

    Attributes:
        records: ``om_memory_records``; missing when the engine runs with memory off.
        operations: ``om_operation_log``.
        markers: ``om_markers``.
        working: ``working_memory_entries``.
        tables: Every plain table of the file, in lower case.
        is_utf8: Whether text is stored as UTF-8, as the engine does.
    """

    records: TableShape
    operations: TableShape
    markers: TableShape
    working: TableShape
    tables: frozenset[str]
    is_utf8: bool

    @property
    def problems(self) -> tuple[str, ...]:
        parts = (self.records, self.operations, self.markers, self.working)
        return tuple(problem for part in parts for problem in part.problems)


_KNOWN_SHAPES: dict[tuple[object, ...], HarnessShape] = {}


def read_shape(connection: sqlite3.Connection) -> HarnessShape:
    """Look at the file's schema; no row of a table is read."""
    schema = (*connection.execute("PRAGMA encoding"), *connection.execute(_SCHEMA))
    known = _KNOWN_SHAPES.get(schema)
    if known is None:
        known = _look_at_shape(connection)
        if len(_KNOWN_SHAPES) >= _MOST_KNOWN:
            _KNOWN_SHAPES.clear()
        _KNOWN_SHAPES[schema] = known
    return known


def _look_at_shape(connection: sqlite3.Connection) -> HarnessShape:
    found = _found(connection)
    (encoding,) = connection.execute("PRAGMA encoding").fetchone()

    def shape(name: str, columns: tuple[str, ...]) -> TableShape:
        return _table_shape(connection, name, columns, found)

    return HarnessShape(
        records=shape(RECORDS, RECORD_COLUMNS),
        operations=shape(OPERATIONS, OPERATION_COLUMNS),
        markers=shape(MARKERS, MARKER_COLUMNS),
        working=shape(WORKING, WORKING_COLUMNS),
        tables=frozenset(name for name, (is_plain, _) in found.items() if is_plain),
        is_utf8=encoding == "UTF-8",
    )


def read_table(connection: sqlite3.Connection, name: str, columns: tuple[str, ...]) -> TableShape:
    """Look at one table that should have ``columns``."""
    return _table_shape(connection, name, columns, _found(connection))


def as_text(value: int | float | str | bytes | None) -> str:
    """Return what the engine gets when it asks for text."""
    if isinstance(value, bytes):
        return decode(value)
    return "" if value is None else str(value)


def _found(connection: sqlite3.Connection) -> dict[str, tuple[bool, str]]:
    rows = connection.execute(
        "SELECT name, type = 'table' AND rootpage > 0 AND sql NOT LIKE 'CREATE VIRTUAL%', type"
        " FROM sqlite_master WHERE type IN ('table', 'view')"
    )
    return {str(name).lower(): (bool(is_plain), str(kind)) for name, is_plain, kind in rows}


def _table_shape(
    connection: sqlite3.Connection,
    name: str,
    expected: tuple[str, ...],
    found: dict[str, tuple[bool, str]],
) -> TableShape:
    if name not in found:
        return TableShape(name)
    is_plain, kind = found[name]
    if not is_plain:
        thing = "a view" if kind == "view" else "a virtual table"
        problem = f"{name} is {thing}, not a table. It is not read, because it could run code."
        return TableShape(name, problems=(problem,))
    stored, generated = _columns(connection, name)
    hides_row_ids = "rowid" in stored | generated
    if hides_row_ids and name in _PAGED:
        problem = f"{name} is not read: one of its columns hides the row ids."
        return TableShape(name, problems=(problem,))
    refusal = _why_not(connection, name, stored, expected)
    if refusal:
        return TableShape(name, problems=(f"{name} is not read: {refusal}.",))
    problems = [
        f"{name} has no column {column}, which the engine expects."
        for column in expected
        if column not in stored | generated
    ]
    problems += [
        f"{name}.{column} is computed, not stored. It is not read, because it could run code."
        for column in expected
        if column in generated
    ]
    return TableShape(
        name,
        exists=True,
        columns=stored,
        problems=tuple(problems),
        hides_row_ids=hides_row_ids,
    )


def _columns(connection: sqlite3.Connection, name: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the stored and the generated columns, in lower case."""
    rows = connection.execute(f"PRAGMA table_xinfo({name})").fetchall()
    stored = frozenset(str(row[1]).lower() for row in rows if not row[6])
    generated = frozenset(str(row[1]).lower() for row in rows if row[6])
    return stored, generated


def _why_not(
    connection: sqlite3.Connection, name: str, columns: frozenset[str], expected: tuple[str, ...]
) -> str:
    """Return why rows of a plain table can't be read in order; empty if they can."""
    keys = [*(["rowid"] if name in _PAGED else []), *filter(columns.__contains__, expected)]
    try:
        # Reads no row: SQLite looks for the row ids and the orders of text when it prepares.
        connection.execute(f"SELECT 1 FROM {name} ORDER BY {', '.join(keys) or 1} LIMIT 0").close()
    except SQLITE_ERRORS as error:
        if result_code(error) not in _TABLE_IS_ODD:
            raise
        return str(error)
    return ""
