"""Whoever is killed while several files are written has written all of them or none."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from desktop_app.store.file_writer import DiskWriter
from tests.kills import file_kill_program
from tests.tree_state import Entry, snapshot

if TYPE_CHECKING:
    from desktop_app.core.changes import Change

ROOT = Path(__file__).parents[2]
KILLS = 90

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork"),
    pytest.mark.timeout(120),
]


class Program:
    """Writes the change in a process of its own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def write(self, root: Path, kill_at: int, *, exchanges: bool) -> int:
        """Return how many steps it took; 0 if it was killed."""
        task = {"root": str(root), "kill_at": kill_at, "exchanges": exchanges}
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(task) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


@pytest.fixture(scope="module")
def program():
    command = [sys.executable, "-m", "tests.kills.file_kill_program"]
    with subprocess.Popen(
        command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        yield Program(process)


@pytest.mark.parametrize("exchanges", [True, False])
def test_after_a_kill_all_files_are_written_or_none_and_nothing_is_left_over(
    program, tmp_path, exchanges
):
    whole = prepared(tmp_path / "whole")
    steps = program.write(whole, 0, exchanges=exchanges)
    new = files_of(whole)
    assert steps > KILLS
    outcomes, halves = set(), 0

    for kill_at in sorted(random.Random(4).sample(range(1, steps + 1), KILLS)):
        root = prepared(tmp_path / str(kill_at))
        wanted, old = file_kill_program.change(root), snapshot(root)
        assert program.write(root, kill_at, exchanges=exchanges) == 0
        assert all(path.stat().st_size for path in root.rglob("*.md") if path.is_file())

        found = files_of(root)

        reached = settled(root, wanted)

        halves += found not in (new, files_of(root))
        outcomes.add(reached)
        if reached:
            assert files_of(root) == new, kill_at
        else:
            assert only_files(snapshot(root)) == only_files(old), kill_at
        assert settled(root, wanted) is reached
        assert left_over(root) == []
    assert outcomes == {True, False}
    assert halves


def prepared(root: Path) -> Path:
    root.mkdir()
    file_kill_program.prepare(root)
    return root


def settled(root: Path, wanted: Change) -> bool:
    return DiskWriter(root, root / ".memloupe").settle(wanted)


def files_of(root: Path) -> dict[str, tuple[int, str]]:
    return {name: (entry.mode, entry.content) for name, entry in only_files(snapshot(root)).items()}


def only_files(entries: dict[str, Entry]) -> dict[str, Entry]:
    """Leave out folders, whose times change, and our own."""
    return {
        name: entry
        for name, entry in entries.items()
        if entry.content and not name.startswith(".memloupe")
    }


def left_over(root: Path) -> list[str]:
    waiting = list((root / ".memloupe" / "files").iterdir())
    return [str(path) for path in (*waiting, *root.rglob(".memloupe-*"))]
