"""Files that others write at the same time: merging, asking, and telling what was overwritten."""

from __future__ import annotations

import pytest
from file_desk import FileDesk

from desktop_app.core.changes import Change, Swap
from desktop_app.core.editing.conflict import Choice
from desktop_app.core.editing.journal import Entry, EntryKind, EntryState
from desktop_app.core.editing.standing import State
from desktop_app.core.files.row import FileRow
from desktop_app.services.editing.outcomes import Conflicted, Saved, Wish

PATH = "memory/MEMORY.md"
TEXT = "# Facts\n- one\n- two\n- three\n"


@pytest.fixture
def desk(tmp_path):
    found = FileDesk(tmp_path)
    found.put(PATH, TEXT)
    return found


def test_what_the_engine_appends_meanwhile_is_kept_and_told(desk):
    change = desk.edit(PATH, TEXT.replace("two", "TWO"))
    desk.append(PATH, "- four\n")
    saved = desk.apply(change)
    assert desk.text(PATH) == TEXT.replace("two", "TWO") + "- four\n"
    assert "1 line added at the end, by another program" in [one.detail for one in saved.merged]
    assert sum(not one.is_own for one in saved.merged) == 1
    desk.editor.undo(desk.context)
    assert desk.text(PATH) == TEXT + "- four\n"


def test_undo_keeps_what_was_appended_since(desk):
    desk.apply(desk.edit(PATH, TEXT.replace("two", "TWO")))
    desk.append(PATH, "- four\n")
    assert isinstance(desk.editor.undo(desk.context), Saved)
    assert desk.text(PATH) == TEXT + "- four\n"


def test_overlapping_edits_show_three_versions_and_the_chosen_one_is_written(desk):
    change = desk.edit(PATH, TEXT.replace("- two", "- mine"))
    desk.put(PATH, TEXT.replace("- two", "- theirs"))
    conflicted = desk.apply(change)
    assert isinstance(conflicted, Conflicted)
    (item,) = conflicted.rebase.items
    assert (item.seen, item.theirs, item.mine) == ("- two", "- theirs", "- mine")
    assert (item.title, item.field) == (PATH, "line 3")
    assert desk.text(PATH) == TEXT.replace("- two", "- theirs")
    desk.editor.resolve(conflicted, ["- ours"], desk.context)
    assert desk.text(PATH) == TEXT.replace("- two", "- ours")
    desk.editor.undo(desk.context)
    assert desk.text(PATH) == TEXT.replace("- two", "- theirs")


def test_a_deleted_file_can_be_written_again_or_stay_away(desk):
    change = desk.edit(PATH, "mine\n")
    (desk.root / PATH).unlink()
    conflicted = desk.apply(change)
    desk.editor.resolve(conflicted, [Choice.MINE], desk.context)
    assert desk.text(PATH) == "mine\n"
    desk.editor.undo(desk.context)
    assert desk.state(PATH) is None


def test_an_edit_under_which_the_file_was_replaced_is_told_once_and_applied_again(desk):
    desk.apply(desk.edit(PATH, TEXT + "- mine\n"))
    assert desk.editor.overwritten() == ()
    desk.put(PATH, "# Consolidated\n- one and two and three\n")
    (found,) = desk.editor.overwritten()
    assert found.standing.state is State.OVERWRITTEN
    assert PATH in found.standing.lost[0]
    assert desk.editor.overwritten() == ()
    desk.editor.apply_again(found.entry.id, desk.context)
    assert desk.text(PATH) == "# Consolidated\n- one and two and three\n- mine\n"


def test_what_others_append_or_move_is_no_overwriting(desk):
    desk.apply(desk.edit(PATH, TEXT + "- mine\n"))
    desk.put(PATH, "# Facts\n- mine\n- one\n- two\n- three\n- four\n")
    assert desk.editor.overwritten() == ()


