"""All files of a change are written, or none; what they replace is kept for a while."""

from __future__ import annotations

import errno

import pytest

from desktop_app.core.changes import Swap
from desktop_app.core.errors import StoreError
from desktop_app.core.files.row import FileRow
from desktop_app.store import file_step, replaced_files
from desktop_app.store.file_step import Step
from desktop_app.store.memory_folder import DiskFolder
from tests.store.file_changes import change, edit, files_of, left_over


@pytest.mark.parametrize("at", range(3))
def test_an_error_in_the_middle_takes_back_what_was_written(root, writer, way, monkeypatch, at):
    before, calls = files_of(root), []
    inodes = {path.name: path.stat().st_ino for path in root.glob("*.md")}
    real = Step.swap_in

    def fail(step):
        calls.append(step)
        if len(calls) == at + 1:
            raise OSError(5, "Input/output error")
        real(step)

    monkeypatch.setattr(Step, "swap_in", fail)
    row = DiskFolder(root).read("c.md")
    wanted = change(
        edit(root, "a.md", "new"), Swap(row, None), Swap(None, FileRow("new.md", b"new"))
    )

    with pytest.raises(StoreError, match=r"can't be written: Input/output error"):
        writer.write(wanted)

    assert files_of(root) == before
    assert {path.name: path.stat().st_ino for path in root.glob("*.md")} == inodes
    assert left_over(root) == []


def test_if_even_that_fails_it_says_which_files_are_how(root, writer, way, monkeypatch):
    calls, real = [], Step.swap_in

    def fail(step):
        calls.append(step)
        if len(calls) == 2:
            (root / "a.md").write_text("somebody went on")
            raise OSError(5, "Input/output error")
        real(step)

    monkeypatch.setattr(Step, "swap_in", fail)

    with pytest.raises(StoreError, match=r"went on with “a\.md”") as raised:
        writer.write(change(edit(root, "a.md", "new"), edit(root, "b.md", "new")))

    assert "All other files of the change are as before" in raised.value.advice
    assert (root / "a.md").read_text() == "somebody went on"
    assert (root / "b.md").read_text() == "b.md as it was\n"
    (kept,) = (root / ".memloupe" / "backups" / "replaced" / "a.md").iterdir()
    assert kept.read_text() == "a.md as it was\n"


def test_settling_takes_back_what_was_written_in_part(root, writer):
    before = files_of(root)
    wanted = change(edit(root, "a.md", "new"), edit(root, "b.md", "new"))
    writer.write(change(wanted.files[0]))
    (root / ".memloupe" / "files" / "1234abcd-1").write_text("ne")
    (root / ".memloupe-1234abcd-0").write_text("somebody's")

    assert not writer.settle(wanted)

    assert files_of(root) == before
    assert left_over(root) == []
    kept = (root / ".memloupe" / "backups" / "replaced" / "a.md").iterdir()
    assert "somebody's" in [path.read_text() for path in kept]


def test_settling_leaves_what_others_have_written_since(root, writer):
    wanted = change(edit(root, "a.md", "new"), edit(root, "b.md", "new"))
    writer.write(wanted)
    (root / "b.md").write_text("by somebody else")

    assert writer.settle(wanted)

    assert (root / "a.md").read_text() == "new"
    assert (root / "b.md").read_text() == "by somebody else"


def test_files_on_another_mount_are_prepared_beside_their_places(root, writer, way, monkeypatch):
    for module, name in (
        (file_step, "exchange"),
        (file_step, "move_new"),
        (file_step, "move_over"),
        (file_step, "link"),
        (replaced_files, "move_new"),
    ):
        monkeypatch.setattr(module, name, across_mounts(getattr(module, name)))
    gone = DiskFolder(root).read("c.md")
    wanted = change(
        edit(root, "a.md", "new"), Swap(gone, None), Swap(None, FileRow("made.md", b"made"))
    )

    writer.write(wanted)

    assert (root / "a.md").read_text() == "new"
    assert (root / "made.md").read_text() == "made"
    assert not (root / "c.md").exists()
    assert left_over(root) == []
    (kept,) = (root / ".memloupe" / "backups" / "replaced" / "c.md").iterdir()
    assert kept.read_bytes() == gone.data


def across_mounts(move):
    def checked(folder, name, other, other_name):
        if ".memloupe" in folder.path.parts or ".memloupe" in other.path.parts:
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        return move(folder, name, other, other_name)

    return checked


def test_the_newest_five_replaced_files_are_kept(root, writer):
    for number in range(8):
        writer.write(change(edit(root, "a.md", str(number))))

    kept = sorted((root / ".memloupe" / "backups" / "replaced" / "a.md").iterdir())

    assert [path.read_text() for path in kept] == ["2", "3", "4", "5", "6"]


def test_a_replaced_file_that_can_not_be_kept_keeps_nobody_from_writing(root, writer, monkeypatch):
    def fail(*_):
        raise OSError("no room")

    monkeypatch.setattr(replaced_files, "make_folders", fail)
    writer.write(change(edit(root, "a.md", "new")))

    assert (root / "a.md").read_text() == "new"
    assert left_over(root) == []
