"""Rows that come and go on both sides, damaged rows, working memory and the engine's log."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from desktop_app.core.changes import Change, Swap, WorkingRow, combined, edit_record, set_working
from desktop_app.core.editing.conflict import Choice, ConflictItem, MergedPart
from desktop_app.core.editing.merging import Rebase, rebase
from desktop_app.core.engine_time import EngineTime, format_column
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational import edits
from desktop_app.core.observational.engine_log import Call, Ids, MarkerRow, begin_operation
from desktop_app.core.observational.engine_steps import new_record, new_row
from desktop_app.core.observational.record import ObservationConfig, RecordRow
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.record_writer import rewrite_row
from desktop_app.core.scope import Scope
from desktop_app.core.scope_changes import ScopeRows, delete_scope, rename_scope
from desktop_app.core.working.entry import WorkingEntry

THEN, NOW = EngineTime(1_777_485_000), EngineTime(1_777_486_000)
SCOPE = Scope("acme", "conv", "coder")
MEMORY = SCOPE.memory_id


def a_row() -> RecordRow:
    record = new_record(SCOPE, enabled=True, service_config=ObservationConfig(), now=THEN)
    return new_row(edits.add_observation(record, "a fact", importance=0.5, now=THEN).after)


ROW = a_row()
MINE = replace(ROW, enabled=0, state_version=2)
THEIRS = replace(ROW, last_observed_message_index=7, state_version=5)


def records(*swap: RecordRow | None, present: RecordRow | None) -> Rebase:
    return rebase(
        Change(label="Edit", records=(Swap(*swap),)),
        Change(label="Edit", records=(Swap(present, swap[1]),)),
        now=NOW,
    )


def after(change: Change | None) -> list[object]:
    assert change is not None
    swaps = (*change.records, *change.working, *change.operations, *change.markers)
    return [swap.after for swap in swaps]


EVERYTHING = "1 observation, reflection of 0 tokens, version {}"


def test_a_row_that_is_gone_is_asked_and_comes_back_only_if_that_is_chosen():
    rebased = records(ROW, MINE, present=None)
    assert rebased.items == (
        ConflictItem(
            "Memory of acme / conv / coder",
            "everything",
            EVERYTHING.format(1),
            None,
            EVERYTHING.format(2),
        ),
    )
    assert after(rebased.resolved([Choice.MINE])) == [MINE]
    assert after(rebased.resolved([Choice.SEEN])) == [ROW]
    assert after(rebased.resolved([Choice.THEIRS])) == []
    with pytest.raises(RefusedError, match="choose one of the three"):
        rebased.resolved(["another text"])


def test_deleting_what_has_changed_is_asked():
    rebased = records(ROW, None, present=THEIRS)
    (item,) = rebased.items
    assert (item.theirs, item.mine) == (EVERYTHING.format(5), None)
    assert after(rebased.resolved([Choice.MINE])) == [None]
    assert after(rebased.resolved([Choice.THEIRS])) == [THEIRS]
    (seen,) = after(rebased.resolved([Choice.SEEN]))
    assert seen == replace(ROW, state_version=6, updated_at=format_column(NOW))


def test_deleted_on_both_sides_is_done():
    rebased = records(ROW, None, present=None)
    assert (rebased.items, after(rebased.change)) == ((), [])
    assert rebased.merged == (
        MergedPart("Memory of acme / conv / coder", "removed, the same on both sides"),
    )


def test_a_deleted_memory_that_the_engine_made_anew_is_asked_when_it_is_to_come_back():
    empty = replace(THEIRS, active_observations_json="[]", active_observation_tokens=0)
    rebased = records(None, ROW, present=empty)
    (item,) = rebased.items
    assert (item.seen, item.theirs) == (None, "0 observations, reflection of 0 tokens, version 5")
    assert after(rebased.resolved([Choice.MINE])) == [
        replace(ROW, state_version=6, updated_at=format_column(NOW))
    ]
    assert after(rebased.resolved([Choice.SEEN])) == [None]


def test_a_damaged_row_is_merged_column_by_column():
    damaged = replace(ROW, active_observations_json='[{"seq":1.5}]', config_json="{")
    repaired = replace(damaged, active_observations_json="[]", config_json="{}")
    theirs = replace(damaged, config_json='{"x":1}', enabled=0)
    rebased = records(damaged, repaired, present=theirs)
    assert rebased.items == (ConflictItem("Stored record", "config_json", "{", '{"x":1}', "{}"),)
    assert rebased.merged == (
        MergedPart("Stored record", "enabled, from the engine"),
        MergedPart("Stored record", "active_observations_json, only yours"),
    )
    (row,) = after(rebased.resolved([Choice.MINE]))
    assert row == replace(repaired, enabled=0, state_version=2, updated_at=format_column(NOW))


@pytest.mark.parametrize("column", ["updated_at", "state_version"])
def test_a_time_or_version_that_the_engine_can_not_read_is_mended_by_the_change(column):
    damaged = replace(ROW, **{column: "x"})
    rebased = records(damaged, replace(ROW, state_version=2), present=replace(damaged, enabled=0))
    (row,) = after(rebased.change)
    assert read_record(row).enabled is False
    assert row.state_version in {2, 3}
    assert row.updated_at == format_column(NOW)


def test_what_the_engine_can_not_write_is_refused_with_words():
    record = read_record(ROW)
    (observation,) = record.observations
    odd = replace(observation, created_at="2026-01-01T00:00:00+24:00")
    stored = '[{"seq":1,"content":"x","created_at":"2026-01-01T00:00:00+24:00"}]'
    seen = replace(ROW, active_observations_json=stored)
    assert read_record(seen).observations[0].created_at == odd.created_at
    with pytest.raises(RefusedError, match="can't write this record"):
        records(seen, replace(seen, enabled=0), present=replace(seen, active_reflection="new"))


def working(seen: str | None, mine: str | None, theirs: str | None) -> Rebase:
    entries = [None if value is None else WorkingEntry("port", value) for value in (seen, mine)]
    wanted = set_working("Set", MEMORY, *entries)
    row = None if theirs is None else WorkingRow(MEMORY, "port", theirs)
    return rebase(wanted, Change(label="", working=(Swap(row, None),)), now=NOW)


PORT = "Working memory “port”"


@pytest.mark.parametrize(
    ("seen", "mine", "theirs"),
    [("1", "2", "3"), ("1", None, "3"), ("1", "2", None), (None, "2", "3")],
)
def test_a_value_that_both_have_changed_is_asked(seen, mine, theirs):
    rebased = working(seen, mine, theirs)
    assert rebased.items == (ConflictItem(PORT, "value", seen, theirs, mine, is_editable=True),)
    for choice, value in ((Choice.SEEN, seen), (Choice.MINE, mine), (Choice.THEIRS, theirs)):
        rows = after(rebased.resolved([choice]))
        assert rows == ([] if rows == [] else [value and WorkingRow(MEMORY, "port", value)])
        assert bool(rows) or (value is None and theirs is None)
    assert after(rebased.resolved(['{ "b":1, "a":2 }'])) == [
        WorkingRow(MEMORY, "port", '{"a":2,"b":1}')
    ]
    with pytest.raises(RefusedError, match=r"not JSON: .* at character 2"):
        rebased.resolved(["[x]"])


@pytest.mark.parametrize(
    ("seen", "mine", "theirs", "left"),
    [("1", "2", "2", ["2"]), ("1", None, None, []), (None, "2", "2", ["2"]), ("1", "1", None, [])],
)
def test_what_both_did_alike_is_done(seen, mine, theirs, left):
    rebased = working(seen, mine, theirs)
    assert rebased.items == ()
    assert [row.entry_json for row in after(rebased.change)] == left


def test_a_renamed_entry_keeps_the_value_that_the_agent_has_set_meanwhile():
    wanted = set_working("Rename", MEMORY, WorkingEntry("port", "1"), WorkingEntry("http", "1"))
    present = Change(label="", working=(Swap(WorkingRow(MEMORY, "port", "2"), None),))
    rebased = rebase(wanted, present, now=NOW)
    assert after(rebased.change) == [WorkingRow(MEMORY, "http", "2")]
    assert rebased.merged == (
        MergedPart(PORT, "key, only yours"),
        MergedPart(PORT, "value, from the engine"),
    )


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
    assert [item.title for item in rebased.items] == [PORT]
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
