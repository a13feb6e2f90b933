"""A window with a workspace of daily logs, and what tests do with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from window_driver import PATIENCE_MS

from ui.ledger.presenter import LedgerPresenter
from ui.navigation import Place, Target

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from window_driver import Driver

    from ui.ledger.inspector import LedgerInspector
    from ui.ledger.view import LedgerView

_CONTROL = Qt.KeyboardModifier.ControlModifier


class LedgerWindow:
    """The page of daily logs of one bucket."""

    def __init__(
        self, driver: Driver, path: Path, bucket: str = "", name: str | None = None
    ) -> None:
        self.driver, self.path = driver, path
        driver.open_files(path)
        self.go(bucket, name)

    def go(self, bucket: str, name: str | None = None) -> None:
        """Show a file of a bucket; its newest log without a name."""
        path = None if name is None else f"{bucket}/{name}" if bucket else name
        self.driver.session.go(Target(Place.LEDGER, path=path, bucket=bucket))
        presenter = LedgerPresenter.of(self.driver.session)
        self.wait(lambda: presenter.book is not None and presenter.book.bucket.path == bucket)
        self.settle()

    @property
    def view(self) -> LedgerView:
        return self.driver.frame.middle.view

    @property
    def inspector(self) -> LedgerInspector:
        return self.driver.frame.middle.parts[-1]

    @property
    def presenter(self) -> LedgerPresenter:
        return self.view.presenter

    @property
    def edit(self):
        return self.view.pages.editor.edit

    @property
    def shown(self) -> str:
        """The name of the file that is shown."""
        return self.presenter.file.name

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier):
        """Press a key where the focus is."""
        window = self.driver.window
        self.driver.qtbot.keyClick(window.focusWidget() or window, key, modifiers)

    def type(self, text: str) -> None:
        """Type where the focus is."""
        self.driver.qtbot.keyClicks(self.driver.window.focusWidget(), text)

    def save(self) -> None:
        """Save with Ctrl S and wait until it is on the disk and on the screen."""
        with self.driver.qtbot.waitSignal(self.driver.session.editing.saved, timeout=PATIENCE_MS):
            self.press(Qt.Key.Key_S, _CONTROL)
        self.settle()

    def write_outside(self, name: str, data: bytes) -> None:
        """Write a file as another program does, and let the window read it."""
        (self.path / name).write_bytes(data)
        self.driver.session.files_changed.emit()
        self.settle()

    def put_cursor(self, line: int) -> None:
        """Put the cursor at the start of a line, from 0."""
        cursor = QTextCursor(self.edit.document().findBlockByNumber(line))
        self.edit.setTextCursor(cursor)

    def wait(self, reached: Callable[[], bool]) -> None:
        """Wait until something is so."""
        self.driver.qtbot.waitUntil(reached, timeout=PATIENCE_MS)

    def settle(self) -> None:
        """Wait until nothing is read or worked out any more."""
        editor, presenter = self.view.pages.editor, self.presenter
        self.wait(
            lambda: not (self.driver.is_busy() or editor.is_waiting or presenter.turn.is_busy)
        )
