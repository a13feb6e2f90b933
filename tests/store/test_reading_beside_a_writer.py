"""Reading while another program writes: what is seen, and who holds a lock."""

from __future__ import annotations

import struct
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from desktop_app.core.errors import StoreBusyError
from desktop_app.store.sqlite_file import read, reading
from tests.store.reading_state import ENTRIES, count, insert, make_rollback


def test_a_commit_of_a_running_program_is_seen_at_once(state_db, other_process, unchanged):
    path = state_db("empty-scope")
    engine = other_process(path)
    engine.run("PRAGMA wal_autocheckpoint=0", insert("one"))
    unchanged(path.parent)
    assert count(path, ENTRIES) == 1


def test_an_open_change_of_a_running_program_is_not_seen(state_db, other_process, unchanged):
    path = state_db("empty-scope")
    engine = other_process(path)
    engine.run(insert("one"), "BEGIN IMMEDIATE", insert("two"))
    unchanged(path.parent)
    assert count(path, ENTRIES) == 1


def test_what_a_crashed_program_committed_is_seen(state_db, other_process, unchanged):
    path = state_db("empty-scope")
    engine = other_process(path)
    engine.run(insert("one"))
    engine.kill()
    unchanged(path.parent)
    assert count(path, ENTRIES) == 1


def test_a_program_that_ends_while_we_read_leaves_nothing_but_its_own(state_db, other_process):
    path = state_db("empty-scope")
    engine = other_process(path)
    engine.run(insert("one"))
    with reading(path) as connection:
        engine.close()
        assert connection.execute(ENTRIES).fetchone() == (1,)
    assert count(path, ENTRIES) == 1
    later = other_process(path)
    later.run(insert("two"))
    later.close()
    assert list(path.parent.iterdir()) == [path]


def test_reading_does_not_hinder_a_writer(state_db, other_process):
    path = state_db("empty-scope")
    engine = other_process(path)
    engine.run(insert("one"))
    with reading(path) as connection:
        engine.run(insert("two"), "BEGIN IMMEDIATE", insert("three"), "COMMIT")
        assert connection.execute(ENTRIES).fetchone() == (1,)
    assert count(path, ENTRIES) == 3


def test_a_program_that_has_the_log_to_itself_does_not_hide_it(state_db, other_process, unchanged):
    path = state_db("empty-scope")
    engine = other_process(path)
    engine.run("PRAGMA locking_mode=EXCLUSIVE", insert("one"))
    unchanged(path.parent)
    assert count(path, ENTRIES) == 1


def test_a_locked_file_is_reported_with_the_program_that_locked_it(
    state_db, other_process, unchanged
):
    path = make_rollback(state_db("empty-scope"))
    engine = other_process(path)
    engine.run("BEGIN EXCLUSIVE", insert("one"))
    unchanged(path.parent)
    with pytest.raises(StoreBusyError) as caught:
        count(path)
    assert str(path) in caught.value.message
    if sys.platform == "linux":
        assert f"(process {engine.id})" in caught.value.message
    assert caught.value.advice


def test_the_file_is_read_when_the_lock_is_gone(state_db, other_process):
    path = make_rollback(state_db("empty-scope"))
    engine = other_process(path)
    engine.run("BEGIN EXCLUSIVE", insert("one"))
    with pytest.raises(StoreBusyError):
        count(path)
    engine.run("COMMIT")
    assert count(path, ENTRIES) == 1


def test_a_rollback_journal_file_is_read_while_a_change_is_prepared(
    state_db, other_process, unchanged
):
    path = make_rollback(state_db("empty-scope"))
    engine = other_process(path)
    engine.run("BEGIN IMMEDIATE", insert("one"))
    unchanged(path.parent)
    assert count(path, ENTRIES) == 0


def test_own_readers_keep_their_lock_while_the_file_is_looked_at(state_db, other_process):
    path = make_rollback(state_db("empty-scope"))
    engine = other_process(path)
    with reading(path) as connection:
        connection.execute(ENTRIES).fetchone()
        # Each of these opens and closes the file once more.
        assert count(path, ENTRIES) == 0
        engine.run("PRAGMA busy_timeout=0", "BEGIN IMMEDIATE", insert("one"))
        with pytest.raises(AssertionError):
            engine.run("COMMIT")


def test_many_readers_and_a_writer_do_not_disturb_each_other(state_db, other_process):
    path = state_db("empty-scope")
    engine = other_process(path)
    engine.run(insert("first"))

    def look(_number):
        return read(path, lambda connection: connection.execute(ENTRIES).fetchone()[0])

    with ThreadPoolExecutor(4) as pool, reading(path) as outer:
        numbers = pool.map(look, range(200))
        for key in range(50):
            engine.run(insert(f"key {key}"))
        seen = list(numbers)
        assert outer.execute(ENTRIES).fetchone() == (1,)
        descriptors = len(list(Path("/proc/self/fd").iterdir())) if sys.platform == "linux" else 0
    assert 1 <= min(seen) <= max(seen) <= 51
    assert descriptors < 100
    assert look(0) == 51
    engine.close()
    assert list(path.parent.iterdir()) == [path]


def test_a_log_that_another_program_keeps_to_itself_names_that_program(
    state_db, other_process, unchanged
):
    path = state_db("empty-scope")
    engine = other_process(path)
    engine.run(insert("one"), "PRAGMA locking_mode=EXCLUSIVE", insert("two"))
    unchanged(path.parent)
    with pytest.raises(StoreBusyError) as caught:
        count(path)
    if sys.platform == "linux":
        assert f"(process {engine.id})" in caught.value.message


@pytest.mark.skipif(sys.platform != "linux", reason="needs locks that belong to a descriptor")
def test_a_lock_whose_owner_nobody_knows_is_reported_too(state_db, unchanged):
    import fcntl  # noqa: PLC0415 - not on every system

    path = state_db("wal-present")
    unchanged(path.parent)
    with path.open("r+b") as file:
        whole = struct.pack("hhqqi0q", fcntl.F_WRLCK, 0, 0x40000000, 512, 0)
        fcntl.fcntl(file, fcntl.F_OFD_SETLK, whole)
        with pytest.raises(StoreBusyError, match="is locked by another program"):
            count(path)
    assert count(path) == 7
