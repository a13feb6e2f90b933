"""Editing notes with keys alone: exact bytes, roles, names, drafts, conflicts."""

from __future__ import annotations

import pytest
from notes_window import BIG, NotesWindow
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from window_driver import PATIENCE_MS

from ui.notes.dialogs import (
    ConvertNoteDialog,
    MoveNoteDialog,
    NewNoteDialog,
    NoteDiffDialog,
    QuoteDialog,
)
from ui.widgets.question import Question

KEYS = Qt.Key
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
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


def to_end(field):
    field.edit.moveCursor(QTextCursor.MoveOperation.End)


def test_description_and_text_are_saved_together_and_no_other_byte_changes(desk):
    before = desk.bytes_of(LIMIT)
    desk.choose("rules/dti-limit.md")
    desk.press(KEYS.Key_E)
    assert desk.driver.window.focusWidget() is desk.fields.description.edit
    to_end(desk.fields.description)
    desk.type(" New.")
    desk.press(KEYS.Key_Tab)
    to_end(desk.fields.body)
    desk.type("More.")
    desk.settle()
    assert desk.bytes_of(LIMIT) == before
    assert desk.view.unsaved() == "rules/dti-limit.md"
    assert desk.inspector.agent.line.view.text.endswith("with two guarantors. New.")
    assert "→" in desk.inspector.agent.track.accessibleDescription()
    desk.save()
    assert desk.bytes_of(LIMIT) == before.replace(
        b"with two guarantors.", b"with two guarantors. New."
    ) + (b"More.")
    assert desk.view.unsaved() == ""
    assert desk.row("rules/dti-limit.md").shown_text.endswith("New.")


@pytest.mark.parametrize("name", ["crlf.md", "bom.md", "cr-only.md"])
def test_line_ends_and_byte_order_marks_stay(desk, name):
    path = f"memory/company/{name}"
    before = desk.bytes_of(path)
    desk.choose(name)
    desk.press(KEYS.Key_E)
    desk.press(KEYS.Key_End, CONTROL)
    desk.type("!")
    desk.save()
    description = desk.presenter.note.description.removesuffix("!").encode()
    assert desk.bytes_of(path) == before.replace(description, description + b"!", 1)


def test_a_new_note_is_checked_while_its_name_is_typed(desk):
    desk.choose("rules/dti-limit.md")
    desk.press(KEYS.Key_N)
    dialog = dialog_of(desk, NewNoteDialog)
    assert dialog.below.text == "rules"
    desk.type("dti-limit")
    desk.settle()
    assert "already" in dialog.preview.words
    assert not dialog.primary_button.isEnabled()
    desk.type("-2")
    for _ in range(2):
        desk.press(KEYS.Key_Tab)
    desk.type("Two: a colon.")
    desk.press(KEYS.Key_Tab)
    desk.type("Body")
    desk.settle()
    assert "gets the line “- rules/dti-limit-2.md: Two: a colon.”" in dialog.preview.words
    assert "of 8,000 bytes" in dialog.preview.words
    desk.confirm()
    written = desk.bytes_of("memory/company/rules/dti-limit-2.md")
    assert written.endswith(b"---\n\nBody\n")
    assert desk.presenter.path == "rules/dti-limit-2.md"
    assert desk.row("rules/dti-limit-2.md").note.description == "Two: a colon."


def test_escape_asks_before_a_new_note_is_thrown_away(desk):
    desk.choose("rules/dti-limit.md")
    desk.press(KEYS.Key_N)
    dialog = dialog_of(desk, NewNoteDialog)
    desk.type("half")
    desk.press(KEYS.Key_Escape)
    dialog_of(desk, Question)
    desk.press(KEYS.Key_Escape)
    assert dialog.isVisible()
    assert dialog.name.text == "half"
    desk.press(KEYS.Key_Escape)
    desk.press(KEYS.Key_Return, CONTROL)
    assert dialog.isHidden()


def test_f2_renames_and_undo_takes_it_back(desk):
    before = desk.bytes_of(LIMIT)
    written = (desk.path / LIMIT).stat().st_mtime_ns
    desk.choose("rules/dti-limit.md")
    desk.press(KEYS.Key_F2)
    dialog = dialog_of(desk, MoveNoteDialog)
    assert dialog.path.edit.textCursor().selectedText() == "dti-limit"
    desk.press(KEYS.Key_A, CONTROL)
    desk.type("limits/dti.md")
    desk.confirm()
    moved = "memory/company/limits/dti.md"
    assert desk.bytes_of(moved) == before
    assert (desk.path / moved).stat().st_mtime_ns == written
    assert not (desk.path / LIMIT).exists()
    assert desk.inspector.title.text() == "limits/dti.md"
    desk.save(KEYS.Key_Z)
    assert desk.bytes_of(LIMIT) == before
    assert not (desk.path / moved).exists()


def test_ctrl_d_shows_what_is_written_and_saves_it(desk):
    desk.choose("rules/dti-limit.md")
    desk.press(KEYS.Key_E)
    desk.type("x")
    desk.settle()
    desk.press(KEYS.Key_D, CONTROL)
    dialog = dialog_of(desk, NoteDiffDialog)
    assert dialog.preview.differences.isVisible()
    desk.confirm()
    assert b"description: x" in desk.bytes_of(LIMIT)
    assert desk.view.unsaved() == ""


