from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run_without_display(*arguments, **more):
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    surroundings = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run(
        [sys.executable, "packaging/run.py", *map(str, arguments)],
        cwd=ROOT,
        env={**surroundings, **more},
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_a_display_the_next_turn_of_the_demo_is_printed():
    run = run_without_display()
    assert run.returncode == 0, run.stderr
    first, *rest = run.stdout.splitlines()
    assert first.startswith("There is no display here")
    assert "atlas-rail|conv-departure-board|coder" in first
    assert "--- Observational memory, a system message:" in rest
    assert "<observational-memory>" in rest
    assert "--- System prompt: Unknown: the engine does not store it." in rest


def test_a_workspace_that_is_not_there_is_said_once(tmp_path):
    run = run_without_display(tmp_path / "nope")
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (3, "", 1)
    assert "nope" in run.stderr


def test_a_display_that_does_not_answer_is_told_and_the_next_turn_printed(golden_workspace):
    run = run_without_display(golden_workspace("rich-coding-agent"), DISPLAY=":987")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith("The display does not answer")
    assert "<observational-memory>" in run.stdout


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
