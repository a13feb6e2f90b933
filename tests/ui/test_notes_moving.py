"""Notes are moved to another layer and deleted."""

from __future__ import annotations

import pytest
from notes_window import BIG, COMPANY, ME, NotesWindow
from PySide6.QtCore import Qt

from ui.notes.dialogs import DeleteNoteDialog, MoveNoteDialog

KEYS = Qt.Key
LIMIT = "memory/company/rules/dti-limit.md"


@pytest.fixture
def desk(driver, sample_workspace):
    window = NotesWindow(driver, sample_workspace("little_harness_desk"))
    window.presenter.see_as("underwriter")
    window.settle()
    return window


def dialog_of(window, kind):
    (found,) = window.driver.window.findChildren(kind)
    window.settle()
    return found


def test_a_note_moves_to_another_layer(desk):
    desk.choose("rules/dti-limit.md")
    before = desk.bytes_of(LIMIT)
    desk.press(KEYS.Key_F2)
    dialog = dialog_of(desk, MoveNoteDialog)
    desk.press(KEYS.Key_Tab)
    desk.press(KEYS.Key_Right)
    assert dialog.layer.current == BIG
    assert dialog.primary_button.text() == dialog.primary_button.accessibleName() == "Move it"
    desk.press(KEYS.Key_Left)
    assert dialog.primary_button.text() == "Rename it"
    desk.press(KEYS.Key_Right)
    desk.confirm()
    assert desk.bytes_of("memory/big/rules/dti-limit.md") == before
    assert desk.presenter.note.key == (BIG, "rules/dti-limit.md")


def test_delete_says_what_follows_and_undo_brings_bytes_and_time_back(desk):
    before = desk.bytes_of(LIMIT)
    written = (desk.path / LIMIT).stat().st_mtime_ns
    desk.choose("rules/dti-limit.md")
    desk.press(KEYS.Key_Delete)
    dialog = dialog_of(desk, DeleteNoteDialog)
    assert "loses the line" in dialog.preview.words
    assert "for 48 files instead of 49" in dialog.preview.words
    desk.confirm()
    assert not (desk.path / LIMIT).exists()
    assert desk.presenter.path == "scan.png"  # the one below it
    desk.save(KEYS.Key_Z)
    assert desk.bytes_of(LIMIT) == before
    assert (desk.path / LIMIT).stat().st_mtime_ns == written


def test_undo_of_a_move_goes_back_with_the_note(desk):
    desk.presenter.set_value("userId", "u-102")
    desk.settle()
    desk.choose("rules/dti-limit.md")
    desk.press(KEYS.Key_F2)
    dialog = dialog_of(desk, MoveNoteDialog)
    dialog.layer.choose(ME)
    dialog.layer.changed.emit(ME)
    desk.settle()
    assert "/persistent/me (u-102) gets the line" in dialog.preview.words
    desk.confirm()
    assert desk.presenter.note.key == (ME, "rules/dti-limit.md")
    desk.view.start_filter()
    desk.type("dti")
    desk.settle()
    desk.view.list.table.setFocus()
    desk.save(KEYS.Key_Z)
    assert desk.presenter.note.key == (COMPANY, "rules/dti-limit.md")
    assert desk.view.list.filter.text == ""
    desk.driver.do("edit.redo")
    desk.wait(lambda: desk.presenter.note.key == (ME, "rules/dti-limit.md"))


def test_an_emptied_layer_with_a_filter_says_that_nothing_fits(desk):
    desk.go(ME)
    desk.presenter.set_value("userId", "u-102")
    desk.settle()
    desk.view.start_filter()
    desk.type("dti")
    desk.settle()
    empty, button = desk.view.list.empty, desk.view.list.clear_button
    assert empty.accessibleName().startswith("Nothing fits the filter")
    assert button.isVisible()
    button.setFocus()
    desk.press(KEYS.Key_Return)
    desk.settle()
    assert desk.view.list.filter.text == ""
    assert empty.accessibleName().startswith("No notes yet")
    assert not button.isVisible()


def test_a_filter_that_hides_every_note_offers_to_be_cleared(desk):
    desk.view.start_filter()
    desk.type("in no note at all")
    desk.settle()
    assert desk.view.list.empty.accessibleName().startswith("Nothing fits the filter")
    desk.view.list.clear_button.click()
    desk.settle()
    assert desk.view.list.table.isVisible()
