"""Writing beside an engine at work: its locks, its calls, and its commits."""

from __future__ import annotations

import pytest

from desktop_app.core.editing.ports import EngineAtWorkError, RowsDifferError
from desktop_app.core.engine_time import EngineTime, format_column
from desktop_app.core.errors import StoreBusyError
from desktop_app.core.observational.engine_log import APPLIED, PROCESSING, QUEUED
from desktop_app.store.harness_writer import SqliteStateWriter
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
        ("op_1", PROCESSING, seconds_ago(-299), True),
        ("op_1", PROCESSING, seconds_ago(-300), False),
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
