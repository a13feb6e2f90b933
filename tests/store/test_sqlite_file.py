"""Opening for reading shows the newest state and leaves no trace."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from pathlib import Path

import pytest

from desktop_app.store.sqlite_errors import ReadStoppedError, StoreChangedError
from desktop_app.store.sqlite_file import read, reading
from tests.store.reading_state import ENTRIES, OPERATIONS, change, count, insert, observations
from tests.tree_state import snapshot


def test_every_golden_workspace_is_read_without_a_trace(golden_workspace, golden_workspace_names):
    for name in golden_workspace_names:
        workspace = golden_workspace(name)
        before = snapshot(workspace)
        for path in workspace.rglob("*.db"):
            with reading(path) as connection:
                tables = connection.execute(
                    "SELECT name FROM sqlite_master WHERE type = 'table'"
                ).fetchall()
                assert tables, path
        assert snapshot(workspace) == before, name


def test_a_log_with_its_index_is_read(state_db, unchanged):
    path = state_db("wal-present")
    unchanged(path.parent)
    assert (observations(path), count(path)) == (24, 7)


def test_a_log_without_its_index_is_read(state_db, unchanged):
    path = state_db("wal-present")
    Path(f"{path}-shm").unlink()
    unchanged(path.parent)
    assert (observations(path), count(path)) == (24, 7)


def test_a_broken_index_does_not_matter(state_db, unchanged):
    path = state_db("wal-present")
    Path(f"{path}-shm").write_bytes(b"\xff" * 100)
    unchanged(path.parent)
    assert (observations(path), count(path)) == (24, 7)


def test_without_its_log_the_main_file_alone_is_read(state_db, unchanged):
    path = state_db("wal-present")
    Path(f"{path}-shm").unlink()
    Path(f"{path}-wal").unlink()
    unchanged(path.parent)
    assert (observations(path), count(path)) == (12, 3)


@pytest.mark.parametrize("leftovers", [["-wal"], ["-shm"], ["-wal", "-shm"]])
def test_empty_leftovers_are_left_alone(state_db, unchanged, leftovers):
    path = state_db("rich-coding-agent")
    for suffix in leftovers:
        Path(f"{path}{suffix}").touch()
    unchanged(path.parent)
    assert count(path) == 21


@pytest.mark.parametrize(
    "name",
    ["a b", "what?", "50%", "%41", "#1", "ünï ☃", "a&mode=rwc", "file:x", "'q\"", "new\nline"],
)
def test_any_name_is_opened_as_it_is(state_db, tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    path = Path(shutil.copy(state_db("rich-coding-agent"), folder / f"{name}.db"))
    before = snapshot(tmp_path)
    assert count(path) == 21
    assert snapshot(tmp_path) == before


@pytest.mark.skipif(sys.platform != "linux", reason="other systems allow only text in names")
def test_a_name_that_is_not_text_is_opened(state_db, tmp_path):
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.db"))
    shutil.copy(state_db("rich-coding-agent"), path)
    assert count(path) == 21


def test_a_link_to_a_file_is_read_with_the_log_of_that_file(state_db, tmp_path):
    path = state_db("wal-present")
    link = tmp_path / "link.db"
    link.symlink_to(path)
    assert count(link) == 7


def test_a_file_that_changes_while_it_is_read_is_read_again(state_db):
    path = state_db("rich-coding-agent")
    seen = []

    def function(connection):
        seen.append(connection.execute(OPERATIONS).fetchone()[0])
        if len(seen) == 1:
            change(path, "DELETE FROM om_operation_log")
        return seen[-1]

    assert read(path, function) == 0
    assert len(seen) == 2


def test_a_file_that_never_keeps_still_is_given_up(state_db):
    path = state_db("rich-coding-agent")

    def function(connection):
        (found,) = connection.execute(ENTRIES).fetchone()
        change(path, insert(f"key {found}"))

    with pytest.raises(StoreChangedError):
        read(path, function)


def test_reading_can_be_cancelled(state_db):
    path = state_db("large")
    endless = (
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    )
    for limits in ({"cancelled": lambda: True}, {"seconds": 0.01}):
        with pytest.raises(ReadStoppedError), reading(path, **limits) as connection:
            connection.execute(endless).fetchone()


def test_a_wrong_statement_of_ours_is_not_blamed_on_the_file(state_db):
    with pytest.raises(sqlite3.ProgrammingError), reading(state_db("empty-scope")) as connection:
        connection.execute("SELECT ?", ())
