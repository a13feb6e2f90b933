"""Runs in a process of its own: opens the window, does one task, prints what it took as JSON.

Usage: ``python -m tests.benchmarks.window WORKSPACE start|follow|browse|change``
"""

from __future__ import annotations

import json
import os
import resource
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer, SignalInstance

from desktop_app.services.editing.observation_actions import edit_observation
from desktop_app.services.editing.plans import Intent
from desktop_app.services.workspace import system_time
from ui.app import Program
from ui.navigation import Place, Target
from ui.widgets.dialog import Dialog
from ui.window.preferences import Preferences

if TYPE_CHECKING:
    from desktop_app.core.changes import Change

STARTED = "BENCHMARK_STARTED_NS"
LIMIT_MS = 60_000
BEAT_MS = 2
IDLE_MS = 4_000
COMMITS = 5
SCOPES_BROWSED = 12
LONGEST = {"rich-coding-agent": "default|conv-billing-rounding|default"}
MADE = "acme|bench|coder"
SELECTED = 12
SETTLE_MS, LONG_MS = 100, 1_500


class Beat(QObject):
    """Notes, for each place, the longest time in which the event loop did not come round.

    ``work`` is the part of it that this thread had a processor; the rest went to other threads
    and, on a busy machine, to other programs.
    """

    def __init__(self) -> None:
        super().__init__()
        self.place = ""
        self.blocks: dict[str, float] = {}
        self.work: dict[str, float] = {}
        self._last, self._worked = time.perf_counter(), time.thread_time()
        self._timer = QTimer(self, interval=BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._note)

    def start(self) -> None:
        """Begin to note."""
        self._last, self._worked = time.perf_counter(), time.thread_time()
        self._timer.start()

    def stop(self) -> None:
        """Note nothing more: its own beat costs a little too."""
        self._timer.stop()

    def _note(self) -> None:
        now, worked = time.perf_counter(), time.thread_time()
        late = now - self._last - BEAT_MS / 1000
        self.blocks[self.place] = max(self.blocks.get(self.place, 0.0), late)
        self.work[self.place] = max(self.work.get(self.place, 0.0), worked - self._worked)
        self._last, self._worked = now, worked


def wait_for(signal: SignalInstance) -> None:
    """Run the event loop until a signal comes."""
    loop = QEventLoop()
    signal.connect(loop.quit)
    QTimer.singleShot(LIMIT_MS, loop, lambda: loop.exit(1))
    if loop.exec():
        sys.exit("The window did not get there in time.")


