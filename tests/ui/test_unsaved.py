"""Text that is not saved, and edits that wait, do not go with the window."""

from __future__ import annotations

import pytest
from edit_driver import text_change
from engine_driver import begin_call, end_call, stored_text, write_text
from PySide6.QtWidgets import QWidget
from window_driver import PATIENCE_MS

from desktop_app.core.editing.journal import EntryState
from desktop_app.core.errors import StoreError
from desktop_app.services.editing.saving import Saving
from desktop_app.services.workspace import open_editor
from ui.widgets.button import Button

RICH = "default|conv-billing-rounding|default"


class Draft(QWidget):
    """An inspector with a text that is not saved yet."""

    def __init__(self, driver):
        super().__init__()
        self._editing = driver.session.editing
        self._change = text_change(driver, 0, "typed")
        self.text = "the text of observation 1"

    def unsaved(self):
        return self.text

    def save(self):
        self._editing.save(self._change).succeeded.connect(self.discard)

    def keep_draft(self):
        self._editing.keep_draft(self._change).succeeded.connect(self.discard)

    def discard(self, _outcome=None):
        self.text = ""


@pytest.fixture
def folder(driver, golden_workspace):
    folder = golden_workspace("rich-coding-agent")
    driver.open(folder)
    driver.show(RICH)
    return folder


@pytest.fixture
def dialog(driver, folder, monkeypatch):
    """Somebody has typed, and wants to close the window."""
    draft = Draft(driver)
    driver.qtbot.addWidget(draft)
    middle = type(driver.frame.middle)
    monkeypatch.setattr(middle, "parts", property(lambda _self: [draft]))
    driver.window.close()
    return driver.window.unsaved.dialog


def choose(dialog, text):
    next(one for one in dialog.findChildren(Button) if one.text() == text).click()


def wait_closed(driver):
    driver.qtbot.waitUntil(lambda: not driver.window.isVisible(), timeout=PATIENCE_MS)


def test_the_window_stays_and_says_what_is_not_saved(driver, dialog):
    assert driver.window.isVisible()
    assert "the text of observation 1" in dialog.accessibleDescription()
    choose(dialog, "Stay here")
    assert driver.window.isVisible()
    assert driver.window.unsaved.dialog is None
    driver.window.close()
    choose(driver.window.unsaved.dialog, "Discard")
    wait_closed(driver)


def test_saving_closes_the_window_once_it_is_written(driver, folder, dialog):
    choose(dialog, "Save")
    wait_closed(driver)
    assert stored_text(folder, RICH, 0) == "typed"


def test_a_draft_closes_the_window_and_is_there_the_next_time(driver, dialog):
    choose(dialog, "Keep as draft")
    wait_closed(driver)
    editor = open_editor(driver.session.source, driver.session.surroundings)
    (entry,) = editor.journal.entries(editor.file)
    assert entry.state is EntryState.DRAFT


def test_discarding_closes_the_window_and_writes_nothing(driver, folder, dialog):
    before = stored_text(folder, RICH, 0)
    choose(dialog, "Discard")
    wait_closed(driver)
    assert stored_text(folder, RICH, 0) == before


def test_an_edit_that_waits_keeps_the_window_open_until_it_is_written(driver, folder):
    begin_call(folder, RICH)
    driver.session.editing.save(text_change(driver, 0, "patience"))
    driver.window.close()
    assert driver.window.isVisible()
    choose(driver.window.unsaved.dialog, "Close when it is written")
    end_call(folder)
    wait_closed(driver)
    assert stored_text(folder, RICH, 0) == "patience"


def test_an_edit_that_waits_can_become_a_draft(driver, folder):
    begin_call(folder, RICH)
    driver.session.editing.save(text_change(driver, 0, "patience"))
    driver.window.close()
    choose(driver.window.unsaved.dialog, "Keep as draft")
    wait_closed(driver)
    editor = open_editor(driver.session.source, driver.session.surroundings)
    states = [entry.state for entry in editor.journal.entries(editor.file)]
    assert states == [EntryState.DRAFT]


def test_another_workspace_waits_for_the_answer_too(driver, folder, dialog, golden_workspace):
    choose(dialog, "Stay here")
    other = golden_workspace("hand-edited")
    driver.window.open(other)
    assert driver.session.workspace.root == folder
    choose(driver.window.unsaved.dialog, "Discard")
    driver.qtbot.waitUntil(lambda: driver.session.workspace.root == other, timeout=PATIENCE_MS)
    driver.settle()


def test_an_edit_that_could_not_be_written_does_not_go_unnoticed(driver, folder, monkeypatch):
    def refuse(_self, _wish, _context):
        raise StoreError("No.", "No.")

    editing, change = driver.session.editing, text_change(driver, 0, "refused")
    with monkeypatch.context() as patch:
        patch.setattr(Saving, "save", refuse)
        with driver.qtbot.waitSignal(editing.failed, timeout=PATIENCE_MS):
            editing.save(change)
    driver.window.close()
    assert driver.window.isVisible()
    assert "Edit observation 1" in driver.window.unsaved.dialog.accessibleDescription()
    choose(driver.window.unsaved.dialog, "Keep as draft")
    wait_closed(driver)
    editor = open_editor(driver.session.source, driver.session.surroundings)
    assert [entry.state for entry in editor.journal.entries(editor.file)] == [EntryState.DRAFT]


def test_a_conflict_that_is_open_keeps_the_window(driver, folder):
    change = text_change(driver, 0, "mine")
    write_text(folder, RICH, 0, "theirs")
    editing = driver.session.editing
    with driver.qtbot.waitSignal(editing.conflicted, timeout=PATIENCE_MS):
        editing.save(change)
    driver.window.close()
    assert driver.window.isVisible()
    with driver.qtbot.waitSignal(editing.drafted, timeout=PATIENCE_MS):
        driver.window.saving.conflicts.dialog.safe_button.click()
    driver.settle()
    driver.window.close()
    wait_closed(driver)
