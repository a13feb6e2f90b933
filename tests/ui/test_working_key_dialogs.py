"""Keys of working memory in the window: renamed, mended, removed, each shown before."""

from __future__ import annotations

import pytest
from edit_driver import press
from golden_scopes import RICH, add_working
from PySide6.QtCore import Qt
from window_driver import PATIENCE_MS
from working_window import (
    CTRL,
    ENTER,
    ESCAPE,
    begin,
    dialog,
    inspector,
    key,
    open_dialog,
    planned,
    select,
    show_working,
    stored,
    value,
    view,
    write,
)

from ui.command_menu import command_menu

DEL, F2 = Qt.Key.Key_Delete, Qt.Key.Key_F2
SPOKEN = Qt.ItemDataRole.AccessibleTextRole


@pytest.fixture
def folder(driver, golden_workspace):
    """A workspace with working memory in sight, two keys that the agent does not find in it."""
    folder = golden_workspace("rich-coding-agent")
    add_working(folder, RICH, {" host ": '"a"', " port ": "8080", "port": "9090"})
    return show_working(driver, folder)


def test_a_key_is_renamed_and_its_value_stays_byte_for_byte(driver, folder):
    before = stored(folder)
    select(driver, "plan")
    shown = open_dialog(driver, F2)
    assert not shown.primary_button.isEnabled()
    write(driver, "the plan")
    assert "every turn: " in planned(driver)
    press(driver, ENTER, Qt.KeyboardModifier.NoModifier)
    after = stored(folder)
    assert after == {("the plan" if k == "plan" else k): v for k, v in before.items()}
    assert view(driver).presenter.selected.entry.key == "the plan"


def test_what_is_typed_stays_with_an_entry_that_is_renamed(driver, folder):
    begin(driver, "plan", "12")
    key(driver, ESCAPE)
    open_dialog(driver, F2)
    write(driver, "the plan")
    planned(driver)
    press(driver, ENTER, CTRL)
    assert view(driver).presenter.selected.entry.key == "the plan"
    assert value(driver).field.text == "12"
    assert view(driver).unsaved() == "the value of “the plan”"
    view(driver).discard()


def test_a_taken_key_is_refused_in_the_dialog(driver, folder):
    before = stored(folder)
    select(driver, "plan")
    shown = open_dialog(driver, F2)
    write(driver, "count")
    driver.qtbot.waitUntil(
        lambda: "There is an entry “count” already." in shown.preview.words, timeout=PATIENCE_MS
    )
    key(driver, ENTER, CTRL)
    assert shown.isVisible()
    key(driver, ESCAPE)
    assert stored(folder) == before


def test_an_entry_is_removed_with_a_reason_and_its_neighbour_selected(driver, folder):
    before = stored(folder)
    select(driver, "plan")
    place = view(driver).table.currentIndex().row()
    open_dialog(driver, DEL)
    assert " → " in planned(driver)
    write(driver, "done")
    with driver.qtbot.waitSignal(driver.session.editing.saved, timeout=PATIENCE_MS) as saved:
        key(driver, ENTER, CTRL)
    driver.settle()
    assert saved.args[0].entry.reason == "done"
    assert stored(folder) == {k: v for k, v in before.items() if k != "plan"}
    assert view(driver).table.currentIndex().row() == place
    driver.do("edit.undo")
    driver.qtbot.waitUntil(lambda: stored(folder) == before, timeout=PATIENCE_MS)
    driver.settle()


def test_a_key_that_the_agent_does_not_find_is_told_and_mended(driver, folder):
    before = stored(folder)
    select(driver, " host ")
    assert "not found by the agent" in view(driver).table.currentIndex().data(SPOKEN)
    driver.qtbot.mouseClick(inspector(driver).entry.trim_button, Qt.MouseButton.LeftButton)
    driver.settle()
    planned(driver)
    press(driver, ENTER, CTRL)
    assert stored(folder) == {(k if k != " host " else "host"): v for k, v in before.items()}
    assert view(driver).presenter.selected.entry.key == "host"
    assert not inspector(driver).entry.trim_button.isVisible()


@pytest.mark.parametrize(("choice", "kept"), [(Qt.Key.Key_1, "8080"), (Qt.Key.Key_2, "9090")])
def test_of_two_alike_keys_somebody_chooses_which_value_stays(driver, folder, choice, kept):
    select(driver, " port ")
    driver.do("working.trim")
    assert "Choose which value stays" in dialog(driver).preview.words
    assert not dialog(driver).primary_button.isEnabled()
    key(driver, choice)
    planned(driver)
    press(driver, ENTER, CTRL)
    after = stored(folder)
    assert " port " not in after
    assert after["port"] == kept
    assert view(driver).presenter.selected.entry.key == "port"


def test_the_menu_says_what_can_not_be_done_and_why(driver, folder):
    select(driver, "plan")
    menu = command_menu(view(driver), view(driver).commands())
    trim = next(one for one in menu.actions() if one.objectName() == "working.trim")
    assert not trim.isEnabled()
    assert trim.toolTip() == "There is no white space around this key."
    menu.close()
