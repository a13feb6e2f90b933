"""Files that are not ours to write, replaced under our hands, or left by a crash."""

from __future__ import annotations

import os

import pytest

from desktop_app.core.editing.ports import FileReplacedError
from desktop_app.core.errors import StoreBusyError, StoreError
from desktop_app.store import write_connection
from desktop_app.store.write_connection import OpenFile
from tests.store.reading_state import ENTRIES, change, count, insert, make_rollback
from tests.store.writer_state import everything, working, write

OWNER = "m"
NEW = working((None, (OWNER, "k", "1")))


@pytest.fixture
def path(state_db):
    return state_db("rich-coding-agent")


@pytest.mark.parametrize(("look", "error"), [(1, StoreBusyError), (2, FileReplacedError)])
def test_a_file_that_is_replaced_under_our_hands_is_told(path, monkeypatch, look, error):
    copy = path.with_name("copy.db")
    copy.write_bytes(path.read_bytes())
    usual, calls = OpenFile.version, []

    def version(file):
        calls.append(file)
        if len(calls) == look:
            copy.replace(path)
        return usual(file)

    monkeypatch.setattr(OpenFile, "version", version)
    with pytest.raises(error, match="took the place") as refused:
        write(path, NEW)
    assert refused.value.advice
    assert count(path, "SELECT count(*) FROM working_memory_entries WHERE memory_id = 'm'") == 0


@pytest.mark.parametrize("how", ["gone", "link", "other", "trigger", "shm"])
def test_a_file_that_is_not_ours_to_write_is_left_alone(path, how, tmp_path):
    outside = tmp_path / "outside.db"
    if how in ("gone", "link"):
        path.rename(outside)
    if how == "link":
        path.symlink_to(outside)
    if how == "other":
        path.write_bytes(b"PK\x03\x04" + bytes(5000))
    if how == "trigger":
        change(
            path,
            "CREATE TRIGGER t AFTER INSERT ON working_memory_entries"
            " BEGIN DELETE FROM om_markers; END",
        )
    if how == "shm":
        path.with_name("state.db-shm").symlink_to(outside)
    kept = outside.read_bytes() if outside.exists() else None
    with pytest.raises(StoreError) as refused:
        write(path, NEW)
    assert refused.value.message
    assert not isinstance(refused.value, StoreBusyError)
    assert path.exists() == (how != "gone")
    assert kept is None or outside.read_bytes() == kept


def test_a_journal_that_names_another_file_does_not_get_it_deleted(path, tmp_path):
    make_rollback(path)
    victim = tmp_path / "victim"
    victim.write_text("precious")
    name = os.fsencode(victim)
    end = (
        (0x40000000 // 4096 + 1).to_bytes(4, "big")
        + name
        + len(name).to_bytes(4, "big")
        + sum(name).to_bytes(4, "big")
        + b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
    )
    path.with_name("state.db-journal").write_bytes(
        b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(504) + end
    )
    with pytest.raises(StoreError, match="several database files"):
        write(path, NEW)
    assert victim.read_text() == "precious"


def test_a_large_log_of_a_crashed_engine_is_left_for_it(path, other_process, monkeypatch):
    monkeypatch.setattr(write_connection, "_LARGEST_LOG_TO_CLEAR", 10_000)
    engine = other_process(path)
    engine.run("PRAGMA wal_autocheckpoint=0", *(insert(f"key {n}") for n in range(20)))
    engine.kill()
    write(path, NEW)
    log_file = path.with_name("state.db-wal")
    assert log_file.stat().st_size > 10_000
    assert count(path, ENTRIES) == len(everything(path)["working_memory_entries"])


def test_a_small_log_of_a_crashed_engine_is_cleared_as_sqlite_does(path, other_process):
    engine = other_process(path)
    engine.run(insert("key"))
    engine.kill()
    write(path, NEW)
    assert not path.with_name("state.db-wal").exists()
