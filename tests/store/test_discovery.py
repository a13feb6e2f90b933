"""Stores are found by what is in them, and links never lead out of the chosen folder."""

from __future__ import annotations

import os
import shutil
import socket
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.core.errors import StoreBusyError, StoreError
from desktop_app.core.stores import Holds, Origin
from desktop_app.store.discovery import find_stores, workspace_of
from desktop_app.store.folder_walk import Limits
from tests.store.reading_state import change
from tests.tree_state import snapshot

MEMORY = frozenset((Holds.OBSERVATIONS, Holds.WORKING))


def summary(discovery):
    return [
        (str(store.path.relative_to(discovery.root)), store.origin, store.holds)
        for store in discovery.stores
    ]


def test_a_workspace_has_its_state_file_first(golden_workspace):
    workspace = golden_workspace("harnessd-live")
    before = snapshot(workspace)
    discovery = find_stores(workspace)
    assert summary(discovery) == [
        (".harness/state.db", Origin.DEFAULT, MEMORY),
        (".harness/conversations.db", Origin.FOUND, {Holds.CONVERSATIONS}),
        (".harness/runs.db", Origin.FOUND, {Holds.RUNS}),
    ]
    assert {store.workspace for store in discovery.stores} == {workspace}
    assert discovery.problems == ()
    assert snapshot(workspace) == before


def test_memory_switched_off_is_told_from_memory(golden_workspace):
    (store,) = find_stores(golden_workspace("memory-mode-off")).stores
    assert store.holds == {Holds.WORKING}
    assert store.is_state


def test_the_state_file_is_found_whatever_its_name(golden_workspace):
    workspace = golden_workspace("custom-database-path")
    (store,) = find_stores(workspace).stores
    assert (store.path, store.origin) == (workspace / "data" / "memory.db", Origin.FOUND)
    (store,) = find_stores(workspace, config_paths=[Path("data/memory.db")]).stores
    assert (store.origin, store.holds, store.workspace) == (Origin.CONFIG, MEMORY, workspace)
    (workspace / "data" / "memory.db").rename(workspace / "notes.txt")
    assert summary(find_stores(workspace)) == [("notes.txt", Origin.FOUND, MEMORY)]


def test_the_environment_wins_over_the_configuration(golden_workspace):
    workspace = golden_workspace("custom-database-path")
    shutil.copy(workspace / "data" / "memory.db", workspace / "other.db")
    discovery = find_stores(
        workspace,
        config_paths=[Path("data/memory.db")],
        environment={"HARNESS_MEMORY_SQLITE_PATH": " other.db "},
    )
    assert [store.origin for store in discovery.stores] == [Origin.ENVIRONMENT, Origin.CONFIG]
    assert discovery.stores[0].path == workspace / "other.db"


def test_a_named_file_that_does_not_exist_is_a_problem(golden_workspace):
    workspace = golden_workspace("rich-coding-agent")
    discovery = find_stores(
        workspace,
        config_paths=[Path(".harness/state.db"), Path("gone.db")],
        environment={"HARNESS_MEMORY_SQLITE_PATH": "/nowhere/x.db"},
    )
    assert len(discovery.stores) == 1
    assert discovery.problems == (
        "HARNESS_MEMORY_SQLITE_PATH names “/nowhere/x.db”, which does not exist.",
        f"The configuration names “{workspace / 'gone.db'}”, which does not exist.",
    )


@pytest.mark.parametrize("name", ["a\0b.db", "x" * 5_000])
def test_a_name_that_no_file_can_have_hides_no_other(golden_workspace, name):
    workspace = golden_workspace("empty-scope")
    discovery = find_stores(workspace, config_paths=[Path(name)])
    assert [store.path for store in discovery.stores] == [workspace / ".harness" / "state.db"]
    (problem,) = discovery.problems
    assert problem.startswith("The configuration names a file that can't be looked at. “")


def test_a_file_given_directly_comes_first(golden_workspace):
    workspace = golden_workspace("harnessd-live")
    discovery = find_stores(workspace / ".harness" / "runs.db")
    assert [store.origin for store in discovery.stores] == [
        Origin.GIVEN,
        Origin.FOUND,
        Origin.FOUND,
    ]
    assert discovery.root == workspace
    assert discovery.stores[0].path.name == "runs.db"


def test_a_log_or_the_harness_folder_stands_for_its_workspace(golden_workspace):
    workspace = golden_workspace("wal-present")
    for part in ("state.db-wal", "state.db-shm"):
        discovery = find_stores(workspace / ".harness" / part)
        assert discovery.stores[0].path == workspace / ".harness" / "state.db"
    assert find_stores(workspace / ".harness").root == workspace


def test_a_folder_above_workspaces_shows_each(golden_originals, golden_workspace_names, tmp_path):
    shutil.copytree(golden_originals, tmp_path / "all")
    discovery = find_stores(tmp_path / "all")
    found = {store.workspace.name for store in discovery.stores if store.is_state}
    assert found == set(golden_workspace_names)


def test_a_loose_file_belongs_to_its_folder(golden_workspace, tmp_path):
    path = Path(shutil.copy(golden_workspace("empty-scope") / ".harness/state.db", tmp_path))
    assert workspace_of(path) == tmp_path
    (store,) = find_stores(path).stores
    assert (store.workspace, store.holds) == (tmp_path, MEMORY)


