"""Short questions to a state file, and states that it can be left in."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from desktop_app.store.harness_reader import rows_after
from desktop_app.store.sqlite_file import reading

OPERATIONS = "SELECT count(*) FROM om_operation_log"
ENTRIES = "SELECT count(*) FROM working_memory_entries"


def count(path, statement=OPERATIONS):
    with reading(path) as connection:
        return connection.execute(statement).fetchone()[0]


def records(connection):
    """Return every record of an open file."""
    return rows_after(connection, None, -1)[0]


def observations(path):
    with reading(path) as connection:
        (text,) = connection.execute(
            "SELECT active_observations_json FROM om_memory_records"
        ).fetchone()
    return text.count('"seq":')


def insert(key):
    return f"INSERT INTO working_memory_entries VALUES ('a', '{key}', '1')"


def make_rollback(path):
    return change(path, "PRAGMA journal_mode=DELETE")


def leave_hot_journal(path, other_process, statement=None):
    """Let a process die in the middle of writing, after it has run ``statement``."""
    engine = other_process(path)
    engine.run(
        "PRAGMA cache_size=1",
        "BEGIN",
        "CREATE TABLE filler AS WITH RECURSIVE n(i) AS "
        "(SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT i, hex(i) AS h FROM n",
        statement or insert("half done"),
    )
    engine.kill()
    assert Path(f"{path}-journal").stat().st_size > 0


def change(path, *statements):
    """Run statements, each a text or a text with its values, and return the path."""
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(*((statement,) if isinstance(statement, str) else statement))
        connection.commit()
    return path


def record(memory_id, *ids, enabled=1, reflection="", updated="2026-04-20T08:15:30Z"):
    """Return the statement that adds a record; ``ids`` are those in ``memory_id`` unless given."""
    values = (memory_id, *(ids or memory_id.split("|")), enabled, reflection, updated)
    stored = "?, ?, ?, ?, ?, 3, 0, '[]', 12, ?, 5, 0, '{}', '', ?"
    return f"INSERT INTO om_memory_records VALUES ({stored})", values


def remembered(memory_id, key="plan", value="1"):
    """Return the statement that adds an entry to working memory."""
    return "INSERT INTO working_memory_entries VALUES (?, ?, ?)", (memory_id, key, value)


def started(memory_id, operation_id, time, status="processing"):
    """Return the statement that adds an operation to the log, created and updated at ``time``."""
    return (
        "INSERT INTO om_operation_log VALUES (?, ?, '', '', 1, 'observe', ?, '{}', '', ?, ?)",
        (operation_id, memory_id, status, time, time),
    )
