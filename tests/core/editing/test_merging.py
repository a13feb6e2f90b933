"""One record changed by a person and by the engine: what merges, what is asked, what is written."""

from __future__ import annotations

import pytest
from merged_records import (
    LATER,
    NOW,
    REFLECTION,
    SEEN,
    a_row,
    appended,
    both,
    result,
    row_of,
    texts,
)
from msgspec.structs import replace

from desktop_app.core.editing.conflict import Choice, ConflictItem, MergedPart
from desktop_app.core.engine_time import format_column
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational import edits, reflection_edits
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.record_writer import rewrite_row


def test_an_edit_merges_with_what_the_engine_has_added_meanwhile():
    mine = edits.edit_text(SEEN, 0, "my own words").after
    theirs = replace(
        appended(), last_reflected_seq=5, reflection=REFLECTION + "\n- [seq:5] vs [seq:1]: new"
    )
    rebased = both(reflection_edits.set_summary(mine, "Short.").after, theirs)
    assert rebased.items == ()
    assert rebased.merged == (
        MergedPart("Observation 1", "text, only yours"),
        MergedPart("Observation 5", "new, from the engine"),
        MergedPart("Reflection", "summary, only yours"),
        MergedPart("Reflection", "contradiction 5, 1, from the engine"),
        MergedPart("Last reflected", "4 → 5, from the engine"),
    )
    merged = result(rebased.change)
    assert texts(merged) == [
        (1, "my own words"),
        (2, "fact number 2"),
        (3, "fact number 3"),
        (4, "fact number 4"),
        (5, "from the transcript"),
    ]
    assert merged.observation_tokens == 3 + 4 * 4
    assert merged.reflection == (
        "SUMMARY:\nShort.\n\nSUPERSESSIONS:\n- [seq:4] replaces [seq:1]: moved\n\n"
        "CONTRADICTIONS:\n- [seq:2] vs [seq:3]: which port\n- [seq:5] vs [seq:1]: new"
    )
    assert merged.last_reflected_seq == 5


def test_the_version_is_the_next_one_of_the_file_and_the_time_is_now():
    rebased = both(edits.edit_importance(SEEN, 0, 0.9).after, appended())
    (swap,) = rebased.change.records
    assert swap.before == row_of(appended())
    assert swap.after.state_version == swap.before.state_version + 1
    assert swap.after.updated_at == format_column(NOW)


def test_a_text_that_both_have_changed_is_asked_with_all_three_and_any_can_be_chosen():
    mine = edits.edit_text(SEEN, 2, "mine").after
    theirs = edits.edit_text(SEEN, 2, "theirs").after
    rebased = both(
        edits.edit_importance(mine, 1, 0.7).after, edits.edit_importance(theirs, 1, 1).after
    )
    assert rebased.change is None
    assert rebased.items == (
        ConflictItem("Observation 2", "importance", "0.5", "1", "0.7", is_editable=True),
        ConflictItem("Observation 3", "text", "fact number 3", "theirs", "mine", is_editable=True),
    )
    for choice, text, tokens in (
        (Choice.SEEN, "fact number 3", 4),
        (Choice.THEIRS, "theirs", 2),
        (Choice.MINE, "mine", 1),
        ("  another one ", "another one", 3),
    ):
        merged = result(rebased.resolved(["0.25", choice]))
        assert texts(merged)[2] == (3, text)
        assert merged.observations[2].token_count == tokens
        assert merged.observations[1].importance == 0.25
        assert merged.observation_tokens == 4 * 3 + tokens


