"""Rows of the engine's log, and whole scopes, changed on both sides."""

from __future__ import annotations

import pytest
from merged_rows import MEMORY, NOW, ROW, THEN, after, records
from msgspec.structs import replace

from desktop_app.core.changes import Change, Swap, WorkingRow, combined, edit_record
from desktop_app.core.editing.conflict import Choice, ConflictItem, MergedPart
from desktop_app.core.editing.merging import Rebase, rebase
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational import edits
from desktop_app.core.observational.engine_log import Call, Ids, MarkerRow, begin_operation
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.record_writer import rewrite_row
from desktop_app.core.scope import Scope
from desktop_app.core.scope_changes import ScopeRows, delete_scope, rename_scope

OPERATION = begin_operation(
    MEMORY, "observe", {}, Call(last_sequence=0, ids=Ids(), now=THEN)
).operation
MARKER = MarkerRow(
    "mk_1", MEMORY, "observation_start", "op_1", 0, 0, 1, "{}", "2026-04-29T18:06:00Z"
)


def log(*swap: object, present: object) -> Rebase:
    kind = "markers" if MarkerRow in map(type, (*swap, present)) else "operations"
    return rebase(
        Change(label="Log", **{kind: (Swap(*swap),)}),
        Change(label="Log", **{kind: (Swap(present, None),)}),
        now=NOW,
    )


def test_a_renamed_operation_keeps_the_status_that_the_engine_gave_it():
    renamed = replace(OPERATION, memory_id="a|b|c")
    rebased = log(OPERATION, renamed, present=replace(OPERATION, status="applied"))
    assert after(rebased.change) == [replace(renamed, status="applied")]


def test_an_operation_that_both_have_changed_is_asked_as_a_row():
    mine, theirs = replace(OPERATION, status="failed"), replace(OPERATION, status="applied")
    rebased = log(OPERATION, mine, present=theirs)
    assert rebased.items == (
        ConflictItem(
            "Operation op_1", "row", "observe, processing", "observe, applied", "observe, failed"
        ),
    )
    assert after(rebased.resolved([Choice.MINE])) == [mine]


def test_a_marker_that_changed_before_it_was_deleted_is_asked_and_one_that_is_gone_is_not():
    rebased = log(MARKER, None, present=replace(MARKER, token_count=2))
    assert [item.title for item in rebased.items] == ["Marker mk_1"]
    assert log(MARKER, None, present=None).items == ()


def test_an_id_that_is_taken_can_not_be_chosen():
    with pytest.raises(RefusedError, match="Operation op_1 is in the engine's log already"):
        log(None, OPERATION, present=replace(OPERATION, status="applied"))
    assert log(None, OPERATION, present=OPERATION).items == ()


def test_renaming_a_scope_takes_along_what_the_engine_has_written_meanwhile():
    wanted = rename_scope(ScopeRows(record=ROW), Scope("acme", "conv", "reviewer"))
    theirs = rewrite_row(ROW, edits.add_observation(read_record(ROW), "more", now=THEN).after)
    rebased = rebase(wanted, Change(label="", records=(Swap(theirs, None),)), now=NOW)
    (row,) = after(rebased.change)
    assert (row.memory_id, row.agent_id) == ("acme|conv|reviewer", "reviewer")
    assert len(read_record(row).observations) == 2
    assert MergedPart("Scope", "memory id, only yours") in rebased.merged


def test_rows_of_several_memories_are_told_apart():
    other = replace(ROW, memory_id="acme|conv|planner", agent_id="planner")
    parts = [
        edit_record(
            "Edit", row, read_record(row), edits.edit_text(read_record(row), 0, "mine").after
        )
        for row in (ROW, other)
    ]
    theirs = [
        rewrite_row(row, edits.edit_text(read_record(row), 0, "theirs").after)
        for row in (ROW, other)
    ]
    rebased = rebase(
        combined("Both", parts),
        Change(label="", records=tuple(Swap(row, None) for row in theirs)),
        now=NOW,
    )
    assert [item.title for item in rebased.items] == [
        "Observation 1 in acme / conv / coder",
        "Observation 1 in acme / conv / planner",
    ]
    rows = after(rebased.resolved([Choice.MINE, Choice.THEIRS]))
    assert rows[1] == theirs[1]
    assert read_record(rows[0]).observations[0].content == "mine"


def test_a_deleted_scope_is_asked_row_by_row_for_what_changed_only():
    entry = WorkingRow(MEMORY, "port", "1")
    wanted = delete_scope(
        ScopeRows(record=ROW, working=(entry,), operations=(OPERATION,)), "Delete"
    )
    present = Change(
        label="",
        records=(Swap(ROW, None),),
        working=(Swap(replace(entry, entry_json="2"), None),),
        operations=(Swap(OPERATION, None),),
    )
    rebased = rebase(wanted, present, now=NOW)
    assert [item.title for item in rebased.items] == ["Working memory “port”"]
    assert after(rebased.resolved([Choice.MINE])) == [None, None, None]


def test_observations_that_came_as_bytes_and_as_text_are_the_same():
    as_bytes = replace(ROW, active_observations_json=ROW.active_observations_json.encode())
    theirs = replace(as_bytes, active_observations_json=as_bytes.active_observations_json + b" ")
    assert type(theirs.active_observations_json) is bytes
    rebased = records(
        ROW, replace(ROW, enabled=0), present=replace(as_bytes, active_reflection="x")
    )
    assert rebased.merged == (
        MergedPart("Reflection", "text, from the engine"),
        MergedPart("Memory", "on → off, only yours"),
    )
    unchanged = records(ROW, ROW, present=theirs)
    assert after(unchanged.change) == [theirs]
    damaged = replace(ROW, active_observations_json="[{")
    rebased = records(
        damaged,
        replace(damaged, enabled=0),
        present=replace(damaged, active_observations_json=b"[{", config_json="{}"),
    )
    assert [part.detail for part in rebased.merged] == [
        "enabled, only yours",
        "config_json, from the engine",
    ]
