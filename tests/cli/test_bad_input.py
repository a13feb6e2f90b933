"""What can't be read: one message that says why, and the exit status."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

ROOT_READS_ALL = hasattr(os, "geteuid") and os.geteuid() == 0


def database(tmp_path, data):
    path = tmp_path / "state.db"
    path.write_bytes(data)
    return path


def test_a_missing_workspace(memloupe, tmp_path):
    run = memloupe("scopes", tmp_path / "nowhere")
    assert (run.status, run.out) == (3, b"")
    assert str(tmp_path / "nowhere") in run.err
    assert run.err.count("\n") == 1


@pytest.mark.parametrize("data", [b"", b"this is a letter, not a database\n" * 100])
@pytest.mark.parametrize("command", [["scopes"], ["snippet"], ["show"], ["log"], ["config"]])
def test_a_file_without_memory(memloupe, tmp_path, data, command):
    path = database(tmp_path, data)
    run = memloupe(*command, path)
    assert (run.status, run.out) == (3, b"")
    assert "state.db" in run.err
    assert run.err.count("\n") == 1
    assert path.read_bytes() == data


def test_a_truncated_file(memloupe, golden_workspace):
    root = golden_workspace("rich-coding-agent")
    path = root / ".harness" / "state.db"
    os.truncate(path, path.stat().st_size // 2)
    for place in (root, path):
        run = memloupe("scopes", place)
        assert (run.status, run.out) == (3, b"")
        assert "state.db" in run.err


def test_a_database_of_something_else(memloupe, tmp_path):
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE songs (name TEXT)")
    run = memloupe("scopes", path)
    assert (run.status, run.out) == (3, b"")
    assert "without any of the engine's memory tables" in run.err


def test_a_folder_without_memory(memloupe, tmp_path):
    for command in (["scopes"], ["snippet", "--all", "--json"], ["search", "text"]):
        name, *rest = command
        place = [tmp_path, *rest]
        run = memloupe(name, *place)
        assert (run.status, run.out) == (3, b"")
        assert "has no memory in it" in run.err


def test_an_empty_database_of_the_engine_is_no_error(memloupe, golden_workspace):
    run = memloupe("scopes", golden_workspace("fresh-database"))
    assert (run.status, run.out, run.err) == (0, b"", "")


def test_a_workspace_without_observational_tables(memloupe, golden_workspace):
    root = golden_workspace("memory-mode-off")
    (scope,) = memloupe("scopes", root, "--json").objects
    assert scope["has_record"] is False
    run = memloupe("snippet", root, "--memory-id", scope["memory_id"])
    assert (run.status, run.out) == (0, b"")
    working = memloupe("snippet", root, "--memory-id", scope["memory_id"], "--part", "working")
    assert working.out.startswith(b"<working-memory>")


def test_postgres_in_the_configuration_is_said_not_to_work(memloupe, golden_workspace):
    root = golden_workspace("rich-coding-agent")
    (root / ".harness" / "config.toml").write_text('[memory]\ndb_driver = "postgres"\n')
    run = memloupe("scopes", root)
    assert (run.status, len(run.lines)) == (0, 6)
    assert "“postgres”, which this version of the engine can't use" in run.err
    shutil.rmtree(root / ".harness")
    (root / ".harness").mkdir()
    (root / ".harness" / "config.toml").write_text('[memory]\ndb_driver = "postgres"\n')
    empty = memloupe("scopes", root)
    assert empty.status == 3
    assert "postgres" in empty.err


def test_a_broken_configuration_is_told_and_memory_is_shown(memloupe, golden_workspace):
    root = golden_workspace("rich-coding-agent")
    (root / ".harness" / "config.toml").write_text("[memory\n")
    scopes = memloupe("scopes", root)
    assert (scopes.status, len(scopes.lines)) == (0, 6)
    assert "config.toml, line 1" in scopes.err
    assert memloupe("config", root).status == 3


@pytest.mark.skipif(ROOT_READS_ALL, reason="root reads every file")
def test_a_file_that_may_not_be_read(memloupe, golden_workspace):
    path = golden_workspace("rich-coding-agent") / ".harness" / "state.db"
    path.chmod(0)
    run = memloupe("scopes", path)
    assert (run.status, run.out) == (3, b"")
    assert "state.db" in run.err


def test_an_unknown_scope(memloupe, golden_workspace):
    root = golden_workspace("rich-coding-agent")
    for command in (["snippet"], ["show"], ["export", "--format", "json"]):
        name, *options = command
        run = memloupe(name, root, "--conversation", "nobody", *options)
        assert (run.status, run.out) == (3, b"")
        assert "There is no scope “default|nobody|default”" in run.err


HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode = DELETE")
connection.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.readline()
connection.execute("ROLLBACK")
"""


