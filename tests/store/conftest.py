"""A second process that uses a database as the engine does, and a watch over a folder."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from desktop_app.store import file_moves, file_step, open_folder
from desktop_app.store.file_lease import FileLease
from desktop_app.store.file_writer import DiskWriter
from tests.tree_state import snapshot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_SCRIPT = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
for line in sys.stdin:
    connection.execute(line).fetchall()
    print("done", flush=True)
connection.close()
"""


LONG_AGO_NS = 1_600_000_000_123_456_789


class OtherProcess:
    """Runs SQL in another process, one line at a time, until it is closed or killed."""

    def __init__(self, path: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _SCRIPT, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.id = self._process.pid

    def run(self, *statements: str) -> None:
        for statement in statements:
            self._process.stdin.write(statement + "\n")
            self._process.stdin.flush()
            assert self._process.stdout.readline() == "done\n"

    def close(self) -> None:
        """End as a program does that closes its database."""
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def kill(self) -> None:
        """End as a program does that crashes; does nothing to one that has ended."""
        self._process.kill()
        self._process.wait()
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.stdout.close()


@pytest.fixture
def other_process() -> Iterator[Callable[[Path], OtherProcess]]:
    """Start processes that are killed after the test if they still run."""
    started = []

    def start(path: Path) -> OtherProcess:
        started.append(OtherProcess(path))
        return started[-1]

    yield start
    for process in started:
        process.kill()


@pytest.fixture
def state_db(golden_workspace: Callable[[str], Path]) -> Callable[[str], Path]:
    """Copy a golden workspace and return the path of its state file."""
    return lambda name: golden_workspace(name) / ".harness" / "state.db"


@pytest.fixture
def unchanged() -> Iterator[Callable[[Path], None]]:
    """Check at the end of a test that a folder is as it was."""
    seen = []

    def watch(folder: Path) -> None:
        seen.append((folder, snapshot(folder)))

    yield watch
    assert seen
    for folder, before in seen:
        assert snapshot(folder) == before


@pytest.fixture(params=["exchange", "links", "paths"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """With what Linux offers, with what others have, and without open folders (Windows)."""
    monkeypatch.setattr(open_folder, "RELATIVE", request.param != "paths")
    if request.param != "exchange":
        monkeypatch.setattr(file_moves, "_renameat2", lambda: None)
        monkeypatch.setattr(FileLease, "take", lambda _lease: True)
        monkeypatch.setattr(file_step, "_QUIET_NS", 0)
    return request.param


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace with three files from long ago."""
    root = tmp_path / "workspace"
    root.mkdir()
    for name in ("a.md", "b.md", "c.md"):
        (root / name).write_text(f"{name} as it was\n")
        (root / name).chmod(0o640)
        os.utime(root / name, ns=(LONG_AGO_NS, LONG_AGO_NS))
    return root


@pytest.fixture
def writer(root: Path) -> DiskWriter:
    return DiskWriter(root, root / ".memloupe")
