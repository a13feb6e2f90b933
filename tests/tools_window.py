"""A window at the page of memory tools, and what tests do with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from window_driver import PATIENCE_MS

from ui.navigation import Place, Target

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from window_driver import Driver

    from ui.agent_tools.view import ToolsView

_NONE = Qt.KeyboardModifier.NoModifier


class ToolsWindow:
    """The page of memory tools of one bucket."""

    def __init__(self, driver: Driver, path: Path, bucket: str = "") -> None:
        self.driver, self.path = driver, path
        self.session, self.qtbot = driver.session, driver.qtbot
        driver.open_files(path)
        self.session.go(Target(Place.TOOLS, bucket=bucket))
        self.settle()
        self.wait(lambda: self.view.presenter.shelf is not None)
        self.settle()

    @property
    def view(self) -> ToolsView:
        return self.driver.frame.middle.view

    @property
    def page(self):
        return self.view.page

    @property
    def focus(self):
        return self.driver.window.focusWidget()

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = _NONE) -> None:
        """Press a key where the focus is."""
        self.qtbot.keyClick(self.focus, key, modifiers)

    def type(self, text: str) -> None:
        """Type where the focus is."""
        self.qtbot.keyClicks(self.focus, text)

    def wait(self, reached: Callable[[], bool]) -> None:
        """Wait until something is so."""
        self.qtbot.waitUntil(reached, timeout=PATIENCE_MS)

    def settle(self) -> None:
        """Wait until nothing is read or worked out any more."""
        self.wait(lambda: not self.driver.is_busy())

    def answer(self) -> str:
        """Wait for an answer and return its text as it is shown."""
        self.settle()
        assert self.page.pane.answer is not None
        return self.page.pane.text.text.text
