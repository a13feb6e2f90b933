"""Short questions to a state file, and states that it can be left in."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from desktop_app.store.sqlite_file import reading

OPERATIONS = "SELECT count(*) FROM om_operation_log"
ENTRIES = "SELECT count(*) FROM working_memory_entries"


def count(path, statement=OPERATIONS):
    with reading(path) as connection:
        return connection.execute(statement).fetchone()[0]


def observations(path):
    with reading(path) as connection:
        (text,) = connection.execute(
            "SELECT active_observations_json FROM om_memory_records"
        ).fetchone()
    return text.count('"seq":')


def insert(key):
    return f"INSERT INTO working_memory_entries VALUES ('a', '{key}', '1')"


def make_rollback(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    return path


def leave_hot_journal(path, other_process):
    engine = other_process(path)
    engine.run(
        "PRAGMA cache_size=1",
        "BEGIN",
        "CREATE TABLE filler AS WITH RECURSIVE n(i) AS "
        "(SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT i, hex(i) AS h FROM n",
        insert("half done"),
    )
    engine.kill()
    assert Path(f"{path}-journal").stat().st_size > 0
