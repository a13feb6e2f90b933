"""The last scope of a workspace goes, and the first one is made, in the window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from window_driver import PATIENCE_MS

from desktop_app.core.scope import Scope

CTRL, ENTER = Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_Return


def open_dialog(driver):
    edits = driver.window.commands.scopes.edits
    driver.qtbot.waitUntil(lambda: edits.dialog is not None, timeout=PATIENCE_MS)
    driver.settle()
    return edits.dialog


def confirm(driver, shown):
    driver.qtbot.waitUntil(lambda: shown.planned is not None, timeout=PATIENCE_MS)
    with driver.qtbot.waitSignal(driver.session.editing.saved, timeout=PATIENCE_MS):
        driver.qtbot.keyClick(driver.window.focusWidget(), ENTER, CTRL)
    driver.settle()


def test_the_last_scope_goes_and_another_one_is_made(driver, golden_workspace):
    driver.open(golden_workspace("empty-scope"))
    while driver.shown is not None:
        driver.do("scope.delete")
        shown = open_dialog(driver)
        shown.tick.setChecked(True)
        confirm(driver, shown)
    assert driver.frame.no_scope.isVisible()
    assert not driver.window.registry.action("scope.delete").isEnabled()
    driver.qtbot.mouseClick(driver.frame.new_scope, Qt.MouseButton.LeftButton)
    shown = open_dialog(driver)
    for field, text in zip(shown.ids.fields, ("t", "c", "a"), strict=True):
        driver.qtbot.keyClicks(field.edit, text)
    assert shown.ids.scope == Scope("t", "c", "a")
    confirm(driver, shown)
    assert driver.shown == "t|c|a"
    assert not driver.frame.no_scope.isVisible()


def test_a_field_that_was_not_reached_yet_is_not_told_off(driver, golden_workspace):
    driver.open(golden_workspace("empty-scope"))
    driver.do("scope.create")
    shown = open_dialog(driver)
    assert not any(banner.isVisible() for banner in shown.ids.problems)
    assert not shown.primary_button.isEnabled()
    field = shown.ids.fields[0].edit
    driver.qtbot.keyClicks(field, "t")
    driver.qtbot.keyClick(field, Qt.Key.Key_Backspace)
    assert [banner.isVisible() for banner in shown.ids.problems] == [True, False, False]
    shown.dismiss()


def test_one_limit_of_no_use_makes_the_engine_take_its_own_three(driver, golden_workspace):
    driver.open(golden_workspace("empty-scope"))
    driver.do("scope.create")
    shown = open_dialog(driver)
    for field, text in zip(shown.ids.fields, ("t", "c", "a"), strict=True):
        driver.qtbot.keyClicks(field.edit, text)
    shown.limits.fields[1].set_text("-1")
    driver.qtbot.waitUntil(lambda: shown.planned is not None, timeout=PATIENCE_MS)
    assert "for all three" in shown.preview.caution.accessibleName()
    assert "observe from 1,200, inject up to 900, reflect from 4,000" in shown.preview.words
    confirm(driver, shown)
    config = driver.session.snapshot.record.config
    assert (config.observe_min_tokens, config.snippet_max_tokens) == (1200, 900)
