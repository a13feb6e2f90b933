"""Files are changed, taken back and done again, with their bytes, permissions and times."""

from __future__ import annotations

import os

import msgspec
import pytest
from file_desk import HERE, LONG_AGO, FileDesk

from desktop_app.core.changes import Change, Swap
from desktop_app.core.editing.journal import EntryKind, EntryState
from desktop_app.core.errors import RefusedError
from desktop_app.core.files.row import FILES, FileRow
from desktop_app.services.editing.outcomes import Saved, Unchanged
from desktop_app.services.workspace import open_editor, open_workspace
from desktop_app.services.workspace_files import open_files

PATH = "memory/MEMORY.md"


@pytest.fixture
def desk(tmp_path):
    found = FileDesk(tmp_path)
    found.put(PATH, "# Facts\n- one\n- two\n")
    return found


def test_undo_restores_bytes_permissions_and_time_and_redo_does_it_again(desk):
    before = desk.state(PATH)
    saved = desk.apply(desk.edit(PATH, "# Facts\n- one\n"))
    assert isinstance(saved, Saved)
    data, mode, mtime_ns = desk.state(PATH)
    assert (data, mode) == (b"# Facts\n- one\n", before[1])
    assert mtime_ns != before[2]
    desk.editor.undo(desk.context)
    assert desk.state(PATH) == before
    desk.editor.redo(desk.context)
    assert desk.text(PATH) == "# Facts\n- one\n"
    desk.editor.undo(desk.context)
    assert desk.state(PATH) == before


def test_the_journal_calls_them_files_and_lists_the_changes_of_one_file(desk):
    desk.put("memory/2026-01-02.md", "log\n")
    desk.apply(desk.edit(PATH, "one\n"))
    desk.apply(desk.edit("memory/2026-01-02.md", "two\n"))
    assert {entry.file for entry in desk.entries()} == {FILES}
    (found,) = desk.entries(memory_id=PATH)
    assert (found.label, found.memory_ids, found.who) == (f"Edit {PATH}", (PATH,), "ada")


def test_after_a_restart_the_same_change_is_taken_back(desk):
    before = desk.state(PATH)
    desk.apply(desk.edit(PATH, "other\n"))
    desk.again()
    assert desk.editor.stacks()[0].label == f"Edit {PATH}"
    desk.editor.undo(desk.context)
    assert desk.state(PATH) == before


def test_files_come_go_and_move_together_and_come_back_together(desk):
    row = desk.row(PATH)
    moved = FileRow("memory/archive/MEMORY.md", row.data, row.mode, row.mtime_ns)
    new = FileRow("memory/new.md", b"new\n", 0o600, None)
    before = desk.state(PATH)
    change = Change(label="Move", files=(Swap(row, None), Swap(None, moved), Swap(None, new)))
    assert isinstance(desk.apply(change), Saved)
    assert desk.state(PATH) is None
    assert desk.state("memory/archive/MEMORY.md") == before
    assert desk.state("memory/new.md")[:2] == (b"new\n", 0o600)
    desk.editor.undo(desk.context)
    assert desk.state(PATH) == before
    assert desk.state("memory/archive/MEMORY.md") is desk.state("memory/new.md") is None
    desk.editor.redo(desk.context)
    assert desk.state("memory/archive/MEMORY.md") == before


def test_a_time_alone_is_changed_and_taken_back(desk):
    row = desk.row(PATH)
    later = msgspec.structs.replace(row, mtime_ns=LONG_AGO + 1)
    assert isinstance(desk.apply(Change(label="Touch", files=(Swap(row, later),))), Saved)
    assert desk.state(PATH)[2] == LONG_AGO + 1
    desk.editor.undo(desk.context)
    assert desk.state(PATH)[2] == LONG_AGO


def test_what_is_there_already_is_not_written(desk):
    before = desk.state(PATH)
    assert isinstance(desk.apply(desk.edit(PATH, before[0])), Unchanged)
    assert desk.state(PATH) == before
    assert desk.entries() == []


def test_a_file_that_was_only_touched_is_saved_without_a_question(desk):
    change = desk.edit(PATH, "mine\n")
    os.utime(desk.root / PATH, ns=(5, 6))
    assert isinstance(desk.apply(change), Saved)
    desk.editor.undo(desk.context)
    assert desk.state(PATH)[2] == 6


def test_odd_names_and_any_bytes_are_changed_and_taken_back(desk):
    data = bytes(range(256)) * 3
    path = "memory/caf\udce9\n" + "x" * 200
    new = FileRow(path, data, 0o600, 17)
    desk.apply(Change(label="New", files=(Swap(None, new),)))
    assert (desk.root / os.fsdecode(b"memory/caf\xe9\n" + b"x" * 200)).read_bytes() == data
    desk.apply(desk.edit(path, b"\x00other"))
    desk.again()
    assert desk.entries(memory_id=path)[0].memory_ids == (path,)
    desk.editor.undo(desk.context)
    assert desk.row(path) == new


