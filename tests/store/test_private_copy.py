"""What can not be read in place is read from a private copy."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

from desktop_app.core.errors import StoreError
from desktop_app.store.private_copy import forget_copies
from tests.store.reading_state import ENTRIES, change, count, leave_hot_journal, make_rollback


def test_a_change_that_a_crash_cut_short_is_undone_in_a_copy(state_db, other_process, unchanged):
    path = make_rollback(state_db("operations-mixed"))
    expected = count(path)
    leave_hot_journal(path, other_process)
    unchanged(path.parent)
    assert count(path) == expected
    assert count(path, ENTRIES) == 0


def test_a_crash_in_the_change_to_log_mode_is_undone_in_a_copy(state_db, other_process, unchanged):
    path = make_rollback(state_db("operations-mixed"))
    expected = count(path)
    leave_hot_journal(path, other_process)
    with path.open("r+b") as file:
        file.seek(18)
        file.write(b"\x02\x02")
    unchanged(path.parent)
    assert count(path) == expected
    assert count(path, ENTRIES) == 0


def test_a_journal_that_names_another_file_is_not_followed(state_db, other_process, tmp_path):
    path = make_rollback(state_db("operations-mixed"))
    leave_hot_journal(path, other_process)
    victim = tmp_path / "precious.txt"
    victim.write_text("mine")
    name = os.fsencode(victim)
    checksum = sum(byte if byte < 128 else byte - 256 for byte in name) & 0xFFFFFFFF
    with Path(f"{path}-journal").open("ab") as journal:
        journal.write((0x40000000 // 4096 + 1).to_bytes(4, "big") + name)
        journal.write(len(name).to_bytes(4, "big") + checksum.to_bytes(4, "big"))
        journal.write(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7")
    with pytest.raises(StoreError, match="several database files"):
        count(path)
    assert victim.read_text() == "mine"


def test_a_copy_is_used_again_until_the_file_changes(state_db, monkeypatch):
    path = state_db("wal-present")
    Path(f"{path}-shm").unlink()
    forget_copies()
    made = []
    original = shutil.disk_usage
    monkeypatch.setattr(
        shutil, "disk_usage", lambda place: (made.append(place), original(place))[1]
    )
    assert [count(path), count(path)] == [7, 7]
    assert len(made) == 1
    change(path, "DELETE FROM om_operation_log")
    assert count(path) == 0


def test_copies_are_private_and_removed(state_db, monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "copies"))
    (tmp_path / "copies").mkdir()
    path = state_db("wal-present")
    Path(f"{path}-shm").unlink()
    assert count(path) == 7
    (folder,) = (tmp_path / "copies").iterdir()
    assert folder.stat().st_mode & 0o777 == 0o700
    forget_copies()
    assert list((tmp_path / "copies").iterdir()) == []


def test_a_copy_for_which_there_is_no_room_is_refused(state_db, monkeypatch):
    path = state_db("wal-present")
    Path(f"{path}-shm").unlink()
    forget_copies()
    usage = shutil.disk_usage(path)._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _place: usage)
    with pytest.raises(StoreError, match="not enough room"):
        count(path)


def test_copies_are_made_where_the_system_can_not_clone_files(state_db, monkeypatch):
    def refuse(*_arguments):
        raise OSError(errno.EXDEV, "not between these")

    path = state_db("wal-present")
    Path(f"{path}-shm").unlink()
    forget_copies()
    monkeypatch.setattr(os, "copy_file_range", refuse, raising=False)
    assert count(path) == 7


def test_a_copy_that_can_not_be_written_says_why(state_db, monkeypatch):
    def refuse(*_arguments, **_options):
        raise OSError(errno.ENOSPC, "No space left on device")

    path = state_db("wal-present")
    Path(f"{path}-shm").unlink()
    forget_copies()
    monkeypatch.setattr(shutil, "disk_usage", refuse)
    with pytest.raises(StoreError, match="could not be copied for reading: No space left"):
        count(path)


def test_only_a_few_copies_are_kept(state_db, monkeypatch, tmp_path):
    (tmp_path / "copies").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "copies"))
    forget_copies()
    for _ in range(6):
        path = state_db("wal-present")
        Path(f"{path}-shm").unlink()
        assert count(path) == 7
    assert len(list((tmp_path / "copies").iterdir())) == 4


def test_a_file_that_was_just_written_is_copied_only_when_it_rests(state_db, monkeypatch):
    path = state_db("wal-present")
    Path(f"{path}-shm").unlink()
    forget_copies()
    written = path.stat().st_mtime_ns
    times = iter([written + 1, written + 1, written + 10**9])
    monkeypatch.setattr("desktop_app.store.private_copy.now_ns", lambda: next(times))
    assert count(path) == 7
    assert list(times) == []
