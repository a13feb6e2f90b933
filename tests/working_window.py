"""The whole window with working memory, driven by keys; and what the file then holds."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

from engine_driver import state_db
from golden_scopes import RICH
from PySide6.QtCore import Qt
from window_driver import PATIENCE_MS

from ui.change_dialog import ChangeDialog
from ui.navigation import Place, Target
from ui.working.inspector import WorkingInspector
from ui.working.view import WorkingView

if TYPE_CHECKING:
    from pathlib import Path

    from window_driver import Driver

    from ui.working.value_section import ValueSection

CTRL, NONE = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
ENTER, ESCAPE = Qt.Key.Key_Return, Qt.Key.Key_Escape


def show_working(driver: Driver, folder: Path) -> Path:
    """Open a workspace with the working memory of the rich scope in sight."""
    driver.open(folder)
    driver.show(RICH)
    driver.session.go(Target(Place.WORKING))
    driver.settle()
    view(driver).table.setFocus()
    return folder


def view(driver: Driver) -> WorkingView:
    """Return the tab."""
    shown = driver.frame.middle.view
    assert isinstance(shown, WorkingView)
    return shown


def inspector(driver: Driver) -> WorkingInspector:
    """Return the pane beside the table."""
    return next(part for part in driver.frame.middle.parts if isinstance(part, WorkingInspector))


def value(driver: Driver) -> ValueSection:
    """Return the value of the selected entry."""
    return inspector(driver).entry.value


def stored(folder: Path, memory_id: str = RICH) -> dict[str, str]:
    """Return the entries of a scope as the file has them."""
    select = "SELECT entry_key, entry_json FROM working_memory_entries WHERE memory_id = ?"
    with closing(sqlite3.connect(state_db(folder))) as state:
        return dict(state.execute(select, (memory_id,)))


def select(driver: Driver, entry: str) -> None:
    """Select an entry, with the focus in the list."""
    driver.session.go(Target(Place.WORKING, key=entry))
    view(driver).table.setFocus()


def key(driver: Driver, which: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """Press a key where the focus is."""
    driver.qtbot.keyClick(driver.window.focusWidget() or driver.window, which, modifiers)


def write(driver: Driver, text: str) -> None:
    """Type another text into the field that has the focus."""
    field: Any = driver.window.focusWidget()
    field.selectAll()
    driver.qtbot.keyClicks(field, text)


def wait_known(driver: Driver) -> None:
    """Wait until it is known what every unsaved value does."""
    editor = inspector(driver).editor
    driver.qtbot.waitUntil(
        lambda: all(editor.effects.of(draft) is not None for draft in editor.drafts.unsaved),
        timeout=PATIENCE_MS,
    )


def begin(driver: Driver, entry: str, text: str) -> None:
    """Type another value for an entry, and wait until it is known what it does."""
    select(driver, entry)
    key(driver, Qt.Key.Key_E)
    write(driver, text)
    wait_known(driver)


def open_dialog(driver: Driver, which: Qt.Key) -> ChangeDialog:
    """Press the key that opens a dialog, and return it."""
    key(driver, which)
    return dialog(driver)


def dialog(driver: Driver) -> ChangeDialog:
    """Return the dialog that is open."""
    found = [one for one in driver.window.findChildren(ChangeDialog) if one.isVisible()]
    assert len(found) == 1
    return found[0]


def planned(driver: Driver) -> str:
    """Wait until a dialog shows what it does; return its words."""
    shown = dialog(driver)
    driver.qtbot.waitUntil(lambda: shown.planned is not None, timeout=PATIENCE_MS)
    return shown.preview.words
