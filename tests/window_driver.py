"""Opens real windows for tests and waits for what they show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent

from desktop_app.core.engine_time import EngineTime
from desktop_app.services.workspace import Surroundings
from ui.jobs import Job, JobRunner
from ui.main_window import MainWindow
from ui.scopes.nodes import walk
from ui.session import Session
from ui.window.preferences import Preferences

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

PATIENCE_MS = 20_000
NOW = EngineTime(1_780_000_000, 0)


class Driver:
    """A window with its session, and short words for what tests do with them."""

    def __init__(self, qtbot: QtBot, folder: Path, *, follow: bool = False) -> None:
        self.qtbot = qtbot
        self.preferences = Preferences(folder / "settings" / "window.ini")
        self.preferences.follow = follow
        self.jobs = JobRunner()
        surroundings = Surroundings({}, folder, lambda: NOW)
        self.session = Session(self.jobs, surroundings)
        self.broken: list[BaseException] = []
        self.session.broke.connect(self.broken.append)
        self.window = MainWindow(self.session, self.preferences, surroundings)
        self.frame = self.window.frame
        with qtbot.waitActive(self.window):
            self.window.show()
            self.window.activateWindow()

    def open(self, path: Path) -> None:
        """Open a workspace and wait for its first scope."""
        self.window.open(path)
        self._wait(lambda: self.session.snapshot is not None and not self.is_busy())

    def open_files(self, path: Path) -> None:
        """Open a workspace of memory files and wait until it is known what there is."""
        self.window.open(path)
        self._wait(lambda: self.session.outline is not None and not self.is_busy())

    def show(self, memory_id: str) -> None:
        """Choose a scope as the tree does, and wait for it."""
        self.window.navigator.show_scope(memory_id)
        self._wait(lambda: self.shown == memory_id and not self.is_busy())

    def do(self, action_id: str) -> None:
        """Run a command."""
        self.window.registry.action(action_id).trigger()

    def settle(self) -> None:
        """Wait until nothing is being read."""
        self._wait(lambda: not self.is_busy())

    @property
    def shown(self) -> str | None:
        """Key of the scope that is on the screen."""
        snapshot = self.session.snapshot
        return snapshot.memory_id if snapshot else None

    def is_busy(self) -> bool:
        """Whether a job is not over yet, or a page of files has still to be made."""
        return bool(self.jobs.findChildren(Job)) or self.window.navigator.is_waiting

    def names(self) -> list[str]:
        """Return the names of all rows of the tree that were read."""
        return [node.name for node in walk(self.frame.scopes.presenter.model.root)]

    def _wait(self, reached: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(reached, timeout=PATIENCE_MS)

    def close(self) -> None:
        """Close the window; nothing may have gone wrong unseen."""
        self.window.close()
        self.jobs.shut_down()
        self.window.deleteLater()
        # At once: its timers must not find the threads gone.
        QCoreApplication.sendPostedEvents(self.window, QEvent.Type.DeferredDelete)
        assert self.broken == []
