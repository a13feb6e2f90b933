"""Observations edited from the keyboard in the whole window; the file has what the services give."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from window_driver import NOW

from desktop_app.services.editing.observation_actions import add_observation, edit_observation
from desktop_app.services.editing.plans import Intent
from ui.observations.view import ObservationsView

RICH = "default|conv-billing-rounding|default"
INTENT = Intent(NOW)


@pytest.fixture
def rich(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    driver.frame.middle.view.table.setFocus()
    return driver


def view_of(driver) -> ObservationsView:
    view = driver.frame.middle.view
    assert isinstance(view, ObservationsView)
    return view


def inspector_of(driver):
    return driver.frame.middle._views["observations"][1]


def press(driver, key, *, modifiers=Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key where the focus is."""
    driver.qtbot.keyClick(QApplication.focusWidget(), key, modifiers)


def write(driver, text) -> None:
    driver.qtbot.keyClicks(QApplication.focusWidget(), text)


def choose(driver, seq) -> None:
    """Select by number, with the keys of the filter."""
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


def test_a_text_is_edited_and_saved_with_the_keys(rich):
    choose(rich, 17)
    before = rich.session.snapshot
    press(rich, Qt.Key.Key_E)
    write(rich, " Confirmed again.")
    inspector = inspector_of(rich)
    assert inspector.text.bar.isVisible()
    saved(rich, lambda: press(rich, Qt.Key.Key_S, modifiers=Qt.KeyboardModifier.ControlModifier))
    text = before.record.observations[16].content + " Confirmed again."
    assert stored(rich) == wanted(edit_observation(before, 16, INTENT, text=text))
    assert not inspector.text.bar.isVisible()
    assert view_of(rich).table.hasFocus()


def test_the_importance_is_set_with_digits_and_arrows(rich):
    choose(rich, 1)
    before = rich.session.snapshot
    press(rich, Qt.Key.Key_I)
    press(rich, Qt.Key.Key_4)
    press(rich, Qt.Key.Key_Up)
    saved(rich, lambda: press(rich, Qt.Key.Key_Return))
    assert stored(rich) == wanted(edit_observation(before, 0, INTENT, importance=0.45))


def test_a_new_one_is_added_and_selected(rich):
    before = rich.session.snapshot
    press(rich, Qt.Key.Key_N)
    write(rich, "User wants the invoice in French.")
    saved(rich, lambda: press(rich, Qt.Key.Key_S, modifiers=Qt.KeyboardModifier.ControlModifier))
    plan = add_observation(before, "User wants the invoice in French.", 0.5, INTENT)
    assert stored(rich) == wanted(plan)
    assert view_of(rich).presenter.selected_row.observation.seq == 41
