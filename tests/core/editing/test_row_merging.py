"""Rows that come and go on both sides, damaged rows, working memory and the engine's log."""

from __future__ import annotations

import pytest
from merged_rows import MEMORY, MINE, NOW, ROW, THEIRS, after, records
from msgspec.structs import replace

from desktop_app.core.changes import Change, Swap, WorkingRow, set_working
from desktop_app.core.editing.conflict import Choice, ConflictItem, MergedPart
from desktop_app.core.editing.merging import Rebase, rebase
from desktop_app.core.engine_time import format_column
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.working.entry import WorkingEntry

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
