"""Rows of the engine's file are swapped exactly, and come back exactly."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from desktop_app.core.changes import Change, Swap
from desktop_app.core.editing.ports import RowsDifferError
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.scope import Scope
from desktop_app.core.scope_changes import delete_scope, rename_scope
from desktop_app.store.harness_writer import SqliteStateWriter
from tests.store.reading_state import change as run
from tests.store.writer_state import (
    NOW,
    an_edit,
    everything,
    memory_ids,
    operation,
    scope_of,
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


@pytest.mark.parametrize("name", GOLDEN)
def test_every_scope_can_be_deleted_and_comes_back_byte_for_byte_in_its_place(name, state_db):
    path = state_db(name)
    before = everything(path)
    for number, memory_id in enumerate(memory_ids(path)):
        change = delete_scope(SqliteStateWriter(path).scope_rows(memory_id), "Delete")
        write(path, change, operation(f"memloupe-{number}", memory_id))
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
