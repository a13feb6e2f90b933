"""A golden file to write to: its bytes as values, the engine's operations, and a clock."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from desktop_app.core.changes import Change, Swap, WorkingRow, edit_record
from desktop_app.core.engine_time import EngineTime, format_column
from desktop_app.core.observational import edits
from desktop_app.core.observational.engine_log import APPLIED, OperationRow
from desktop_app.core.observational.record_reader import read_record
from desktop_app.store.harness_tables import MARKERS, OPERATIONS, RECORDS, WORKING
from desktop_app.store.harness_writer import SqliteStateWriter

NOW = EngineTime(1_800_000_000)
TABLES = (RECORDS, OPERATIONS, MARKERS, WORKING)


def everything(path, *, ours=False):
    """Return each table's rows with row ids, storage classes and exact bytes, in order.

    Without ``ours`` rows that Memloupe has added to the engine's log are left out.
    """
    with closing(sqlite3.connect(path)) as connection:
        there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        return {
            table: [row for row in _rows(connection, table) if ours or not _is_ours(row)]
            for table in TABLES
            if table in there
        }


def _is_ours(row):
    return row[2].replace(b"\x00", b"").startswith(b"memloupe-")


def _rows(connection, table):
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    exact = ", ".join(
        f"typeof({name}), CASE typeof({name}) WHEN 'text' THEN CAST({name} AS BLOB)"
        f" WHEN 'blob' THEN {name} ELSE CAST(quote({name}) AS BLOB) END"
        for name in columns
    )
    return connection.execute(f"SELECT rowid, {exact} FROM {table} ORDER BY rowid").fetchall()


def memory_ids(path):
    with closing(sqlite3.connect(path)) as connection:
        there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        tables = [name for name in (RECORDS, WORKING) if name in there]
        select = " UNION ".join(f"SELECT memory_id FROM {name}" for name in tables)
        return [memory_id for (memory_id,) in connection.execute(select)]


def write(path, change, *log, now=NOW):
    return SqliteStateWriter(path).write(change, log, now=now)


def working(*steps):
    """Return a change of working memory from pairs of (memory id, key, value), or ``None``."""
    rows = [[row and WorkingRow(*row) for row in step] for step in steps]
    return Change(label="Set", working=tuple(Swap(*pair) for pair in rows))


def operation(name, memory_id, status=APPLIED, updated_at=None):
    time = format_column(NOW) if updated_at is None else updated_at
    return OperationRow(
        operation_id=name,
        memory_id=memory_id,
        run_id="r",
        tool_call_id="t",
        scope_sequence=0,
        operation_type="edit",
        status=status,
        payload_json="{}",
        error_text="",
        created_at=time,
        updated_at=time,
    )


def scope_of(path):
    """Return the first memory id of a file."""
    return memory_ids(path)[0]


def an_edit(path, text="changed"):
    """Return an edit of the first record that has observations."""
    for memory_id in memory_ids(path):
        row = SqliteStateWriter(path).scope_rows(memory_id).record
        seen = row and read_record(row)
        if seen and seen.observations:
            edit = edits.edit_text(seen, 0, text).after
            return edit_record("Edit", row, seen, edits.stamped(edit, NOW))
    raise AssertionError("no observations")


def values(path, statement, *bound):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(statement, bound).fetchall()
