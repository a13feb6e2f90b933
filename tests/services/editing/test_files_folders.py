"""Folders that a change made go again when it is taken back; all others stay."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC

import msgspec
import pytest
from file_desk import FileDesk

from desktop_app.core.changes import Change, Swap
from desktop_app.core.editing.conflict import Choice
from desktop_app.core.editing.journal import EntryState
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.files.row import FileRow
from desktop_app.core.ledger.entries import save_entry
from desktop_app.services.editing.outcomes import Saved, Unchanged
from desktop_app.services.ledger.reading import find_ledgers, read_book
from desktop_app.store.file_writer import DiskWriter

PATH = "a/b/new.md"


@pytest.fixture
def desk(tmp_path):
    found = FileDesk(tmp_path)
    found.put("MEMORY.md", "# Facts\n")
    return found


def made(path: str = PATH) -> Change:
    return Change(label="New note", files=(Swap(None, FileRow(path, b"new\n")),))


def moved(desk: FileDesk, path: str, to: str) -> Change:
    row = desk.row(path)
    return Change(
        label="Move", files=(Swap(row, None), Swap(None, msgspec.structs.replace(row, path=to)))
    )


def folders(desk: FileDesk) -> list[str]:
    found = (path for path in desk.root.rglob("*") if path.is_dir())
    names = sorted(str(path.relative_to(desk.root)) for path in found)
    return [name for name in names if not name.startswith(".memloupe")]


def test_saving_a_memory_for_the_first_time_and_taking_it_back_leaves_no_folder(sample_workspace):
    desk = FileDesk(sample_workspace("agentscope_lending_multiuser"))
    before = folders(desk)
    (bucket,) = [
        one for root in find_ledgers(desk.files) for one in root.buckets if one.name == "u-104"
    ]
    plan = save_entry(read_book(desk.files, bucket), "- New.", EngineTime(1_780_000_000), UTC)
    desk.apply(plan.change)
    assert folders(desk) == sorted([*before, "u-104/memory"])

    desk.editor.undo(desk.context)

    assert folders(desk) == before


def test_a_note_in_new_folders_its_move_and_the_way_back_leave_nothing(desk):
    desk.apply(made())
    desk.apply(moved(desk, PATH, "c/new.md"))
    assert folders(desk) == ["a", "a/b", "c"]
    desk.again()

    desk.editor.undo(desk.context)
    assert folders(desk) == ["a", "a/b"]
    desk.editor.undo(desk.context)
    assert folders(desk) == []

    desk.editor.redo(desk.context)
    assert desk.text(PATH) == "new\n"
    desk.editor.undo(desk.context)
    assert folders(desk) == []


def test_a_folder_that_was_there_before_stays(desk):
    (desk.root / "a").mkdir()
    desk.apply(made())
    desk.editor.undo(desk.context)
    assert folders(desk) == ["a"]


def test_a_folder_that_others_made_before_a_change_was_done_again_stays(desk):
    desk.apply(made())
    desk.editor.undo(desk.context)
    (desk.root / "a").mkdir()
    desk.editor.redo(desk.context)
    assert folders(desk) == ["a", "a/b"]
    desk.editor.undo(desk.context)
    assert folders(desk) == ["a"]


def test_a_folder_that_only_the_second_time_made_goes_too(desk):
    (desk.root / "a").mkdir()
    desk.apply(made("a/new.md"))
    desk.editor.undo(desk.context)
    (desk.root / "a").rmdir()
    desk.editor.redo(desk.context)
    desk.editor.undo(desk.context)
    assert folders(desk) == []


@pytest.mark.parametrize(
    ("other", "left"), [("a/b/other.md", ["a", "a/b"]), ("a/other.md", ["a"]), ("a/b/c/", None)]
)
def test_a_folder_with_something_of_others_in_it_stays(desk, other, left):
    desk.apply(made())
    if other.endswith("/"):
        (desk.root / other).mkdir()
    else:
        desk.put(other, "theirs\n")
    desk.editor.undo(desk.context)
    assert desk.state(PATH) is None
    assert folders(desk) == (left or ["a", "a/b", "a/b/c"])


def test_a_link_in_the_place_of_a_folder_stays_and_is_not_followed(desk, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (outside / "empty").mkdir()
    desk.apply(Change(label="Two", files=(*made("a/one.md").files, *made("b/two.md").files)))
    (desk.root / "b/two.md").unlink()
    (desk.root / "b").rmdir()
    (desk.root / "b").symlink_to(outside / "empty")
    entry = desk.editor.stacks()[0]
    change = desk.editor.journal.change(entry.id).inverse()

    writer = DiskWriter(desk.root, desk.root / ".memloupe")
    kept = tuple(swap for swap in change.files if swap.before.path == "a/one.md")
    writer.write(Change(label="Undo", files=kept, folders=change.folders))

    assert (desk.root / "b").is_symlink()
    assert (outside / "empty").is_dir()
    assert not (desk.root / "a").exists()


def test_a_folder_made_by_another_program_at_the_last_moment_is_not_taken_for_ours(
    desk, monkeypatch
):
    present = DiskWriter.present
    calls = []

    def present_then_made(self, change):
        found = present(self, change)
        if not calls:
            (desk.root / "a").mkdir()
        calls.append(found)
        return found

    monkeypatch.setattr(DiskWriter, "present", present_then_made)
    assert isinstance(desk.apply(made()), Saved)
    desk.editor.undo(desk.context)
    assert folders(desk) == ["a"]


def test_what_a_dead_process_has_made_for_a_change_goes_when_that_is_settled(desk):
    writer = DiskWriter(desk.root, desk.root / ".memloupe")
    change = writer.present(made())
    (desk.root / "a/b").mkdir(parents=True)

    assert not writer.settle(change)

    assert folders(desk) == []


def test_restoring_the_version_before_a_change_removes_its_folders_too(desk):
    saved = desk.apply(made())
    desk.editor.restore(saved.entry.id, desk.context, before=True)
    assert folders(desk) == []


def edited_and_made(desk: FileDesk, text: str) -> Change:
    return Change(label="Two", files=(*desk.edit("MEMORY.md", text).files, *made().files))


def test_a_change_that_was_merged_takes_its_folders_away_again(desk):
    desk.put("MEMORY.md", "one\ntwo\nthree\nfour\n")
    change = edited_and_made(desk, "ONE\ntwo\nthree\nfour\n")
    desk.append("MEMORY.md", "five\n")
    assert isinstance(desk.apply(change), Saved)
    assert desk.text("MEMORY.md") == "ONE\ntwo\nthree\nfour\nfive\n"
    assert folders(desk) == ["a", "a/b"]

    desk.editor.undo(desk.context)

    assert folders(desk) == []


def test_a_file_and_its_folders_that_others_have_made_again_are_not_ours_when_it_is_undone(desk):
    desk.apply(made())
    desk.editor.undo(desk.context)
    desk.put(PATH, "new\n")
    assert isinstance(desk.editor.redo(desk.context), Unchanged)

    desk.editor.undo(desk.context)

    assert folders(desk) == ["a", "a/b"]


def test_folders_of_a_file_that_is_left_out_after_a_conflict_are_not_noted(desk):
    desk.put(PATH, "old\n")
    change = desk.edit(PATH, "newer\n")
    (desk.root / PATH).unlink()
    (desk.root / "a/b").rmdir()
    both = Change(label="Two", files=(*change.files, *made("c/new.md").files))
    conflicted = desk.apply(both)
    saved = desk.editor.resolve(conflicted, [Choice.THEIRS], desk.context)
    assert [swap.after for swap in saved.change.folders] == ["c"]


def test_restoring_the_version_before_leaves_a_folder_that_others_made_before_the_last_redo(desk):
    saved = desk.apply(made())
    desk.editor.undo(desk.context)
    (desk.root / "a").mkdir()
    desk.editor.redo(desk.context)
    desk.editor.restore(saved.entry.id, desk.context, before=True)
    assert folders(desk) == ["a"]


def test_a_folder_of_others_stays_however_many_changes_came_after_the_redo(desk):
    saved = desk.apply(edited_and_made(desk, "# Facts\n- a\n"))
    desk.editor.undo(desk.context)
    (desk.root / "a").mkdir()
    desk.editor.redo(desk.context)
    journal, change = desk.editor.journal, desk.edit("MEMORY.md", "# Facts\n- b\n")
    for number in range(205):
        journal.intend(replace(saved.entry, id=f"later-{number}"), change)
        journal.settle(f"later-{number}", EntryState.WRITTEN)

    desk.editor.undo(desk.context, saved.entry.id)

    assert desk.state(PATH) is None
    assert folders(desk) == ["a"]


def test_a_folder_that_only_an_undo_had_to_make_goes_with_the_redo(desk):
    desk.put("a/x.md", "x\n")
    desk.apply(Change(label="Delete", files=(Swap(desk.row("a/x.md"), None),)))
    (desk.root / "a").rmdir()
    desk.editor.undo(desk.context)
    assert desk.text("a/x.md") == "x\n"
    desk.editor.redo(desk.context)
    assert folders(desk) == []


def test_folders_that_a_dead_process_had_still_to_remove_go_when_its_change_is_settled(desk):
    saved = desk.apply(made())
    back = desk.editor.journal.change(saved.entry.id).inverse()
    (desk.root / PATH).unlink()

    assert DiskWriter(desk.root, desk.root / ".memloupe").settle(back)

    assert folders(desk) == []
