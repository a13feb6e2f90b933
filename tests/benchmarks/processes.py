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
_FILES = {
    "long-memory": ("daily", "MEMORY.md"),
    "many-logs": ("daily", "memory/2019-03-01.md"),
    "many-notes": ("notes", "notes/topic-00/note-00000.md"),
}
_FILE_STEPS = {
    "open": "open the workspace",
    "show": "show a file",
    "edit": "begin to edit",
    "type": "type",
    "scroll": "to the end and back",
    "leave": "drop the edit",
    "save": "save an edit",
    "undo": "undo it",
    "follow": "another program writes",
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


def files_window(folder: Path) -> Iterator[Figure]:
    """Measure how long the window can block over great memory files, and what following costs.

    ``filing`` has written them below ``folder``.
    """
    compiler = [sys.executable, "-m", "compileall", "-q", "desktop_app", "ui", "tests/benchmarks"]
    subprocess.run(compiler, check=True, cwd=ROOT, env=environment(folder))
    for name, (kind, path) in _FILES.items():
        found = _start(folder, folder / name, kind, path, program="files_window")
        title = name.replace("-", " ")
        yield Figure(f"window, {title}: until shown", found["shown"])
        for step, seconds in found["blocks"].items():
            if step in _FILE_STEPS:
                yield Figure(f"  longest block: {_FILE_STEPS[step]}", seconds, target=0.1)
                yield Figure("  of that: its own work, at most", found["work"][step])
        yield Figure("  a write of another program is told", found["told"], target=1.0)
        yield Figure("  one core while idle", found["idle_percent"], "%", target=1.0)
        yield Figure("  resident memory at most", found["resident_mb"], "MB")


def _start(folder: Path, workspace: Path, *task: str, program: str = "window") -> dict[str, Any]:
    command = [sys.executable, "-m", f"tests.benchmarks.{program}", str(workspace), *task]
    variables = {**environment(folder), STARTED: str(time.time_ns())}
    done = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, cwd=ROOT, env=variables, timeout=300
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found