@pytest.mark.parametrize("line", ["- two\n", "- three\n"])
def test_lines_that_were_taken_out_and_come_back_are_told(desk, line):
    desk.apply(desk.edit(PATH, TEXT.replace(line, "")))
    desk.put(PATH, TEXT + "- four\n")
    (found,) = desk.editor.overwritten()
    assert found.standing.state is State.OVERWRITTEN


def test_part_of_an_edit_that_is_left_is_told_as_part(desk):
    desk.apply(desk.edit(PATH, TEXT + "- mine\n- too\n"))
    desk.put(PATH, TEXT + "- too\n")
    (found,) = desk.editor.overwritten()
    assert found.standing.state is State.PARTLY
    assert found.standing.kept == (f"{PATH}: 1 of 2 lines of your edit is in it.",)


def test_a_file_that_is_gone_is_told_as_gone(desk):
    desk.apply(desk.edit(PATH, "mine\n"))
    (desk.root / PATH).unlink()
    (found,) = desk.editor.overwritten()
    assert found.standing.state is State.GONE


def test_a_later_edit_of_ours_is_no_overwriting(desk):
    desk.apply(desk.edit(PATH, TEXT + "- mine\n"))
    desk.apply(desk.edit(PATH, "all new\n"))
    assert desk.editor.overwritten() == ()


@pytest.mark.parametrize("reached", [True, False])
def test_a_process_that_died_while_writing_is_found_out(desk, reached):
    change = desk.edit(PATH, "mine\n")
    entry = desk.editor._saving.new_entry(Wish(change=change))  # noqa: SLF001 - as it is killed
    desk.editor.journal.intend(entry, change)
    if reached:
        desk.put(PATH, "mine\n")
    desk.again()
    (settled,) = desk.editor.recover()
    assert settled.state is (EntryState.WRITTEN if reached else EntryState.NOT_WRITTEN)
    assert desk.text(PATH) == ("mine\n" if reached else TEXT)


def test_half_of_a_change_that_was_written_is_taken_back(desk):
    row = desk.row(PATH)
    moved = FileRow("memory/moved.md", row.data, row.mode, row.mtime_ns)
    change = Change(label="Move", files=(Swap(None, moved), Swap(row, None)))
    entry = Entry(
        id="1", file=".", kind=EntryKind.CHANGE, who="ada", at=desk.files.now(), label="Move"
    )
    desk.editor.journal.intend(entry, change)
    desk.put("memory/moved.md", row.data, mtime_ns=row.mtime_ns)
    (settled,) = desk.editor.recover()
    assert settled.state is EntryState.NOT_WRITTEN
    assert desk.state("memory/moved.md") is None
    assert desk.text(PATH) == TEXT


def test_what_is_written_into_a_file_while_it_is_moved_goes_along(desk):
    row = desk.row(PATH)
    moved = FileRow("memory/archive/MEMORY.md", row.data, row.mode, row.mtime_ns)
    change = Change(label="Archive", files=(Swap(row, None), Swap(None, moved)))
    desk.append(PATH, "- four\n")
    written = desk.state(PATH)
    saved = desk.apply(change)
    assert desk.state("memory/archive/MEMORY.md") == written
    assert desk.state(PATH) is None
    assert [one.title for one in saved.merged] == ["memory/archive/MEMORY.md"]
    desk.append("memory/archive/MEMORY.md", "- five\n")
    desk.editor.undo(desk.context)
    assert desk.text(PATH) == TEXT + "- four\n- five\n"
    assert desk.state("memory/archive/MEMORY.md") is None


def test_a_log_that_the_engine_has_archived_keeps_what_was_written_in_it(desk):
    log = "agent/memory/2026-01-02.md"
    desk.put(log, "one\n")
    desk.apply(desk.edit(log, "one\n- mine\n"))
    (desk.root / "agent/memory/archive").mkdir()
    (desk.root / log).rename(desk.root / "agent/memory/archive/2026-01-02.md")
    assert desk.editor.overwritten() == ()
