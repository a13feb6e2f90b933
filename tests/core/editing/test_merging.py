"""One record changed by a person and by the engine: what merges, what is asked, what is written."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from desktop_app.core.changes import Change, Swap, edit_record
from desktop_app.core.editing.conflict import Choice, ConflictItem, MergedPart
from desktop_app.core.editing.merging import Rebase, rebase
from desktop_app.core.engine_time import EngineTime, format_column
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational import edits, reflection_edits
from desktop_app.core.observational.engine_steps import new_record, new_row
from desktop_app.core.observational.observation import Observation
from desktop_app.core.observational.record import ObservationConfig, Record, RecordRow
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.record_writer import rewrite_row
from desktop_app.core.observational.reflection import Contradiction, Supersession
from desktop_app.core.scope import Scope
from desktop_app.core.scope_changes import set_limits, switch

THEN, LATER, NOW = EngineTime(1_777_485_000), EngineTime(1_777_485_500), EngineTime(1_777_486_000)
REFLECTION = """SUMMARY:
The team moved to pnpm [seq:4].

SUPERSESSIONS:
- [seq:4] replaces [seq:1]: moved

CONTRADICTIONS:
- [seq:2] vs [seq:3]: which port"""


def fact(seq: int, content: str = "", at: str = "2026-04-29T18:06:00Z") -> Observation:
    return Observation(
        seq=seq,
        content=content or f"fact number {seq}",
        token_count=4,
        importance=0.5,
        created_at=at,
        source_start_index=seq,
        source_end_index=seq,
    )


def a_row(count: int = 4, reflection: str = REFLECTION, **columns: object) -> RecordRow:
    record = new_record(
        Scope("acme", "conv", "coder"),
        enabled=True,
        service_config=ObservationConfig(),
        now=THEN,
    )
    record = edits.with_observations(record, tuple(fact(seq) for seq in range(1, count + 1)))
    record = replace(reflection_edits.set_text(record, reflection).after, last_reflected_seq=count)
    return replace(new_row(record), **columns)


ROW = a_row()
SEEN = read_record(ROW)


def row_of(record: Record) -> RecordRow:
    return rewrite_row(ROW, edits.stamped(record, LATER))


def appended(record: Record = SEEN, content: str = "from the transcript") -> Record:
    """Return the record after the engine has added one, as it numbers."""
    old = record.observations or ()
    new = fact(len(old) + 1, content, "2026-04-29T19:00:00Z")
    return edits.with_observations(record, (*old, new))


def both(mine: Record, theirs: Record, *, seen: RecordRow = ROW) -> Rebase:
    wanted = edit_record("Edit", seen, read_record(seen), edits.stamped(mine, LATER))
    return rebase(wanted, Change(label="", records=(Swap(row_of(theirs), None),)), now=NOW)


def result(change: Change | None) -> Record:
    assert change is not None
    (swap,) = change.records
    assert swap.after is not None
    return read_record(swap.after)


def texts(record: Record) -> list[tuple[int, str]]:
    return [(item.seq, item.content) for item in record.observations or ()]


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
