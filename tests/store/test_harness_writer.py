"""Rows of the engine's file are swapped exactly, and come back exactly."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from msgspec.structs import replace

from desktop_app.core.changes import Change, Swap, WorkingRow, edit_record
from desktop_app.core.editing.ports import RowsDifferError
from desktop_app.core.errors import StoreError
from desktop_app.core.observational import edits
from desktop_app.core.observational.record import Blob
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.scope import Scope
from desktop_app.core.scope_changes import delete_scope, rename_scope
from desktop_app.store.harness_writer import SqliteStateWriter
from tests.store.reading_state import change as run
from tests.store.writer_state import (
    NOW,
    everything,
    memory_ids,
    operation,
    values,
    working,
    write,
)

GOLDEN = [
    "rich-coding-agent",
    "wal-present",
    "hand-edited",
    "memory-mode-off",
    "odd-scope-ids",
    "operations-mixed",
    "legacy-plain-reflection",
]


@pytest.fixture
def path(state_db):
    return state_db("rich-coding-agent")


def scope_of(path):
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


@pytest.mark.parametrize("name", GOLDEN)
def test_every_scope_can_be_deleted_and_comes_back_byte_for_byte_in_its_place(name, state_db):
    path = state_db(name)
    before = everything(path)
    for memory_id in memory_ids(path):
        rows = SqliteStateWriter(path).scope_rows(memory_id)
        change = delete_scope(rows, "Delete")
        write(path, change, operation(f"memloupe-{len(memory_id)}-{id(rows)}", memory_id))
        assert SqliteStateWriter(path).scope_rows(memory_id).record is None
        write(path, change.inverse())
        assert everything(path) == before


def test_a_database_where_the_configuration_says_is_written_too(golden_workspace):
    path = golden_workspace("custom-database-path") / "data" / "memory.db"
    before = everything(path)
    change = an_edit(path)
    write(path, change)
    assert everything(path) != before
    write(path, change.inverse())
    assert everything(path) == before


def test_an_edit_writes_what_differs_and_leaves_no_file_behind(path):
    before = everything(path)
    names = sorted(path.parent.iterdir())
    change = an_edit(path)
    written = write(path, change, operation("memloupe-1", change.memory_ids[0]))
    assert 0 < written.locked_seconds < 1
    (swap,) = change.records
    found = SqliteStateWriter(path).scope_rows(swap.before.memory_id).record
    assert read_record(found) == read_record(swap.after)
    assert sorted(path.parent.iterdir()) == names
    write(path, change.inverse(), operation("memloupe-2", change.memory_ids[0]))
    assert everything(path) == before


def test_several_changes_undone_in_the_opposite_order_leave_the_start(path):
    before, done = everything(path), []
    for text in ("one", "two", "three"):
        done.append(an_edit(path, text))
        write(path, done[-1])
    for change in reversed(done):
        write(path, change.inverse())
    assert everything(path) == before


def test_the_log_row_gets_the_next_number_of_its_memory(path):
    memory_id = scope_of(path)
    last = SqliteStateWriter(path).last_sequence(memory_id)
    change = working((None, (memory_id, "new", "1")))
    write(path, change, *(operation(f"memloupe-{n}", memory_id) for n in range(2)))
    found = values(
        path,
        "SELECT scope_sequence FROM om_operation_log WHERE operation_id LIKE 'memloupe-%'"
        " ORDER BY rowid",
    )
    assert found == [(last + 1,), (last + 2,)]
    assert SqliteStateWriter(path).last_sequence(memory_id) == last + 2
    assert SqliteStateWriter(path).last_sequence("nobody") == 0


def test_a_log_row_does_not_take_the_place_of_rows_that_go(state_db):
    path = state_db("legacy-plain-reflection")
    (memory_id,) = memory_ids(path)
    before = everything(path)
    change = delete_scope(SqliteStateWriter(path).scope_rows(memory_id), "Delete")
    write(path, change, operation("memloupe-1", memory_id))
    ((place,),) = values(path, "SELECT rowid FROM om_operation_log")
    assert place > before["om_operation_log"][-1][0]


def test_a_place_that_was_taken_meanwhile_is_left_to_whoever_took_it(path):
    memory_id = scope_of(path)
    rows = SqliteStateWriter(path).scope_rows(memory_id)
    change = delete_scope(rows, "Delete")
    write(path, change)
    place = rows.rowids[rows.operations[0]]
    run(
        path,
        f"INSERT INTO om_operation_log (rowid, operation_id, memory_id, run_id, tool_call_id,"
        f" scope_sequence, operation_type, status, payload_json, error_text, created_at,"
        f" updated_at) VALUES ({place}, 'op_x', 'm', '', '', 1, '', '', '', '', '', '')",
    )
    write(path, change.inverse())
    back = SqliteStateWriter(path).scope_rows(memory_id)
    assert set(back.operations) == set(rows.operations)
    assert values(path, f"SELECT operation_id FROM om_operation_log WHERE rowid = {place}") == [
        ("op_x",)
    ]


def test_mode_off_has_no_log_and_writes_working_memory(state_db):
    path = state_db("memory-mode-off")
    before = everything(path)
    change = working((None, ("a|b|c", "new", "1")))
    write(path, change, operation("memloupe-1", "a|b|c"))
    writer = SqliteStateWriter(path)
    assert writer.has_operation("memloupe-1") is None
    assert writer.at_work_since(("a|b|c",), NOW) is None
    assert writer.last_sequence("a|b|c") == 0
    write(path, change.inverse())
    assert everything(path) == before


def test_whether_an_operation_is_there_tells_that_a_change_was_written(path):
    writer = SqliteStateWriter(path)
    assert writer.has_operation("memloupe-1") is False
    write(path, working((None, ("a", "k", "1"))), operation("memloupe-1", "a"))
    assert writer.has_operation("memloupe-1") is True


@pytest.mark.parametrize(
    "steps",
    [
        [(("s", "a", "1"), ("s", "b", "1")), (("s", "b", "2"), ("s", "a", "2"))],
        [(("s", "a", "1"), ("s", "b", "1")), (("s", "b", "2"), ("s", "c", "2"))],
        [(("s", "b", "2"), ("s", "c", "2")), (("s", "a", "1"), ("s", "b", "9"))],
        [(("s", "a", "1"), ("s", "b", "1")), (("s", "b", "2"), None)],
        [(("s", "a", "1"), ("t", "a", "1")), (None, ("s", "a", "5"))],
        [(("s", "a", "1"), ("s", "b", "2")), (("s", "b", "2"), ("s", "a", "1"))],
    ],
)
def test_keys_can_change_hands_within_one_change(path, steps):
    run(
        path,
        "INSERT INTO working_memory_entries VALUES ('s', 'a', '1')",
        "INSERT INTO working_memory_entries VALUES ('s', 'b', '2')",
    )
    before = everything(path)
    change = working(*steps)
    write(path, change)
    expected = sorted(step[1] for step in steps if step[1])
    found = values(
        path, "SELECT * FROM working_memory_entries WHERE memory_id IN ('s', 't') ORDER BY 1, 2"
    )
    assert set(expected) <= set(found)
    assert len(found) == 2 + sum((after is not None) - (seen is not None) for seen, after in steps)
    write(path, change.inverse())
    assert everything(path) == before


def test_two_scopes_can_trade_their_names(path):
    first, second = [
        SqliteStateWriter(path).scope_rows(memory_id).record for memory_id in memory_ids(path)[:2]
    ]
    ids = ("memory_id", "tenant_id", "conversation_id", "agent_id")

    def named(row, other):
        return replace(row, **{name: getattr(other, name) for name in ids})

    before = everything(path)
    change = Change(
        label="Trade",
        records=(Swap(first, named(first, second)), Swap(second, named(second, first))),
    )
    write(path, change)
    found = SqliteStateWriter(path).scope_rows(first.memory_id).record
    assert found == named(second, first)
    write(path, change.inverse())
    assert everything(path) == before


def test_a_scope_is_renamed_in_all_tables_and_its_rows_stay_in_their_places(path):
    before = everything(path)
    for memory_id in memory_ids(path):
        rows = SqliteStateWriter(path).scope_rows(memory_id)
        change = rename_scope(rows, Scope("t", "c", "a"))
        write(path, change)
        renamed = SqliteStateWriter(path).scope_rows("t|c|a")
        assert len(renamed.operations) == len(rows.operations)
        assert list(renamed.rowids.values()) == list(rows.rowids.values())
        write(path, change.inverse())
        assert everything(path) == before


def test_a_rename_to_a_name_that_is_taken_is_refused(path):
    one, other = memory_ids(path)[:2]
    before = everything(path)
    rows = SqliteStateWriter(path).scope_rows(one)
    with pytest.raises(RowsDifferError):
        write(path, rename_scope(rows, Scope(*other.split("|"))))
    assert everything(path) == before


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
