"""The whole window with a reflection, driven by keys; and what the file then holds."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from golden_scopes import rewrite
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from window_driver import NOW, PATIENCE_MS

from desktop_app.services.editing.plans import Intent
from ui.navigation import Place
from ui.reflection.contradictions import ContradictionsView
from ui.reflection.view import ReflectionView

RICH = "default|conv-billing-rounding|default"
INTENT = Intent(NOW)
CONTROL = Qt.KeyboardModifier.ControlModifier


def show_place(driver, workspace, place, memory_id=RICH):
    """Open a workspace at a place of a scope; give the view."""
    driver.open(workspace)
    driver.show(memory_id)
    driver.frame.middle.show_place(place)
    driver.settle()
    return driver.frame.middle.view


def workbench_of(driver, workspace, memory_id=RICH) -> ContradictionsView:
    """Open the workbench with the focus in its list."""
    view = show_place(driver, workspace, Place.CONTRADICTIONS, memory_id)
    assert isinstance(view, ContradictionsView)
    view.list.setFocus()
    return view


def reflection_of(driver, workspace, memory_id=RICH) -> ReflectionView:
    view = show_place(driver, workspace, Place.REFLECTION, memory_id)
    assert isinstance(view, ReflectionView)
    return view


def show_reflection(driver, golden_workspace, text=None) -> ReflectionView:
    """Show the reflection of the rich scope, or ``text`` in its place, ready for keys."""
    workspace = golden_workspace("rich-coding-agent")
    if text is not None:
        rewrite(workspace, RICH, active_reflection=text)
    view = reflection_of(driver, workspace)
    view.tools.edit.setFocus()
    return view


def press(driver, key, modifiers=Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key where the focus is."""
    driver.qtbot.keyClick(QApplication.focusWidget(), key, modifiers)


def write(driver, text) -> None:
    """Type a text; a line feed is the Enter key."""
    for at, line in enumerate(text.split("\n")):
        if at:
            press(driver, Qt.Key.Key_Return)
        driver.qtbot.keyClicks(QApplication.focusWidget(), line)


def stored(driver, memory_id=RICH):
    """Return the row as the file has it."""
    with closing(sqlite3.connect(driver.session.source.path)) as state:
        state.text_factory = bytes
        return state.execute(
            "SELECT * FROM om_memory_records WHERE memory_id = ?", (memory_id,)
        ).fetchone()


def wanted(plan):
    """Return the row that a plan writes, as bytes."""
    row = plan.change.records[0].after
    values = [getattr(row, name) for name in row.__struct_fields__]
    return tuple(one.encode() if isinstance(one, str) else one for one in values)


def saved(driver, run) -> None:
    with driver.qtbot.waitSignal(driver.session.editing.saved, timeout=PATIENCE_MS):
        run()
    driver.settle()


def engine_writes(driver, memory_id=RICH, **columns) -> None:
    """Write columns as another process would."""
    names = ", ".join(f"{name} = ?" for name in columns)
    with closing(sqlite3.connect(driver.session.source.path)) as state, state:
        state.execute(
            f"UPDATE om_memory_records SET {names} WHERE memory_id = ?",
            (*columns.values(), memory_id),
        )


def edited(driver, view) -> None:
    """Wait until it is known what the engine will read of an edited reflection."""
    view.desk.page.flush()
    driver.qtbot.waitUntil(lambda: not view.editor.previewer.is_busy)
    driver.settle()