def wait_ms(milliseconds: int) -> None:
    """Run the event loop for a while."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def since_start() -> float:
    """Return the seconds since this process was asked for."""
    return (time.time_ns() - int(os.environ[STARTED])) / 1e9


def start(program: Program, workspace: Path) -> dict[str, Any]:
    """Open the window and wait until the first scope is painted."""
    program.window.show()
    program.window.repaint()
    shown = since_start()
    program.window.open(workspace)
    wait_for(program.session.snapshot_changed)
    program.window.repaint()
    usable = since_start()
    return {"usable": usable, "after_window": usable - shown}


def follow(program: Program, _workspace: Path) -> dict[str, Any]:
    """Commit as the engine does, and wait for the window to show it."""
    source = program.session.source
    assert source is not None
    wait_ms(500)
    latencies = []
    for version in range(1_000, 1_000 + COMMITS):
        with closing(sqlite3.connect(source.path)) as connection, connection:
            connection.execute("UPDATE om_memory_records SET state_version = ?", (version,))
        begin = time.perf_counter()
        while _version(program) != version:
            wait_for(program.session.snapshot_changed)
        program.window.repaint()
        latencies.append(time.perf_counter() - begin)
    wait_ms(1_000)
    before = time.process_time()
    wait_ms(IDLE_MS)
    busy = time.process_time() - before
    return {"latencies": latencies, "idle_percent": 100 * busy / (IDLE_MS / 1000)}


def browse(program: Program, _workspace: Path) -> dict[str, Any]:
    """Go through scopes and tabs, and note the longest block."""
    source = program.session.source
    assert source is not None
    wait_for(program.warm_up.finished)
    keys = [entry.memory_id for entry in source.scopes(limit=SCOPES_BROWSED)]
    beat = Beat()
    beat.start()
    for key in keys:
        beat.place = "scope"
        program.window.navigator.show_scope(key)
        while _shown(program) != key:
            wait_for(program.session.snapshot_changed)
        for place in Place:
            beat.place = place
            program.session.go(Target(place))
            wait_ms(60)
    return {
        "longest_block": max(beat.blocks.values()),
        "longest_work": max(beat.work.values()),
        "blocks": beat.blocks,
        "work": beat.work,
    }


def change(program: Program, workspace: Path) -> dict[str, Any]:
    """Go through what people do to change memory, and note the longest block of each step."""
    wait_for(program.warm_up.finished)
    wanted = LONGEST.get(workspace.name, MADE)
    program.window.navigator.show_scope(wanted)
    while _shown(program) != wanted:
        wait_for(program.session.snapshot_changed)
    wait_ms(LONG_MS)
    changing = Changing(program)
    for step in (changing.select, changing.remove, changing.save, changing.list, changing.settle):
        changing.beat.place = step.__name__
        step()
    return {"blocks": changing.beat.blocks, "work": changing.beat.work}


class Changing:
    """The steps of changing memory, each until the window has shown what comes of it."""

    def __init__(self, program: Program) -> None:
        self._program, self._session = program, program.session
        self.beat = Beat()
        self.beat.start()

    def select(self) -> None:
        """Go down the list, row by row."""
        for index in range(SELECTED):
            self._session.select_observation(index)
            wait_ms(SETTLE_MS)

    def remove(self) -> None:
        """Open the dialog that removes an observation, and close it."""
        self._program.window.registry.action("observation.remove").trigger()
        wait_ms(LONG_MS)
        self._dialog().dismiss()
        wait_ms(SETTLE_MS)

    def save(self) -> None:
        """Save an edit."""
        self._session.editing.save(self._edit("An edit that is saved."))
        wait_for(self._session.editing.saved)
        wait_ms(LONG_MS)

    def list(self) -> None:
        """Open the list of changes, and go back."""
        self._session.go(Target(Place.CHANGES))
        wait_ms(LONG_MS)
        self._session.go(Target(Place.OBSERVATIONS))
        wait_ms(SETTLE_MS)

    def settle(self) -> None:
        """Come into a conflict, and leave it as a draft."""
        mine, theirs = self._edit("Mine."), self._edit("Theirs.")
        self._session.editing.save(theirs)
        wait_for(self._session.editing.saved)
        wait_ms(LONG_MS)
        self._session.editing.save(mine)
        wait_for(self._session.editing.conflicted)
        wait_ms(LONG_MS)
        self._dialog().dismiss()
        wait_ms(SETTLE_MS)

    def _edit(self, text: str) -> Change:
        # A view has a reader work it out: that is no block of the window.
        place, self.beat.place = self.beat.place, ""
        snapshot = self._session.snapshot
        assert snapshot is not None
        made = edit_observation(snapshot, 0, Intent(system_time()), text=text).change
        wait_ms(SETTLE_MS)
        self.beat.place = place
        return made

    def _dialog(self) -> Dialog:
        shown = self._program.window.findChildren(Dialog)
        return next(dialog for dialog in shown if dialog.isVisible())


def main(arguments: list[str]) -> int:
    """Open the workspace and do the task."""
    workspace, task = Path(arguments[0]), arguments[1]
    with tempfile.TemporaryDirectory() as settings:
        program = Program(Preferences(Path(settings) / "window.ini"))
        found = start(program, workspace)
        if task != "start":
            found |= {"follow": follow, "browse": browse, "change": change}[task](
                program, workspace
            )
        found["resident_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        program.end()
    json.dump(found, sys.stdout)
    return 0


def _shown(program: Program) -> str | None:
    snapshot = program.session.snapshot
    return snapshot.memory_id if snapshot else None


def _version(program: Program) -> int | None:
    snapshot = program.session.snapshot
    return snapshot.record.state_version if snapshot and snapshot.record else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
