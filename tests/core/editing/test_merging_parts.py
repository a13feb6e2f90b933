"""Reflections, limits, counts and undo where person and engine have both changed a record."""

from __future__ import annotations

import pytest
from merged_records import (
    LATER,
    NOW,
    REFLECTION,
    ROW,
    SEEN,
    a_row,
    appended,
    both,
    fact,
    result,
    row_of,
    texts,
)
from msgspec.structs import replace

from desktop_app.core.changes import Change, Swap, edit_record
from desktop_app.core.editing.conflict import Choice, ConflictItem, MergedPart
from desktop_app.core.editing.merging import rebase
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational import edits, reflection_edits
from desktop_app.core.observational.record import ObservationConfig
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.record_writer import rewrite_row
from desktop_app.core.observational.reflection import Contradiction, Supersession
from desktop_app.core.scope_changes import set_limits, switch


def test_new_reflections_of_both_merge_by_parts_and_differences_are_asked():
    mine = reflection_edits.put_entry(SEEN, Supersession(3, 2, "newer port")).after
    mine = reflection_edits.drop_contradiction(mine, 0).after
    mine = reflection_edits.set_summary(mine, "Mine.").after
    theirs = reflection_edits.put_entry(SEEN, Supersession(4, 1, "because"), 0).after
    theirs = reflection_edits.put_entry(theirs, Contradiction(2, 3, "which of them"), 0).after
    theirs = reflection_edits.set_summary(theirs, "Theirs.").after
    rebased = both(mine, theirs)
    assert rebased.items == (
        ConflictItem(
            "Reflection",
            "summary",
            "The team moved to pnpm [seq:4].",
            "Theirs.",
            "Mine.",
            is_editable=True,
        ),
        ConflictItem(
            "Reflection",
            "contradiction 2, 3",
            "which port",
            "which of them",
            None,
            is_editable=True,
        ),
    )
    merged = result(rebased.resolved(["Both.", Choice.MINE]))
    assert merged.reflection == (
        "SUMMARY:\nBoth.\n\nSUPERSESSIONS:\n- [seq:4] replaces [seq:1]: because\n"
        "- [seq:3] replaces [seq:2]: newer port\n\nCONTRADICTIONS:"
    )
    assert merged.reflection_tokens == -(-len(merged.reflection) // 4)
    with pytest.raises(RefusedError, match="one line"):
        rebased.resolved([Choice.MINE, "two\nlines"])


def test_reflections_without_parts_are_chosen_as_a_whole():
    mine = reflection_edits.set_text(SEEN, "plain words").after
    theirs = replace(SEEN, reflection="other words", reflection_tokens=3)
    rebased = both(mine, theirs)
    assert rebased.items == (
        ConflictItem(
            "Reflection", "text", REFLECTION, "other words", "plain words", is_editable=True
        ),
    )
    assert result(rebased.resolved([Choice.MINE])).reflection == "plain words"
    empty = result(rebased.resolved([" "]))
    assert (empty.reflection, empty.reflection_tokens, empty.last_reflected_seq) == ("", 0, 0)


def test_clearing_a_reflection_that_the_engine_made_anew_takes_its_mark_along():
    theirs = replace(appended(), reflection="anew", reflection_tokens=1, last_reflected_seq=5)
    rebased = both(reflection_edits.clear(SEEN).after, theirs)
    assert len(rebased.items) == 1
    assert result(rebased.resolved([Choice.MINE])).last_reflected_seq == 0
    assert result(rebased.resolved([Choice.THEIRS])).last_reflected_seq == 5


def test_limits_and_the_switch_merge_one_by_one_and_written_defaults_are_no_change():
    row = a_row(config_json='{"snippet_max_tokens":0,"observe_min_tokens":10}')
    mine = switch(read_record(row), enabled=False).after
    mine = set_limits(mine, ObservationConfig(10, 420, 0)).after
    theirs = replace(appended(), config=ObservationConfig(30, 900, 4000))
    rebased = both(mine, theirs, seen=row)
    assert rebased.items == ()
    merged = result(rebased.change)
    assert not merged.enabled
    assert merged.config == ObservationConfig(30, 420, 4000)
    assert MergedPart("Memory", "on → off, only yours") in rebased.merged

    theirs = replace(theirs, config=ObservationConfig(10, 500, 4000))
    rebased = both(mine, theirs, seen=row)
    assert [item.field for item in rebased.items] == ["budget"]
    assert result(rebased.resolved(["600"])).config.snippet_max_tokens == 600
    with pytest.raises(RefusedError, match="“lots” is not a whole number"):
        rebased.resolved(["lots"])
    with pytest.raises(RefusedError, match="64 bits"):
        rebased.resolved([str(2**63)])


def test_undo_brings_back_the_stored_bytes_with_keys_that_the_engine_does_not_know():
    stored = '[{"seq":1, "content":"kept", "note":"mine", "created_at":"2026-01-01T00:00:00.500Z"}]'
    row = a_row(active_observations_json=stored)
    record = read_record(row)
    change = edit_record("Edit", row, record, edits.edit_text(record, 0, "changed").after)
    (swap,) = change.records
    present = replace(swap.after, enabled=0)
    undone = rebase(change.inverse(), Change(label="", records=(Swap(present, None),)), now=NOW)
    (back,) = undone.change.records
    assert back.after.active_observations_json == stored
    assert back.after.enabled == 0


def test_undo_of_a_removal_at_the_end_puts_it_back_before_what_came_after():
    done = edit_record("Remove", ROW, SEEN, edits.stamped(edits.remove(SEEN, [3]).after, LATER))
    present = row_of(appended(read_record(done.records[0].after)))
    undone = rebase(done.inverse(), Change(label="", records=(Swap(present, None),)), now=NOW)
    assert undone.items == ()
    merged = result(undone.change)
    assert texts(merged)[3:] == [(4, "fact number 4"), (5, "from the transcript")]
    assert merged.reflection == REFLECTION
    assert merged.last_reflected_seq == 4


@pytest.mark.parametrize(
    ("title", "what", "broken"),
    [
        ("Reflection", "token count", {"reflection_tokens": 999}),
        ("Observations", "total of tokens", {"observation_tokens": 999}),
    ],
)
def test_a_count_that_was_put_right_is_told(title, what, broken):
    wrong = replace(SEEN, **broken)
    rebased = both(SEEN, replace(wrong, enabled=False), seen=rewrite_row(ROW, wrong))
    assert MergedPart(title, f"{what}, only yours") in rebased.merged
    assert result(rebased.change).reflection_tokens == SEEN.reflection_tokens
    assert result(rebased.change).observation_tokens == SEEN.observation_tokens


def test_the_count_of_one_observation_that_was_put_right_is_told():
    (first, *rest) = SEEN.observations
    wrong = replace(SEEN, observations=(replace(first, token_count=99), *rest))
    mine = edits.with_observations(wrong, (first, *rest))
    rebased = both(mine, replace(wrong, enabled=False), seen=rewrite_row(ROW, wrong))
    assert MergedPart("Observation 1", "token count, only yours") in rebased.merged
    assert result(rebased.change).observations == SEEN.observations


def test_lines_that_the_engine_ignores_and_they_have_added_stay_when_our_parts_are_taken():
    theirs = replace(SEEN, reflection=REFLECTION.replace("SUPERSESSIONS:", "SUPERSESSIONS:\n* why"))
    rebased = both(reflection_edits.set_summary(SEEN, "Mine.").after, theirs)
    assert rebased.items == ()
    assert result(rebased.change).reflection == theirs.reflection.replace(
        "The team moved to pnpm [seq:4].", "Mine."
    )


def test_lines_that_the_engine_ignores_and_both_have_changed_make_the_text_a_choice():
    mine, theirs = (
        replace(SEEN, reflection=REFLECTION.replace("SUPERSESSIONS:", f"SUPERSESSIONS:\n* {word}"))
        for word in ("mine", "theirs")
    )
    assert [item.field for item in both(mine, theirs).items] == ["text"]


def test_two_that_are_alike_in_everything_are_told_apart_by_their_places():
    twins = edits.with_observations(SEEN, (fact(1), fact(1)))
    mine = edits.edit_text(twins, 0, "mine").after
    theirs = edits.edit_text(twins, 1, "theirs").after
    rebased = both(mine, theirs, seen=rewrite_row(ROW, twins))
    assert rebased.items == ()
    assert texts(result(rebased.change)) == [(1, "mine"), (1, "theirs")]
