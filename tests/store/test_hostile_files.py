"""Files that are damaged, or made to do harm, are refused in words or read without harm."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.core.errors import StoreError
from desktop_app.store.harness_reader import read_row, working_entries
from desktop_app.store.harness_tables import RECORD_COLUMNS, read_shape
from desktop_app.store.scope_reader import list_scopes
from desktop_app.store.sqlite_errors import DamagedStoreError
from desktop_app.store.sqlite_file import reading
from tests.store.reading_state import change, records
from tests.tree_state import snapshot


def refusal(path):
    with pytest.raises(StoreError) as caught, reading(path) as connection:
        records(connection)
    return caught.value.message


def patched(path, offset, data):
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(data)
    return path


def shape_of(path):
    with reading(path) as connection:
        return read_shape(connection)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "No memory here yet: “{}” is empty (0 bytes)."),
        (b"PK\x03\x04\x14\x00", "“{}” is not a SQLite file: it starts with “PK”."),
        (b"# Notes\n", "“{}” is not a SQLite file: it starts with “# Notes”."),
        (b"\x00\x01\x02", "“{}” is not a SQLite file: it starts with the bytes 00 01 02."),
        (
            b"SQLite format 3\x00",
            "“{}” starts as a SQLite file does, but its header is damaged.",
        ),
    ],
)
def test_what_is_no_database_is_named(tmp_path, content, message):
    path = tmp_path / "state.db"
    path.write_bytes(content)
    before = snapshot(tmp_path)
    assert refusal(path) == message.format(path)
    assert snapshot(tmp_path) == before


def test_an_empty_file_with_leftovers_is_left_alone(tmp_path):
    for name in ("state.db", "state.db-wal", "state.db-journal"):
        (tmp_path / name).write_bytes(b"" if name == "state.db" else b"x" * 600)
    before = snapshot(tmp_path)
    assert "No memory here yet" in refusal(tmp_path / "state.db")
    assert snapshot(tmp_path) == before


def test_a_truncated_file_is_told_from_a_whole_one(state_db):
    path = state_db("large")
    os.truncate(path, 1_000_000)
    assert refusal(path) == (
        f"“{path}” is cut off: its header promises 1,676 pages (6,864,896 bytes), "
        "the file has 1,000,000 bytes."
    )


def test_an_absurd_page_count_is_refused(state_db):
    path = patched(state_db("rich-coding-agent"), 28, b"\xff\xff\xff\xfe")
    assert "its header promises 4,294,967,294 pages" in refusal(path)


@pytest.mark.parametrize("size", [b"\x00\x00", b"\x00\x03", b"\xff\xff"])
def test_an_absurd_page_size_is_refused(state_db, size):
    path = patched(state_db("rich-coding-agent"), 16, size)
    assert refusal(path).endswith("but its header is damaged.")


def test_damaged_pages_name_the_file(state_db):
    path = state_db("rich-coding-agent")
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
    with pytest.raises(DamagedStoreError) as caught, reading(path) as connection:
        records(connection)
    assert caught.value.message.startswith(f"“{path}” is damaged: ")
    assert caught.value.advice


def test_a_schema_that_is_not_text_is_reported_like_other_damage(state_db):
    path = state_db("rich-coding-agent")
    place = path.read_bytes().index(b"CREATE TABLE om_memory_records")
    patched(path, place + 4, b"\xff")
    assert refusal(path).startswith(f"“{path}” is damaged: malformed database schema")


def test_damage_in_one_table_hides_no_other(state_db):
    path = state_db("rich-coding-agent")
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'om_markers'"
        ).fetchone()
    patched(path, (page - 1) * 4096, b"\xff" * 4096)
    with reading(path) as connection:
        assert len(records(connection)) == 5


def test_folders_pipes_and_missing_files_are_named(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path) == f"“{tmp_path}” is a folder, not a database file."
    assert "a pipe, a socket or a device" in refusal(tmp_path / "pipe")
    assert refusal(tmp_path / "gone.db") == f"There is no file “{tmp_path / 'gone.db'}”."
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert "can't be read" in refusal(tmp_path / "loop")


@pytest.mark.parametrize("suffix", ["-wal", "-shm", "-journal"])
def test_a_pipe_or_link_beside_the_file_is_never_opened(state_db, suffix):
    path = state_db("wal-present")
    companion = Path(f"{path}{suffix}")
    companion.unlink(missing_ok=True)
    os.mkfifo(companion)
    assert refusal(path).startswith(f"“{companion}” is not a regular file")
    companion.unlink()
    companion.symlink_to("/etc/passwd")
    assert refusal(path).startswith(f"“{companion}” is not a regular file")


def test_a_damaged_log_shows_what_was_committed_before(state_db):
    path = state_db("wal-present")
    patched(Path(f"{path}-wal"), 100_000, b"\xff" * 500)
    Path(f"{path}-shm").unlink()
    with reading(path) as connection:
        assert len(records(connection)) == 1


def test_views_in_place_of_tables_are_refused_by_name(state_db):
    path = change(
        state_db("rich-coding-agent"),
        "ALTER TABLE om_memory_records RENAME TO hidden",
        "CREATE VIEW om_memory_records AS SELECT * FROM hidden",
    )
    assert refusal(path) == (
        "om_memory_records is a view, not a table. It is not read, because it could run code."
    )
    assert not shape_of(path).records.exists


def test_virtual_tables_in_place_of_tables_are_refused_by_name(state_db):
    path = change(
        state_db("empty-scope"),
        "DROP TABLE working_memory_entries",
        "CREATE VIRTUAL TABLE working_memory_entries USING fts5(memory_id, entry_key, entry_json)",
    )
    shape = shape_of(path)
    assert not shape.working.exists
    (problem,) = shape.problems
    assert problem.startswith("working_memory_entries is a virtual table, not a table.")
    with reading(path) as connection:
        assert working_entries(connection, "a") == ()


def test_triggers_do_nothing_when_we_look(state_db):
    path = change(
        state_db("rich-coding-agent"),
        "CREATE TRIGGER t AFTER UPDATE ON om_memory_records BEGIN DELETE FROM om_markers; END",
    )
    before = snapshot(path.parent)
    with reading(path) as connection:
        assert len(list_scopes(connection)) == 5
    assert snapshot(path.parent) == before


def test_computed_columns_are_never_computed(tmp_path):
    path = tmp_path / "state.db"
    columns = ", ".join(name for name in RECORD_COLUMNS if name != "active_reflection")
    change(
        path,
        f"CREATE TABLE om_memory_records ({columns},"
        " active_reflection AS (hex(zeroblob(400000000))))",
        "INSERT INTO om_memory_records (memory_id, tenant_id, conversation_id, agent_id)"
        " VALUES ('a|b|c', 'a', 'b', 'c')",
    )
    with reading(path) as connection:
        row = read_row(connection, "a|b|c")
        (scope,) = list_scopes(connection)
        (problem,) = read_shape(connection).problems
    assert problem.startswith("om_memory_records.active_reflection is computed, not stored.")
    assert (row.active_reflection, scope.has_reflection) == (None, False)


@pytest.mark.parametrize(
    "statement",
    [
        "ATTACH '{}/other.db' AS other",
        "SELECT load_extension('x')",
        "SELECT readfile('/etc/passwd')",
        "SELECT randomblob(1000000000)",
        "PRAGMA journal_mode=DELETE",
        "PRAGMA user_version=5",
        "PRAGMA writable_schema=1",
        "PRAGMA query_only=0",
        "DELETE FROM om_markers",
        "CREATE TEMP TABLE t (x)",
        "CREATE TABLE t (x)",
        "VACUUM",
        "VACUUM INTO '{}/copy.db'",
        "REINDEX",
        "ANALYZE",
    ],
)
def test_nothing_but_reading_is_allowed(state_db, statement):
    path = state_db("rich-coding-agent")
    before = snapshot(path.parent)
    with pytest.raises(StoreError), reading(path) as connection:
        connection.execute(statement.format(path.parent))
    assert snapshot(path.parent) == before


def test_older_tables_are_read_as_far_as_they_go(state_db):
    path = change(
        state_db("rich-coding-agent"),
        "ALTER TABLE om_memory_records DROP COLUMN last_reflected_observation_seq",
        "ALTER TABLE om_memory_records DROP COLUMN active_observation_tokens",
        "ALTER TABLE om_memory_records ADD COLUMN newer TEXT DEFAULT 'x'",
    )
    with reading(path) as connection:
        rows = records(connection)
        scopes = list_scopes(connection)
        problems = read_shape(connection).problems
    assert len(rows) == len(scopes) == 5
    assert {row.last_reflected_observation_seq for row in rows} == {None}
    assert rows[0].active_observations_json.startswith(b'[{"seq":1')
    assert {scope.observation_tokens for scope in scopes} == {None}
    assert problems == (
        "om_memory_records has no column active_observation_tokens, which the engine expects.",
        "om_memory_records has no column last_reflected_observation_seq, which the engine expects.",
    )


def test_a_table_without_its_key_is_refused_with_the_reason(tmp_path):
    path = change(tmp_path / "state.db", "CREATE TABLE om_memory_records (tenant_id)")
    assert "has no column memory_id, which the engine expects." in refusal(path)


def test_a_file_without_memory_tables_has_working_memory_only(state_db):
    path = state_db("memory-mode-off")
    shape = shape_of(path)
    assert (shape.records.exists, shape.working.exists) == (False, True)
    assert refusal(path) == "There is no table om_memory_records."
    with reading(path) as connection:
        assert list_scopes(connection) == []


def test_a_file_in_another_text_encoding_reads_the_same(state_db, tmp_path):
    source = state_db("rich-coding-agent")
    path = tmp_path / "utf16.db"
    with closing(sqlite3.connect(path)) as target, closing(sqlite3.connect(source)) as connection:
        target.execute("PRAGMA encoding='UTF-16le'")
        for line in connection.iterdump():
            target.execute(line) if line not in ("BEGIN TRANSACTION;", "COMMIT;") else None
        target.commit()
    with reading(path) as connection:
        other = records(connection)
    with reading(Path(shutil.copy(source, tmp_path))) as connection:
        rows = records(connection)
    assert [row.active_observations_json for row in other] == [
        row.active_observations_json.decode() for row in rows
    ]
    assert [row.memory_id for row in other] == [row.memory_id for row in rows]
