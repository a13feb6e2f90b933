"""What other programs write into memory files while ours are written is not lost."""

from __future__ import annotations

import os
import sys
import threading
from functools import partial

import pytest

from desktop_app.core.changes import Swap
from desktop_app.core.editing.ports import RowsDifferError
from desktop_app.core.errors import StoreBusyError
from desktop_app.core.files.row import FileRow
from desktop_app.store import file_lease
from desktop_app.store.file_lease import FileLease
from desktop_app.store.file_step import Step
from desktop_app.store.file_writer import DiskWriter
from desktop_app.store.memory_folder import DiskFolder
from tests.store.file_changes import after, change, edit, files_of, left_over


def test_a_new_file_never_takes_the_place_of_another_one(root, writer, way, monkeypatch):
    made = change(Swap(None, FileRow("made.md", b"ours")))
    after(Step, "prepare", monkeypatch, partial((root / "made.md").write_text, "theirs"))

    with pytest.raises(RowsDifferError):
        writer.write(made)

    assert (root / "made.md").read_text() == "theirs"
    assert left_over(root) == []


def test_what_is_written_into_a_file_while_it_is_replaced_is_back_in_its_place(
    root, writer, way, monkeypatch
):
    opened = (root / "b.md").open("r+")
    monkeypatch.setattr(FileLease, "take", lambda _lease: True)

    def append():
        opened.seek(0, os.SEEK_END)
        opened.write("theirs\n")
        opened.flush()

    after(Step, "swap_in", monkeypatch, append, times=2)
    before = files_of(root)
    inode = (root / "b.md").stat().st_ino

    with opened, pytest.raises(RowsDifferError, match=r"“b\.md” has changed"):
        writer.write(change(edit(root, "a.md", "new"), edit(root, "b.md", "new")))

    assert (root / "b.md").read_text() == "b.md as it was\ntheirs\ntheirs\n"
    assert (root / "b.md").stat().st_ino == inode
    assert files_of(root)["a.md"] == before["a.md"]
    assert left_over(root) == []


def test_a_file_that_was_replaced_meanwhile_is_put_back(root, writer, way, monkeypatch):
    (root / "other").write_text("theirs")
    after(Step, "prepare", monkeypatch, lambda: (root / "other").replace(root / "a.md"))

    with pytest.raises(RowsDifferError):
        writer.write(change(edit(root, "a.md", "new")))

    assert (root / "a.md").read_text() == "theirs"
    assert left_over(root) == []


def test_a_file_that_is_changed_before_it_is_deleted_stays(root, writer, way, monkeypatch):
    row = DiskFolder(root).read("a.md")
    after(Step, "swap_in", monkeypatch, partial(append_to_replaced, root))
    monkeypatch.setattr(FileLease, "take", lambda _lease: True)

    with pytest.raises(RowsDifferError):
        writer.write(change(Swap(row, None)))

    assert (root / "a.md").read_text() == "a.md as it was\ntheirs"


def append_to_replaced(root):
    (waiting,) = (root / ".memloupe" / "files").iterdir()
    with waiting.open("a") as file:
        file.write("theirs")


@pytest.mark.timeout(20)
def test_a_file_that_another_program_keeps_open_for_writing_is_busy(root, writer):
    lease_is_known(root)
    with (root / "a.md").open("a"), pytest.raises(StoreBusyError, match="open for writing"):
        writer.write(change(edit(root, "a.md", "new")))
    with (root / "a.md").open():
        writer.write(change(edit(root, "a.md", "new")))


@pytest.mark.timeout(20)
def test_a_program_that_waits_for_the_file_gets_the_old_one_back(root, writer, monkeypatch):
    lease_is_known(root)
    engine = threading.Thread(target=(root / "a.md").write_text, args=("theirs",))

    def start_and_wait_until_it_waits():
        if (root / "b.md").read_text() == "new":
            return
        engine.start()
        while not any(step.lease.is_wanted() for step in seen):
            pass

    seen = []
    real = Step.compare
    monkeypatch.setattr(Step, "compare", lambda step: (seen.append(step), real(step))[1])
    after(Step, "prepare", monkeypatch, start_and_wait_until_it_waits)

    with pytest.raises(RowsDifferError, match=r"“a\.md” has changed"):
        writer.write(change(edit(root, "a.md", "new"), edit(root, "b.md", "newer")))
    engine.join()

    assert (root / "a.md").read_text() == "theirs"
    assert (root / "b.md").read_text() == "b.md as it was\n"


@pytest.mark.skipif(sys.platform != "linux", reason="there are no leases")
def test_a_server_that_gives_no_leases_keeps_nobody_from_writing(
    root, writer, tmp_path, monkeypatch
):
    device = root.stat().st_dev
    mounts = tmp_path / "mountinfo"
    mounts.write_text(
        "22 27 0:21 / /proc rw - proc proc rw\n"
        f"30 27 {os.major(device)}:{os.minor(device)} / /mnt rw - nfs4 server:/share rw\n"
    )
    monkeypatch.setattr(file_lease, "_MOUNTS", mounts)

    with (root / "a.md").open("a"):
        writer.write(change(edit(root, "a.md", "new")))

    assert (root / "a.md").read_text() == "new"


def lease_is_known(root):
    descriptor = os.open(root / "c.md", os.O_RDONLY)
    lease = FileLease(descriptor)
    lease.take()
    os.close(descriptor)
    if not lease.is_held:
        pytest.skip("this file system has no leases")


def test_a_second_window_of_ours_waits_for_the_first(root, writer, monkeypatch):
    seen = []

    def write_too():
        thread = threading.Thread(target=second)
        thread.start()
        threads.append(thread)

    def second():
        try:
            DiskWriter(root, root / ".memloupe").write(other)
        except RowsDifferError:
            seen.append("differs")

    threads = []
    other = change(edit(root, "a.md", "second"))
    after(Step, "prepare", monkeypatch, write_too)
    writer.write(change(edit(root, "a.md", "first")))
    threads[0].join()

    assert (root / "a.md").read_text() == "first"
    assert seen == ["differs"]
