"""Counts the steps of a change in this process, and kills it at one of them.

A step is a statement for a file that is open for writing, a page of a backup, or anything that
makes, names or removes a file, or puts one on the disk. The process dies just before it.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_FILE_EVENTS = frozenset({"os.rename", "os.remove", "os.mkdir", "os.link", "os.chmod"})
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_connect, _fsync = sqlite3.connect, os.fsync


class Steps:
    """The steps that this process takes between ``start`` and ``stop``.

    Args:
        kill_at: The number of the step, from 1, that it does not live to take; 0 for none.
        delay: For so many seconds it lives on: to die in the middle of what the step does.
    """

    def __init__(self, kill_at: int = 0, delay: float = 0.0) -> None:
        self.passed: list[str] = []
        self._kill_at = kill_at
        self._delay = delay
        self._counts = False

    def install(self) -> None:
        """Watch from now on; can't be taken back, for the process ends soon."""
        steps = self

        class Watched(sqlite3.Connection):
            def backup(self, target: Any, *, progress: Callable[..., None], **how: Any) -> None:
                def watched(*counts: int) -> None:
                    steps.step("page of the backup")
                    progress(*counts)

                super().backup(target, progress=watched, **how)

        def connect(database: str, **how: Any) -> sqlite3.Connection:
            connection = _connect(database, factory=Watched, **how)
            if "mode=rw" in database:
                name = os.path.basename(database.partition("?")[0])  # noqa: PTH119 - a URI
                connection.set_trace_callback(lambda sql: steps.step(f"{name}: {sql[:60]}"))
            return connection

        def fsync(descriptor: int) -> None:
            steps.step("fsync")
            _fsync(descriptor)

        sqlite3.connect = connect  # type: ignore[assignment]  # without the rarely used arguments
        os.fsync = fsync
        sys.addaudithook(self._heard)

    def start(self) -> None:
        """Count from here."""
        self._counts = True

    def stop(self) -> None:
        """Count no longer."""
        self._counts = False

    def step(self, what: str) -> None:
        """Take a step, or die."""
        if not self._counts:
            return
        self.passed.append(what)
        if len(self.passed) == self._kill_at:
            if self._delay:
                threading.Thread(target=self._die_later, daemon=True).start()
            else:
                _die()

    def _heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in _FILE_EVENTS or (event == "open" and (arguments[2] or 0) & _WRITES):
            self.step(event)

    def _die_later(self) -> None:
        time.sleep(self._delay)
        _die()


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
