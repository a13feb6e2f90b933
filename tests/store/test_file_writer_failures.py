"""What keeps memory files from being written is said in words, and leaves everything as it was."""

from __future__ import annotations

import os
import warnings

import pytest

from desktop_app.core.changes import Change, Swap
from desktop_app.core.errors import MemloupeError
from desktop_app.core.files.facts import FileKind
from desktop_app.core.files.row import FileRow
from desktop_app.store.file_writer import DiskWriter
from desktop_app.store.memory_folder import DiskFolder
from tests.store.file_changes import files_of

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
NOBODY = 65534
LARGEST = 10_000


@pytest.fixture
def root(tmp_path):
    """A workspace of somebody without rights."""
    root = tmp_path / "workspace"
    (root / "notes").mkdir(parents=True)
    (root / "a.md").write_text("a\n")
    (root / "notes" / "b.md").write_text("b\n")
    if os.geteuid() == 0:
        for path in (root, *root.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
    for folder in tmp_path.parents:
        if not folder.stat().st_mode & 0o001:
            folder.chmod(0o755)
    tmp_path.chmod(0o755)
    return root


def in_a_child(function):
    """Run ``function`` in a process without rights, and return its answer or its error."""
    receive, send = os.pipe()
    with warnings.catch_warnings():
        # Python warns when other threads run; the child only writes files and ends.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            if os.getuid() == 0:
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            os.write(send, str(function()).encode())
        except MemloupeError as error:
            os.write(send, f"{type(error).__name__}: {error.words}".encode())
        finally:
            os._exit(0)
    os.close(send)
    with os.fdopen(receive, "rb") as pipe:
        text = pipe.read().decode()
    os.waitpid(child, 0)
    return text


def write(root, *swaps):
    DiskWriter(root, root / ".memloupe").write(Change(label="x", files=swaps))
    return "written"


def edits(root, data=b"new"):
    rows = [DiskFolder(root).read(path) for path in ("a.md", "notes/b.md")]
    return [Swap(row, FileRow(row.path, data, row.mode)) for row in rows]


def test_somebody_without_rights_writes_their_own_files(root):
    wanted = edits(root)
    assert in_a_child(lambda: write(root, *wanted)) == "written"
    assert (root / "notes" / "b.md").read_text() == "new"


@pytest.mark.parametrize("closed", ["notes", "notes/b.md", "."])
def test_what_is_read_only_stays_and_so_does_the_rest_of_the_change(root, closed):
    wanted = edits(root)
    (root / closed).chmod(0o555 if (root / closed).is_dir() else 0o444)
    before = files_of(root)

    answer = in_a_child(lambda: write(root, *wanted))

    assert answer.startswith("ReadOnlyError: “")
    assert "” is read-only. " in answer
    assert files_of(root) == before


def test_no_new_folder_is_made_where_nobody_may_write(root):
    (root / "notes").chmod(0o555)
    made = Swap(None, FileRow("notes/new/c.md", b"c"))
    assert in_a_child(lambda: write(root, made)).startswith("ReadOnlyError")
    assert not (root / "notes" / "new").exists()


def test_a_file_that_does_not_fit_leaves_nothing_behind(root):
    import resource  # noqa: PLC0415 - not on every system

    before = files_of(root)
    wanted = [*edits(root), Swap(None, FileRow("large.md", b"x" * (LARGEST + 1)))]

    def limited():
        resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST, LARGEST))
        return write(root, *wanted)

    answer = in_a_child(limited)

    assert "large.md” can't be written: File too large." in answer
    assert files_of(root) == before
    assert list((root / ".memloupe" / "files").iterdir()) == []


def test_another_persons_file_in_ones_own_folder_can_not_be_replaced(root):
    if os.geteuid() != 0:
        pytest.skip("only the administrator can make one")
    os.chown(root / "a.md", 0, 0)
    wanted = edits(root)
    assert in_a_child(lambda: write(root, *wanted)).startswith("ReadOnlyError")


def test_unreadable_files_and_folders_hide_nothing_else(root):
    (root / "a.md").chmod(0)
    (root / "notes").chmod(0)
    (root / "z.md").write_text("z")

    def look():
        folder = DiskFolder(root)
        return [(one.path, one.kind is FileKind.FILE) for one in folder.entries()]

    expected = [("a.md", True), ("notes", False), ("z.md", True)]
    assert in_a_child(look) == str(expected)
    for path in ("a.md", "notes/b.md"):
        for ask in (DiskFolder(root).read, lambda one: DiskFolder(root).head(one, 1)):
            answer = in_a_child(lambda ask=ask, path=path: ask(path))
            assert answer.startswith("StoreError: You may not read “")
    assert in_a_child(lambda: DiskFolder(root).token(("",)))[0] == "("
