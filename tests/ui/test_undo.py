"""Undo and redo in the window: buttons, keys, and after a restart."""

from __future__ import annotations

from edit_driver import edit_text, first_text, press
from PySide6.QtCore import Qt
from window_driver import Driver

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