def test_metadata_that_does_not_parse_is_shown_raw_and_never_repaired_by_a_save(desk):
    path = "memory/company/rules/collateral/agri/seasonal.md"
    before = desk.bytes_of(path)
    desk.choose("rules/collateral/agri/seasonal.md")
    assert desk.inspector.about.raw.isVisible()
    assert desk.inspector.about.raw.view.text in before.decode()
    assert desk.fields.description.edit.isReadOnly()
    desk.press(KEYS.Key_E)
    assert desk.driver.window.focusWidget() is desk.fields.body.edit
    to_end(desk.fields.body)
    desk.type("More.")
    desk.save()
    assert desk.bytes_of(path) == before + b"More."
    desk.inspector.notice.button.setFocus()
    desk.press(KEYS.Key_Return)
    dialog_of(desk, QuoteDialog)
    desk.confirm()
    assert desk.presenter.note.note.front.error == ""


def test_another_encoding_is_converted_after_a_look(desk):
    path = "memory/company/latin1.md"
    before = desk.bytes_of(path)
    desk.choose("latin1.md")
    assert desk.fields.body.edit.isReadOnly()
    desk.inspector.notice.button.setFocus()
    desk.press(KEYS.Key_Return)
    dialog = dialog_of(desk, ConvertNoteDialog)
    assert dialog.encoding.current == "cp1252"
    desk.confirm()
    assert desk.bytes_of(path) == before.decode("cp1252").encode()
    assert not desk.fields.body.edit.isReadOnly()


def test_a_note_without_metadata_gets_it_with_a_description(desk):
    path = "memory/company/no-frontmatter.md"
    before = desk.bytes_of(path)
    desk.choose("no-frontmatter.md")
    assert "A description adds it" in desk.fields.hint.text()
    desk.press(KEYS.Key_E)
    desk.type("Said first")
    desk.save()
    written = desk.bytes_of(path)
    assert written.endswith(before)
    assert b"description: Said first\n" in written


def test_other_notes_keep_their_text_until_each_is_saved(desk):
    desk.choose("rules/dti-limit.md")
    desk.press(KEYS.Key_E)
    desk.type("x")
    desk.press(KEYS.Key_Escape)
    desk.choose("invoices/reminders.md")
    assert desk.fields.description.text.startswith("Reminders")
    desk.press(KEYS.Key_E)
    desk.type("y")
    desk.settle()
    assert desk.view.unsaved() == "rules/dti-limit.md, invoices/reminders.md"
    desk.press(KEYS.Key_Escape)
    desk.choose("rules/dti-limit.md")
    assert desk.fields.description.text.startswith("x")
    desk.view.discard()
    desk.settle()
    assert desk.view.unsaved() == ""
    assert not desk.fields.description.text.startswith("x")


def test_what_changes_outside_keeps_the_typed_text_and_asks_at_the_save(desk):
    desk.choose("rules/dti-limit.md")
    desk.press(KEYS.Key_E)
    desk.press(KEYS.Key_A, CONTROL)
    desk.type("Mine")
    desk.settle()
    desk.write_outside(LIMIT, b"---\ndescription: Theirs\n---\nOther\n")
    assert desk.fields.description.text == "Mine"
    assert desk.inspector.outdated.isVisible()
    editing = desk.driver.session.editing
    with desk.driver.qtbot.waitSignal(editing.conflicted, timeout=PATIENCE_MS):
        desk.press(KEYS.Key_S, CONTROL)
    assert desk.bytes_of(LIMIT) == b"---\ndescription: Theirs\n---\nOther\n"
    assert desk.view.unsaved() == "rules/dti-limit.md"
    desk.press(KEYS.Key_3)
    desk.save(KEYS.Key_Return)
    assert desk.bytes_of(LIMIT) == b"---\ndescription: Mine\n---\nOther\n"
    assert desk.view.unsaved() == ""
    assert desk.fields.body.text == "Other\n"


def test_a_note_that_is_deleted_outside_keeps_the_typed_text(desk):
    desk.choose("rules/dti-limit.md")
    desk.press(KEYS.Key_E)
    desk.type("Mine ")
    desk.settle()
    (desk.path / LIMIT).unlink()
    desk.driver.session.files_changed.emit()
    desk.settle()
    assert desk.fields.description.text.startswith("Mine ")
    assert desk.inspector.outdated.isVisible()
    desk.view.discard()
    desk.settle()
    assert desk.presenter.note is None


def test_a_description_that_is_too_long_is_counted_and_cut(desk):
    desk.choose("huge-description.md")
    assert "The agent sees the first 600 characters" in desk.fields.hint.text()
    desk.choose("len-600.md")
    assert desk.fields.about.isVisible()
    assert "cut" not in desk.fields.hint.text()


def test_a_longer_description_says_what_falls_out_of_the_list(desk):
    desk.go(BIG, "memory/big/topic-001.md")
    desk.view.take_focus()
    desk.press(KEYS.Key_E)
    desk.type("Twenty words more. " * 10)
    desk.settle()
    assert "Would fall out of the list: topic-042.md" in desk.inspector.agent.after.text()
