"""Tables that are damaged or made in an odd way are named, and hide no scope of the others."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from desktop_app.core.errors import StoreBusyError
from desktop_app.store.harness_tables import read_shape
from desktop_app.store.sqlite_file import reading
from desktop_app.store.state_file import SqliteStateFile
from tests.store.reading_state import change

PAGE = 4096
SIDE_TABLES = [("working_memory_entries", 5), ("om_operation_log", 6), ("om_markers", 6)]
"""With the scopes that are left: five have records, one has working memory only."""


def damage(path, table):
    """Overwrite the first page of a table and of each of its indexes."""
    with closing(sqlite3.connect(path)) as connection:
        pages = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE tbl_name = ?", (table,)
        ).fetchall()
    with path.open("r+b") as file:
        for (page,) in pages:
            file.seek((page - 1) * PAGE)
            file.write(b"\xff" * PAGE)


def rebuild(path, table, edit):
    """Make a table again from its own statement, changed by ``edit``, without its rows."""
    with closing(sqlite3.connect(path)) as connection:
        connection.create_collation("secret", lambda a, b: (a > b) - (a < b))
        (statement,) = connection.execute(
            "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)
        ).fetchone()
        connection.execute(f"DROP TABLE {table}")
        connection.execute(edit(statement))
        connection.commit()


def ordered_oddly(statement):
    return statement.replace("memory_id TEXT", "memory_id TEXT COLLATE secret")


def without_row_ids(statement):
    return f"{statement} WITHOUT ROWID"


def with_hidden_row_ids(statement):
    return statement.replace("memory_id TEXT", "rowid TEXT, memory_id TEXT", 1)


def problems(path):
    with reading(path) as connection:
        return read_shape(connection).problems


def listed(path):
    """Return the number of scopes that each way of listing them gives."""
    file = SqliteStateFile(path)
    nodes = file.tenants("")
    below = [file.conversations(node.name, "") for node in nodes]
    return (
        len(file.scopes()),
        sum(node.scopes for node in nodes),
        sum(node.scopes for found in below for node in found),
    )


@pytest.mark.parametrize(("table", "left"), SIDE_TABLES)
def test_a_damaged_table_hides_no_record(state_db, table, left):
    path = state_db("rich-coding-agent")
    damage(path, table)
    assert set(listed(path)) == {left}


@pytest.mark.parametrize(("table", "left"), SIDE_TABLES)
def test_a_table_in_an_order_that_only_its_maker_knows_hides_no_record(state_db, table, left):
    path = state_db("rich-coding-agent")
    rebuild(path, table, ordered_oddly)
    assert set(listed(path)) == {left}
    assert problems(path) == (f"{table} is not read: no such collation sequence: secret.",)


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (without_row_ids, "no such column: rowid"),
        (with_hidden_row_ids, "one of its columns hides the row ids"),
    ],
)
@pytest.mark.parametrize("table", ["om_memory_records", "om_operation_log", "om_markers"])
def test_a_table_whose_rows_have_no_ids_is_named(state_db, table, edit, reason):
    path = state_db("rich-coding-agent")
    rebuild(path, table, edit)
    assert problems(path) == (f"{table} is not read: {reason}.",)
    has_records = table != "om_memory_records"
    assert {entry.has_record for entry in SqliteStateFile(path).scopes()} == {False, has_records}
    assert len(set(listed(path))) == 1


def test_working_memory_needs_no_row_ids(state_db):
    path = state_db("rich-coding-agent")
    rebuild(path, "working_memory_entries", without_row_ids)
    change(path, "INSERT INTO working_memory_entries VALUES ('a|b|c', 'key', '1')")
    assert problems(path) == ()
    (entry,) = SqliteStateFile(path).contents("a|b|c")[2]
    assert entry.key == "key"


def test_working_memory_without_its_key_hides_no_record(state_db):
    path = change(
        state_db("rich-coding-agent"),
        "DROP TABLE working_memory_entries",
        "CREATE TABLE working_memory_entries (entry_key, entry_json)",
    )
    assert set(listed(path)) == {5}


def test_a_locked_file_is_still_said_to_be_busy(state_db, other_process):
    path = change(state_db("rich-coding-agent"), "PRAGMA journal_mode=DELETE")
    other_process(path).run("BEGIN EXCLUSIVE")
    with pytest.raises(StoreBusyError):
        SqliteStateFile(path).scopes()
