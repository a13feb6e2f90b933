"""Writing memory files: all of a change or nothing, and nothing of anybody else's is lost."""

from __future__ import annotations

import errno
import os
import stat
import threading
from functools import partial

import msgspec
import pytest

from desktop_app.core.changes import Change, Swap
from desktop_app.core.editing.ports import RowsDifferError
from desktop_app.core.engine_text import encode
from desktop_app.core.errors import RefusedError, StoreBusyError, StoreError
from desktop_app.core.files.facts import FileKind
from desktop_app.core.files.row import FileRow
from desktop_app.store import file_moves, file_step, open_folder, replaced_files
from desktop_app.store.file_lease import FileLease
from desktop_app.store.file_step import Step
from desktop_app.store.file_writer import DiskWriter
from desktop_app.store.memory_folder import DiskFolder
from tests.tree_state import snapshot

SAMPLES = ("agentscope_support_desk", "agentscope_lending_multiuser", "little_harness_desk")
LONG_AGO_NS = 1_600_000_000_123_456_789


@pytest.fixture(params=["exchange", "links", "paths"])
def way(request, monkeypatch):
    """With what Linux offers, with what others have, and without open folders (Windows)."""
    monkeypatch.setattr(open_folder, "RELATIVE", request.param != "paths")
    if request.param != "exchange":
        monkeypatch.setattr(file_moves, "_renameat2", lambda: None)
        monkeypatch.setattr(FileLease, "take", lambda _lease: True)
        monkeypatch.setattr(file_step, "_QUIET_NS", 0)
    return request.param


@pytest.fixture
def root(tmp_path):
    root = tmp_path / "workspace"
    root.mkdir()
    for name in ("a.md", "b.md", "c.md"):
        (root / name).write_text(f"{name} as it was\n")
        (root / name).chmod(0o640)
        os.utime(root / name, ns=(LONG_AGO_NS, LONG_AGO_NS))
    return root


@pytest.fixture
def writer(root):
    return DiskWriter(root, root / ".memloupe")


def edit(root, path, text, **other):
    row = DiskFolder(root).read(path)
    after = msgspec.structs.replace(row, data=text.encode(), mtime_ns=None, **other)
    return Swap(row, after)


def change(*swaps):
    return Change(label="Change", files=swaps)


def files_of(root):
    return {
        name: entry
        for name, entry in snapshot(root).items()
        if entry.content and not name.startswith(".memloupe")
    }


def left_over(root):
    return [*(root / ".memloupe" / "files").iterdir(), *root.rglob(".memloupe-*")]


@pytest.mark.parametrize("name", SAMPLES)
def test_any_sample_file_is_written_and_taken_back_byte_for_byte_with_its_time(
    sample_workspace, name, way
):
    root = sample_workspace(name, odd=name == "little_harness_desk")
    folder, writer = DiskFolder(root), DiskWriter(root, root / ".memloupe")
    before = files_of(root)
    rows = [folder.read(one.path) for one in folder.entries() if one.kind is FileKind.FILE]
    others = [msgspec.structs.replace(row, data=row.data + b"!", mtime_ns=None) for row in rows]
    wanted = change(*map(Swap, rows, others))

    writer.write(wanted)

    assert [folder.read(row.path).data for row in rows] == [other.data for other in others]
    assert writer.settle(wanted)
    writer.write(writer.present(wanted.inverse()))
    assert files_of(root) == before
    assert left_over(root) == []


def test_mode_and_owner_stay_and_the_time_is_that_of_writing(root, writer, way):
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        os.chown(root / "a.md", 1234, 4321)
    before = (root / "a.md").stat()

    writer.write(change(edit(root, "a.md", "new")))

    after = (root / "a.md").stat()
    assert (root / "a.md").read_text() == "new"
    assert (after.st_mode, after.st_uid, after.st_gid) == (
        before.st_mode,
        before.st_uid,
        before.st_gid,
    )
    assert after.st_mtime_ns > before.st_mtime_ns


def test_a_time_that_a_row_gives_is_set(root, writer, way):
    swap = edit(root, "a.md", "new")
    kept = msgspec.structs.replace(swap.after, mtime_ns=LONG_AGO_NS + 1)
    made = FileRow("made.md", b"x", 0o600, LONG_AGO_NS + 2)

    writer.write(change(Swap(swap.before, kept), Swap(None, made)))

    assert (root / "a.md").stat().st_mtime_ns == LONG_AGO_NS + 1
    assert (root / "made.md").stat().st_mtime_ns == LONG_AGO_NS + 2
    assert stat.S_IMODE((root / "made.md").stat().st_mode) == 0o600


def test_a_move_keeps_everything_and_makes_the_folders_it_needs(root, writer, way):
    row = DiskFolder(root).read("a.md")
    moved = msgspec.structs.replace(row, path="new/deep/moved.md")
    before = files_of(root)

    writer.write(change(Swap(row, None), Swap(None, moved)))

    assert files_of(root)["new/deep/moved.md"] == before["a.md"]
    assert not (root / "a.md").exists()
    assert (root / "new").stat().st_mode == root.stat().st_mode


