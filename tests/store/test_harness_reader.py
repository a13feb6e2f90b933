"""Records and working memory come out exactly as stored."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from desktop_app.core.engine_text import encode
from desktop_app.core.observational.record import Blob
from desktop_app.store.harness_reader import (
    iter_working,
    read_row,
    working_counts,
    working_entries,
    working_only_ids,
)
from desktop_app.store.harness_tables import RECORD_COLUMNS, RECORDS
from desktop_app.store.history_reader import status_counts
from desktop_app.store.scope_reader import list_tenants
from desktop_app.store.sqlite_file import reading
from desktop_app.store.transcripts import count_messages, read_messages
from tests.store.reading_state import change, records


def as_bytes(value):
    return encode(value) if isinstance(value, str) else value


def raw_rows(path, statement):
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = bytes
        return connection.execute(statement).fetchall()


def test_every_record_of_every_workspace_comes_as_stored(golden_workspace, golden_workspace_names):
    for name in golden_workspace_names:
        for path in golden_workspace(name).rglob("*.db"):
            with reading(path) as connection:
                names = connection.execute("SELECT name FROM sqlite_master").fetchall()
                if (RECORDS,) not in names:
                    continue
                rows = records(connection)
                single = [read_row(connection, row.memory_id) for row in rows]
            assert single == rows
            read = [
                tuple(as_bytes(getattr(row, column)) for column in RECORD_COLUMNS) for row in rows
            ]
            assert read == raw_rows(path, f"SELECT {', '.join(RECORD_COLUMNS)} FROM {RECORDS}")


def test_golden_counts_agree(golden_workspace, golden_vectors):
    databases = [
        case for case in golden_vectors("workspace_expected") if case["kind"] == "database"
    ]
    for case in databases:
        with reading(golden_workspace(case["workspace"]) / case["database_path"]) as connection:
            tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            assert sorted(name for (name,) in tables) == case["tables"]
            expected = {entry["memory_id"]: entry["n"] for entry in case["working_memory_entries"]}
            assert working_counts(connection) == expected
            assert sum(tenant.scopes for tenant in list_tenants(connection)) == case["records"]
            statuses = {
                entry["status"]: entry["n"] for entry in case.get("operations_by_status", ())
            }
            assert status_counts(connection) == statuses
    assert len(databases) == 13


def test_storage_classes_are_kept(state_db):
    path = state_db("empty-scope")
    change(
        path,
        "UPDATE om_memory_records SET active_observations_json = x'5b5d', created_at = 5,"
        " enabled = 'maybe', state_version = 1.5, active_reflection = CAST(x'41ff00' AS TEXT)",
    )
    with reading(path) as connection:
        row = records(connection)[0]
    assert row.active_observations_json == Blob(b"[]")
    assert (row.created_at, row.enabled, row.state_version) == (5, "maybe", 1.5)
    assert row.active_reflection == "A\udcff\x00"


def test_a_record_that_is_not_there_is_none(state_db):
    with reading(state_db("rich-coding-agent")) as connection:
        assert read_row(connection, "no|such|scope") is None


def test_keys_that_are_not_text_are_found(state_db):
    path = state_db("empty-scope")
    change(
        path,
        "DELETE FROM om_memory_records WHERE rowid > 1",
        "UPDATE om_memory_records SET memory_id = CAST(x'61ff' AS TEXT)",
        "INSERT INTO working_memory_entries VALUES (x'61ff', 'blob', '1')",
        "INSERT INTO working_memory_entries VALUES (CAST(x'61ff' AS TEXT), 'text', '2')",
    )
    with reading(path) as connection:
        assert read_row(connection, "a\udcff").memory_id == "a\udcff"
        assert read_row(connection, b"a\xff") is None
        assert [entry.key for entry in working_entries(connection, "a\udcff")] == ["text"]
        assert [entry.key for entry in working_entries(connection, b"a\xff")] == ["blob"]


def test_working_memory_is_ordered_by_the_bytes_of_its_keys(state_db):
    path = state_db("empty-scope")
    keys = ["b", "a", "B", " a", "", "é", "z", "\ufffd", "😀"]
    with closing(sqlite3.connect(path)) as connection:
        connection.executemany(
            "INSERT INTO working_memory_entries VALUES ('m', ?, '1')", [(key,) for key in keys]
        )
        connection.commit()
    with reading(path) as connection:
        read = [entry.key for entry in working_entries(connection, "m")]
        assert [entry.key for _, entry in iter_working(connection)] == read
    assert read == sorted(keys, key=str.encode)


def test_working_memory_alone_is_a_scope_too(golden_workspace, golden_vectors):
    expected: dict[str, set[str]] = {}
    for case in golden_vectors("workspace_expected"):
        if case["kind"] == "working_memory_only":
            expected.setdefault(case["workspace"], set()).add(case["memory_id"])
    assert expected
    for workspace, memory_ids in expected.items():
        with reading(golden_workspace(workspace) / ".harness" / "state.db") as connection:
            assert set(working_only_ids(connection)) == memory_ids, workspace
            counts = working_counts(connection)
            for memory_id in memory_ids:
                assert len(working_entries(connection, memory_id)) == counts[memory_id]


def test_files_without_the_tables_give_nothing(golden_workspace):
    path = golden_workspace("harnessd-live") / ".harness" / "conversations.db"
    with reading(path) as connection:
        assert working_counts(connection) == {}
        assert working_entries(connection, "a") == ()
        assert list(iter_working(connection)) == []
        assert working_only_ids(connection) == ()


def test_messages_of_a_conversation_are_read_by_their_index(golden_workspace):
    path = golden_workspace("harnessd-live") / ".harness" / "conversations.db"
    with reading(path) as connection:
        messages = read_messages(connection, "conv-invoice-bug", 0, 2)
        assert [(message.step, message.role) for message in messages] == [
            (0, "user"),
            (1, "assistant"),
            (2, "tool"),
        ]
        assert messages[0].content.startswith("Invoice totals differ by one cent")
        assert messages[2].name == "working_memory"
        assert messages[0].is_meta is False
        total = count_messages(connection, "conv-invoice-bug")
        assert len(read_messages(connection, "conv-invoice-bug", 0, 10**6)) == total
        assert read_messages(connection, "no such", 0, 5) == ()
