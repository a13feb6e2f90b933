"""Storage classes, encodings and columns that are not ours stay as they are."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from msgspec.structs import replace

from desktop_app.core.changes import Change, Swap, WorkingRow
from desktop_app.core.editing.ports import RowsDifferError
from desktop_app.core.errors import StoreError
from desktop_app.core.observational.record import Blob
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.scope_changes import delete_scope
from desktop_app.store.harness_writer import SqliteStateWriter
from tests.store.reading_state import change as run
from tests.store.writer_state import (
    an_edit,
    everything,
    memory_ids,
    operation,
    scope_of,
    values,
    working,
    write,
)


@pytest.fixture
def path(state_db):
    return state_db("rich-coding-agent")


def test_observations_stored_as_a_blob_are_text_after_an_edit_and_a_blob_after_undo(path):
    run(
        path,
        "UPDATE om_memory_records SET active_observations_json ="
        " CAST(active_observations_json AS BLOB)",
    )
    before = everything(path)
    change = an_edit(path)
    (swap,) = change.records
    assert isinstance(swap.before.active_observations_json, Blob)
    write(path, change)
    kind = "SELECT typeof(active_observations_json) FROM om_memory_records WHERE memory_id = ?"
    assert values(path, kind, swap.before.memory_id) == [("text",)]
    write(path, change.inverse())
    assert values(path, kind, swap.before.memory_id) == [("blob",)]
    assert everything(path) == before


def test_an_entry_whose_key_is_a_blob_is_found_by_its_text(path):
    run(path, "INSERT INTO working_memory_entries VALUES ('s', CAST('key' AS BLOB), '1')")
    before = everything(path)
    change = working((("s", "key", "1"), ("s", "key", "2")))
    with pytest.raises(RowsDifferError):
        write(path, change)
    (swap,) = SqliteStateWriter(path).present(change).working
    assert swap.before == WorkingRow("s", b"key", "1")
    mended = Change(label="x", working=(Swap(swap.before, swap.after),))
    write(path, mended)
    assert values(
        path,
        "SELECT typeof(entry_key), entry_json FROM working_memory_entries WHERE memory_id = 's'",
    ) == [("text", "2")]
    write(path, mended.inverse())
    assert everything(path) == before


def test_a_text_where_a_blob_was_seen_is_another_row(path):
    change = an_edit(path)
    run(
        path,
        "UPDATE om_memory_records SET active_observations_json ="
        " CAST(active_observations_json AS BLOB)",
    )
    with pytest.raises(RowsDifferError, match="is not as it was"):
        write(path, change)
    present = SqliteStateWriter(path).present(change)
    assert present != change
    write(path, present)


@pytest.mark.parametrize(
    ("column", "stored"),
    [
        ("active_reflection", "CAST(active_reflection AS BLOB)"),
        ("active_reflection", "CAST(x'ff41' AS TEXT)"),
        ("active_reflection", "'nul' || char(0) || 'behind'"),
        ("active_reflection_tokens", "1.5"),
        ("active_reflection_tokens", "'many'"),
        ("active_reflection_tokens", "x'01'"),
        ("state_version", "9223372036854775807"),
        ("config_json", "CAST(config_json AS BLOB)"),
        ("updated_at", "20240101"),
        ("created_at", "x'32'"),
    ],
)
def test_columns_that_were_not_edited_stay_in_any_storage_class(path, column, stored):
    run(path, f"UPDATE om_memory_records SET {column} = {stored}")
    before = everything(path)
    rows = SqliteStateWriter(path).scope_rows(scope_of(path))
    edited = replace(rows.record, enabled=1 - rows.record.enabled)
    change = Change(label="Switch", records=(Swap(rows.record, edited),))
    write(path, change)
    ((now_on,),) = values(
        path, "SELECT enabled FROM om_memory_records WHERE memory_id = ?", scope_of(path)
    )
    assert now_on == edited.enabled
    write(path, change.inverse())
    assert everything(path) == before
    gone = delete_scope(rows, "Delete")
    write(path, gone)
    write(path, gone.inverse())
    assert everything(path) == before


def test_text_that_is_not_utf_8_is_stored_byte_for_byte(path):
    change = working((None, ("a|b|c", "k\udcff", '"\udc80"')))
    write(path, change)
    found = values(
        path,
        "SELECT hex(entry_key), hex(entry_json), typeof(entry_json) FROM working_memory_entries"
        " WHERE memory_id = 'a|b|c'",
    )
    assert found == [("6BFF", "228022", "text")]
    assert SqliteStateWriter(path).present(change.inverse()) == change.inverse()


def in_utf_16(source, target):
    """Copy a state file into one whose text is UTF-16."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        new.execute("PRAGMA encoding = 'UTF-16le'")
        schema = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type = 'index'"
        for name, sql in old.execute(schema).fetchall():
            new.execute(sql)
            if sql.startswith("CREATE TABLE"):
                rows = old.execute(f"SELECT * FROM {name}").fetchall()
                if rows:
                    marks = ", ".join("?" * len(rows[0]))
                    new.executemany(f"INSERT INTO {name} VALUES ({marks})", rows)
        new.commit()


