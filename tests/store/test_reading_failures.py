"""Reading when the file system, or SQLite itself, does not do what one hopes for."""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
from pathlib import Path

import pytest

from desktop_app.core.errors import StoreBusyError, StoreError
from desktop_app.store import private_copy, sqlite_ways
from desktop_app.store.file_header import is_sqlite, read_header
from desktop_app.store.file_locks import hold_shared, lock_owner, release_shared
from desktop_app.store.private_copy import forget_copies
from desktop_app.store.raw_file import raw_descriptor
from desktop_app.store.sqlite_errors import DamagedStoreError, ReadStoppedError, explain
from tests.store.reading_state import count


def sqlite_error(code):
    error = sqlite3.OperationalError("words of SQLite")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("code", "kind", "message"),
    [
        (sqlite3.SQLITE_BUSY, StoreBusyError, "locked by another program"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, StoreBusyError, "locked by another program"),
        (sqlite3.SQLITE_LOCKED, StoreBusyError, "locked by another program"),
        (sqlite3.SQLITE_INTERRUPT, ReadStoppedError, "stopped before it was done"),
        (sqlite3.SQLITE_NOTADB, DamagedStoreError, "is damaged: words of SQLite"),
        (sqlite3.SQLITE_CORRUPT_INDEX, DamagedStoreError, "is damaged: words of SQLite"),
        (sqlite3.SQLITE_CANTOPEN, StoreError, "can't be opened for reading"),
        (sqlite3.SQLITE_READONLY_RECOVERY, StoreError, "can't be opened for reading"),
        (sqlite3.SQLITE_IOERR_READ, StoreError, "The disk reports an error"),
        (sqlite3.SQLITE_ERROR, DamagedStoreError, "does not look as the engine writes it"),
    ],
)
def test_every_failure_of_sqlite_has_words_of_its_own(tmp_path, code, kind, message):
    path = tmp_path / "state.db"
    told = explain(sqlite_error(code), path)
    assert type(told) is kind
    assert message in told.message
    assert str(path) in told.message


def test_what_can_not_be_opened_is_no_database(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for name in ("missing", "pipe", "."):
        assert not is_sqlite(tmp_path / name)
    (tmp_path / "text").write_text("SQLite")
    assert not is_sqlite(tmp_path / "text")


def test_a_name_that_no_file_can_have_is_refused(tmp_path):
    for name in ("x" * 300, "nul\x00byte"):
        with pytest.raises(StoreError, match="can't be read"):
            count(tmp_path / name)


def test_a_pipe_is_closed_again_without_waiting_for_its_other_end(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(StoreError, match="is not a regular file"), raw_descriptor(pipe):
        pass


def test_a_file_that_goes_between_two_looks_is_missing(state_db, monkeypatch):
    path = state_db("empty-scope")
    monkeypatch.setattr("desktop_app.store.file_header.check_regular", Path.unlink)
    with pytest.raises(StoreError, match="There is no file"):
        read_header(path)


@pytest.mark.skipif(sys.platform != "linux", reason="needs locks that belong to a descriptor")
def test_a_file_system_without_locks_is_left_to_sqlite(state_db, monkeypatch):
    def refuse(*_arguments):
        raise OSError(errno.ENOLCK, "No locks available")

    path = state_db("wal-present")
    with path.open("rb") as file, monkeypatch.context() as patch:
        patch.setattr("fcntl.fcntl", refuse)
        assert hold_shared(file.fileno())
        release_shared(file.fileno())
        assert lock_owner(path) == ""
    monkeypatch.setattr("fcntl.fcntl", refuse)
    assert count(path) == 7


def test_nobody_has_locked_what_is_not_there(tmp_path):
    assert lock_owner(tmp_path / "state.db") == ""


@pytest.fixture
def needs_copy(state_db):
    """A file that can only be read from a copy."""
    path = state_db("wal-present")
    Path(f"{path}-shm").unlink()
    forget_copies()
    return path


def after_the_first(monkeypatch, owner, name, meanwhile):
    """Let ``meanwhile`` happen once, after the first call of a function."""
    original, calls = getattr(owner, name), []

    def call(*arguments):
        result = original(*arguments)
        calls.append(arguments)
        if len(calls) == 1:
            meanwhile()
        return result

    monkeypatch.setattr(owner, name, call)
    return calls


def test_a_copy_of_a_file_that_changed_meanwhile_is_thrown_away(needs_copy, monkeypatch):
    def meanwhile():
        os.utime(needs_copy, ns=(1, 1))

    made = after_the_first(monkeypatch, private_copy, "_make", meanwhile)
    assert count(needs_copy) == 7
    assert len(made) == 2


def test_a_log_that_is_removed_while_it_is_copied_is_no_failure(needs_copy, monkeypatch):
    after_the_first(monkeypatch, private_copy, "_copy_file", Path(f"{needs_copy}-wal").unlink)
    assert count(needs_copy) == 3


def test_a_copy_that_another_reader_has_replaced_is_made_anew(needs_copy, monkeypatch):
    found = after_the_first(monkeypatch, sqlite_ways, "copy_of", forget_copies)
    assert count(needs_copy) == 7
    assert len(found) == 2
