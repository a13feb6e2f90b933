"""Copies of memory files from before the first change of each in a session."""

from __future__ import annotations

import os
import stat

import pytest

from desktop_app.core.changes import Change, Swap
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.errors import StoreError
from desktop_app.core.files.row import FileRow
from desktop_app.store.file_backups import KEPT, DiskBackups
from desktop_app.store.own_folder import own_folder
from tests.tree_state import snapshot

SESSION = 600
START = 1_780_000_000


@pytest.fixture
def backups(tmp_path):
    return DiskBackups(own_folder(tmp_path))


def keep(backups, *rows, at=START, cancelled=lambda: False):
    change = Change(label="x", files=tuple(Swap(row, None) for row in rows))
    return backups.keep(change, EngineTime(at), SESSION, cancelled)


def test_a_copy_has_bytes_and_time_and_only_its_owner_reads_it(backups, tmp_path):
    found = keep(backups, FileRow("memory/a.md", b"one\n", 0o666, 123_456_789))
    assert found == tmp_path / ".memloupe/backups/before/20260528-202640/memory/a.md"
    facts = found.stat()
    assert found.read_bytes() == b"one\n"
    assert (stat.S_IMODE(facts.st_mode), facts.st_mtime_ns) == (0o600, 123_456_789)
    assert sorted(path.name for path in found.parent.iterdir()) == ["a.md"]


def test_within_a_session_the_first_copy_stays_and_other_files_join_it(backups):
    first = keep(backups, FileRow("a.md", b"one\n"))
    assert keep(backups, FileRow("a.md", b"two\n"), at=START + 60) is None
    other = keep(backups, FileRow("b.md", b"b\n"), at=START + 60)
    assert first.read_bytes() == b"one\n"
    assert other.parent == first.parent


def test_a_later_session_copies_again_and_the_oldest_go(backups):
    found = [
        keep(backups, FileRow("a.md", b"%d" % number), at=START + number * 1_000)
        for number in range(KEPT + 2)
    ]
    assert [path.exists() for path in found] == [False, False] + [True] * KEPT


def test_names_as_long_as_they_can_be_and_of_any_bytes_are_copied(backups):
    name = "\udce9\n" + "x" * 253
    found = keep(backups, FileRow(name, b"odd"))
    assert os.fsencode(found.name) == b"\xe9\n" + b"x" * 253
    assert found.read_bytes() == b"odd"


def test_new_files_and_a_cancelled_change_make_nothing(backups, tmp_path):
    before = snapshot(tmp_path)
    assert keep(backups) is None
    assert keep(backups, FileRow("a.md", b""), cancelled=lambda: True) is None
    assert snapshot(tmp_path) == before


def test_a_link_in_our_folder_is_not_followed(backups, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / ".memloupe").mkdir()
    (tmp_path / ".memloupe" / "backups").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StoreError, match="is a link"):
        keep(backups, FileRow("a.md", b""))
    assert list((tmp_path / "elsewhere").iterdir()) == []
