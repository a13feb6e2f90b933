"""The whole window with observations, driven by keys; and what the file then holds."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from window_driver import NOW

from desktop_app.services.editing.plans import Intent
from ui.observations.inspector import ObservationInspector
from ui.observations.view import ObservationsView

RICH = "default|conv-billing-rounding|default"
INTENT = Intent(NOW)
CONTROL = Qt.KeyboardModifier.ControlModifier
SPOKEN = Qt.ItemDataRole.AccessibleTextRole
SHIFT = Qt.KeyboardModifier.ShiftModifier


def show_rich(driver, golden_workspace) -> None:
    """Open the golden workspace with the focus in the list."""
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    view_of(driver).table.setFocus()


def view_of(driver) -> ObservationsView:
    view = driver.frame.middle.view
    assert isinstance(view, ObservationsView)
    return view


def inspector_of(driver) -> ObservationInspector:
    inspector = driver.window.findChild(ObservationInspector)
    assert isinstance(inspector, ObservationInspector)
    return inspector


def press(driver, key, modifiers=Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key where the focus is."""
    driver.qtbot.keyClick(QApplication.focusWidget(), key, modifiers)


def write(driver, text) -> None:
    driver.qtbot.keyClicks(QApplication.focusWidget(), text)


def choose(driver, seq) -> None:
    """Select by number, with the keys of the filter."""
    driver.do("pane.middle")
    press(driver, Qt.Key.Key_Slash)
    write(driver, f"#{seq}")
    press(driver, Qt.Key.Key_Return)
    press(driver, Qt.Key.Key_Home)
    assert view_of(driver).presenter.selected_row.observation.seq == seq


def stored(driver, memory_id=RICH):
    """Return the row as the file has it."""
    with closing(sqlite3.connect(driver.session.source.path)) as state:
        state.text_factory = bytes
        return state.execute(
            "SELECT * FROM om_memory_records WHERE memory_id = ?", (memory_id,)
        ).fetchone()


def wanted(plan, at=0):
    """Return the row that a plan writes, as bytes."""
    row = plan.change.records[at].after
    values = [getattr(row, name) for name in row.__struct_fields__]
    return tuple(one.encode() if isinstance(one, str) else one for one in values)


def saved(driver, run) -> None:
    with driver.qtbot.waitSignal(driver.session.editing.saved):
        run()
    driver.settle()


def begin(driver, seq, text) -> None:
    """Write at the end of a text."""
    choose(driver, seq)
    press(driver, Qt.Key.Key_E)
    write(driver, text)


def spoken(driver, seq) -> str:
    """Return what a screen reader says of a row."""
    table = view_of(driver).table.observations
    row = next(at for at, one in enumerate(table.rows) if one.observation.seq == seq)
    return table.index(row, 0).data(SPOKEN)


def show_all(driver) -> None:
    view_of(driver).presenter.clear_filter()
    view_of(driver).table.setFocus()


def reload(driver) -> None:
    """Read the file again, as after a write of the engine."""
    with driver.qtbot.waitSignal(driver.session.snapshot_changed):
        driver.session.notice_change()
    driver.settle()


def items(driver) -> list[dict[str, Any]]:
    """Return the observations as the file has them."""
    with closing(sqlite3.connect(driver.session.source.path)) as state:
        (text,) = state.execute(
            "SELECT active_observations_json FROM om_memory_records WHERE memory_id = ?", (RICH,)
        ).fetchone()
    return json.loads(text)


def save(driver) -> None:
    """Save with the key, and wait for it."""
    saved(driver, lambda: press(driver, Qt.Key.Key_S, CONTROL))