@pytest.mark.skipif(os.name == "nt", reason="has no such names")
@pytest.mark.parametrize("name", ["bytes-\udcff.md", "line\nbreak.md", "n" * 240 + ".md", "-"])
def test_odd_names_are_written_as_they_are(root, writer, way, name):
    made = FileRow(f"odd/{name}", b"x")
    writer.write(change(Swap(None, made)))
    writer.write(change(edit(root, made.path, "y")))

    assert [path.name for path in (root / "odd").iterdir()] == [os.fsdecode(encode(name))]
    assert DiskFolder(root).read(made.path).data == b"y"


def test_a_file_that_is_not_as_expected_stops_all_of_the_change(root, writer, way):
    wanted = change(edit(root, "a.md", "new"), edit(root, "b.md", "new"))
    (root / "b.md").write_text("by somebody else")
    before = files_of(root)

    with pytest.raises(RowsDifferError, match=r"“b\.md” has changed"):
        writer.write(wanted)

    assert files_of(root) == before
    assert left_over(root) == []


def test_a_touched_file_differs_unless_its_time_does_not_matter(root, writer):
    swap = edit(root, "a.md", "new")
    os.utime(root / "a.md", ns=(0, LONG_AGO_NS + 5))
    with pytest.raises(RowsDifferError):
        writer.write(change(swap))

    any_time = Swap(msgspec.structs.replace(swap.before, mtime_ns=None), swap.after)
    assert writer.present(change(any_time)) == change(any_time)
    writer.write(change(any_time))

    assert (root / "a.md").read_text() == "new"


def test_present_tells_what_is_there(root, writer):
    swaps = (
        edit(root, "a.md", "new"),
        edit(root, "b.md", "new"),
        Swap(None, FileRow("c.md", b"x")),
        Swap(None, FileRow("d.md", b"x")),
    )
    (root / "a.md").write_text("by somebody else")
    (root / "b.md").unlink()

    befores = [swap.before for swap in writer.present(change(*swaps)).files]

    assert [row and row.data for row in befores] == [
        b"by somebody else",
        None,
        b"c.md as it was\n",
        None,
    ]


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


def lease_is_known(root):
    descriptor = os.open(root / "c.md", os.O_RDONLY)
    lease = FileLease(descriptor)
    lease.take()
    os.close(descriptor)
    if not lease.is_held:
        pytest.skip("this file system has no leases")


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_pipes_and_our_own_folder_are_refused(root, writer, tmp_path):
    (tmp_path / "outside").mkdir()
    (root / "link.md").symlink_to("a.md")
    (root / "folder").symlink_to(tmp_path / "outside")
    os.mkfifo(root / "pipe.md")
    before = files_of(root)
    row = FileRow("", b"x")

    for path in ("link.md", "folder/x.md", ".memloupe/x.md", "../x.md", ""):
        made = msgspec.structs.replace(row, path=path)
        for swap in (Swap(None, made), Swap(made, None), Swap(made, made)):
            with pytest.raises(RefusedError):
                writer.write(change(swap))
    with pytest.raises(StoreError, match="is a pipe"):
        writer.write(change(Swap(None, msgspec.structs.replace(row, path="pipe.md"))))
    with pytest.raises(RefusedError, match="not one file"):
        writer.write(change(edit(root, "a.md", "1"), edit(root, "a.md", "2")))
    assert files_of(root) == before
    assert list((tmp_path / "outside").iterdir()) == []


def test_files_of_folders_that_have_gone_differ(root, writer):
    gone = FileRow("gone/x.md", b"x")
    for swap in (Swap(gone, None), Swap(gone, msgspec.structs.replace(gone, data=b"y"))):
        with pytest.raises(RowsDifferError):
            writer.write(change(swap))
    assert not (root / "gone").exists()


def test_new_folders_go_again_if_nothing_came_of_it(root, writer):
    with pytest.raises(RowsDifferError):
        writer.write(
            change(Swap(None, FileRow("new/deep/x.md", b"x")), Swap(None, FileRow("a.md", b"x")))
        )
    assert not (root / "new").exists()


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


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="there are no such attributes")
def test_attributes_of_the_file_stay(root, writer):
    try:
        os.setxattr(root / "a.md", "user.origin", b"agent")
    except OSError:
        pytest.skip("this file system has none")

    writer.write(change(edit(root, "a.md", "new")))

    assert os.getxattr(root / "a.md", "user.origin") == b"agent"


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


def test_an_empty_file_is_written_only_where_the_row_is_empty(root, writer, way):
    writer.write(change(edit(root, "a.md", "")))
    assert (root / "a.md").read_bytes() == b""


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


def after(cls, name, monkeypatch, action, times=1):
    """Let something happen after a method has been called, the first few times."""
    real, left = getattr(cls, name), [times]

    def method(*arguments):
        answer = real(*arguments)
        if left[0]:
            left[0] -= 1
            action()
        return answer

    monkeypatch.setattr(cls, name, method)