@pytest.mark.parametrize(
    ("choices", "why"),
    [
        (["0.5", " "], "needs text"),
        (["high", Choice.MINE], "“high” is not a number"),
        (["1.5", Choice.MINE], "not between 0 and 1"),
        ([Choice.MINE], "2 choices are needed, not 1"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_reason(choices, why):
    mine = edits.edit_importance(edits.edit_text(SEEN, 2, "mine").after, 1, 0.7).after
    theirs = edits.edit_importance(edits.edit_text(SEEN, 2, "theirs").after, 1, 1).after
    with pytest.raises(RefusedError, match=why):
        both(mine, theirs).resolved(choices)


def test_theirs_for_everything_leaves_the_row_as_it_is():
    theirs = edits.edit_text(SEEN, 2, "theirs").after
    rebased = both(edits.edit_text(SEEN, 2, "mine").after, theirs)
    (swap,) = rebased.resolved([Choice.THEIRS]).records
    assert swap.after == swap.before == row_of(theirs)


def test_a_removal_renumbers_what_the_engine_added_and_its_new_reflection_follows():
    mine = edits.remove(SEEN, [1]).after
    theirs = replace(
        appended(),
        reflection="SUMMARY:\nAll of [seq:5].\n\nSUPERSESSIONS:\n- [seq:5] replaces [seq:2]: x\n"
        "- [seq:5] replaces [seq:3]: y",
        last_reflected_seq=5,
    )
    rebased = both(mine, theirs)
    assert rebased.items == ()
    assert MergedPart("Observation 4", "new, 5 before, from the engine") in rebased.merged
    assert MergedPart("Observation 2", "removed, only yours") in rebased.merged
    merged = result(rebased.change)
    assert texts(merged) == [
        (1, "fact number 1"),
        (2, "fact number 3"),
        (3, "fact number 4"),
        (4, "from the transcript"),
    ]
    assert merged.reflection == (
        "SUMMARY:\nAll of [seq:4].\n\nSUPERSESSIONS:\n- [seq:4] replaces [seq:2]: y"
    )
    assert merged.last_reflected_seq == 4


def test_merging_several_lets_references_of_a_new_reflection_mean_the_merged_one():
    mine = edits.merge(SEEN, [1, 2], "ports and registry").after
    theirs = replace(SEEN, reflection="SUMMARY:\nSee [seq:2], [seq:3] and [seq:4].")
    rebased = both(mine, theirs)
    assert rebased.items == ()
    assert result(rebased.change).reflection == "SUMMARY:\nSee [seq:2], [seq:2] and [seq:3]."


@pytest.mark.parametrize("removes", ["mine", "theirs"])
def test_removed_here_and_edited_there_is_asked(removes):
    removed = edits.remove(SEEN, [1]).after
    edited = edits.edit_text(SEEN, 1, "kept words").after
    mine, theirs = (removed, edited) if removes == "mine" else (edited, removed)
    rebased = both(mine, theirs)
    shown = {"mine": None, "theirs": "kept words"}
    if removes == "theirs":
        shown = {"mine": "kept words", "theirs": None}
    assert rebased.items == (
        ConflictItem("Observation 2", "text", "fact number 2", **shown, is_editable=True),
    )
    gone, stays = (Choice.MINE, Choice.THEIRS)[:: 1 if removes == "mine" else -1]
    without = result(rebased.resolved([gone]))
    assert (texts(without), without.reflection) == (texts(removed), removed.reflection)
    kept = result(rebased.resolved([stays]))
    assert (texts(kept), kept.reflection) == (texts(edited), REFLECTION)
    assert kept.last_reflected_seq == 4
    assert texts(result(rebased.resolved(["third words"])))[1] == (2, "third words")


def test_the_same_removal_on_both_sides_is_done_once():
    removed = edits.remove(SEEN, [1]).after
    rebased = both(removed, appended(removed))
    assert rebased.items == ()
    (swap,) = rebased.change.records
    assert swap.after == swap.before


def test_different_removals_close_all_gaps():
    rebased = both(edits.remove(SEEN, [0]).after, edits.remove(SEEN, [2]).after)
    merged = result(rebased.change)
    assert texts(merged) == [(1, "fact number 2"), (2, "fact number 4")]
    assert merged.last_reflected_seq == 2
    assert (
        merged.reflection
        == "SUMMARY:\nThe team moved to pnpm [seq:2].\n\nSUPERSESSIONS:\n\nCONTRADICTIONS:"
    )


def test_what_both_add_stays_and_ours_comes_last():
    mine = edits.add_observation(SEEN, "by hand", importance=0.9, now=LATER).after
    rebased = both(mine, appended())
    assert texts(result(rebased.change))[4:] == [(5, "from the transcript"), (6, "by hand")]
    assert rebased.merged == (
        MergedPart("Observation 5", "new, from the engine"),
        MergedPart("Observation 6", "new, only yours"),
    )


def test_numbers_that_repeat_are_left_alone_where_nobody_changes_them():
    seen = a_row()
    record = read_record(seen)
    odd = tuple(replace(item, seq=3 if item.seq == 4 else item.seq) for item in record.observations)
    record = replace(record, observations=odd)
    row = rewrite_row(seen, record)
    mine = edits.edit_text(record, 3, "the second three").after
    rebased = both(mine, appended(record), seen=row)
    assert [seq for seq, _ in texts(result(rebased.change))] == [1, 2, 3, 3, 5]


def test_a_wrong_total_is_put_right_as_by_any_edit():
    row = a_row(active_observation_tokens=9_999)
    mine = edits.edit_text(read_record(row), 0, "x").after
    theirs = replace(appended(), observation_tokens=9_999 + 5)
    assert result(both(mine, theirs, seen=row).change).observation_tokens == 1 + 4 * 4
