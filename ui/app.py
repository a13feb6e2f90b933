"""Starts the program with a window."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from desktop_app import logs
from ui.garbage import GuiThreadCollector
from ui.jobs import JobRunner
from ui.main_window import MainWindow
from ui.problems import Problems
from ui.session import Session
from ui.theme import theme
from ui.window.preferences import Preferences, default_file
from ui.window.warm_up import WarmUp

if TYPE_CHECKING:
    from pathlib import Path

_SMOKE_LIMIT_MS = 30_000
_SMOKE_SETTLE_MS = 500
_REST_SECONDS = 0.5
_SWITCHING_SECONDS = 0.0001
"""What painting may have to wait for a thread that reads or writes, each time it calls Python."""


class Program:
    """The application with its one window; made once a process."""

    def __init__(self, preferences: Preferences | None = None) -> None:
        sys.setswitchinterval(_SWITCHING_SECONDS)
        self.application = _application()
        self.preferences = preferences or Preferences(default_file())
        theme().set_zoom(self.preferences.zoom)
        theme().install(self.preferences.mode)
        self.problems = Problems(logs.log_file())
        self.jobs = JobRunner()
        self.collector = GuiThreadCollector(self._is_busy)
        self.session = Session(self.jobs)
        self.session.broke.connect(self.problems.show_error)
        self.window = MainWindow(self.session, self.preferences)
        self.warm_up = WarmUp(self.window)

    def start(self, path: Path | None) -> None:
        """Show the window and open ``path``."""
        self.problems.install()
        if path is not None:
            self.window.open(path)
        self.window.show()

    def _is_busy(self) -> bool:
        return self.jobs.is_busy or not self.jobs.way.has_rested(_REST_SECONDS)

    def end(self) -> None:
        """Close the window and let the threads finish."""
        self.window.close()
        self.jobs.shut_down()
        self.problems.uninstall()
        self.collector.stop()


def run(path: Path | None) -> int:
    """Show the window until the person closes it; return the exit status."""
    logs.configure()
    program = Program()
    program.start(path)
    status = program.application.exec()
    program.end()
    return status


def smoke(path: Path, picture: Path) -> int:
    """Open the window on a workspace, save a picture of it, and return 0 if a scope showed."""
    program = Program()
    loop = QEventLoop()
    # The picture is taken a little after the first scope came, when its views have drawn.
    settled = QTimer(singleShot=True, interval=_SMOKE_SETTLE_MS)
    settled.timeout.connect(loop.quit)
    program.session.snapshot_changed.connect(settled.start)
    QTimer.singleShot(_SMOKE_LIMIT_MS, loop, lambda: loop.exit(1))
    program.start(path)
    status = loop.exec()
    saved = program.window.grab().save(str(picture))
    program.end()
    return status if saved else 1


def _application() -> QApplication:
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    application = QApplication(sys.argv[:1])
    application.setApplicationName("memloupe")
    application.setApplicationDisplayName("Memloupe")
    application.setDesktopFileName("memloupe")
    return application