@pytest.fixture
def held(golden_workspace):
    root = golden_workspace("rich-coding-agent")
    path = root / ".harness" / "state.db"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        yield root, holder
        holder.kill()


@pytest.mark.parametrize(
    "command",
    [
        ["scopes"],
        ["snippet", "--all", "--json"],
        ["snippet", "--conversation", "conv-billing-rounding"],
        ["log"],
    ],
)
def test_a_locked_file_is_given_up_on_with_the_name_of_who_holds_it(memloupe, held, command):
    root, holder = held
    name, *options = command
    run = memloupe(name, root, *options, "--wait", "0")
    assert (run.status, run.out) == (3, b"")
    assert "state.db" in run.err
    if sys.platform == "linux":
        assert str(holder.pid) in run.err


def test_a_locked_file_is_read_as_soon_as_it_is_free(held):
    root, holder = held
    with subprocess.Popen(
        [sys.executable, "-m", "desktop_app", "scopes", str(root), "--wait", "60"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as waiting:
        assert waiting.stderr is not None
        assert waiting.stdout is not None
        message = waiting.stderr.readline().decode()
        assert "Trying again for 60 s" in message
        holder.stdin.close()
        assert len(waiting.stdout.read().splitlines()) == 6
        assert waiting.wait() == 0
        assert waiting.stderr.read() == b""


def test_a_view_in_place_of_a_table_is_told_and_not_read(memloupe, golden_workspace):
    root = golden_workspace("rich-coding-agent")
    with closing(sqlite3.connect(root / ".harness" / "state.db")) as connection:
        connection.execute("ALTER TABLE om_memory_records RENAME TO kept")
        connection.execute("CREATE VIEW om_memory_records AS SELECT * FROM kept")
    run = memloupe("scopes", root, "--json")
    assert run.status == 0
    assert not any(line["has_record"] for line in run.objects)
    assert "om_memory_records is a view" in run.err


def test_a_table_of_another_shape_is_printed_as_far_as_it_goes(memloupe, golden_workspace):
    root = golden_workspace("operations-mixed")
    with closing(sqlite3.connect(root / ".harness" / "state.db")) as connection:
        for column in ("operation_type", "error_text"):
            connection.execute(f"ALTER TABLE om_operation_log DROP COLUMN {column}")
        connection.commit()
    run = memloupe("log", root, "--failed")
    assert (run.status, run.err) == (0, "")
    assert run.lines
    assert all("  –  " in line for line in run.lines)
    assert "has no column operation_type" in memloupe("scopes", root).err


def test_a_damaged_file_beside_a_healthy_one_is_told_and_hides_nothing(
    memloupe, golden_workspace, tmp_path
):
    above = tmp_path / "above"
    above.mkdir()
    for name in ("rich-coding-agent", "custom-database-path"):
        golden_workspace(name).rename(above / name)
    broken = above / "custom-database-path" / "data" / "memory.db"
    os.truncate(broken, broken.stat().st_size // 2)
    run = memloupe("scopes", above)
    assert (run.status, len(run.lines)) == (0, 6)
    assert str(broken) in run.err