def test_a_file_in_utf_16_is_edited_and_mended_like_any_other(path):
    wide = path.with_name("wide.db")
    in_utf_16(path, wide)
    before = everything(wide)
    change = an_edit(wide, "naïve 🎈")
    write(wide, change, operation("memloupe-1", change.memory_ids[0]))
    found = SqliteStateWriter(wide).scope_rows(change.memory_ids[0]).record
    assert read_record(found).observations[0].content == "naïve 🎈"
    write(wide, change.inverse())
    assert everything(wide) == before
    for memory_id in memory_ids(wide):
        gone = delete_scope(SqliteStateWriter(wide).scope_rows(memory_id), "Delete")
        write(wide, gone)
        write(wide, gone.inverse())
    assert everything(wide) == before


def test_text_that_utf_16_can_not_hold_is_refused_and_nothing_is_written(path):
    wide = path.with_name("wide.db")
    in_utf_16(path, wide)
    before = everything(wide)
    with pytest.raises(StoreError, match="can't be stored"):
        write(wide, working((None, ("a|b|c", "k", '"\udc80"'))))
    assert everything(wide) == before


def test_columns_that_others_have_added_stay(path):
    run(
        path,
        "ALTER TABLE working_memory_entries ADD COLUMN note TEXT DEFAULT 'theirs'",
        "INSERT INTO working_memory_entries VALUES ('s', 'a', '1', 'mine')",
        "INSERT INTO working_memory_entries VALUES ('s', 'b', '2', 'yours')",
    )
    swap = working((("s", "a", "1"), ("s", "b", "1")), (("s", "b", "2"), ("s", "a", "2")))
    write(path, swap)
    notes = "SELECT entry_key, note FROM working_memory_entries WHERE memory_id = 's' ORDER BY 1"
    assert values(path, notes) == [("a", "yours"), ("b", "mine")]
    with pytest.raises(StoreError, match="could not be undone"):
        write(path, working((("s", "a", "2"), None)))


def test_a_column_that_is_missing_can_not_be_written(path):
    run(path, "ALTER TABLE om_memory_records DROP COLUMN config_json")
    row = SqliteStateWriter(path).scope_rows(scope_of(path)).record
    assert row.config_json is None
    before = everything(path)
    with pytest.raises(StoreError, match="has no column config_json"):
        write(path, Change(label="x", records=(Swap(row, replace(row, config_json="{}")),)))
    write(path, Change(label="x", records=(Swap(row, replace(row, state_version=77)),)))
    write(path, Change(label="x", records=(Swap(replace(row, state_version=77), row),)))
    assert everything(path) == before
