"""Changes of whole scopes: all tables together, and ids that the engine keeps apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.core.changes import Swap, Touched, WorkingRow, edit_record
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational.edit_preview import Note
from desktop_app.core.observational.engine_log import Call, Ids, begin_operation
from desktop_app.core.observational.engine_steps import new_record, new_row
from desktop_app.core.observational.record import ObservationConfig
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.scope import Scope
from desktop_app.core.scope_changes import (
    ScopeRows,
    create_scope,
    delete_scope,
    rename_scope,
    set_limits,
    switch,
)

NOW = EngineTime(1_777_485_960)
SCOPE = Scope("acme", "conv", "coder")
OTHER = Scope("acme", "conv-2", "coder")
LIMITS = ObservationConfig(1200, 900, 4000)
RECORD = new_record(SCOPE, enabled=True, service_config=LIMITS, now=NOW)
OPERATION = begin_operation(
    SCOPE.memory_id, "enable", {"enabled": True}, Call(last_sequence=0, ids=Ids(), now=NOW)
).operation
ROWS = ScopeRows(
    record=new_row(RECORD),
    working=(WorkingRow(SCOPE.memory_id, "phase", '"x"'),),
    operations=(OPERATION,),
)


def test_a_scope_is_made_as_the_engine_makes_it():
    change = create_scope(SCOPE, enabled=True, service_config=LIMITS, now=NOW)
    assert change.records == (Swap(None, new_row(RECORD)),)
    assert change.label == "Create the scope acme / conv / coder"


@pytest.mark.parametrize(
    ("scope", "why"),
    [
        (Scope("a|b", "c", "d"), "tenant id .* contains"),
        (Scope("a", "b|c", "d"), "conversation id .* contains"),
        (Scope("a", "b", ""), "agent id .* is empty"),
        (Scope("a", " b", "c"), "white space"),
    ],
)
def test_ids_that_the_engine_mixes_up_are_refused_for_new_scopes(scope, why):
    with pytest.raises(RefusedError, match=why) as refused:
        create_scope(scope, enabled=True, service_config=LIMITS, now=NOW)
    assert "engine" in refused.value.advice
    with pytest.raises(RefusedError, match=why):
        rename_scope(ROWS, scope)


def test_renaming_changes_the_ids_in_every_table():
    change = rename_scope(ROWS, OTHER)
    assert change.touched == {Touched.RECORDS, Touched.WORKING_MEMORY, Touched.ENGINE_LOG}
    assert change.memory_ids == (SCOPE.memory_id, OTHER.memory_id)
    record = read_record(change.records[0].after)
    assert (record.memory_id, record.scope) == (OTHER.memory_id, OTHER)
    for swap in (*change.working, *change.operations):
        assert (swap.before.memory_id, swap.after.memory_id) == (
            SCOPE.memory_id,
            OTHER.memory_id,
        )


def test_a_scope_of_working_memory_alone_can_be_renamed_and_deleted():
    rows = ScopeRows(working=ROWS.working)
    assert rename_scope(rows, OTHER).touched == {Touched.WORKING_MEMORY}
    assert delete_scope(rows, "Delete").records == ()


def test_deleting_takes_every_row_and_undo_brings_them_back():
    change = delete_scope(ROWS, "Delete", reason="asked to")
    assert [swap.after for swap in (*change.records, *change.working, *change.operations)] == [
        None
    ] * 3
    back = change.inverse()
    assert (back.records[0].after, back.operations[0].after) == (ROWS.record, OPERATION)


def test_rows_that_come_back_know_their_places():
    rows = replace(ROWS, rowids={ROWS.record: 3, ROWS.working[0]: 1, OPERATION: 17})
    back = delete_scope(rows, "Delete").inverse()
    swaps = (*back.records, *back.working, *back.operations)
    assert [swap.rowid for swap in swaps] == [3, 1, 17]
    assert delete_scope(ROWS, "Delete").operations[0].rowid is None


def test_switching_and_limits_leave_all_else_as_it_was():
    edit = switch(RECORD, enabled=False)
    (swap,) = edit_record("Disable", ROWS.record, RECORD, edit.after).records
    assert swap.after.enabled == 0
    assert swap.after.config_json == ROWS.record.config_json
    assert set_limits(RECORD, ObservationConfig(5, 6, 7)).notes == frozenset()
    edit = set_limits(RECORD, ObservationConfig(5, 0, 7))
    assert edit.notes == {Note.DEFAULT_LIMIT}
    assert edit.after.config == ObservationConfig(5, 0, 7)
