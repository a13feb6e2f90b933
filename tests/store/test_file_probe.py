"""A commit is never missed, even within one tick of the file system's clock."""

from __future__ import annotations

import os
import shutil

import pytest

from desktop_app.store.file_probe import FileProbe
from desktop_app.store.sqlite_file import reading
from tests.store.reading_state import change, insert

LATER = 10**9


def late_probe(path):
    """Return a probe for which everything on disk is a second old."""
    return FileProbe(path, clock=lambda: path.stat().st_mtime_ns + LATER)


def commit(path, key):
    change(path, insert(key))


def test_nothing_changes_while_nobody_writes(state_db):
    path = state_db("wal-present")
    probe = FileProbe(path)
    token = probe.token()
    with reading(path) as connection:
        connection.execute("SELECT * FROM om_memory_records").fetchall()
    assert token.is_settled
    assert not probe.changed_since(token)


def test_a_commit_is_seen_in_the_log_and_in_the_main_file(state_db, other_process):
    path = state_db("empty-scope")
    probe = late_probe(path)
    engine = other_process(path)
    token = probe.token()
    engine.run("INSERT INTO working_memory_entries VALUES ('a', 'one', '1')")
    assert probe.changed_since(token)
    token = probe.token()
    engine.close()
    assert probe.changed_since(token)


def test_a_file_that_was_just_written_counts_as_changed_once_more(state_db):
    path = state_db("empty-scope")
    now = path.stat().st_mtime_ns + 5_000_000
    probe = FileProbe(path, clock=lambda: now)
    token = probe.token()
    assert not token.is_settled
    assert probe.changed_since(token)
    now += 30_000_000
    token = probe.token()
    assert token.is_settled
    assert not probe.changed_since(token)


def test_a_commit_in_the_same_tick_is_not_missed(state_db):
    path = state_db("empty-scope")
    written = path.stat().st_mtime_ns
    probe = FileProbe(path, clock=lambda: written + 1_000_000)
    token = probe.token()
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    os.utime(path, ns=(written, written))
    assert probe.token().same_files(token)
    assert probe.changed_since(token)


def test_a_file_replaced_by_another_one_is_seen(state_db, tmp_path):
    path = state_db("empty-scope")
    probe = late_probe(path)
    token = probe.token()
    shutil.copy2(path, tmp_path / "copy.db")
    (tmp_path / "copy.db").replace(path)
    assert probe.changed_since(token)


@pytest.mark.parametrize("suffix", ["-wal", "-journal"])
def test_companions_that_come_and_go_are_seen(state_db, suffix):
    path = state_db("empty-scope")
    probe = late_probe(path)
    token = probe.token()
    companion = path.with_name(path.name + suffix)
    companion.write_bytes(b"x")
    assert probe.changed_since(token)
    companion.unlink()
    assert not probe.changed_since(token)


def test_a_file_that_goes_away_and_comes_back_is_seen(state_db, tmp_path):
    path = state_db("empty-scope")
    probe = FileProbe(path, clock=lambda: LATER)
    token = probe.token()
    path.rename(tmp_path / "away.db")
    assert probe.changed_since(token)
    gone = probe.token()
    assert gone.main is None
    (tmp_path / "away.db").rename(path)
    assert probe.changed_since(gone)


def test_something_that_is_no_file_beside_it_is_not_followed(state_db):
    path = state_db("empty-scope")
    probe = late_probe(path)
    path.with_name(path.name + "-wal").symlink_to("/etc/passwd")
    assert probe.token().main is None
