"""A command that is killed while it edits a long file has written all of it or nothing."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from desktop_app.__main__ import main

ROOT = Path(__file__).parents[2]
KILLS = 12
LINE = "- A fact that is as long as facts are.\n"
BEFORE = "# Memory\n" + LINE * 100_000
AFTER = BEFORE + "- One fact more.\n"

pytestmark = [
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nobody is killed here"),
    pytest.mark.timeout(300),
]


def test_the_file_is_as_before_or_after_and_the_history_goes_on(tmp_path, capfd):
    text = tmp_path / "text"
    text.write_text(AFTER, encoding="utf-8")
    whole = workspace(tmp_path / "whole")
    process = edit(whole, text)
    wait_until_it_writes(process, whole)
    started = time.monotonic()
    assert process.wait() == 0
    duration = time.monotonic() - started
    assert read(whole) == AFTER
    chance = random.Random(7)

    for number in range(KILLS):
        root = workspace(tmp_path / str(number))
        process = edit(root, text)
        wait_until_it_writes(process, root)
        if not ends_within(process, duration * chance.random()):
            process.kill()
            process.wait()
        found = read(root)
        assert found in {BEFORE, AFTER}

        assert main(["history", str(root)]) == 0
        assert read(root) == found
        assert main(["undo", str(root)]) == (found == BEFORE)

        assert read(root) == BEFORE
        assert left_over(root) == []
    assert "mistake" not in capfd.readouterr().err


def workspace(root: Path) -> Path:
    root.mkdir()
    (root / "MEMORY.md").write_text(BEFORE, encoding="utf-8")
    return root


def edit(root: Path, text: Path) -> subprocess.Popen[bytes]:
    command = ("files", "edit", root, "MEMORY.md", "--text-file", text)
    return subprocess.Popen(
        [sys.executable, "-m", "desktop_app", *map(os.fspath, command)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def wait_until_it_writes(process: subprocess.Popen[bytes], root: Path) -> None:
    while not (root / ".memloupe").exists() and not ends_within(process, 0.001):
        pass


def ends_within(process: subprocess.Popen[bytes], seconds: float) -> bool:
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def read(root: Path) -> str:
    return (root / "MEMORY.md").read_text(encoding="utf-8")


def left_over(root: Path) -> list[str]:
    waiting = root / ".memloupe" / "files"
    kept = list(waiting.iterdir()) if waiting.is_dir() else []
    return [str(path) for path in (*kept, *root.rglob(".memloupe-*"))]
