"""Writing memory files changes their bytes and nothing else about them."""

from __future__ import annotations

import os
import stat
import sys

import msgspec
import pytest

from desktop_app.core.changes import Swap
from desktop_app.core.editing.ports import RowsDifferError
from desktop_app.core.engine_text import encode
from desktop_app.core.errors import RefusedError, StoreError
from desktop_app.core.files.facts import FileKind
from desktop_app.core.files.row import FileRow
from desktop_app.store.file_writer import DiskWriter
from desktop_app.store.memory_folder import DiskFolder
from tests.store.file_changes import change, edit, files_of, left_over

SAMPLES = ("agentscope_support_desk", "agentscope_lending_multiuser", "little_harness_desk")
LONG_AGO_NS = 1_600_000_000_123_456_789


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


@pytest.mark.skipif(sys.platform != "linux", reason="others refuse some of these names")
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


def test_an_empty_file_is_written_only_where_the_row_is_empty(root, writer, way):
    writer.write(change(edit(root, "a.md", "")))
    assert (root / "a.md").read_bytes() == b""


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="there are no such attributes")
def test_attributes_of_the_file_stay(root, writer):
    try:
        os.setxattr(root / "a.md", "user.origin", b"agent")
    except OSError:
        pytest.skip("this file system has none")

    writer.write(change(edit(root, "a.md", "new")))

    assert os.getxattr(root / "a.md", "user.origin") == b"agent"
