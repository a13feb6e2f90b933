"""Files that two have changed: texts merge line by line, everything else is asked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.changes import Change, Swap
from desktop_app.core.editing.conflict import Choice
from desktop_app.core.editing.merging import rebase
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.errors import RefusedError
from desktop_app.core.files.row import FileRow

NOW = EngineTime(1_750_000_000)
PATH = "MEMORY.md"
LOG = "# Log\n\n## 09:00\n- one\n- two\n\n## 10:00\n- three\n- four\n"


def row(data, **facts):
    return FileRow(PATH, data if isinstance(data, bytes) else data.encode(), **facts)


def rebased(seen, theirs, mine):
    rows = [one if one is None or isinstance(one, FileRow) else row(one) for one in (seen, mine)]
    there = theirs if theirs is None or isinstance(theirs, FileRow) else row(theirs)
    wanted = Change(label="Edit MEMORY.md", files=(Swap(rows[0], rows[1]),))
    present = Change(label="Edit MEMORY.md", files=(Swap(there, rows[1]),))
    return rebase(wanted, present, now=NOW)


def merged(seen, theirs, mine):
    """Return the text that follows without asking anybody."""
    result = rebased(seen, theirs, mine)
    assert result.items == ()
    return result.change.files[0].after.data.decode()


def test_what_the_engine_appends_stands_behind_an_edit_in_the_middle():
    mine = LOG.replace("- two\n", "- two, corrected\n")
    assert merged(LOG, LOG + "- five\n", mine) == mine + "- five\n"


def test_an_edit_of_the_very_last_line_is_kept_before_what_was_appended():
    mine = LOG.replace("- four", "- FOUR")
    assert merged(LOG, LOG + "- five\n", mine) == mine + "- five\n"


@pytest.mark.parametrize("end", ["\n", ""])
def test_of_two_additions_at_the_end_theirs_comes_first_and_both_are_kept(end):
    seen = "- a" + end
    glue = "" if end else "\n"
    text = merged(seen, f"{seen}{glue}- theirs{end}", f"{seen}{glue}- mine{end}")
    assert text.split("\n") == ["- a", "- theirs", "- mine", *([""] if end else [])]


def test_an_addition_that_both_have_made_is_there_once():
    assert merged("a\n", "a\nb\n", "a\nb\nc\n") == "a\nb\nc\n"
    assert merged("a\n", "a\nb\nc\n", "a\nb\n") == "a\nb\nc\n"


def test_an_addition_never_continues_a_line_of_somebody_else():
    assert merged("a\n", "a\ntheirs", "a\nmine\n") == "a\ntheirs\nmine\n"
    assert merged("a\r\n", "a\r\ntheirs", "a\r\nmine\r\n") == "a\r\ntheirs\r\nmine\r\n"


def test_edits_and_additions_on_both_sides_merge_together():
    theirs = LOG.replace("- one", "- ONE") + "- theirs\n"
    mine = LOG.replace("- three", "- THREE") + "- mine\n"
    both = LOG.replace("- one", "- ONE").replace("- three", "- THREE")
    assert merged(LOG, theirs, mine) == both + "- theirs\n- mine\n"


def test_taking_an_addition_back_keeps_what_came_after_it():
    assert merged("a\nmine\n", "a\nmine\ntheirs\n", "a\n") == "a\ntheirs\n"


def test_line_endings_and_the_byte_order_mark_stay():
    seen = "\ufeffa\r\nb\r\nc\r\nd\r\n"
    text = merged(seen, seen.replace("a", "A"), seen.replace("c", "C"))
    assert text == "\ufeffA\r\nb\r\nC\r\nd\r\n"


def test_the_same_edit_on_both_sides_is_nothing_to_write():
    result = rebased("a\n", "b\n", "b\n")
    assert result.items == ()
    assert result.change.is_empty


def test_each_overlapping_edit_is_an_item_that_says_where_it_is():
    seen = "a\nb\nc\nd\ne\n"
    result = rebased(seen, "a\nB1\nB2\nc\nd\nE\n", "a\nB3\nc\nd\nE4\n")
    fields = [(item.title, item.field, item.theirs, item.mine) for item in result.items]
    assert fields == [(PATH, "lines 2–3", "B1\nB2", "B3"), (PATH, "line 6", "E", "E4")]
    assert all(item.is_editable for item in result.items)
    chosen = result.resolved([Choice.MINE, "E5\nE6"])
    assert chosen.files[0].after.data == b"a\nB3\nc\nd\nE5\nE6\n"


def test_a_typed_text_ends_its_lines_as_the_file_does():
    result = rebased("a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n", "a\r\nX\r\nc\r\n")
    assert result.resolved(["one\ntwo"]).files[0].after.data == b"a\r\none\r\ntwo\r\nc\r\n"
    assert result.resolved([""]).files[0].after.data == b"a\r\nc\r\n"


@pytest.mark.parametrize("data", [b"\x00\x01", b"\xff\xfea\x00", b"caf\xe9 3\n"])
def test_bytes_that_are_no_text_are_chosen_as_a_whole(data):
    result = rebased(row(data), row(data + b"t"), row(data + b"m"))
    (item,) = result.items
    assert not item.is_editable
    assert result.resolved([Choice.MINE]).files[0].after.data == data + b"m"
    with pytest.raises(RefusedError):
        result.resolved(["typed"])


def test_a_file_that_one_side_deletes_and_the_other_edits_is_an_item():
    (gone,) = rebased("a\n", None, "b\n").items
    assert (gone.title, gone.field, gone.theirs, gone.mine) == (PATH, "text", None, "b\n")
    result = rebased("a\n", "b\n", None)
    assert [(item.theirs, item.mine) for item in result.items] == [("b\n", None)]
    assert result.resolved([Choice.MINE]).files[0].after is None
    assert result.resolved(["c\n"]).files[0].after.data == b"c\n"


def test_a_text_that_the_agent_could_not_read_can_not_be_typed():
    for seen, theirs, mine in (("a\n", "b\n", "c\n"), ("a\n", None, "b\n")):
        with pytest.raises(RefusedError, match="no text has"):
            rebased(seen, theirs, mine).resolved(["zero\0"])


def test_two_logs_that_were_begun_at_once_become_one_with_theirs_first():
    theirs = "\n## Memory Save — 2026-06-16T09:00:00Z\n- theirs\n"
    mine = "\n## Memory Flush — 2026-06-16T09:00:01Z\n- mine\n"
    assert merged(None, theirs, mine) == theirs + mine
    assert merged(None, theirs.rstrip("\n"), mine) == theirs.rstrip("\n") + mine
    assert merged(None, theirs, theirs) == theirs


@pytest.mark.parametrize("other", ["# Notes\n", "Before.\n## Memory Save — 2026-06-16T09:00:00Z\n"])
def test_two_new_files_that_are_no_logs_are_an_item(other):
    log = "\n## Memory Save — 2026-06-16T09:00:00Z\n- a\n"
    assert len(rebased(None, log, other).items) == 1
    assert len(rebased(None, other, log).items) == 1


def test_another_time_alone_is_no_conflict_and_undo_restores_the_present_one():
    result = rebased(row("a\n", mtime_ns=1), row("a\n", mtime_ns=2), row("b\n"))
    (swap,) = result.change.files
    assert (swap.before.mtime_ns, swap.after) == (2, row("b\n"))
    assert result.items == result.merged == ()


def test_a_file_that_was_only_touched_is_deleted_without_a_question():
    result = rebased(row("a\n", mtime_ns=1), row("a\n", mtime_ns=2), None)
    assert result.change.files == (Swap(row("a\n", mtime_ns=2), None),)


def test_a_kept_time_follows_that_of_a_text_which_was_merged_in():
    seen, theirs = row("a\nb\n", mtime_ns=1), row("a\nb\nc\n", mtime_ns=7)
    result = rebased(seen, theirs, row("A\nb\n", mtime_ns=1))
    assert result.change.files[0].after == row("A\nb\nc\n", mtime_ns=7)


def test_permissions_that_only_they_have_changed_stay():
    result = rebased(row("a\n", mode=0o644), row("a\n", mode=0o600), row("b\n", mode=0o644))
    assert result.change.files[0].after.mode == 0o600


def test_what_merged_is_told_in_words():
    mine = LOG.replace("- two\n", "- 2\n")
    result = rebased(LOG, LOG.replace("- three", "- 3") + "- five\n", mine)
    assert [f"{part.title}: {part.detail}" for part in result.merged] == [
        "MEMORY.md: 1 line rewritten, only yours",
        "MEMORY.md: 1 line rewritten, by another program",
        "MEMORY.md: 1 line added at the end, by another program",
    ]


def test_five_megabytes_merge():
    seen = "".join(f"- fact {number} {'x' * 80}\n" for number in range(55_000))
    mine = seen.replace("- fact 100 ", "- FACT 100 ")
    assert merged(seen, seen + "- new\n", mine) == mine + "- new\n"


lines = st.lists(st.sampled_from(["- a", "- b", "", "## h"]), max_size=6)


@given(parts=st.lists(lines, min_size=3, max_size=5), data=st.data())
def test_edits_apart_from_each_other_lose_no_line_of_anybody(parts, data):
    # A line that stands once keeps the parts apart.
    seen, theirs, mine = [], [], []
    added = {"theirs": set(), "mine": set()}
    for number, part in enumerate(parts):
        side = data.draw(st.sampled_from(["theirs", "mine", "nobody"]))
        new = data.draw(lines)
        for name, text in (("theirs", theirs), ("mine", mine)):
            if side == name:
                marked = [f"{line} {name} {number}" for line in new]
                added[name].update(marked)
                text.extend(marked)
            else:
                text.extend(part)
        seen += part
        for text in (seen, theirs, mine):
            text.append(f"=== {number}")
    texts = ["\n".join(one) + "\n" for one in (seen, theirs, mine)]
    found = set(merged(*texts).split("\n"))
    assert added["theirs"] | added["mine"] <= found
    assert {f"=== {number}" for number in range(len(parts))} <= found


text = st.lists(st.sampled_from(["a", "b", "c", "", "d\r"]), max_size=8).map("\n".join)


@given(seen=text, theirs=text, mine=text)
def test_any_three_texts_can_be_settled_and_each_choice_of_all_is_that_version(seen, theirs, mine):
    result = rebased(seen, theirs, mine)
    for choice in Choice:
        change = result.resolved([choice] * len(result.items))
        assert change.files[0].after is not None
    again = rebase(result.resolved([Choice.THEIRS] * len(result.items)), result.present, now=NOW)
    assert again.items == ()


@given(seen=text, edited=text)
def test_what_only_one_side_has_changed_is_taken_from_it_exactly(seen, edited):
    assert rebased(seen, edited, edited).change.is_empty
    assert merged(seen, seen, edited) == edited
    assert merged(seen, edited, seen) == edited
