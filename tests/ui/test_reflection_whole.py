"""Whole reflections: converted, cleared, begun, and what becomes of an edit at the end."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from reflection_keys import (
    CONTROL,
    INTENT,
    RICH,
    edited,
    press,
    saved,
    show_reflection,
    stored,
    wanted,
    write,
)
from window_driver import PATIENCE_MS

from desktop_app.core.errors import StoreError
from desktop_app.services.editing.reflection_actions import (
    clear_reflection,
    convert_reflection,
    set_summary,
)
from desktop_app.services.editing.saving import Saving
from ui.widgets.button import Button


@pytest.fixture
def shown(driver, golden_workspace):
    return partial(show_reflection, driver, golden_workspace)


def test_a_bold_reflection_is_converted_after_a_look_at_what_comes(driver, shown):
    view = shown("**SUMMARY:**\nAll is well.\n**CONTRADICTIONS:**\n* [seq:14] vs [seq:33]: which")
    before = driver.session.snapshot
    button = next(one for one in view.banner.findChildren(Button) if one.text() == "Convert it")
    driver.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    driver.settle()
    write(driver, "it was bold")
    saved(driver, lambda: press(driver, Qt.Key.Key_Return, CONTROL))
    plan = convert_reflection(before, replace(INTENT, reason="it was bold"))
    assert stored(driver) == wanted(plan)
    assert view.summary.text == "All is well."
    assert not view.banner.isVisible()
    entries = []
    job = driver.session.editing.read(lambda editor: editor.journal.entries(editor.file))
    job.succeeded.connect(entries.extend)
    driver.settle()
    assert [entry.reason for entry in entries] == ["it was bold"]


def test_clearing_asks_first_and_says_what_the_next_turn_loses(driver, shown):
    view = shown()
    before = stored(driver)
    press(driver, Qt.Key.Key_Delete)
    driver.settle()
    assert view.whole.question.isVisible()
    press(driver, Qt.Key.Key_Escape)
    assert stored(driver) == before
    snapshot = driver.session.snapshot
    press(driver, Qt.Key.Key_Delete)
    driver.settle()
    saved(driver, lambda: press(driver, Qt.Key.Key_Return, CONTROL))
    assert stored(driver) == wanted(clear_reflection(snapshot, INTENT))
    assert view.empty.isVisible()
    assert QApplication.focusWidget() is not None


def test_a_first_reflection_is_written_where_there_was_none(driver, shown):
    view = shown("")
    before = driver.session.snapshot
    assert view.empty.isVisible()
    press(driver, Qt.Key.Key_E)
    write(driver, "A start.")
    saved(driver, lambda: press(driver, Qt.Key.Key_S, CONTROL))
    assert stored(driver) == wanted(set_summary(before, "A start.", INTENT))


def test_a_window_that_closes_saves_what_was_edited_first(driver, shown):
    shown()
    before = driver.session.snapshot
    press(driver, Qt.Key.Key_E)
    write(driver, "Last words. ")
    driver.window.close()
    dialog = driver.window.unsaved.dialog
    assert RICH in dialog.accessibleDescription()
    next(one for one in dialog.findChildren(Button) if one.text() == "Save").click()
    driver.qtbot.waitUntil(lambda: not driver.window.isVisible(), timeout=PATIENCE_MS)
    summary = "Last words. " + before.explanation.reflection.summary
    assert stored(driver) == wanted(set_summary(before, summary, INTENT))


def test_a_file_that_can_not_be_written_keeps_the_edit(driver, shown, monkeypatch):
    def fail(*_arguments):
        raise StoreError("The disk is full.")

    view = shown()
    before = stored(driver)
    press(driver, Qt.Key.Key_E)
    write(driver, "Mine. ")
    edited(driver, view)
    monkeypatch.setattr(Saving, "save", fail)
    with driver.qtbot.waitSignal(driver.session.editing.failed) as failed:
        press(driver, Qt.Key.Key_S, CONTROL)
    driver.settle()
    assert failed.args[1] is not None
    assert stored(driver) == before
    assert view.desk.page.form.summary.text.startswith("Mine. ")
    view.desk.editor.discard()
