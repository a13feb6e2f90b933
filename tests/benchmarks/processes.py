"""Whole processes: the command line, and the window without a screen."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

from tests.benchmarks.files import ROOT, write_scope
from tests.benchmarks.measure import Figure, timed
from tests.benchmarks.reading import unpack_golden

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DEMO = ROOT / "resources" / "demo"
DEMO_SCOPE = "atlas-rail|conv-departure-board|coder"
STARTED = "BENCHMARK_STARTED_NS"
_RUNS = 5
_NOT_KEPT = {"PYTHONDONTWRITEBYTECODE"}
_LONG = 5_000
_STEPS = {
    "select": "go down the list",
    "remove": "open the dialog that removes",
    "save": "save an edit",
    "list": "open the changes",
    "settle": "come into a conflict",
}
_BROWSED = ("rich-coding-agent", "operations-mixed", "harnessd-live", "large")


def environment(folder: Path) -> dict[str, str]:
    """Return variables for a process that keeps its compiled modules, as an installed one does."""
    kept = {name: value for name, value in os.environ.items() if name not in _NOT_KEPT}
    return {
        **kept,
        "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen"),
        "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
    }


def command_line(folder: Path) -> Iterator[Figure]:
    """Measure ``memloupe snippet`` from start to end."""
    demo = shutil.copytree(DEMO, folder / "demo-for-commands")
    command = [
        sys.executable, "-m", "desktop_app", "snippet", str(demo), "--memory-id", DEMO_SCOPE,
    ]  # fmt: skip

    def run() -> None:
        subprocess.run(command, check=True, capture_output=True, cwd=ROOT, env=environment(folder))

    nothing = [sys.executable, "-c", ""]
    yield timed("python that does nothing", lambda: subprocess.run(nothing, check=True))
    yield timed("memloupe snippet, the whole process", run, target=0.25)


def window(folder: Path) -> Iterator[Figure]:
    """Measure the window: start, follow mode, idling, and how long it can block."""
    demo = shutil.copytree(DEMO, folder / "demo-for-window")
    _start(folder, demo, "browse")
    starts = [_start(folder, demo, "start")["usable"] for _ in range(_RUNS)]
    yield Figure("start to usable window, demo", statistics.median(starts), target=0.8, runs=_RUNS)
    followed = _start(folder, demo, "follow")
    yield Figure(
        "follow: commit to refreshed window",
        statistics.median(followed["latencies"]),
        target=1.0,
        runs=len(followed["latencies"]),
    )
    yield Figure("follow: one core while idle", followed["idle_percent"], "%", target=1.0)
    for name in _BROWSED:
        browsed = _start(folder, unpack_golden(name, folder), "browse")
        yield Figure(f"longest block of the window, {name}", browsed["longest_block"], target=0.05)
        yield Figure("  of that: its own work, at most", browsed["longest_work"])


def changes(folder: Path) -> Iterator[Figure]:
    """Measure how long the window can block while memory is changed."""
    long = folder / "long-for-changes"
    write_scope(long / ".harness" / "state.db", _LONG)
    usual = unpack_golden("rich-coding-agent", folder / "for-changes")
    for workspace, words, target in ((usual, "usual", 0.05), (long, f"{_LONG:,}", 0.1)):
        changed = _start(folder, workspace, "change")
        for step, said in _STEPS.items():
            name = f"longest block, {words}: {said}"
            yield Figure(name, changed["blocks"][step], target=target)
            yield Figure("  of that: its own work, at most", changed["work"][step])


def big_window(workspace: Path) -> Iterator[Figure]:
    """Measure the window on the big file."""
    found = _start(workspace.parent, workspace, "browse")
    yield Figure("  window: start to first page", found["usable"])
    yield Figure("  window: first page after the window", found["after_window"], target=0.5)
    yield Figure("  window: longest block", found["longest_block"], target=0.1)
    yield Figure("  window: resident memory at most", found["resident_mb"], "MB", target=250)


def _start(folder: Path, workspace: Path, task: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.benchmarks.window", str(workspace), task]
    variables = {**environment(folder), STARTED: str(time.time_ns())}
    done = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, cwd=ROOT, env=variables, timeout=300
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found
