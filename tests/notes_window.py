"""A window with a workspace of notes, and what tests do with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from window_driver import PATIENCE_MS

from ui.navigation import Place, Target

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from window_driver import Driver

    from ui.notes.inspector import NotesInspector
    from ui.notes.presenter import NotesPresenter
    from ui.notes.view import NotesView

_CONTROL = Qt.KeyboardModifier.ControlModifier
COMPANY, ME, BIG = "/persistent/company", "/persistent/me", "/persistent/big"


class NotesWindow:
    """The page of notes of one layer."""

    def __init__(
        self, driver: Driver, path: Path, mount: str = COMPANY, note: str | None = None
    ) -> None:
        self.driver, self.path = driver, path
        driver.open_files(path)
        self.go(mount, note)

    @classmethod
    def shown(cls, driver: Driver, path: Path) -> NotesWindow:
        """Return the page that a window shows already."""
        window = cls.__new__(cls)
        window.driver, window.path = driver, path
        window.settle()
        return window

    def go(self, mount: str | None, note: str | None = None) -> None:
        """Show a layer, or one of its notes by its path below the workspace."""
        self.driver.session.go(Target(Place.NOTES, path=note, bucket=mount))
        self.settle()

    @property
    def view(self) -> NotesView:
        return self.driver.frame.middle.view

    @property
    def inspector(self) -> NotesInspector:
        return self.driver.frame.middle.parts[-1]

    @property
    def presenter(self) -> NotesPresenter:
        return self.view.presenter

    @property
    def fields(self):
        return self.inspector.fields

    @property
    def rows(self):
        """The rows of the list; ``None`` is the line where the model stops."""
        return self.view.list.table.notes.items

    def row(self, path: str):
        """Return the row of a note."""
        return next(row for row in self.rows if row is not None and row.path == path)

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier):
        """Press a key where the focus is, or in the menu that is open."""
        window = self.driver.window
        menu = QApplication.activePopupWidget()
        self.driver.qtbot.keyClick(menu or window.focusWidget() or window, key, modifiers)

    def type(self, text: str) -> None:
        """Type where the focus is."""
        self.driver.qtbot.keyClicks(self.driver.window.focusWidget(), text)

    def choose(self, path: str) -> None:
        """Choose a note with keys alone: filter, then down into the list."""
        self.view.take_focus()
        self.press(Qt.Key.Key_F)
        self.type(path)
        self.settle()
        self.press(Qt.Key.Key_Return)
        self.press(Qt.Key.Key_Home)
        self.settle()
        self.press(Qt.Key.Key_F)
        for _ in range(2):
            self.press(Qt.Key.Key_Escape)
        self.settle()
        assert self.presenter.path == path

    def see_as(self, role: str | None) -> None:
        """Choose a role with keys alone."""
        self.view.take_focus()
        self.press(Qt.Key.Key_A)
        names = [None, *self.presenter.desk.layers.roles]
        steps = names.index(role) - names.index(self.presenter.person.role)
        for _ in range(steps % len(names)):
            self.press(Qt.Key.Key_Down)
        self.press(Qt.Key.Key_Return)
        self.settle()
        self.driver.window.activateWindow()  # without a window manager, no menu gives it back
        self.wait(self.driver.window.isActiveWindow)
        assert self.presenter.person.role == role

    def save(self, key: Qt.Key = Qt.Key.Key_S) -> None:
        """Save with Ctrl and a key, and wait until it is on the disk and on the screen."""
        with self.driver.qtbot.waitSignal(self.driver.session.editing.saved, timeout=PATIENCE_MS):
            self.press(key, _CONTROL)
        self.settle()

    def confirm(self) -> None:
        """Take the primary choice of a dialog, and wait until it is done."""
        self.settle()
        self.save(Qt.Key.Key_Return)

    def bytes_of(self, path: str) -> bytes:
        """Return the bytes of a file of the workspace."""
        return (self.path / path).read_bytes()

    def write_outside(self, path: str, data: bytes) -> None:
        """Write a file as another program does, and let the window read it."""
        (self.path / path).write_bytes(data)
        self.driver.session.files_changed.emit()
        self.settle()

    def wait(self, reached: Callable[[], bool]) -> None:
        """Wait until something is so."""
        self.driver.qtbot.waitUntil(reached, timeout=PATIENCE_MS)

    def settle(self) -> None:
        """Wait until nothing is read or worked out any more."""
        from ui.notes.presenter import NotesPresenter  # noqa: PLC0415 - made with the first view

        presenter = NotesPresenter.of(self.driver.session)
        dialogs = _planners(self.driver)
        self.wait(
            lambda: (
                not (
                    self.driver.is_busy()
                    or presenter.is_reading
                    or self.inspector.is_working_out
                    or any(one.is_busy for one in dialogs)
                )
            )
        )


def _planners(driver: Driver):
    from ui.change_dialog import ChangeDialog  # noqa: PLC0415 - not for every window

    return [one.planner for one in driver.window.findChildren(ChangeDialog)]
