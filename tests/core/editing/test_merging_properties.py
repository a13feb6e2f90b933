"""What holds for any change of ours on any change of theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from merged_rows import has_no_twins, keeps_numbers
from msgspec.structs import replace

from desktop_app.core.changes import Change, Swap, edit_record
from desktop_app.core.editing.ballot import Ballot
from desktop_app.core.editing.conflict import Choice
from desktop_app.core.editing.merging import merge_rows, rebase
from desktop_app.core.editing.standing import Standing, State, standing
from desktop_app.core.engine_time import EngineTime, format_column
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational import edits
from desktop_app.core.observational.damage import DamagedRecordError
from desktop_app.core.observational.engine_log import OUR_PREFIX, Call, Ids, begin_operation
from desktop_app.core.observational.engine_steps import (
    Answer,
    observe,
    reflect_now,
    set_enabled,
    unobserved,
)
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.record_writer import rewrite_row
from desktop_app.core.observational.reflection import Reflection, parse_reflection
from desktop_app.core.observational.snippet import build_snippet
from desktop_app.core.transcript import Message
from tests.core.test_edit_properties import an_edit, observations, raw_reflections, rows

if TYPE_CHECKING:
    from desktop_app.core.observational.record import Record, RecordRow

BEFORE = EngineTime(1_900_000_000)
LATER = EngineTime(1_900_000_100, 7)
NOW = EngineTime(1_900_000_200)
CALL = Call(last_sequence=0, ids=Ids(f"{OUR_PREFIX}1-"), now=LATER)
LONG = Message(0, "user", "a message " * 500)


def edited(row: RecordRow, data: st.DataObject) -> RecordRow:
    """Return the row after any edit of a person, as it is saved."""
    record = read_record(row)
    try:
        after = an_edit(data, record).after
    except RefusedError:
        assume(False)  # noqa: FBT003 - a refused edit changes nothing
        raise
    (swap,) = edit_record("Edit", row, record, edits.stamped(after, BEFORE)).records
    assert swap.after is not None
    return swap.after


def observed(
    row: RecordRow, output: str = "IMPORTANCE:0.8\nnew fact\n\nIMPORTANCE:0.2\nanother"
) -> RecordRow:
    """Return the row after the engine has added observations to it."""
    record = replace(read_record(row), enabled=True)
    source = unobserved(record, [LONG] * (record.last_observed_message_index + 3))
    assert source is not None
    running = begin_operation(record.memory_id, "observe", {"messages": 1}, CALL)
    outcome = observe(record, running, source, observer=Answer(output), reflector=None)
    assert not outcome.failed
    return rewrite_row(row, outcome.record)


def reflected(row: RecordRow, text: str) -> RecordRow:
    record = read_record(row)
    running = begin_operation(record.memory_id, "reflect_now", {}, CALL)
    return rewrite_row(row, reflect_now(record, running, Answer(text)).record)


def switched(row: RecordRow) -> RecordRow:
    record = read_record(row)
    running = begin_operation(record.memory_id, "disable", {}, CALL)
    return rewrite_row(row, set_enabled(record, running, enabled=False).record)


def by_the_engine(row: RecordRow, data: st.DataObject) -> RecordRow:
    """Return the row after some steps of the engine."""
    for _ in range(data.draw(st.integers(0, 3), label="steps")):
        step = data.draw(st.sampled_from(["observe", "reflect", "switch"]), label="step")
        if step == "observe":
            row = observed(row)
        elif step == "reflect":
            row = reflected(row, data.draw(raw_reflections))
        else:
            row = switched(row)
    return row


def change(before: RecordRow | None, after: RecordRow | None) -> Change:
    return Change(label="Edit", records=(Swap(before, after),))


def enabled_rows() -> st.SearchStrategy[RecordRow]:
    return rows().map(lambda row: replace(row, enabled=1))


def unstamped(record: Record) -> Record:
    return replace(record, state_version=0, updated_at=NOW)


@given(rows(), st.data())
def test_on_rows_that_nobody_has_touched_a_change_stays_what_it_is(row, data):
    wanted = change(row, edited(row, data))
    result = rebase(wanted, wanted, now=NOW)
    assert (result.items, result.merged, result.change) == ((), (), wanted)


@given(enabled_rows(), st.data())
@settings(max_examples=150, deadline=None)
def test_an_edit_and_what_the_engine_appends_are_both_in_the_result(row, data):
    mine, theirs = edited(row, data), observed(row)
    result = rebase(change(row, mine), change(theirs, None), now=NOW)
    assert result.items == ()
    assert result.change is not None
    (swap,) = result.change.records
    assert swap.before == theirs
    merged, wanted = read_record(swap.after), read_record(mine)
    build_snippet(merged)
    contents = [item.content for item in merged.observations or ()]
    for item in wanted.observations or ():
        contents.remove(item.content)
    assert contents == ["new fact", "another"]
    assert merged.last_observed_message_index == read_record(theirs).last_observed_message_index
    assert merged.last_reflected_seq == wanted.last_reflected_seq
    if swap.after != theirs:
        assert swap.after.state_version == theirs.state_version + 1
        assert swap.after.updated_at == format_column(NOW)


@given(enabled_rows(), st.data())
@settings(max_examples=150, deadline=None)
def test_undo_after_the_engine_has_appended_is_as_if_it_had_appended_to_the_original(row, data):
    done = change(row, edited(row, data))
    theirs = observed(done.records[0].after)
    result = rebase(done.inverse(), change(theirs, None), now=NOW)
    assert result.items == ()
    (swap,) = result.change.records
    assert unstamped(read_record(swap.after)) == unstamped(read_record(observed(row)))


@given(enabled_rows(), st.data())
@settings(max_examples=100, deadline=None)
def test_apply_again_after_the_engine_has_overwritten_it_makes_the_edit_anew(row, data):
    mine = edited(row, data)
    stale = switched(row)
    result = rebase(change(row, mine), change(stale, None), now=NOW)
    assert result.items == ()
    (swap,) = result.change.records
    assert unstamped(read_record(swap.after)) == replace(
        unstamped(read_record(mine)), enabled=False, config=read_record(stale).config
    )


def choices_for(result, data: st.DataObject) -> list[Choice | str]:
    return [
        data.draw(
            st.sampled_from(list(Choice))
            | (st.text(max_size=9) if item.is_editable else st.nothing())
        )
        for item in result.items
    ]


damages = st.sampled_from(
    [
        {"active_observations_json": '[{"seq":1.5}]'},
        {"active_observations_json": "[{"},
        {"config_json": None},
        {"enabled": 2},
        {"updated_at": "yesterday"},
        {"state_version": "x"},
        {"active_reflection": b"raw \xff"},
        {},
    ]
)


def any_version(row: RecordRow, data: st.DataObject) -> RecordRow | None:
    """Return the row after edits, steps of the engine, new lists, damage, or removal."""
    kind = data.draw(st.sampled_from(["edits", "engine", "list", "damage", "gone"]), label="kind")
    if kind == "gone":
        return None
    if kind == "damage":
        return replace(row, **data.draw(damages))
    if kind == "engine":
        return by_the_engine(row, data)
    if kind == "list":
        found = tuple(data.draw(st.lists(observations, max_size=6)))
        return rewrite_row(row, edits.with_observations(read_record(row), found))
    for _ in range(data.draw(st.integers(1, 3), label="edits")):
        row = edited(row, data)
    return row


def is_readable(row: RecordRow | None) -> bool:
    try:
        return row is None or bool(read_record(row))
    except DamagedRecordError:
        return False


@given(enabled_rows(), st.data())
@settings(max_examples=300, deadline=None)
def test_any_mix_is_merged_or_asked_or_refused_with_words(row, data):
    start = data.draw(st.sampled_from([row, None]), label="start")
    mine = any_version(row, data)
    after = mine if is_readable(mine) and data.draw(st.booleans(), label="after mine") else row
    theirs = any_version(after or row, data)
    wanted = change(start, mine)
    wanted = wanted.inverse() if data.draw(st.booleans(), label="undo") else wanted
    readable = all(map(is_readable, (start, mine, theirs)))
    try:
        result = rebase(wanted, change(theirs, None), now=NOW)
        ballot = Ballot(choices_for(result, data))
        final = merge_rows(wanted, change(theirs, None), ballot, NOW)
    except RefusedError:
        return
    assert tuple(ballot.items) == result.items
    assert result.items or final == result.change
    for swap in final.records:
        assert swap.before == theirs
        if readable and swap.after is not None:
            build_snippet(read_record(swap.after))
            again = rebase(change(swap.after, swap.after), change(swap.after, None), now=NOW)
            assert again.items == ()


@given(enabled_rows(), st.data())
@settings(max_examples=150, deadline=None)
def test_theirs_for_everything_leaves_the_row_as_it_is(row, data):
    wanted = change(row, edited(row, data))
    theirs = edited(by_the_engine(row, data), data)
    result = rebase(wanted, change(theirs, None), now=NOW)
    assume(not any(part.detail.endswith("only yours") for part in result.merged))
    try:
        final = result.resolved([Choice.THEIRS] * len(result.items))
    except RefusedError:
        return
    assert [swap.after for swap in final.records] == [theirs]


@given(enabled_rows(), st.data())
@settings(max_examples=150, deadline=None)
def test_an_edit_stands_until_the_engine_writes_what_it_had_read_before(row, data):
    done = change(row, edited(row, data))
    (swap,) = done.records
    inverse = done.inverse()

    def found(present: RecordRow | None) -> Standing:
        return standing(done, replace_before(inverse, present))

    for present in (swap.after, observed(swap.after)):
        assert (found(present).state, found(present).lost) == (State.KEPT, ())
    kept = found(swap.after).kept
    for present in (row, observed(row)):
        overwritten = found(present)
        assert (overwritten.kept, len(overwritten.lost)) == ((), len(kept))
        assert overwritten.state is (State.OVERWRITTEN if kept else State.KEPT)
    assert found(None).state is State.GONE


def meaning(row: RecordRow) -> Reflection:
    return parse_reflection(read_record(row).reflection)


def replace_before(inverse: Change, row: RecordRow | None) -> Change:
    return Change(label="", is_undo=True, records=(Swap(row, inverse.records[0].after),))


@given(enabled_rows(), st.data())
@settings(max_examples=150, deadline=None)
def test_nothing_of_ours_or_theirs_is_lost_unless_the_other_is_chosen(row, data):
    mine = edited(row, data)
    theirs = edited(by_the_engine(row, data), data)
    # Which of two that are alike in everything was edited, rows do not tell once numbers change.
    assume(all(map(has_no_twins, (row, mine, theirs))))
    result = rebase(change(row, mine), change(theirs, None), now=NOW)
    for choice, wanted in ((Choice.MINE, mine), (Choice.THEIRS, theirs)):
        try:
            (swap,) = result.resolved([choice] * len(result.items)).records
        except RefusedError:
            return
        done = change(row, wanted)
        lost = standing(done, replace_before(done.inverse(), swap.after)).lost
        if not all(keeps_numbers(row, version) for version in (mine, theirs, swap.after)):
            # Where references follow on both sides the rows do not tell what followed what.
            lost = tuple(line for line in lost if line.startswith("Observation "))
        if meaning(row) == meaning(wanted):
            # Only formatting: whether that still stands can't be told part by part.
            lost = tuple(line for line in lost if not line.startswith("Reflection: text"))
        assert lost == ()
