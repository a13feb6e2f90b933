"""Our writer and our readers in one process: nobody starves, no lock is dropped."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from desktop_app.core.errors import StoreBusyError
from desktop_app.store import shared_index
from desktop_app.store.file_locks import others_have_open
from desktop_app.store.harness_writer import SqliteStateWriter
from desktop_app.store.raw_file import connection_opening, raw_descriptor
from desktop_app.store.sqlite_file import reading
from desktop_app.store.write_connection import OpenFile
from tests.store.reading_state import ENTRIES, count, insert, make_rollback
from tests.store.writer_state import values, working, write

OWNER = "m"
NEW = working((None, (OWNER, "k", "1")))


@pytest.fixture
def path(state_db):
    return state_db("rich-coding-agent")


def test_readers_in_this_process_see_one_state_or_the_other_and_leave_no_trace(path):
    write(path, working((None, (OWNER, "a", "0")), (None, (OWNER, "b", "0"))))
    names = sorted(path.parent.iterdir())
    done = threading.Event()
    writer = SqliteStateWriter(path)

    def look():
        seen = []
        while not done.is_set():
            rows = {row.entry_key: row.entry_json for row in writer.scope_rows(OWNER).working}
            seen.append((rows["a"], rows["b"]))
            with raw_descriptor(path) as descriptor:
                os.read(descriptor, 10)
        return seen

    with ThreadPoolExecutor(2) as pool:
        readers = [pool.submit(look) for _ in range(2)]
        try:
            for number in range(60):
                edit = working(
                    *(((OWNER, key, str(number)), (OWNER, key, str(number + 1))) for key in "ab")
                )
                write_patiently(path, edit)
        finally:
            done.set()
        seen = [pair for reader in readers for pair in reader.result()]
    assert all(one == other for one, other in seen)
    write(path, NEW)
    assert values(path, "PRAGMA integrity_check") == [("ok",)]
    assert sorted(path.parent.iterdir()) == names


def write_patiently(path, edit):
    for _ in range(500):
        try:
            return write(path, edit)
        except StoreBusyError:
            continue
    raise AssertionError("always busy")


def test_whether_others_have_the_file_open_is_known(path, other_process):
    engine = other_process(path)
    engine.run(insert("one"))
    assert others_have_open(path)
    engine.kill()
    assert not others_have_open(path)


def test_a_long_reading_of_ours_keeps_the_writer_waiting_and_then_busy(
    path, other_process, monkeypatch
):
    monkeypatch.setattr(shared_index, "_WRITER_WAITS_SECONDS", 0.05)
    engine = other_process(path)
    engine.run(insert("one"))
    with reading(path) as connection:
        with pytest.raises(StoreBusyError, match="itself still reads"):
            write(path, NEW)
        assert connection.execute(ENTRIES).fetchone()
    write(path, NEW)


def test_a_reading_that_ends_lets_the_waiting_writer_in(path, other_process):
    engine = other_process(path)
    engine.run(insert("one"))
    with ThreadPoolExecutor(1) as pool:
        with reading(path):
            writer = pool.submit(write, path, NEW)
        assert writer.result(timeout=30).locked_seconds > 0


def test_readings_one_after_the_other_do_not_starve_the_writer(path, other_process):
    engine = other_process(path)
    engine.run(insert("one"))
    done = threading.Event()

    def look():
        while not done.is_set():
            count(path, ENTRIES)

    with ThreadPoolExecutor(3) as pool:
        readers = [pool.submit(look) for _ in range(3)]
        try:
            for number in range(5):
                write_patiently(path, working((None, (OWNER, f"k{number}", "1"))))
        finally:
            done.set()
        for reader in readers:
            reader.result()


def test_no_descriptor_is_closed_while_a_connection_opens(path):
    with connection_opening():
        with raw_descriptor(path) as descriptor:
            pass
        os.fstat(descriptor)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(descriptor)


def test_a_reader_that_closes_the_file_does_not_drop_our_lock(path, other_process, monkeypatch):
    """POSIX takes every lock of a process away when it closes any descriptor of the file."""
    make_rollback(path)
    engine = other_process(path)
    engine.run("PRAGMA busy_timeout=0")
    usual, tried = OpenFile.version, []

    def version(file):
        if tried == ["look"]:
            with raw_descriptor(path):
                pass
            with pytest.raises(AssertionError):
                engine.run("BEGIN IMMEDIATE")
        tried.append("look")
        return usual(file)

    monkeypatch.setattr(OpenFile, "version", version)
    write(path, NEW)
    assert len(tried) == 2
