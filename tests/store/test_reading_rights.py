"""Files and folders that may not be written, or not read."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import pytest

from desktop_app.core.errors import StoreError
from desktop_app.services.workspace import Surroundings, open_workspace, system_time
from desktop_app.store.discovery import find_stores
from desktop_app.store.private_copy import forget_copies
from tests.store.reading_state import count
from tests.tree_state import snapshot

NOWHERE = Surroundings({}, None, system_time)


def answer(path, ask=count):
    try:
        return str(ask(path))
    except StoreError as error:
        return error.message


def answer_as_nobody(path, ask=count):
    """Return what ``answer`` gives in a process without rights over other people's files."""
    receive, send = os.pipe()
    with warnings.catch_warnings():
        # Python warns when other threads run; the child only reads a file and ends.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            os.setgid(65534)
            os.setuid(65534)
            os.write(send, answer(path, ask).encode())
            forget_copies()
        finally:
            os._exit(0)
    os.close(send)
    with os.fdopen(receive, "rb") as pipe:
        text = pipe.read().decode()
    os.waitpid(child, 0)
    return text


@pytest.fixture
def nobody(tmp_path):
    """Give a function that reads with the rights that the modes of the files say."""
    if not hasattr(os, "geteuid"):
        pytest.skip("this system has no modes")
    if os.geteuid() != 0:
        yield answer
        return
    closed = [folder for folder in (tmp_path, *tmp_path.parents) if folder.stat().st_uid == 0]
    modes = {folder: folder.stat().st_mode for folder in closed if len(folder.parts) > 2}
    for folder, mode in modes.items():
        folder.chmod(mode | 0o055)
    forget_copies()
    yield answer_as_nobody
    for folder, mode in modes.items():
        folder.chmod(mode)


def close_to_writing(folder):
    for path in folder.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    folder.chmod(0o555)


@pytest.mark.parametrize(
    ("workspace", "missing", "expected"),
    [
        ("rich-coding-agent", [], "21"),
        ("wal-present", [], "7"),
        ("wal-present", ["-shm"], "7"),
    ],
)
def test_a_folder_that_may_not_be_written_is_read(state_db, nobody, workspace, missing, expected):
    path = state_db(workspace)
    for suffix in missing:
        Path(f"{path}{suffix}").unlink()
    close_to_writing(path.parents[1])
    before = snapshot(path.parents[1])
    assert nobody(path) == expected
    assert snapshot(path.parents[1]) == before


def test_a_file_that_may_not_be_read_says_so(state_db, nobody):
    path = state_db("rich-coding-agent")
    close_to_writing(path.parents[1])
    path.chmod(0)
    assert nobody(path) == f"You may not read “{path}”."


@pytest.mark.parametrize("name", ["state.db", "state.db-wal", "folder"])
def test_what_lies_in_a_closed_folder_may_not_be_looked_for(state_db, nobody, name):
    folder = state_db("rich-coding-agent").parent
    folder.chmod(0)
    assert nobody(folder / name, find_stores) == f"You may not read “{folder / name}”."
    folder.chmod(0o755)


def test_a_file_closed_to_writing_is_read(state_db, unchanged):
    path = state_db("wal-present")
    close_to_writing(path.parent)
    unchanged(path.parent)
    assert count(path) == 7


def test_a_workspace_in_a_folder_that_nobody_may_look_into_is_refused_in_words(nobody, tmp_path):
    inside = tmp_path / "closed" / "workspace"
    inside.mkdir(parents=True)
    inside.parent.chmod(0o000)
    message = nobody(inside, lambda path: open_workspace(path, NOWHERE).sources)
    inside.parent.chmod(0o755)
    assert "closed" in message
    assert "may not" in message