def test_broken_state_files_are_listed_with_the_reason(tmp_path):
    for name, content in (("empty", b""), ("zip", b"PK\x03\x04" + bytes(300))):
        (tmp_path / name / ".harness").mkdir(parents=True)
        (tmp_path / name / ".harness" / "state.db").write_bytes(content)
    discovery = find_stores(tmp_path)
    messages = [store.error.message for store in discovery.stores]
    assert "No memory here yet" in messages[0]
    assert "it starts with “PK”" in messages[1]


def test_another_database_holds_nothing_for_us(tmp_path):
    change(tmp_path / "other.db", "CREATE TABLE notes (text)")
    (store,) = find_stores(tmp_path).stores
    assert (store.holds, store.error, store.is_state) == (frozenset(), None, False)


def test_a_locked_store_is_listed_as_busy(state_db, other_process):
    path = state_db("empty-scope")
    change(path, "PRAGMA journal_mode=DELETE")
    other_process(path).run("BEGIN EXCLUSIVE")
    (store,) = find_stores(path.parents[1]).stores
    assert isinstance(store.error, StoreBusyError)


def test_links_that_lead_out_are_named_and_not_followed(golden_workspace, tmp_path):
    outside = golden_workspace("rich-coding-agent")
    root = tmp_path / "root"
    (root / "a").mkdir(parents=True)
    (root / "a" / ".harness").symlink_to(outside / ".harness")
    (root / "b.db").symlink_to(outside / ".harness" / "state.db")
    (root / ".harness").mkdir()
    (root / ".harness" / "state.db").symlink_to(outside / ".harness" / "state.db")
    discovery = find_stores(root)
    assert discovery.stores == ()
    assert len(discovery.problems) == 3
    assert any("“a/.harness” is a link that leads out" in text for text in discovery.problems)


def test_a_file_beside_a_link_that_leads_out_is_shown_alone(golden_workspace, tmp_path):
    outside = golden_workspace("rich-coding-agent")
    root = tmp_path / "root"
    root.mkdir()
    (root / ".harness").symlink_to(outside / ".harness")
    loose = root / "copy.db"
    shutil.copyfile(outside / ".harness" / "state.db", loose)
    discovery = find_stores(loose)
    assert [store.path for store in discovery.stores] == [loose]
    (problem,) = discovery.problems
    assert problem.startswith("“.harness” is a link that leads out, to “")


def test_links_that_stay_inside_do_no_harm(golden_workspace):
    workspace = golden_workspace("custom-database-path")
    (workspace / ".harness" / "state.db").symlink_to(workspace / "data" / "memory.db")
    (workspace / "loop").symlink_to(workspace)
    (store,) = find_stores(workspace).stores
    assert (store.path, store.origin) == (workspace / "data" / "memory.db", Origin.DEFAULT)


def test_our_own_folder_is_never_looked_into(golden_workspace, tmp_path):
    workspace = golden_workspace("empty-scope")
    own = workspace / ".memloupe" / "backups"
    own.mkdir(parents=True)
    shutil.copy(workspace / ".harness" / "state.db", own / "state-20260101-000000.db")
    shutil.copy(workspace / ".harness" / "state.db", own.parent / "journal.db")
    (own / "link.db").symlink_to(tmp_path)
    discovery = find_stores(workspace)
    assert [store.path for store in discovery.stores] == [workspace / ".harness" / "state.db"]
    assert discovery.problems == ()


def test_the_search_is_bounded(golden_workspace, tmp_path):
    shutil.copytree(golden_workspace("empty-scope"), tmp_path / "deep/1/2/3/4/5")
    shutil.copytree(golden_workspace("empty-scope"), tmp_path / "node_modules/x")
    root = tmp_path / "deep"
    assert find_stores(root).stores == ()
    assert len(find_stores(root, limits=Limits(levels=9)).stores) == 1
    assert find_stores(tmp_path / "node_modules").stores
    few = find_stores(root, limits=Limits(levels=9, entries=2))
    assert few.stores == ()
    assert few.problems == (f"“{root}” is large. Not every folder in it was searched.",)
    assert find_stores(root, cancelled=lambda: True).stores == ()


def test_pipes_sockets_and_folders_in_place_of_files_do_not_hang(tmp_path, monkeypatch):
    folder = tmp_path / ".harness"
    folder.mkdir()
    os.mkfifo(folder / "state.db")
    monkeypatch.chdir(tmp_path)
    with closing(socket.socket(socket.AF_UNIX)) as listener:
        listener.bind("other.db")
        (store,) = find_stores(tmp_path).stores
    assert "a pipe, a socket or a device" in store.error.message
    (folder / "state.db").unlink()
    (folder / "state.db").mkdir()
    (store,) = find_stores(tmp_path).stores
    assert "is a folder" in store.error.message


def test_nothing_at_the_path_says_so(tmp_path):
    with pytest.raises(StoreError, match="There is no file"):
        find_stores(tmp_path / "missing")
    with pytest.raises(StoreError, match="can't be read"):
        find_stores(Path("a\0b"))
    assert find_stores(tmp_path).stores == ()


def test_a_folder_inside_a_workspace_is_searched_as_its_own(golden_workspace):
    root = golden_workspace("rich-coding-agent")
    inside = root / "backup"
    inside.mkdir()
    shutil.copy(root / ".harness" / "state.db", inside / "old.db")
    (store,) = find_stores(inside).stores
    assert (store.path, store.workspace, store.is_state) == (inside / "old.db", inside, True)
