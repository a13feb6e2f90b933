"""After a write: is the edit still in the file?"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from desktop_app.core.changes import Change, Swap, combined, edit_record, set_working
from desktop_app.core.editing.standing import Standing, State, standing
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.observational import edits, reflection_edits
from desktop_app.core.observational.engine_steps import new_record, new_row
from desktop_app.core.observational.observation import Observation
from desktop_app.core.observational.record import ObservationConfig, Record, RecordRow
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.record_writer import rewrite_row
from desktop_app.core.scope import Scope
from desktop_app.core.scope_changes import ScopeRows, rename_scope, switch
from desktop_app.core.working.entry import WorkingEntry

NOW = EngineTime(1_777_486_000)


def a_row(agent: str = "coder") -> RecordRow:
    record = new_record(
        Scope("acme", "conv", agent), enabled=True, service_config=ObservationConfig(), now=NOW
    )
    for text in ("one", "two", "three"):
        record = edits.add_observation(record, text, importance=0.5, now=NOW).after
    record = reflection_edits.set_text(record, "SUMMARY:\nshort\n\nSUPERSESSIONS:").after
    return new_row(replace(record, last_reflected_seq=3))


ROW = a_row()
SEEN = read_record(ROW)


def written(mine: Record) -> Change:
    return edit_record("Edit", ROW, SEEN, edits.stamped(mine, NOW))


def found(change: Change, *rows: RecordRow | None) -> Change:
    """Return what the file answers when it is asked for the rows that were written."""
    inverse = change.inverse()
    swaps = [
        Swap(now, swap.after) for now, swap in zip(reversed(rows), inverse.records, strict=True)
    ]
    return Change(label="", is_undo=True, records=tuple(swaps))


def grown(row: RecordRow) -> RecordRow:
    """Return the row after the engine has added an observation and reflected."""
    record = read_record(row)
    old = record.observations or ()
    new = Observation(len(old) + 1, "four", 1, 0.5, "2026-05-01T00:00:00Z", 7, 9)
    record = edits.with_observations(record, (*old, new))
    return rewrite_row(row, edits.stamped(record, NOW))


EDIT = written(edits.edit_text(SEEN, 1, "mine").after)


def test_an_edit_that_is_in_the_file_is_kept_whatever_the_engine_adds():
    for row in (EDIT.records[0].after, grown(EDIT.records[0].after)):
        assert standing(EDIT, found(EDIT, row)) == Standing(
            State.KEPT, kept=("Observation 2: text, in the file.",)
        )


def test_an_edit_that_the_engine_wrote_over_is_overwritten():
    for row in (ROW, grown(ROW)):
        assert standing(EDIT, found(EDIT, row)) == Standing(
            State.OVERWRITTEN, lost=("Observation 2: text, taken back.",)
        )


def test_a_text_that_was_changed_again_is_overwritten_as_well():
    row = written(edits.edit_text(SEEN, 1, "another").after).records[0].after
    assert standing(EDIT, found(EDIT, row)).lost == ("Observation 2: text, changed again.",)


@pytest.mark.parametrize(
    "mine",
    [
        edits.remove(SEEN, [0]).after,
        edits.add_observation(SEEN, "more", now=NOW).after,
        edits.merge(SEEN, [0, 1], "both").after,
        reflection_edits.set_summary(SEEN, "long").after,
        reflection_edits.clear(SEEN).after,
        switch(SEEN, enabled=False).after,
    ],
)
def test_every_kind_of_edit_is_seen_kept_and_seen_overwritten(mine):
    change = written(mine)
    after = change.records[0].after
    for row in (after, grown(after)):
        assert standing(change, found(change, row)).state is State.KEPT
    for row in (ROW, grown(ROW)):
        assert standing(change, found(change, row)).state is State.OVERWRITTEN
        assert standing(change.inverse(), found(change.inverse(), row)).state is State.KEPT
    assert standing(change, found(change, None)).state is State.GONE


def test_a_new_reflection_of_the_engine_overwrites_a_summary_and_leaves_the_rest():
    mine = reflection_edits.set_summary(edits.edit_text(SEEN, 0, "mine").after, "long").after
    change = written(mine)
    record = read_record(change.records[0].after)
    row = rewrite_row(ROW, replace(record, reflection="SUMMARY:\nanew\n\nSUPERSESSIONS:"))
    assert standing(change, found(change, row)) == Standing(
        State.PARTLY,
        kept=("Observation 1: text, in the file.",),
        lost=("Reflection: summary, changed again.",),
    )


def test_a_cleared_reflection_that_is_made_anew_is_overwritten():
    change = written(reflection_edits.clear(SEEN).after)
    row = rewrite_row(ROW, replace(SEEN, reflection="SUMMARY:\nanew", last_reflected_seq=2))
    assert standing(change, found(change, row)).state is State.OVERWRITTEN


def test_a_deleted_memory_that_the_engine_made_again_is_overwritten():
    change = Change(label="Delete", records=(Swap(ROW, None),))
    assert standing(change, found(change, None)).state is State.KEPT
    empty = new_row(
        new_record(
            Scope("acme", "conv", "coder"),
            enabled=True,
            service_config=ObservationConfig(),
            now=NOW,
        )
    )
    result = standing(change, found(change, empty))
    assert result.state is State.OVERWRITTEN
    assert result.lost == ("Memory of acme / conv / coder: everything, changed again.",)


def test_a_renamed_scope_is_found_under_its_new_name():
    change = rename_scope(ScopeRows(record=ROW), Scope("acme", "conv", "reviewer"))
    assert standing(change, found(change, grown(change.records[0].after))).state is State.KEPT
    assert standing(change, found(change, None)).state is State.GONE


def test_working_memory_and_several_scopes_are_told_apart():
    other = a_row("planner")
    mine = edits.edit_text(read_record(other), 0, "mine").after
    change = combined(
        "Both",
        [
            EDIT,
            edit_record("Edit", other, read_record(other), mine),
            set_working(
                "Set", "acme|conv|coder", WorkingEntry("port", "1"), WorkingEntry("port", "2")
            ),
        ],
    )
    present = replace_working(found(change, ROW, change.records[1].after), change, "3")
    assert standing(change, present) == Standing(
        State.PARTLY,
        kept=("Observation 1 in acme / conv / planner: text, in the file.",),
        lost=(
            "Observation 2 in acme / conv / coder: text, taken back.",
            "Working memory “port” in acme / conv / coder: value, changed again.",
        ),
    )


def replace_working(present: Change, change: Change, value: str) -> Change:
    (swap,) = change.working
    return Change(
        label="",
        is_undo=True,
        records=present.records,
        working=(Swap(replace(swap.after, entry_json=value), swap.before),),
    )
