"""The log and the markers are one timeline, paged backwards at the same cost at any depth."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from desktop_app.core.engine_time import EngineTime, parse_column_time
from desktop_app.core.history.entry import HistoryFilter, Source, StatusFilter
from desktop_app.store.history_reader import history_size, read_history, status_counts
from desktop_app.store.sqlite_file import reading
from tests.store.reading_state import change, started

NOW = parse_column_time("2026-04-20T15:34:55.609259143Z")
SCOPE = "default|bumpy-ride|default"


def all_pages(connection, wanted=HistoryFilter(), limit=7, now=NOW):  # noqa: B008 - a value
    entries, before = [], None
    while True:
        page = read_history(connection, wanted, now=now, before=before, limit=limit)
        assert len(page.entries) <= limit
        entries += page.entries
        before = page.following
        if before is None:
            return entries


def identity(entry):
    return entry.source, entry.rowid


def test_pages_hold_every_entry_once_newest_first(state_db):
    with reading(state_db("operations-mixed")) as connection:
        expected = {
            (source, rowid)
            for source, table in (
                (Source.OPERATION, "om_operation_log"),
                (Source.MARKER, "om_markers"),
            )
            for (rowid,) in connection.execute(f"SELECT rowid FROM {table}")
        }
        pages = all_pages(connection)
        whole = all_pages(connection, limit=1000)
    assert pages == whole
    assert len(pages) == len(expected)
    assert {identity(entry) for entry in pages} == expected
    for source in Source:
        rowids = [entry.rowid for entry in pages if entry.source is source]
        assert rowids == sorted(rowids, reverse=True)


def test_markers_stand_between_the_operations_of_their_time(state_db):
    with reading(state_db("rich-coding-agent")) as connection:
        entries = all_pages(
            connection, HistoryFilter(memory_id="default|conv-billing-rounding|default")
        )
    times = [entry.created.sort_key for entry in entries]
    assert times == sorted(times, reverse=True)
    assert {entry.source for entry in entries} == set(Source)


def test_one_scope_shows_only_its_own_entries(state_db):
    with reading(state_db("operations-mixed")) as connection:
        entries = all_pages(connection, HistoryFilter(memory_id=SCOPE))
        assert {entry.memory_id for entry in entries} == {SCOPE}
        assert all_pages(connection, HistoryFilter(memory_id="none")) == []
        assert status_counts(connection, SCOPE) == {"applied": 2, "failed": 10}


def test_the_size_of_a_scopes_log_is_that_of_its_entries_up_to_a_limit(state_db):
    with reading(state_db("operations-mixed")) as connection:
        size = len(all_pages(connection, HistoryFilter(memory_id=SCOPE)))
        assert history_size(connection, SCOPE, 1_000) == size
        assert history_size(connection, SCOPE, size) == size
        assert size > history_size(connection, SCOPE, 3) > 3
        assert history_size(connection, "none", 1_000) == 0


def test_failed_operations_carry_their_reason(state_db):
    with reading(state_db("operations-mixed")) as connection:
        entries = all_pages(connection, HistoryFilter(status=StatusFilter.FAILED))
    assert len(entries) == 10
    assert {entry.status for entry in entries} == {"failed"}
    assert all(entry.values["error_text"] for entry in entries)


def test_stuck_operations_are_those_that_the_engine_requeues_and_never_runs(
    state_db, golden_vectors
):
    (case,) = (
        case
        for case in golden_vectors("workspace_expected")
        if case["kind"] == "database" and case["workspace"] == "operations-mixed"
    )
    requeued = {entry["operation_id"] for entry in case["requeued_after_service_start"]}
    now = parse_column_time(case["service_start_now"])
    with reading(state_db("operations-mixed")) as connection:
        entries = all_pages(connection, HistoryFilter(status=StatusFilter.STUCK), limit=2, now=now)
    assert {entry.status for entry in entries} == {"queued", "processing"}
    assert requeued <= {entry.values["operation_id"] for entry in entries}
    in_progress = {e.values["operation_id"] for e in entries if e.status == "processing"}
    assert in_progress == {"op_9001", "op_9002"}
    assert sum(entry.status == "queued" for entry in entries) == 3


@pytest.mark.parametrize(
    ("wanted", "count"),
    [
        (HistoryFilter(kind="reflection_end"), 3),
        (HistoryFilter(text="RATE LIMIT"), None),
        (HistoryFilter(text="op_9001"), 1),
        (HistoryFilter(text="é☃"), 0),
        (HistoryFilter(sources=frozenset((Source.MARKER,))), 31),
        (HistoryFilter(sources=frozenset((Source.OPERATION,))), 18),
        (HistoryFilter(sources=frozenset()), 0),
        (HistoryFilter(kind="observe", text="429", status=StatusFilter.FAILED), None),
    ],
)
def test_filters_narrow_the_timeline(state_db, wanted, count):
    with reading(state_db("operations-mixed")) as connection:
        entries = all_pages(connection, wanted)
        everything = all_pages(connection)
    assert [entry for entry in everything if entry in entries] == entries
    assert entries if count is None else len(entries) == count
    for entry in entries:
        text = " ".join(str(value) for value in entry.values.values()).casefold()
        assert wanted.text.casefold() in text
        assert entry.kind == (wanted.kind or entry.kind)


def test_unreadable_times_lose_no_entry(state_db):
    path = state_db("operations-mixed")
    change(
        path,
        "UPDATE om_operation_log SET created_at = 'yesterday' WHERE rowid % 2",
        "UPDATE om_markers SET created_at = 5 WHERE rowid % 3 = 0",
    )
    with reading(path) as connection:
        entries = all_pages(connection)
    assert len(entries) == 49
    unreadable = next(entry for entry in entries if entry.created is None)
    assert unreadable.values["created_at"] in ("yesterday", 5)


def test_text_order_of_times_does_not_matter(state_db):
    path = state_db("fresh-database")
    times = [f"2026-01-01T{time}" for time in ("10:00:00Z", "10:00:00.5Z", "10:00:01Z")]
    change(path, *(started("m", f"op_{n}", time, "applied") for n, time in enumerate(times)))
    with reading(path) as connection:
        entries = all_pages(connection)
    assert [entry.values["operation_id"] for entry in entries] == ["op_2", "op_1", "op_0"]
    assert entries[1].created == EngineTime(1767261600, 500_000_000)


def test_a_page_reads_only_its_own_rows(state_db):
    path = state_db("fresh-database")
    change(
        path,
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)"
        " INSERT INTO om_operation_log SELECT 'op_' || i, 'm' || (i % 100), '', '', i,"
        " 'observe', CASE WHEN i % 1000 THEN 'applied' ELSE 'failed' END, '{}', '',"
        " '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z' FROM n",
    )
    steps = []
    with reading(path) as connection:
        connection.set_progress_handler(lambda: steps.append(1) and False, 100)
        page = read_history(connection, HistoryFilter(), now=NOW, limit=50)
        page = read_history(connection, HistoryFilter(), now=NOW, before=page.following, limit=50)
        scope = read_history(connection, HistoryFilter(memory_id="m7"), now=NOW, limit=50)
        failed = HistoryFilter(status=StatusFilter.FAILED)
        found = read_history(connection, failed, now=NOW, limit=150)
    assert [entry.rowid for entry in page.entries] == list(range(199_950, 199_900, -1))
    assert len(scope.entries) == 50
    assert len(found.entries) == 150
    # A full scan takes over a million steps; all four pages together take far fewer.
    assert len(steps) * 100 < 200_000


def test_missing_tables_give_an_empty_timeline(golden_workspace):
    with reading(golden_workspace("memory-mode-off") / ".harness" / "state.db") as connection:
        assert all_pages(connection) == []
        assert status_counts(connection) == {}


def test_missing_columns_do_not_hide_the_timeline(state_db):
    path = state_db("operations-mixed")
    change(path, "ALTER TABLE om_operation_log DROP COLUMN error_text", "DROP TABLE om_markers")
    with reading(path) as connection:
        entries = all_pages(connection)
        assert len(all_pages(connection, HistoryFilter(text="observe"))) > 0
    assert len(entries) == 18
    assert {entry.values["error_text"] for entry in entries} == {None}


@pytest.mark.parametrize(
    ("status", "updated", "is_stuck"),
    [
        ("queued", "2026-04-20T15:34:55Z", True),
        ("processing", "2026-04-20T15:29:54Z", True),
        ("processing", "2026-04-20T15:29:56Z", False),
        ("processing", "soon", True),
        ("applied", "2020-01-01T00:00:00Z", False),
        ("failed", "2020-01-01T00:00:00Z", False),
    ],
)
def test_an_operation_is_stuck_when_nothing_will_come_of_it(state_db, status, updated, is_stuck):
    path = state_db("fresh-database")
    change(path, started("m", "op_1", updated, status))
    with reading(path) as connection:
        (entry,) = all_pages(connection)
    assert entry.is_stuck(NOW) is is_stuck


def test_a_long_log_is_counted_like_a_short_one(state_db):
    path = state_db("operations-mixed")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(
            f"INSERT INTO om_operation_log VALUES ({','.join('?' * 11)})",
            (
                (f"op_x{n}", "a|b|c", "r", "s", n, "observe", status, "{}", "", "2026", "2026")
                for n in range(6_000)
                for status in [("applied", "failed", "zzz", "")[n % 4 if n % 9 == 0 else 0]]
            ),
        )
        expected = dict(
            connection.execute(
                "SELECT status, count(*) FROM om_operation_log WHERE memory_id = 'a|b|c'"
                " GROUP BY status"
            )
        )
    with reading(path) as connection:
        assert status_counts(connection, "a|b|c") == expected
