"""Edits of observations: numbers, references, tokens and what is said about them."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.core.observational import edits
from desktop_app.core.observational.edit_preview import Note, Renumbered
from desktop_app.core.observational.engine_steps import new_record
from desktop_app.core.observational.observation import Observation
from desktop_app.core.observational.record import ObservationConfig, Record
from desktop_app.core.observational.renumbering import ReferenceChange
from desktop_app.core.scope import Scope

NOW = EngineTime(1_777_485_960, 120_000_003)
REFLECTION = """SUMMARY:
The team moved to pnpm [seq:4], see also [seq:2] and [seq:5].

SUPERSESSIONS:
- [seq:4] replaces [seq:1]: moved
* not an entry about [seq:3]
- [seq:5] replaces [seq:2]

CONTRADICTIONS:
- [seq:3] vs [seq:5]: after [seq:2]"""


def record_of(*numbers: int, reflection: str = REFLECTION, reflected: int = 4) -> Record:
    record = new_record(
        Scope("acme", "conv", "coder"),
        enabled=True,
        service_config=ObservationConfig(),
        now=NOW,
    )
    observations = tuple(
        Observation(
            seq=seq,
            content=f"fact {seq}",
            token_count=2,
            importance=0.5,
            created_at="2026-04-29T18:06:00Z",
            source_start_index=place,
            source_end_index=place + 2,
        )
        for place, seq in enumerate(numbers)
    )
    return replace(
        edits.with_observations(record, observations),
        reflection=reflection,
        reflection_tokens=50,
        last_reflected_seq=reflected,
    )


def test_a_new_text_is_trimmed_and_counted_and_the_total_follows():
    edit = edits.edit_text(record_of(1, 2), 1, "  twenty characters..  \n")
    observation = edit.after.observations[1]
    assert (observation.content, observation.token_count) == ("twenty characters..", 5)
    assert edit.observation_tokens == (4, 7)
    assert edit.reflection_tokens == (50, 50)


def test_what_json_can_not_hold_is_replaced_before_it_is_shown():
    edit = edits.edit_text(record_of(1), 0, "caf\udce9 \ud83d")
    assert edit.after.observations[0].content == "caf\ufffd \ufffd"


def test_a_total_that_was_wrong_is_put_right_by_an_edit():
    record = replace(record_of(1, 2), observation_tokens=9_999)
    assert edits.edit_importance(record, 0, 0.9).observation_tokens == (9_999, 4)


@pytest.mark.parametrize("text", ["", " \n\u3000"])
def test_blank_text_is_refused(text):
    with pytest.raises(RefusedError, match="needs text"):
        edits.edit_text(record_of(1), 0, text)


@pytest.mark.parametrize("importance", [math.nan, math.inf, -0.1, 1.01])
def test_an_importance_that_the_engine_would_not_give_is_refused(importance):
    with pytest.raises(RefusedError, match="between 0 and 1"):
        edits.edit_importance(record_of(1), 0, importance)


def test_importance_0_is_said_to_count_as_a_half():
    edit = edits.edit_importance(record_of(1), 0, -0.0)
    assert Note.UNSCORED in edit.notes
    assert math.copysign(1, edit.after.observations[0].importance) == 1


def test_a_superseded_observation_is_said_to_count_as_a_tenth():
    record = record_of(1, 2, 3, 4, 5)
    assert edits.edit_importance(record, 0, 0.7).notes == {Note.SUPERSEDED}
    assert edits.edit_importance(record, 2, 0.7).notes == frozenset()


@pytest.mark.parametrize("index", [-1, 2])
def test_an_observation_that_is_not_there_can_not_be_edited(index):
    record = record_of(1, 2)
    for call in (
        lambda: edits.edit_text(record, index, "x"),
        lambda: edits.edit_importance(record, index, 0.5),
        lambda: edits.remove(record, [index]),
        lambda: edits.merge(record, [0, index], "x"),
        lambda: edits.move(record, index, record_of(1)),
    ):
        with pytest.raises(NotFoundError, match="There is no observation"):
            call()


def test_an_added_observation_gets_the_engines_next_number():
    edit = edits.add_observation(record_of(1, 2), " new ", importance=0.8, now=NOW)
    assert edit.after.observations[-1] == Observation(
        seq=3,
        content="new",
        token_count=1,
        importance=0.8,
        created_at="2026-04-29T18:06:00.120000003Z",
        source_start_index=-1,
        source_end_index=-1,
    )
    assert edit.observation_tokens == (4, 5)
    assert edit.notes == {Note.REFERENCE_WAITS}


def test_a_number_that_repeats_is_said():
    edit = edits.add_observation(record_of(1, 3, reflection=""), "new", now=NOW)
    assert edit.after.observations[-1].seq == 3
    assert edit.notes == {Note.NUMBER_TAKEN, Note.UNSCORED}


def test_removing_closes_the_gap_and_references_follow():
    edit = edits.remove(record_of(1, 2, 3, 4, 5), [1])
    assert [item.content for item in edit.after.observations] == [
        "fact 1",
        "fact 3",
        "fact 4",
        "fact 5",
    ]
    assert edit.after.reflection == (
        "SUMMARY:\n"
        "The team moved to pnpm [seq:3], see also and [seq:4].\n"
        "\n"
        "SUPERSESSIONS:\n"
        "- [seq:3] replaces [seq:1]: moved\n"
        "* not an entry about [seq:2]\n"
        "\n"
        "CONTRADICTIONS:\n"
        "- [seq:2] vs [seq:4]: after"
    )
    assert edit.renumbered == (
        Renumbered(2, None),
        Renumbered(3, 2),
        Renumbered(4, 3),
        Renumbered(5, 4),
    )
    assert ReferenceChange("- [seq:5] replaces [seq:2]", None) in edit.references
    assert len(edit.references) == 5
    assert edit.after.last_reflected_seq == 3
    assert edit.observation_tokens == (10, 8)
    assert edit.after.reflection_tokens == -(-len(edit.after.reflection) // 4)


def test_removing_the_last_one_leaves_every_reference_to_the_others():
    edit = edits.remove(record_of(1, 2, 3, reflection="see [seq:1]", reflected=2), [2])
    assert (edit.references, edit.after.reflection) == ((), "see [seq:1]")
    assert edit.after.last_reflected_seq == 2
    assert edit.reflection_tokens == (50, 50)


def test_removing_all_says_so():
    edit = edits.remove(record_of(1, 2, reflection=""), [0, 1])
    assert (edit.after.observations, edit.after.observation_tokens) == ((), 0)
    assert edit.notes == {Note.ENDS_EMPTY}


def test_a_reference_to_nobody_does_not_become_one_to_somebody():
    edit = edits.renumber(record_of(1, 3, 4, reflection="[seq:2] is gone, [seq:3] is not, [seq:9]"))
    assert edit.after.reflection == "is gone, [seq:2] is not, [seq:9]"


def test_renumbering_gives_references_to_the_first_of_two_with_one_number():
    edit = edits.renumber(record_of(1, 3, 3, reflection="[seq:3]"))
    assert [item.seq for item in edit.after.observations] == [1, 2, 3]
    assert edit.after.reflection == "[seq:2]"


def test_numbers_in_order_need_no_renumbering():
    record = record_of(1, 2, 3, 4, 5)
    edit = edits.renumber(record)
    assert (edit.after, edit.renumbered, edit.references) == (record, (), ())


def test_a_marker_beyond_the_last_observation_is_put_right():
    edit = edits.remove(record_of(1, 2, 3, reflection="", reflected=40), [0])
    assert edit.after.last_reflected_seq == 2


def test_taking_a_reference_out_never_makes_a_heading():
    edit = edits.remove(record_of(1, 2, reflection="SUMMARY[seq:1]: said before"), [0])
    assert edit.after.reflection == "SUMMARY[removed]: said before"


def test_an_entry_behind_its_heading_leaves_the_heading():
    text = "SUMMARY: s\nSUPERSESSIONS: - [seq:2] replaces [seq:1]\n- [seq:3] replaces [seq:2]"
    edit = edits.remove(record_of(1, 2, 3, reflection=text), [0])
    assert edit.after.reflection == "SUMMARY: s\nSUPERSESSIONS:\n- [seq:2] replaces [seq:1]"


def test_entries_under_a_bold_heading_follow_too():
    entries = "- [seq:3] replaces [seq:1]: a\n- [seq:3] replaces [seq:2]"
    text = f"**SUMMARY:** s\n**SUPERSESSIONS:**\n{entries}"
    edit = edits.remove(record_of(1, 2, 3, reflection=text), [0])
    assert edit.after.reflection == (
        "**SUMMARY:** s\n**SUPERSESSIONS:**\n- [seq:2] replaces [seq:1]"
    )


def test_merging_makes_one_of_several_where_the_last_one_stood():
    edit = edits.merge(record_of(1, 2, 3, 4, 5), [4, 1], "both facts")
    merged = edit.after.observations[3]
    assert (merged.seq, merged.content, merged.token_count) == (4, "both facts", 3)
    assert (merged.source_start_index, merged.source_end_index) == (1, 6)
    assert edit.after.reflection == (
        "SUMMARY:\n"
        "The team moved to pnpm [seq:3], see also [seq:4] and [seq:4].\n"
        "\n"
        "SUPERSESSIONS:\n"
        "- [seq:3] replaces [seq:1]: moved\n"
        "* not an entry about [seq:2]\n"
        "\n"
        "CONTRADICTIONS:\n"
        "- [seq:2] vs [seq:4]: after [seq:4]"
    )
    assert Renumbered(2, 4) in edit.renumbered
    assert edit.after.last_reflected_seq == 3


def test_merging_takes_the_highest_importance_as_the_engine_counts_it():
    record = edits.edit_importance(record_of(1, 2), 0, 0.0).after
    record = edits.edit_importance(record, 1, 0.3).after
    assert edits.merge(record, [0, 1], "x").after.observations[0].importance == 0.0
    assert edits.merge(record, [0, 1], "x", importance=0.9).after.observations[0].importance == 0.9


def test_one_observation_can_not_be_merged():
    with pytest.raises(RefusedError, match="at least two"):
        edits.merge(record_of(1, 2), [1, 1], "x")


def test_moving_removes_here_and_appends_there_without_a_source():
    here, there = edits.move(record_of(1, 2, reflection=""), 0, record_of(1, reflection=""))
    assert [item.content for item in here.after.observations] == ["fact 2"]
    last = there.after.observations[-1]
    assert (last.seq, last.content, last.importance) == (2, "fact 1", 0.5)
    assert (last.source_start_index, last.source_end_index) == (-1, -1)


def test_a_saved_edit_has_the_next_version_and_its_time():
    record = record_of(1)
    later = EngineTime(1_800_000_000)
    saved = edits.stamped(record, later)
    assert (saved.state_version, saved.updated_at) == (2, later)
    full = replace(record, state_version=2**63 - 1)
    assert edits.stamped(full, later).state_version == 2**63 - 1


def test_what_only_looks_like_a_reference_stays():
    text = "SUMMARY: [seq:x] [seq:99999999999999999999] [seq:2]\nSUPERSESSIONS: see [seq:1]"
    edit = edits.remove(record_of(1, 2, reflection=text), [0])
    assert edit.after.reflection == (
        "SUMMARY: [seq:x] [seq:99999999999999999999] [seq:1]\nSUPERSESSIONS: see"
    )
