"""Undo and redo in the window: buttons, keys, and after a restart."""

from __future__ import annotations

from edit_driver import edit_text, first_text, press
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from window_driver import Driver

from ui.widgets.exact_text import ExactText

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
RICH = "default|conv-billing-rounding|default"


def test_an_edit_is_undone_and_redone_by_keyboard(driver, golden_workspace):
    folder = golden_workspace("rich-coding-agent")
    driver.open(folder)
    driver.show(RICH)
    header = driver.frame.header
    assert not header.undo.isEnabled()
    assert "There is nothing to undo." in header.undo.toolTip()
    before = first_text(driver)
    saved = edit_text(driver, 0, "Another text")
    assert first_text(driver) == "Another text"
    assert f"Undo: {saved.entry.label}  Ctrl Z" in header.undo.toolTip()
    press(driver, Qt.Key.Key_Z, CTRL)
    assert first_text(driver) == before
    assert not header.undo.isEnabled()
    assert f"Redo: {saved.entry.label}  Ctrl Shift Z" in header.redo.toolTip()
    press(driver, Qt.Key.Key_Z, CTRL | SHIFT)
    assert first_text(driver) == "Another text"


def test_undo_works_after_a_restart(qtbot, tmp_path, golden_workspace):
    folder = golden_workspace("rich-coding-agent")
    first = Driver(qtbot, tmp_path)
    first.open(folder)
    first.show(RICH)
    before = first_text(first)
    edit_text(first, 0, "Another text")
    first.close()
    second = Driver(qtbot, tmp_path)
    second.open(folder)
    second.show(RICH)
    second.settle()
    assert first_text(second) == "Another text"
    press(second, Qt.Key.Key_Z, CTRL)
    assert first_text(second) == before
    second.close()


def test_a_field_keeps_its_own_undo(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    edit_text(driver, 0, "Another text")
    field = driver.frame.scopes.filter.line
    field.setFocus()
    driver.qtbot.keyClicks(field, "conv")
    driver.qtbot.keyClick(field, Qt.Key.Key_Z, CTRL)
    driver.settle()
    assert field.text() != "conv"
    assert first_text(driver) == "Another text"


def test_text_that_can_only_be_read_leaves_undo_to_the_window(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    before = first_text(driver)
    edit_text(driver, 0, "Another text")
    driver.do("tab.turn")
    driver.settle()
    texts = driver.frame.middle.view.findChildren(ExactText)
    text = next(text for text in texts if text.isVisible())
    text.setFocus()
    driver.qtbot.waitUntil(text.hasFocus)
    press(driver, Qt.Key.Key_Z, CTRL)
    assert first_text(driver) == before


def test_ctrl_s_asks_what_has_the_focus_to_save(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    asked = []

    class Field(QLineEdit):
        def save(self):
            asked.append(self.text())

    field = Field("typed", driver.frame.middle)
    field.show()
    field.setFocus()
    driver.qtbot.keyClick(field, Qt.Key.Key_S, CTRL)
    assert asked == ["typed"]
