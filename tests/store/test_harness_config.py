"""Configuration files on a disk."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from desktop_app.core.errors import StoreError
from desktop_app.core.harness_config.values import BrokenConfigError, Layer
from desktop_app.store.harness_config import (
    LARGEST_CONFIG,
    read_config_file,
    read_harness_config,
)

if TYPE_CHECKING:
    from pathlib import Path

NOBODY = {}


@pytest.fixture
def workspace(tmp_path):
    return folder(tmp_path / "work")


@pytest.fixture
def home(tmp_path):
    return folder(tmp_path / "home")


def folder(path: Path) -> Path:
    (path / ".harness" / "profiles").mkdir(parents=True)
    return path


def write(base: Path, text: str, name: str = "config.toml") -> Path:
    path = base / ".harness" / name
    path.write_text(text, encoding="utf-8")
    return path


def only_problem(workspace: Path, home: Path | None = None):
    reading = read_harness_config(workspace, home, NOBODY)
    assert reading.config is None
    assert reading.view is None
    (problem,) = reading.problems
    return problem


def test_no_file_at_all_gives_the_defaults(workspace, home):
    reading = read_harness_config(workspace, home, NOBODY)
    assert reading.problems == reading.traps == ()
    assert reading.database == workspace / ".harness" / "state.db"
    assert [(file.layer, file.exists) for file in reading.files] == [
        (Layer.USER, False),
        (Layer.PROJECT, False),
    ]


def test_the_project_file_wins_over_the_one_at_home(workspace, home):
    write(home, "model = 'h'\naddr = ':1'")
    write(workspace, "model = 'w'")
    config = read_harness_config(workspace, home, NOBODY).config
    assert (config.text("model"), config.text("addr")) == ("w", ":1")
    assert config["addr"].place == "~/.harness/config.toml"
    assert config["model"].place == ".harness/config.toml"


def test_golden_workspaces_name_their_database(golden_workspace):
    workspace = golden_workspace("custom-database-path")
    reading = read_harness_config(workspace, None, NOBODY)
    assert reading.database == workspace / "data" / "memory.db"
    assert reading.database.is_file()
    assert reading.view.tokens.snippet_max_tokens == 50

    off = read_harness_config(golden_workspace("memory-mode-off"), None, NOBODY)
    assert off.view.mode == "off"

    live = read_harness_config(golden_workspace("harnessd-live"), None, NOBODY)
    assert live.view.records_snippets
    assert [trap.code for trap in live.traps] == ["H19"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [("a/../b.db", "{}/b.db"), ("../out.db", "{}/../out.db"), ("/var/x.db", "/var/x.db")],
)
def test_a_relative_database_path_is_joined_to_the_workspace(workspace, path, expected):
    write(workspace, f"[memory]\nsqlite_path = '{path}'")
    database = read_harness_config(workspace, None, NOBODY).database
    assert str(database) == os.path.normpath(expected.format(workspace))


def test_the_environment_can_name_the_database(workspace):
    write(workspace, "broken")
    environment = {"HARNESS_MEMORY_SQLITE_PATH": "env.db"}
    assert read_harness_config(workspace, None, environment).database == workspace / "env.db"


def test_a_broken_file_is_a_problem_with_its_line_and_a_trap(workspace):
    write(workspace, "[memory]\nmode = off\n")
    reading = read_harness_config(workspace, None, NOBODY)
    (problem,) = reading.problems
    assert isinstance(problem, BrokenConfigError)
    assert str(problem).startswith(".harness/config.toml, line 2: ")
    assert [trap.code for trap in reading.traps] == ["broken"]
    assert reading.database == workspace / ".harness" / "state.db"


def test_a_link_out_of_the_workspace_is_not_followed(workspace, tmp_path):
    outside = tmp_path / "outside.toml"
    outside.write_text("model = 'secret'")
    (workspace / ".harness" / "config.toml").symlink_to(outside)
    assert "leads out of the workspace" in str(only_problem(workspace))


def test_a_linked_folder_out_of_the_workspace_is_not_followed(tmp_path, home):
    write(home, "model = 'secret'")
    workspace = tmp_path / "linked"
    workspace.mkdir()
    (workspace / ".harness").symlink_to(home / ".harness")
    assert "leads out of the workspace" in str(only_problem(workspace))


def test_links_inside_the_workspace_and_at_home_are_followed(workspace, home, tmp_path):
    write(workspace, "model = 'w'", "real.toml")
    (workspace / ".harness" / "config.toml").symlink_to("real.toml")
    dotfiles = tmp_path / "dotfiles.toml"
    dotfiles.write_text("addr = ':2'")
    (home / ".harness" / "config.toml").symlink_to(dotfiles)
    config = read_harness_config(workspace, home, NOBODY).config
    assert (config.text("model"), config.text("addr")) == ("w", ":2")


def test_a_workspace_that_is_itself_reached_by_a_link_is_read(workspace, tmp_path):
    write(workspace, "model = 'w'")
    link = tmp_path / "link"
    link.symlink_to(workspace)
    assert read_harness_config(link, None, NOBODY).config.text("model") == "w"


def test_a_link_to_nothing_is_no_file(workspace):
    (workspace / ".harness" / "config.toml").symlink_to("missing.toml")
    reading = read_harness_config(workspace, None, NOBODY)
    assert reading.config is not None
    assert reading.files[0].exists


def test_a_link_to_itself_is_a_problem(workspace):
    (workspace / ".harness" / "config.toml").symlink_to("config.toml")
    assert "can't be read" in str(only_problem(workspace))


def test_a_folder_or_pipe_is_not_a_configuration(workspace, home):
    (workspace / ".harness" / "config.toml").mkdir()
    os.mkfifo(home / ".harness" / "config.toml")
    reading = read_harness_config(workspace, home, NOBODY)
    assert len(reading.problems) == 2
    assert "is not a regular file" in str(reading.problems[0])


def test_a_huge_file_is_not_a_configuration(workspace):
    path = write(workspace, "#" * LARGEST_CONFIG)
    assert read_config_file(path, workspace) is not None
    write(workspace, "#" * (LARGEST_CONFIG + 1))
    assert "larger than 64 KiB" in str(only_problem(workspace))


def test_a_file_where_the_folder_should_be_is_no_file(tmp_path):
    (tmp_path / ".harness").write_text("x")
    assert read_harness_config(tmp_path, None, NOBODY).config is not None


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every file")
def test_a_file_without_read_permission_is_a_problem(workspace):
    write(workspace, "").chmod(0)
    assert "can't be read" in str(only_problem(workspace))


def test_a_name_that_is_too_long_is_a_problem(tmp_path):
    with pytest.raises(StoreError, match="can't be read"):
        read_config_file(tmp_path / ("x" * 5000))


def test_profiles_with_memory_keys_are_reported(workspace, home):
    write(workspace, "[memory]\nsnippet_max_tokens = 77\n", "profiles/a.toml")
    write(workspace, "model = 'm'", "profiles/b.toml")
    write(workspace, "broken", "profiles/c.toml")
    write(home, "[forensics]\nrollout_dir = 'r'\n", "profiles/d.toml")
    traps = read_harness_config(workspace, home, NOBODY).traps
    assert [(trap.code, trap.key) for trap in traps] == [
        ("H17", ".harness/profiles/a.toml"),
        ("H17", "~/.harness/profiles/d.toml"),
    ]


def test_reading_changes_nothing(golden_workspace):
    workspace = golden_workspace("rich-coding-agent")
    before = {path: path.lstat().st_mtime_ns for path in workspace.rglob("*")}
    read_harness_config(workspace, workspace, NOBODY)
    assert {path: path.lstat().st_mtime_ns for path in workspace.rglob("*")} == before