def test_before_the_first_change_of_a_session_each_file_is_copied_once(desk):
    desk.put("notes.md", "notes\n")
    saved = desk.apply(desk.edit(PATH, "one\n"))
    assert saved.backup.read_bytes() == b"# Facts\n- one\n- two\n"
    assert saved.backup.is_relative_to(desk.root / ".memloupe" / "backups")
    assert desk.apply(desk.edit(PATH, "two\n")).backup is None
    assert desk.apply(desk.edit("notes.md", "x\n")).backup.read_bytes() == b"notes\n"


def test_a_version_from_before_a_change_and_one_from_after_it_are_restored(desk):
    before = desk.state(PATH)
    first = desk.apply(desk.edit(PATH, "one\n")).entry
    desk.apply(desk.edit(PATH, "two\n"))
    desk.editor.restore(first.id, desk.context, before=True)
    assert desk.state(PATH) == before
    desk.editor.restore(first.id, desk.context, before=False)
    assert desk.text(PATH) == "one\n"
    kinds = [entry.kind for entry in desk.entries()]
    assert kinds[:2] == [EntryKind.RESTORE, EntryKind.RESTORE]
    desk.editor.undo(desk.context)
    assert desk.state(PATH) == before


def test_a_version_without_files_that_are_gone_already_is_restored(desk):
    row = desk.row(PATH)
    desk.put("memory/other.md", "other\n")
    other = desk.row("memory/other.md")
    saved = desk.apply(Change(label="Delete", files=(Swap(row, None), Swap(other, None))))
    desk.editor.undo(desk.context)
    (desk.root / PATH).unlink()
    desk.editor.restore(saved.entry.id, desk.context, before=False)
    assert desk.state("memory/other.md") is None


def test_a_draft_of_a_file_is_kept_and_saved_later(desk):
    entry = desk.editor.keep_draft(desk.edit(PATH, "draft\n"))
    desk.again()
    assert desk.text(PATH) == "# Facts\n- one\n- two\n"
    assert desk.entries()[0].state is EntryState.DRAFT
    assert isinstance(desk.editor.apply_again(entry.id, desk.context), Saved)
    assert desk.text(PATH) == "draft\n"


def test_state_file_and_memory_files_are_undone_in_one_order(golden_workspace):
    root = golden_workspace("rich-coding-agent")
    source = open_workspace(root).require_source()
    editor, files = open_editor(source, HERE), FileDesk(root)
    files.put("MEMORY.md", "one\n")
    snapshot = source.snapshot("acme|conv-42|coder")
    from desktop_app.services.editing.plans import Intent  # noqa: PLC0415
    from desktop_app.services.editing.scope_actions import switch_scope  # noqa: PLC0415

    plan = switch_scope(snapshot, Intent(source.now()), enabled=False)
    editor.apply(files.edit("MEMORY.md", "two\n", "First"), files.context)
    editor.apply(plan.change, files.context)
    editor.apply(files.edit("MEMORY.md", "three\n", "Third"), files.context)
    labels = []
    while editor.stacks()[0]:
        labels.append(editor.undo(files.context).change.label)
    assert labels == ["Third", plan.change.label, "First"]
    assert files.text("MEMORY.md") == "one\n"
    assert source.snapshot("acme|conv-42|coder").record.enabled


def test_files_alone_have_no_scopes_to_change(desk, golden_workspace):
    row = open_workspace(golden_workspace("rich-coding-agent")).require_source()
    snapshot = row.snapshot("acme|conv-42|coder")
    with pytest.raises(RefusedError, match="none here"):
        desk.apply(Change(label="x", records=(Swap(snapshot.row, None),)))
    assert open_files(desk.root).root == desk.root


def test_a_workspace_that_is_reached_through_a_link_is_changed_as_any_other(
    golden_workspace, tmp_path
):
    root = golden_workspace("rich-coding-agent")
    (root / "MEMORY.md").write_text("one\n")
    link = tmp_path / "link"
    link.symlink_to(root, target_is_directory=True)
    source = open_workspace(link).require_source()
    desk = FileDesk(link)
    editor = open_editor(source, HERE)
    editor.apply(desk.edit("MEMORY.md", "two\n"), desk.context)
    assert (root / "MEMORY.md").read_text() == "two\n"
    desk.editor.undo(desk.context)
    assert (root / "MEMORY.md").read_text() == "one\n"


def test_a_draft_that_is_kept_again_waits_once(desk):
    text = desk.text(PATH)
    draft = desk.editor.keep_draft(desk.edit(PATH, text + "- mine\n"))
    assert desk.editor.keep_draft(desk.edit(PATH, text + "- mine\n")).id == draft.id
    assert desk.editor.keep_draft(desk.edit(PATH, text + "- other\n")).id != draft.id
    desk.editor.discard_draft(draft.id)
    again = desk.editor.keep_draft(desk.edit(PATH, text + "- mine\n"))
    assert again.id != draft.id
    assert [one.is_waiting for one in desk.entries()] == [True, True, False]
