"""Runs in a process of its own: opens memory files in the window, types, prints the blocks as JSON.

Usage: ``python -m tests.benchmarks.files_window WORKSPACE daily|notes PATH``
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.benchmarks.window import Beat, wait_for, wait_ms
from ui.app import Program
from ui.jobs import Job
from ui.navigation import Place, Target
from ui.window.preferences import Preferences

LOGS = "memory/"
PLACES = {"daily": Place.LEDGER, "notes": Place.NOTES}
LETTERS = 12
QUIET_MS, LETTER_MS = 300, 60
IDLE_MS = 20_000
"""Looking at thousands of files is rare, and takes a moment then: a short while tells nothing."""
STATUS = Path("/proc/self/status")
OUTSIDE = "- written by another program\n"


class Task:
    """The steps, each until the window has shown what comes of it."""

    def __init__(self, program: Program, workspace: Path, target: Target) -> None:
        self.program, self.workspace, self.target = program, workspace, target
        self.beat = Beat()
        self.found: dict[str, Any] = {}
        self.beat.start()

    def run(self) -> dict[str, Any]:
        """Take every step, and note the longest block of each."""
        steps = [self.open, self.show, self.edit, self.type, self.scroll, self.leave]
        if not (self.target.path or "").startswith(LOGS):  # sections are edited in a dialog
            steps += [self.save, self.undo]
        for step in steps:
            self.beat.place = step.__name__
            step()
            self.settle()
        self.beat.place = "follow"
        self.follow()
        self.found |= {"blocks": self.beat.blocks, "work": self.beat.work}
        return self.found

    def open(self) -> None:
        """Open the workspace."""
        self.program.window.open(self.workspace)
        wait_for(self.program.session.outline_changed)

    def show(self) -> None:
        """Show the file."""
        start = time.perf_counter()
        self.program.session.go(self.target)
        wait_ms(LETTER_MS)
        self.settle()
        self.found["shown"] = time.perf_counter() - start - QUIET_MS / 1000

    def edit(self) -> None:
        """Begin to edit."""
        view: Any = self.program.window.frame.middle.view
        view.start_edit()

    def type(self) -> None:
        """Write a few letters."""
        for letter in "memory files"[:LETTERS]:
            edited = self.program.window.focusWidget()
            QTest.keyClick(edited, letter)
            wait_ms(LETTER_MS)

    def scroll(self) -> None:
        """Go to the end of the text, and back."""
        edited = self.program.window.focusWidget()
        for key in (Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_Home):
            QTest.keyClick(edited, key, Qt.KeyboardModifier.ControlModifier)
            wait_ms(LETTER_MS)

    def leave(self) -> None:
        """Drop what was typed."""
        view: Any = self.program.window.frame.middle.view
        view.discard()

    def save(self) -> None:
        """Save a letter."""
        view: Any = self.program.window.frame.middle.view
        view.start_edit()
        QTest.keyClick(self.program.window.focusWidget(), "x")
        wait_ms(LETTER_MS)
        view.save()
        wait_for(self.program.session.editing.saved)

    def undo(self) -> None:
        """Take it back."""
        self.program.session.editing.undo()
        wait_for(self.program.session.editing.saved)

    def follow(self) -> None:
        """Let another program write, and then nobody."""
        changed = self.workspace / (self.target.path or "")
        start = time.perf_counter()
        with changed.open("a", encoding="utf-8") as file:
            file.write(OUTSIDE)
        wait_for(self.program.session.files_changed)
        self.found["told"] = time.perf_counter() - start
        self.settle()
        self.beat.stop()
        wait_ms(1_000)
        busy = time.process_time()
        wait_ms(IDLE_MS)
        self.found["idle_percent"] = 100 * (time.process_time() - busy) / (IDLE_MS / 1000)

    def settle(self) -> None:
        """Wait until nothing is being read."""
        wait_ms(QUIET_MS)
        while self.program.jobs.findChildren(Job):
            wait_ms(QUIET_MS)


def most_memory() -> int:
    """Return the most memory of this process, in kB."""
    # Linux counts in the process that started this one, but for what is written here.
    lines = STATUS.read_text().splitlines() if STATUS.exists() else []
    named = (line.split() for line in lines if line.startswith("VmHWM:"))
    return next((int(words[1]) for words in named), 0) or (
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    )


def main(arguments: list[str]) -> int:
    """Do the task on one workspace."""
    workspace, kind, path = Path(arguments[0]), arguments[1], arguments[2]
    with tempfile.TemporaryDirectory() as settings:
        program = Program(Preferences(Path(settings) / "window.ini"))
        program.window.show()
        wait_ms(QUIET_MS)
        found = Task(program, workspace, Target(PLACES[kind], path=path)).run()
        found["resident_mb"] = most_memory() / 1024
        program.end()
    json.dump(found, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
