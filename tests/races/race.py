"""Our editor against a program that writes as the engine does, and what came of it."""

from __future__ import annotations

import json
import random
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from desktop_app.core.errors import StoreBusyError
from desktop_app.services.editing import observation_actions as actions
from desktop_app.services.editing.outcomes import Conflicted, Saved
from desktop_app.services.editing.plans import Intent
from desktop_app.services.jobs import JobContext
from desktop_app.services.workspace import open_editor, open_workspace
from desktop_app.store.harness_writer import SqliteStateWriter

ENGINE = Path(__file__).with_name("engine_process.py")
EDITED = 8
LONG_LOCK = 0.010
_PAUSE = 0.002


class Quick(JobContext):
    """Looks again sooner: the engine of this race thinks for milliseconds, not for seconds."""

    def wait(self, seconds: float) -> None:
        super().wait(min(seconds, _PAUSE))


@dataclass
class Lock:
    """A write of ours: when it ran, by the system's monotonic clock, and its lock."""

    start: float
    end: float
    seconds: float


@dataclass
class Edit:
    """The last edit of an observation, and whether it was reported as overwritten."""

    entry: str
    text: str
    told: bool = False


@dataclass
class Result:
    """What came of the race.

    Attributes:
        engine: What the engine's process counted.
        lost: Edits that were saved, are not in the file, and were not reported.
        locks: Every write of ours.
    """

    engine: dict[str, Any]
    saved: int = 0
    merged: int = 0
    conflicts: int = 0
    refused: int = 0
    overwritten: int = 0
    lost: list[str] = field(default_factory=list)
    locks: list[Lock] = field(default_factory=list)

    @property
    def failures_in_long_locks(self) -> int:
        """How often the engine failed while a lock of ours lasted over 10 ms."""
        long = [lock for lock in self.locks if lock.seconds > LONG_LOCK]
        return sum(
            any(lock.start <= at <= lock.end for lock in long) for at in self.engine["busy_at"]
        )

    def figures(self) -> list[str]:
        """Return the figures as lines."""
        seconds = sorted(lock.seconds for lock in self.locks)
        last = len(seconds) - 1
        engine = self.engine
        return [
            (
                f"engine: {engine['applied']} operations, {engine['early']} of them read too early,"
                f" {len(engine['busy_at'])} failed on a lock"
            ),
            (
                f"ours: {self.saved} edits saved, {self.merged} of them merged, {self.conflicts}"
                f" conflicts, {self.refused} refused, {self.overwritten} reported as overwritten"
            ),
            f"lost: {len(self.lost)} edits of ours, {len(engine['lost'])} writes of the engine",
            (
                f"locks of ours: median {seconds[last // 2] * 1e3:.2f} ms, 99 of 100 under"
                f" {seconds[last * 99 // 100] * 1e3:.2f} ms, longest {seconds[-1] * 1e3:.2f} ms"
            ),
            (
                "failures of the engine during a lock of ours over 10 ms:"
                f" {self.failures_in_long_locks}"
            ),
        ]


def race(folder: Path, memory_id: str, operations: int, seed: int = 1) -> Result:
    """Let the engine do ``operations`` while we edit as fast as we can."""
    source = open_workspace(folder).require_source()
    with closing(sqlite3.connect(source.path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM om_operation_log")  # or its own ids would collide (H1)
    arguments = [str(source.path), memory_id, str(operations), str(seed)]
    engine = subprocess.Popen(
        [sys.executable, str(ENGINE), *arguments], stdout=subprocess.PIPE, text=True
    )
    result, last = _edit(source, memory_id, engine, seed)
    out, _ = engine.communicate(timeout=60)
    result.engine = json.loads(out)
    texts = [one.content for one in source.snapshot(memory_id).record.observations]
    result.lost = [
        edit.text for index, edit in last.items() if texts[index] != edit.text and not edit.told
    ]
    return result


def _edit(
    source: Any, memory_id: str, engine: subprocess.Popen[str], seed: int
) -> tuple[Result, dict[int, Edit]]:
    result = Result(engine={})
    editor = open_editor(source)
    _record_locks(editor, result)
    choose = random.Random(seed)
    last: dict[int, Edit] = {}
    number = 0

    def take_reports() -> None:
        for found in editor.overwritten():
            result.overwritten += 1
            for edit in last.values():
                edit.told |= edit.entry == found.entry.id

    while engine.poll() is None:
        number += 1
        index = choose.randrange(EDITED)
        text = f"mine {number}"
        intent = Intent(source.now())
        try:
            plan = actions.edit_observation(source.snapshot(memory_id), index, intent, text=text)
            outcome = editor.apply(plan.change, Quick())
        except StoreBusyError:
            result.refused += 1
            continue
        if isinstance(outcome, Saved):
            result.saved += 1
            result.merged += bool(outcome.merged)
            last[index] = Edit(outcome.entry.id, text)
        elif isinstance(outcome, Conflicted):
            result.conflicts += 1
        take_reports()
        time.sleep(choose.random() * 0.004)
    take_reports()
    return result, last


def _record_locks(editor: Any, result: Result) -> None:
    """Note when each write runs; the writer itself tells how long its lock lasted."""

    class Noting(SqliteStateWriter):
        def write(self, change: Any, log: Any, *, now: Any) -> Any:
            start = time.monotonic()
            written = super().write(change, log, now=now)
            result.locks.append(Lock(start, time.monotonic(), written.locked_seconds))
            return written

    editor._writer.__class__ = Noting  # noqa: SLF001 - to measure, not to change
