"""A window with unsaved files closes once they are safe, whichever way somebody chooses."""

from __future__ import annotations

import pytest
from ledger_window import LedgerWindow
from notes_window import NotesWindow
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from window_driver import PATIENCE_MS

from desktop_app.core.editing.journal import EntryState
from desktop_app.services.workspace import open_editor
from ui.widgets.button import Button

NOTE = "rules/dti-limit.md"


def quit_and_choose(driver, text):
    driver.do("file.quit")
    dialog = driver.window.unsaved.dialog
    next(one for one in dialog.findChildren(Button) if one.text() == text).click()


def wait_closed(driver):
    driver.qtbot.waitUntil(lambda: not driver.window.isVisible(), timeout=PATIENCE_MS)


def states(driver):
    editor = open_editor(driver.session.files, driver.session.surroundings)
    return [entry.state for entry in editor.journal.entries(editor.names)]


@pytest.fixture
def ledger(driver, sample_workspace):
    window = LedgerWindow(driver, sample_workspace("agentscope_support_desk"), name="MEMORY.md")
    window.edit.setFocus()
    window.type("typed ")
    return window


@pytest.fixture
def notes(driver, sample_workspace):
    window = NotesWindow(driver, sample_workspace("little_harness_desk"))
    window.presenter.see_as("underwriter")
    window.settle()
    window.choose(NOTE)
    window.press(Qt.Key.Key_E)
    window.fields.description.edit.moveCursor(QTextCursor.MoveOperation.End)
    window.type(" typed")
    window.settle()
    return window


def test_a_memory_file_kept_as_a_draft_lets_the_window_close(ledger):
    before = (ledger.path / "MEMORY.md").read_bytes()
    quit_and_choose(ledger.driver, "Keep as draft")
    wait_closed(ledger.driver)
    assert states(ledger.driver) == [EntryState.DRAFT]
    assert (ledger.path / "MEMORY.md").read_bytes() == before


def test_a_memory_file_is_saved_before_the_window_closes(ledger):
    quit_and_choose(ledger.driver, "Save")
    wait_closed(ledger.driver)
    assert (ledger.path / "MEMORY.md").read_text().startswith("typed ")


def test_a_note_kept_as_a_draft_lets_the_window_close(notes):
    quit_and_choose(notes.driver, "Keep as draft")
    wait_closed(notes.driver)
    assert states(notes.driver) == [EntryState.DRAFT]


def test_a_note_is_saved_before_the_window_closes(notes):
    quit_and_choose(notes.driver, "Save")
    wait_closed(notes.driver)
    assert b" typed" in notes.bytes_of("memory/company/rules/dti-limit.md")
