"""What holds for any edit of any record: it is read back as meant, and it can be undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from desktop_app.core.changes import edit_record
from desktop_app.core.engine_text import decode, estimate_tokens, trim
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational import edits, reflection_edits
from desktop_app.core.observational.engine_steps import new_record, new_row
from desktop_app.core.observational.observation import Observation
from desktop_app.core.observational.record import ObservationConfig, Record, RecordRow
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.reflection import (
    Contradiction,
    Reflection,
    Supersession,
    parse_reflection,
)
from desktop_app.core.observational.reflection_writer import header_of
from desktop_app.core.observational.renumbering import ends
from desktop_app.core.observational.selection import wrap
from desktop_app.core.scope import Scope

if TYPE_CHECKING:
    from desktop_app.core.observational.edit_preview import Edit

NOW = EngineTime(1_900_000_000, 120_000_003)
texts = st.text(max_size=30) | st.binary(max_size=20).map(decode)
pieces = st.sampled_from(
    ["[seq:1]", "[seq:2]", " [seq:3] ", "[seq: 4 ]", "[seq:99]", "[seq:x]", "SUMMARY", ":", "vs",
     "replaces", "**", " ", "word", "CONTRADICTIONS:", "- "]
)  # fmt: skip
lines = st.one_of(
    st.sampled_from(["SUMMARY:", "SUPERSESSIONS:", "CONTRADICTIONS:", "", "**SUMMARY:** said"]),
    st.builds(
        "- [seq:{}] replaces [seq:{}]: {}".format, *[st.integers(0, 7)] * 2, st.text("a[]: ")
    ),
    st.builds("- [seq:{}] vs [seq:{}] {}".format, *[st.integers(0, 7)] * 2, st.text("a[]: ")),
    st.lists(pieces, max_size=6).map("".join),
    texts,
)
raw_reflections = st.lists(lines, max_size=10).map("\n".join)
structured = raw_reflections.map("SUMMARY:\n{}".format)
observations = st.builds(
    Observation,
    seq=st.integers(0, 7),
    content=texts.map(trim),
    token_count=st.integers(-3, 60) | st.integers(-(2**63), 2**63 - 1),
    importance=st.floats(0, 1),
    created_at=st.just("2026-04-30T00:00:00.5Z"),
    source_start_index=st.integers(-1, 9),
    source_end_index=st.integers(-1, 9),
)


@st.composite
def rows(draw: st.DrawFn, *, in_order: bool = False) -> RecordRow:
    """Rows as the engine leaves them; with numbers as it gives them if ``in_order``."""
    found = draw(st.lists(observations, max_size=6))
    if in_order:
        found = [replace(item, seq=seq) for seq, item in enumerate(found, start=1)]
    record = new_record(
        Scope("a", "b", "c"),
        enabled=draw(st.booleans()),
        service_config=ObservationConfig(),
        now=EngineTime(1_800_000_000),
    )
    record = edits.with_observations(record, tuple(found))
    return new_row(
        replace(
            record,
            reflection=draw(raw_reflections | structured),
            last_reflected_seq=draw(st.integers(0, len(found))),
        )
    )


entry_texts = st.text(max_size=12) | st.text("a[]: *", max_size=6)
numbers = st.integers(0, 8)
supersessions = st.builds(Supersession, numbers, numbers, entry_texts)
contradictions = st.builds(Contradiction, numbers, numbers, entry_texts)
meanings = st.builds(
    Reflection,
    texts | st.lists(lines, max_size=3).map("\n".join),
    st.lists(supersessions, max_size=3).map(tuple),
    st.lists(contradictions, max_size=3).map(tuple),
    is_structured=st.just(True),  # noqa: FBT003 - the value to draw
)


def words_of(data: st.DataObject) -> str:
    return data.draw(st.text(min_size=1, max_size=20).filter(trim), label="words")


def one_of(record: Record) -> st.SearchStrategy[int]:
    return st.integers(0, len(record.observations or ()) - 1)


def some_of(record: Record) -> st.SearchStrategy[set[int]]:
    return st.sets(one_of(record), min_size=2)


ALWAYS = {
    "add": lambda record, data: edits.add_observation(
        record, words_of(data), importance=0.25, now=NOW
    ),
    "renumber": lambda record, _data: edits.renumber(record),
    "text": lambda record, data: reflection_edits.set_text(record, data.draw(raw_reflections)),
    "parts": lambda record, data: reflection_edits.set_parts(record, data.draw(meanings)),
    "summary": lambda record, data: reflection_edits.set_summary(record, data.draw(texts)),
    "entry": lambda record, data: reflection_edits.put_entry(
        record, data.draw(supersessions | contradictions)
    ),
    "convert": lambda record, _data: reflection_edits.convert(record),
    "clear": lambda record, _data: reflection_edits.clear(record),
}
WITH_OBSERVATIONS = {
    "edit": lambda record, data: edits.edit_text(record, data.draw(one_of(record)), words_of(data)),
    "importance": lambda record, data: edits.edit_importance(
        record, data.draw(one_of(record)), data.draw(st.floats(0, 1))
    ),
    "remove": lambda record, data: edits.remove(record, data.draw(st.sets(one_of(record)))),
}
WITH_SEVERAL = {
    "merge": lambda record, data: edits.merge(record, data.draw(some_of(record)), words_of(data))
}


def an_edit(data: st.DataObject, record: Record) -> Edit:
    """Draw any edit that is possible on ``record``."""
    count = len(record.observations or ())
    kinds = ALWAYS | (WITH_OBSERVATIONS if count else {}) | (WITH_SEVERAL if count > 1 else {})
    return kinds[data.draw(st.sampled_from(list(kinds)), label="kind")](record, data)


@given(rows(), st.data())
@settings(max_examples=400, deadline=None)
def test_any_edit_is_read_back_as_meant_and_its_undo_gives_the_same_bytes(row, data):
    record = read_record(row)
    try:
        edit = an_edit(data, record)
    except RefusedError:
        assume(False)  # noqa: FBT003 - a refused edit changes nothing
        raise
    edited = edits.stamped(edit.after, NOW)
    change = edit_record("Edit", row, record, edited)
    (swap,) = change.records
    assert swap.after is not None
    assert read_record(swap.after) == edited
    assert edit.after.reflection_tokens in {
        edit.before.reflection_tokens,
        estimate_tokens(edit.after.reflection),
    }
    assert edit.after.observation_tokens in {
        edit.before.observation_tokens,
        wrap(sum(item.token_count for item in edit.after.observations or ())),
    }
    (undone,) = change.inverse().records
    assert (undone.before, undone.after) == (swap.after, row)
    assert change.inverse().inverse() == change


@given(rows(in_order=True), st.data())
@settings(max_examples=400, deadline=None)
def test_removing_keeps_numbers_dense_and_what_references_mean(row, data):
    record = read_record(row)
    old = record.observations or ()
    assume(old)
    gone = data.draw(st.sets(st.integers(0, len(old) - 1), min_size=1))
    edit = edits.remove(record, gone)
    after = edit.after.observations or ()

    assert [item.seq for item in after] == list(range(1, len(after) + 1))
    kept = [item for index, item in enumerate(old) if index not in gone]
    assert [replace(item, seq=0) for item in after] == [replace(item, seq=0) for item in kept]
    reflected = [item for item in kept if item.seq <= record.last_reflected_seq]
    assert edit.after.last_reflected_seq == len(reflected)

    removed = {index + 1 for index in gone}
    new = {item.seq: place for place, item in enumerate(kept, start=1)}
    before, read = parse_reflection(record.reflection), parse_reflection(edit.after.reflection)
    for entries, left in (
        (before.supersessions, read.supersessions),
        (before.contradictions, read.contradictions),
    ):
        staying = [ends(entry) for entry in entries if not removed & {*ends(entry)}]
        assert [ends(entry) for entry in left] == [
            (new.get(first, first), new.get(second, second)) for first, second in staying
        ]
    assert read.is_structured == before.is_structured


@given(rows(in_order=True), st.data())
@settings(max_examples=300, deadline=None)
def test_merging_leaves_no_reference_from_the_merged_to_itself(row, data):
    record = read_record(row)
    old = record.observations or ()
    assume(len(old) > 1)
    places = sorted(data.draw(st.sets(st.integers(0, len(old) - 1), min_size=2)))
    edit = edits.merge(record, places, "merged", importance=0.5)
    after = edit.after.observations or ()

    assert [item.seq for item in after] == list(range(1, len(after) + 1))
    assert len(after) == len(old) - len(places) + 1
    merged = [item for item in after if item.content == "merged"]
    assert any(
        item.source_end_index == max(old[p].source_end_index for p in places) for item in merged
    )
    read = parse_reflection(edit.after.reflection)
    selfs = [
        entry
        for entry in parse_reflection(record.reflection).supersessions
        if len({*ends(entry)}) == 1
    ]
    assert len([e for e in read.supersessions if len({*ends(e)}) == 1]) == len(selfs)


@given(rows(), meanings)
@settings(max_examples=400, deadline=None)
def test_whatever_is_written_parses_back_to_what_was_meant(row, meant):
    record = read_record(row)
    reasons = [entry.reason for entry in meant.supersessions]
    reasons += [entry.detail for entry in meant.contradictions]
    if any("\n" in trim(reason) for reason in reasons):
        with pytest.raises(RefusedError, match="one line"):
            reflection_edits.set_parts(record, meant)
        return
    edit = reflection_edits.set_parts(record, meant)
    read = parse_reflection(edit.after.reflection)
    assert [ends(entry) for entry in read.supersessions] == list(map(ends, meant.supersessions))
    assert [ends(entry) for entry in read.contradictions] == list(map(ends, meant.contradictions))
    assert [e.reason for e in read.supersessions] == [trim(e.reason) for e in meant.supersessions]
    assert [e.detail for e in read.contradictions] == [trim(e.detail) for e in meant.contradictions]
    settled = [trim(x) if header_of(x) else x for x in trim(meant.summary).split("\n")]
    assert read.summary == "\n".join(settled)


@given(rows())
@settings(max_examples=300, deadline=None)
def test_edits_that_change_nothing_change_no_byte(row):
    record = read_record(row)
    same = reflection_edits.set_parts(record, parse_reflection(record.reflection))
    assert edit_record("Nothing", row, record, same.after).is_empty
