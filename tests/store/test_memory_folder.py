"""Looking into folders of memory files: everything is listed, nothing is followed or changed."""

from __future__ import annotations

import os
import sys

import pytest

from desktop_app.core.engine_text import encode
from desktop_app.core.errors import JobCancelledError, RefusedError, StoreBusyError, StoreError
from desktop_app.core.files.facts import FileKind
from desktop_app.store import file_rows, open_folder
from desktop_app.store.memory_folder import DiskFolder
from desktop_app.store.open_folder import OpenFolder
from tests.tree_state import snapshot

SAMPLES = ("agentscope_support_desk", "agentscope_lending_multiuser", "little_harness_desk")


@pytest.fixture(params=[True, False], autouse=True)
def _with_and_without_open_folders(request, monkeypatch):
    monkeypatch.setattr(open_folder, "RELATIVE", request.param)


needs_links = pytest.mark.skipif(os.name == "nt", reason="links need rights there")


@pytest.mark.parametrize("name", SAMPLES)
def test_every_file_of_a_sample_is_read_byte_for_byte_and_stays_as_it_is(sample_workspace, name):
    root = sample_workspace(name, odd=name == "little_harness_desk")
    before = snapshot(root)
    folder = DiskFolder(root)

    files = [one for one in folder.entries() if one.kind is FileKind.FILE]

    for facts in files:
        row = folder.read(facts.path)
        there = root / os.fsdecode(encode(facts.path))
        assert row.data == there.read_bytes()
        assert (row.path, row.mtime_ns) == (facts.path, facts.mtime_ns)
        assert (facts.size, facts.inode) == (len(row.data), there.stat().st_ino)
        assert folder.facts(facts.path) == facts
        assert folder.head(facts.path, 5) == row.data[:5]
    assert snapshot(root) == before


@pytest.mark.skipif(sys.platform != "linux", reason="others refuse some of these names")
def test_paths_come_in_code_point_order_each_folder_before_what_is_in_it(sample_workspace):
    folder = DiskFolder(sample_workspace("little_harness_desk", odd=True))

    paths = [one.path for one in folder.entries()]

    assert paths == sorted(paths)
    assert "memory/company/bytes-\udcff.md" in paths
    assert "memory/company/line\nbreak.md" in paths
    assert {"memory/company/pair-a\u0308.md", "memory/company/pair-\xe4.md"} <= set(paths)
    assert len({one.path.lower() for one in folder.entries()}) < len(paths)


def test_what_is_below_a_folder_is_listed_as_deep_as_asked_for(tmp_path):
    (tmp_path / "a" / "b" / "c").mkdir(parents=True)
    (tmp_path / "a" / "b" / "x.md").touch()
    (tmp_path / ".memloupe").mkdir()
    (tmp_path / "a" / ".memloupe").mkdir()
    folder = DiskFolder(tmp_path)

    assert paths(folder.entries(levels=1)) == ["a"]
    assert paths(folder.entries(levels=2)) == ["a", "a/.memloupe", "a/b"]
    assert paths(folder.entries("a/b")) == ["a/b/c", "a/b/x.md"]
    assert paths(folder.entries("a/b/x.md")) == []
    assert paths(folder.entries("gone")) == []


@needs_links
def test_links_are_described_and_never_followed(tmp_path):
    root = tmp_path / "workspace"
    (root / "notes" / "deep").mkdir(parents=True)
    (root / "notes" / "real.md").write_text("real")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.md").write_text("secret")
    targets = {
        "inside.md": ("real.md", "notes/real.md", False),
        "up-and-down.md": ("../notes/deep/../real.md", "notes/real.md", False),
        "absolute.md": (str(root / "notes" / "real.md"), "notes/real.md", False),
        "loop": (".", "notes", False),
        "up": ("..", ".", False),
        "chain.md": ("inside.md", "notes/real.md", False),
        "through.md": ("loop/loop/inside.md", "notes/real.md", False),
        "outside.md": ("../../outside/secret.md", "", True),
        "folder-outside": ("../../outside", "", True),
        "out-and-in.md": ("../../outside/../workspace/notes/real.md", "", True),
        "chain-outside.md": ("folder-outside/secret.md", "", True),
        "system.md": ("/etc/passwd", "", True),
        "dangling.md": ("gone.md", "notes/gone.md", True),
        "chain-dangling.md": ("dangling.md", "notes/gone.md", True),
        "itself.md": ("itself.md", "notes/itself.md", True),
        "round.md": ("about.md", "notes/round.md", True),
        "about.md": ("round.md", "notes/about.md", True),
    }
    for name, (target, *_) in targets.items():
        (root / "notes" / name).symlink_to(target)
    folder = DiskFolder(root)

    links = {one.name: one for one in folder.entries() if one.kind is FileKind.LINK}

    found = {name: (one.target, one.end, one.leads_out) for name, one in links.items()}
    assert found == targets
    for one in links.values():
        with pytest.raises(RefusedError, match="is a link"):
            folder.read(one.path)
        with pytest.raises(RefusedError):
            folder.head(one.path, 1)
        assert folder.facts(one.path) == one
    for path in ("notes/loop/real.md", "notes/folder-outside/secret.md"):
        for read in (folder.read, folder.facts):
            with pytest.raises(RefusedError, match="is a link"):
                read(path)
    with pytest.raises(RefusedError, match="is a link"):
        folder.entries("notes/folder-outside")


