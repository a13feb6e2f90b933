"""Tables that look like the engine's, and do something else with what is written to them."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from desktop_app.core.editing.ports import RowsDifferError
from desktop_app.core.errors import StoreError
from desktop_app.store.harness_tables import RECORDS, WORKING
from tests.store.writer_state import an_edit, everything, operation, working, write

OWNER = "acme|conv-42|planner"


@pytest.fixture
def path(state_db):
    return state_db("rich-coding-agent")


def rebuild(path, table, old, new):
    """Make a table of the engine anew with another schema and the same rows."""
    with closing(sqlite3.connect(path)) as connection:
        (sql,) = connection.execute(
            "SELECT sql FROM sqlite_master WHERE name = ?", (table,)
        ).fetchone()
        columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))
        assert old in sql
        connection.execute(f"ALTER TABLE {table} RENAME TO before")
        connection.execute(new.join(sql.rsplit(old, 1)))
        connection.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM before")
        connection.execute("DROP TABLE before")
        connection.commit()


@pytest.mark.parametrize("answer", ["REPLACE", "IGNORE", "ROLLBACK", "FAIL"])
def test_a_row_that_others_would_give_way_to_is_refused(path, answer):
    rebuild(path, WORKING, ")", f", UNIQUE (entry_json) ON CONFLICT {answer})")
    with closing(sqlite3.connect(path)) as connection:
        (taken,) = connection.execute(
            "SELECT entry_json FROM working_memory_entries WHERE memory_id <> ?", (OWNER,)
        ).fetchone()
    before = everything(path, ours=True)
    for step in (
        (None, (OWNER, "new", taken)),
        ((OWNER, "todo", _value(path)), (OWNER, "todo", taken)),
    ):
        with pytest.raises(RowsDifferError):
            write(path, working(step))
        assert everything(path, ours=True) == before


def _value(path):
    with closing(sqlite3.connect(path)) as connection:
        (value,) = connection.execute(
            "SELECT entry_json FROM working_memory_entries WHERE memory_id = ?", (OWNER,)
        ).fetchone()
    return value


@pytest.mark.parametrize("column", ["rowid TEXT", "rowid INTEGER DEFAULT 7", "rowid AS (7)"])
@pytest.mark.parametrize("table", [WORKING, RECORDS])
def test_a_column_that_hides_the_row_ids_keeps_all_rows_as_they_are(path, column, table):
    if table == RECORDS:
        change = an_edit(path)
        rebuild(path, RECORDS, "UNIQUE (", f"{column}, UNIQUE (")
    else:
        change = working(((OWNER, "todo", _value(path)), (OWNER, "todo", "5")))
        rebuild(path, WORKING, "PRIMARY KEY", f"{column}, PRIMARY KEY")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"hides the (row )?ids"):
        write(path, change)
    assert path.read_bytes() == before


@pytest.mark.parametrize("rule", ["CHECK (entry_json <> '5')", "CHECK (length(entry_key) > 50)"])
def test_a_rule_that_is_not_the_engines_is_named(path, rule):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM working_memory_entries")
        connection.commit()
    rebuild(path, WORKING, ")", f", {rule})")
    with pytest.raises(StoreError, match="a rule that this change does not keep") as refused:
        write(path, working((None, (OWNER, "new", "5"))))
    assert not isinstance(refused.value, RowsDifferError)
    assert everything(path, ours=True)[WORKING] == []


def test_the_highest_number_of_the_log_is_not_counted_up(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE om_operation_log SET scope_sequence = 9223372036854775807")
        connection.commit()
    write(path, working((None, (OWNER, "new", "5"))), operation("memloupe-x", OWNER))
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute(
            "SELECT typeof(scope_sequence), scope_sequence FROM om_operation_log"
            " WHERE operation_id = 'memloupe-x'"
        ).fetchall()
    assert found == [("integer", 1)]
