"""Writing beside an engine at work: its locks, its calls, its commits, and readers of ours."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from desktop_app.core.editing.ports import EngineAtWorkError, FileReplacedError, RowsDifferError
from desktop_app.core.engine_time import EngineTime, format_column
from desktop_app.core.errors import StoreBusyError, StoreError
from desktop_app.core.observational.engine_log import APPLIED, PROCESSING, QUEUED
from desktop_app.store import write_connection
from desktop_app.store.harness_writer import SqliteStateWriter
from desktop_app.store.raw_file import raw_descriptor
from desktop_app.store.write_connection import OpenFile
from tests.store.reading_state import ENTRIES, change, count, insert, make_rollback
from tests.store.writer_state import NOW, everything, operation, values, working, write

OWNER = "m"
NEW = working((None, (OWNER, "k", "1")))


@pytest.fixture
def path(state_db):
    return state_db("rich-coding-agent")


def log(path, name, status, time, memory_id=OWNER):
    change(
        path,
        (
            "INSERT INTO om_operation_log VALUES (?, ?, '', '', 1, 'observe', ?, '', '', ?, ?)",
            (name, memory_id, status, time, time),
        ),
    )


def seconds_ago(seconds):
    return format_column(EngineTime(NOW.unix_seconds - seconds))


@pytest.mark.parametrize(
    ("name", "status", "time", "is_at_work"),
    [
        ("op_1", PROCESSING, seconds_ago(3), True),
        ("op_1", PROCESSING, seconds_ago(299), True),
        ("op_1", PROCESSING, seconds_ago(300), False),
        ("op_1", PROCESSING, seconds_ago(-60), True),
        ("op_1", PROCESSING, seconds_ago(-200_000), False),
        ("op_1", PROCESSING, "2027-01-15 07:59:00", True),
        ("op_1", PROCESSING, "2027-01-15T10:59:30+03:00", True),
        ("op_1", PROCESSING, "2027-01-15T07:59:30+03:00", False),
        ("op_1", PROCESSING, "yesterday", False),
        ("op_1", PROCESSING, 1_800_000_000, False),
        ("op_1", QUEUED, seconds_ago(3), False),
        ("op_1", APPLIED, seconds_ago(3), False),
        ("memloupe-1", PROCESSING, seconds_ago(3), False),
    ],
)
def test_a_call_in_progress_keeps_an_edit_away(path, name, status, time, is_at_work):
    log(path, f"x{name}" if name == "op_1" else name, status, time)
    before = everything(path, ours=True)
    since = SqliteStateWriter(path).at_work_since(("other", OWNER), NOW)
    assert (since is not None) == is_at_work
    assert SqliteStateWriter(path).at_work_since(("other",), NOW) is None
    if is_at_work:
        with pytest.raises(EngineAtWorkError):
            write(path, NEW)
        assert everything(path, ours=True) == before
    else:
        write(path, NEW)


def test_the_newest_of_several_calls_is_told(path):
    log(path, "x1", PROCESSING, seconds_ago(9))
    log(path, "x2", PROCESSING, seconds_ago(4), "n")
    since = SqliteStateWriter(path).at_work_since((OWNER, "n"), NOW)
    assert since == EngineTime(NOW.unix_seconds - 4)


def test_a_lock_of_the_engine_is_busy_at_once_and_names_who_holds_it(path, other_process):
    engine = other_process(path)
    engine.run("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusyError, match=f"process {engine.id}") as refused:
        write(path, NEW)
    assert "Nothing was written" in refused.value.advice
    engine.run("ROLLBACK")
    write(path, NEW)


def test_a_reader_keeps_a_rollback_file_busy_and_nothing_is_half_done(path, other_process):
    make_rollback(path)
    before = everything(path)
    reader = other_process(path)
    reader.run("BEGIN", ENTRIES)
    with pytest.raises(StoreBusyError):
        write(path, NEW, operation("memloupe-1", OWNER))
    reader.run("COMMIT")
    assert everything(path, ours=True) == before
    write(path, NEW)
    assert path.read_bytes()[18:20] == b"\x01\x01", "the journal mode stays"


def test_an_engine_that_has_the_file_open_sees_the_change_and_keeps_its_log(path, other_process):
    engine = other_process(path)
    engine.run(insert("one"))
    main = path.read_bytes()
    write(path, NEW)
    assert path.read_bytes() == main, "no commit of ours copies the log"
    engine.run(
        "CREATE TEMP TABLE seen AS SELECT * FROM working_memory_entries WHERE memory_id = 'm'",
        "INSERT INTO working_memory_entries SELECT 'copied', entry_key, '1' FROM seen",
    )
    engine.close()
    assert values(path, "SELECT count(*) FROM working_memory_entries WHERE memory_id = 'copied'")[
        0
    ] == (1,)


def test_what_the_engine_commits_between_our_look_and_our_lock_is_seen(
    path, other_process, monkeypatch
):
    engine = other_process(path)
    engine.run(insert("before"))
    usual, calls = OpenFile.version, []

    def version(file):
        found = usual(file)
        calls.append(found)
        if len(calls) == 1:
            engine.run("INSERT INTO working_memory_entries VALUES ('m', 'k', '\"theirs\"')")
        return found

    monkeypatch.setattr(OpenFile, "version", version)
    with pytest.raises(RowsDifferError, match="is there already"):
        write(path, NEW)
    found = values(path, "SELECT entry_json FROM working_memory_entries WHERE memory_id = 'm'")
    assert found == [('"theirs"',)]


def test_a_commit_that_touches_other_rows_does_not_refuse_ours(path, other_process, monkeypatch):
    engine = other_process(path)
    engine.run(insert("before"))
    usual, calls = OpenFile.version, []

    def version(file):
        found = usual(file)
        calls.append(found)
        if len(calls) == 1:
            engine.run(insert("between"))
        return found

    monkeypatch.setattr(OpenFile, "version", version)
    write(path, NEW)
    assert count(path, "SELECT count(*) FROM working_memory_entries WHERE memory_id = 'm'") == 1


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE working_memory_entries SET entry_json = '2' WHERE memory_id = 'm'",
        "UPDATE working_memory_entries SET entry_json = CAST('1' AS BLOB) WHERE memory_id = 'm'",
        "DELETE FROM working_memory_entries WHERE memory_id = 'm'",
    ],
)
def test_a_row_that_is_not_as_it_was_seen_is_not_written(path, statement):
    write(path, NEW)
    change(path, statement)
    before = everything(path)
    edit = working(((OWNER, "k", "1"), (OWNER, "k", "3")), (None, (OWNER, "more", "1")))
    with pytest.raises(RowsDifferError):
        write(path, edit, operation("memloupe-1", OWNER))
    assert everything(path, ours=True) == before
    present = SqliteStateWriter(path).present(edit)
    assert present != edit
    if present.working[0].before is not None:
        write(path, present)


def test_what_is_as_it_was_seen_is_present_unchanged(path):
    edit = working(((OWNER, "k", "1"), (OWNER, "k", "3")))
    assert SqliteStateWriter(path).present(edit).working[0].before is None
    write(path, NEW)
    assert SqliteStateWriter(path).present(edit) == edit
    assert SqliteStateWriter(path).present(NEW).working[0].before.entry_json == "1"


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


def test_a_reader_that_closes_the_file_does_not_drop_our_lock(path, other_process, monkeypatch):
    """POSIX takes every lock of a process away when it closes any descriptor of the file."""
    make_rollback(path)
    engine = other_process(path)
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