@pytest.mark.parametrize("path", ["../x", "a/../b", "/etc/passwd", "a//b", "./a", "a/", "a\0b"])
def test_paths_that_lead_elsewhere_are_refused(tmp_path, path):
    folder = DiskFolder(tmp_path)
    for ask in (folder.read, folder.facts, folder.entries, lambda one: folder.head(one, 1)):
        with pytest.raises(RefusedError, match="is no path of a file in this workspace"):
            ask(path)


def test_what_is_not_there_is_none(tmp_path):
    (tmp_path / "file.md").write_text("x")
    folder = DiskFolder(tmp_path)

    assert folder.read("gone.md") is None
    assert folder.facts("gone/at/all.md") is None
    assert folder.read("file.md/below.md") is None
    assert folder.facts("").kind is FileKind.FOLDER
    with pytest.raises(StoreError, match="There is no file"):
        folder.head("gone.md", 1)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
@pytest.mark.timeout(20)
def test_pipes_and_folders_are_never_opened_as_files(tmp_path):
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "folder.md").mkdir()
    folder = DiskFolder(tmp_path)

    assert [one.kind for one in folder.entries()] == [FileKind.FOLDER, FileKind.OTHER]
    for path in ("pipe.md", "folder.md"):
        with pytest.raises(StoreError, match="not a file"):
            folder.read(path)
        with pytest.raises(StoreError, match="not a file"):
            folder.head(path, 1)


def test_a_cancelled_look_through_folders_stops(tmp_path):
    with pytest.raises(JobCancelledError):
        DiskFolder(tmp_path).entries(cancelled=lambda: True)


def test_a_file_that_changes_while_it_is_read_is_read_again(tmp_path, monkeypatch):
    path = tmp_path / "log.md"
    path.write_text("old\n" * 10)
    monkeypatch.setattr(file_rows.os, "fdopen", changing(path, os.fdopen))

    assert DiskFolder(tmp_path).read("log.md").data == b"old\n" * 10 + b"new\n" * 10


def test_a_file_that_was_just_emptied_is_read_when_it_is_full_again(tmp_path, monkeypatch):
    path = tmp_path / "log.md"
    path.touch()
    monkeypatch.setattr(
        file_rows.time, "sleep", lambda pause: pause and path.write_text("all of it")
    )
    monkeypatch.setattr(file_rows, "_SETTLING_NS", 10**18)

    assert DiskFolder(tmp_path).read("log.md").data == b"all of it"


def test_a_file_that_stays_empty_is_empty(tmp_path):
    (tmp_path / "log.md").touch()
    assert DiskFolder(tmp_path).read("log.md").data == b""


def test_a_file_that_never_stands_still_is_busy(tmp_path, monkeypatch):
    path = tmp_path / "log.md"
    path.write_text("x")
    monkeypatch.setattr(file_rows.os, "fdopen", changing(path, os.fdopen, times=1000))

    with pytest.raises(StoreBusyError, match="is being written by another program"):
        DiskFolder(tmp_path).read("log.md")
    assert len(path.read_text()) > file_rows.ATTEMPTS


def changing(path, real, times=1):
    """Return ``fdopen`` whose files grow while they are read."""
    left = [times]

    class Growing:
        def __init__(self, file):
            self._file = file

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self._file.close()

        def fileno(self):
            return self._file.fileno()

        def read(self, most):
            data = self._file.read(most)
            if left[0]:
                left[0] -= 1
                with path.open("a") as file:
                    file.write("new\n" * 10)
            return data

    return lambda descriptor, mode: Growing(real(descriptor, mode))


def test_the_mark_differs_after_anything_was_written_and_only_then(tmp_path):
    (tmp_path / "notes" / "deep").mkdir(parents=True)
    note, config = tmp_path / "notes" / "deep" / "a.md", tmp_path / "layers.json"
    note.write_text("one")
    config.write_text("{}")
    folder = DiskFolder(tmp_path)

    def mark():
        return folder.token(("notes",), ("layers.json", "gone.md"))

    def same_size():
        found = note.stat()
        note.write_text("two")
        os.utime(note, ns=(found.st_atime_ns, found.st_mtime_ns + 1))

    def replaced():
        (tmp_path / "new").write_text("two")
        (tmp_path / "new").replace(note)

    steps = [
        same_size,
        replaced,
        lambda: note.rename(note.with_name("b.md")),
        lambda: config.write_text("{ }"),
        (tmp_path / "gone.md").touch,
        note.with_name("b.md").unlink,
        (tmp_path / "notes" / "deep").rmdir,
    ]
    last = mark()
    for step in steps:
        (tmp_path / "elsewhere.md").write_text("not looked at")
        folder.read("layers.json")
        assert mark() == last
        step()
        assert mark() != last
        last = mark()


@pytest.mark.skipif(sys.platform == "win32", reason="has no such names")
def test_folders_that_nobody_may_look_into_hide_nothing_else(tmp_path, monkeypatch):
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.md").touch()
    real = OpenFolder.scan

    def scan(folder):
        if folder.path.name == "b":
            raise PermissionError
        return real(folder)

    monkeypatch.setattr(OpenFolder, "scan", scan)

    assert paths(DiskFolder(tmp_path).entries()) == ["a", "a/x.md", "b", "c", "c/x.md"]


def test_thousands_of_files_are_listed_in_order(tmp_path):
    for number in range(3_000):
        (tmp_path / f"{number % 7}").mkdir(exist_ok=True)
        (tmp_path / f"{number % 7}" / f"{number}.md").touch()
    folder = DiskFolder(tmp_path)

    found = folder.entries()

    assert len(found) == 3_007
    assert paths(found) == sorted(paths(found))
    assert folder.token(("",)) == folder.token(("",))


def paths(found):
    return [one.path for one in found]
