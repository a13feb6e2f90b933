from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run_without_display(*arguments):
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    surroundings = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run(
        [sys.executable, "packaging/run.py", *map(str, arguments)],
        cwd=ROOT,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_a_display_the_next_turn_of_the_demo_is_printed():
    run = run_without_display()
    assert run.returncode == 0, run.stderr
    first, *messages = run.stdout.splitlines()
    assert first.startswith("There is no display here")
    assert messages
    assert all(json.loads(message)["role"] for message in messages)


def test_without_a_display_a_workspace_of_ones_own_is_printed(golden_workspace):
    run = run_without_display(golden_workspace("rich-coding-agent"))
    assert run.returncode == 0, run.stderr
    assert len(run.stdout.splitlines()) > 1


@pytest.mark.parametrize("target", ["run", "test", "check", "bench", "wheel"])
def test_help_names_every_command(target):
    run = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert f"make {target} " in run.stdout


def test_no_interpreter_gives_one_line_that_says_what_to_do():
    run = subprocess.run(
        ["sh", "packaging/find_python.sh"],
        cwd=ROOT,
        env={**os.environ, "PYTHON": "no-such-python"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1
    assert "apt-get install" in run.stderr
