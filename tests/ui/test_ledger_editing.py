"""Editing files in the window: exact bytes, the line that moves, drafts and conflicts."""

from __future__ import annotations

import pytest
from ledger_window import LedgerWindow
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QTextCursor

from desktop_app.core.files.text import java_length

KEYS = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def desk(driver, sample_workspace):
    return LedgerWindow(driver, sample_workspace("agentscope_support_desk"), name="MEMORY.md")


@pytest.fixture
def lending(driver, sample_workspace):
    path = sample_workspace("agentscope_lending_multiuser")
    return lambda bucket, name="MEMORY.md": LedgerWindow(driver, path, bucket, name)


def memory(window, bucket=""):
    return (window.path / bucket / "MEMORY.md").read_bytes()


def test_typing_is_unsaved_until_ctrl_s_writes_it(desk):
    before = memory(desk)
    desk.edit.setFocus()
    desk.type("x")
    desk.settle()
    assert desk.view.foot.state.text() == "1 change not saved"
    assert desk.view.head.badge.text() == "edited"
    assert desk.view.unsaved() == "MEMORY.md"
    assert memory(desk) == before
    desk.save()
    assert memory(desk) == b"x" + before
    assert desk.view.unsaved() == ""
    assert desk.view.foot.state.text() == "Everything is saved"


def test_undo_of_the_text_works_on_after_a_save(desk):
    before = memory(desk)
    desk.edit.setFocus()
    desk.type("x")
    desk.save()
    desk.press(KEYS.Key_Z, CONTROL)
    desk.settle()
    assert desk.view.unsaved() == "MEMORY.md"
    desk.save()
    assert memory(desk) == before


def test_byte_order_mark_and_carriage_returns_stay(lending):
    window = lending("u-102")
    before = memory(window, "u-102")
    assert before.startswith(b"\xef\xbb\xbf")
    window.edit.setFocus()
    window.put_cursor(2)
    window.type("- new")
    window.press(KEYS.Key_Return)
    window.save()
    lines = before.split(b"\r\n")
    assert memory(window, "u-102") == b"\r\n".join([*lines[:2], b"- new", *lines[2:]])


def test_odd_characters_and_mixed_line_ends_keep_their_bytes(desk):
    odd = "a\x1b\u2028b\xa0c\r\nd\re\n\ufdd0\U0001f600\nend".encode()
    desk.write_outside("MEMORY.md", odd)
    desk.edit.setFocus()
    desk.edit.moveCursor(QTextCursor.MoveOperation.End)
    desk.type("!")
    desk.save()
    assert memory(desk) == odd + b"!"


def test_the_line_stands_at_the_character_where_reading_ends(lending):
    window = lending("u-106")
    cut = window.presenter.turn.reach.injection.cut
    text = memory(window, "u-106").decode()
    assert window.edit.reading_end == java_length(text[: cut.offset])
    window.edit.setFocus()
    window.type("x" * 10)
    window.settle()
    after = window.presenter.turn.reach.injection.cut
    assert after.offset == cut.offset
    assert window.edit.reading_end == cut.offset
    assert window.edit.step() is None  # far below what can be seen
    window.edit.moveCursor(QTextCursor.MoveOperation.End)
    assert window.edit.step().bottom < 0  # above it: nothing that can be seen is read


def test_the_line_counts_names_and_wide_characters_as_they_are_stored(desk):
    head = "\x1b\U0001f600\r\n" * 500
    desk.write_outside("MEMORY.md", (head + "- fact\r" * 8_000).encode())
    desk.inspector.reach.room.session_changed.emit(7_000)
    desk.settle()
    cut, edit = desk.presenter.turn.reach.injection.cut, desk.edit
    cursor = edit.textCursor()
    cursor.setPosition(0)
    cursor.setPosition(edit.reading_end, QTextCursor.MoveMode.KeepAnchor)
    shown = cursor.selectedText().replace("\u2029", "\n")
    for character, name in (("\x1b", "‹ESC›"), ("\r", "‹CR›")):
        shown = shown.replace(name, character)
    assert shown == (head + "- fact\r" * 8_000)[: cut.offset]


def test_an_edit_of_another_program_is_shown_and_the_place_kept(desk):
    text = "".join(f"- line {number}\n" for number in range(300))
    desk.write_outside("MEMORY.md", text.encode())
    desk.put_cursor(200)
    desk.edit.centerCursor()
    scrolled = desk.edit.verticalScrollBar().value()
    desk.write_outside("MEMORY.md", (text + "- one more\n").encode())
    assert desk.edit.engine_text.endswith("- one more\n")
    assert desk.edit.textCursor().blockNumber() == 200
    assert desk.edit.verticalScrollBar().value() == scrolled


def test_an_outside_edit_below_unsaved_text_is_said_and_merged_at_save(desk):
    desk.edit.setFocus()
    desk.type("mine ")
    desk.settle()
    before = memory(desk)
    desk.write_outside("MEMORY.md", before + b"- theirs\n")
    assert desk.view.notice.banner.accessibleName().startswith("It was changed outside")
    assert desk.edit.engine_text.startswith("mine ")
    desk.save()
    assert memory(desk) == b"mine " + before + b"- theirs\n"
    assert desk.edit.engine_text == memory(desk).decode()
    assert not desk.view.notice.isVisible()


def test_two_edits_of_one_line_are_a_choice_and_nothing_is_lost(desk):
    desk.edit.setFocus()
    desk.type("mine ")
    desk.settle()
    before = memory(desk)
    desk.write_outside("MEMORY.md", b"theirs " + before)
    with desk.driver.qtbot.waitSignal(desk.driver.session.editing.conflicted):
        desk.press(KEYS.Key_S, CONTROL)
    desk.settle()
    assert memory(desk) == b"theirs " + before
    assert desk.view.unsaved() == "MEMORY.md"
    assert desk.driver.window.saving.conflicts.dialog is not None


@pytest.mark.parametrize("key", [KEYS.Key_1, KEYS.Key_2, KEYS.Key_3, None])
def test_a_text_in_conflict_is_over_once_somebody_has_chosen(desk, key):
    before = memory(desk)
    desk.edit.setFocus()
    desk.type("mine ")
    desk.settle()
    desk.write_outside("MEMORY.md", b"theirs " + before)
    with desk.driver.qtbot.waitSignal(desk.driver.session.editing.conflicted):
        desk.press(KEYS.Key_S, CONTROL)
    desk.settle()
    if key is None:
        desk.press(KEYS.Key_Escape)  # as a draft
    else:
        desk.press(key)
        desk.press(KEYS.Key_Return, CONTROL)
    desk.settle()
    theirs = b"theirs " + before
    written = {KEYS.Key_1: before, KEYS.Key_3: b"mine " + before}.get(key, theirs)
    assert memory(desk) == written
    assert desk.view.unsaved() == ""
    assert desk.edit.engine_text == written.decode()


def test_what_is_not_saved_stays_while_other_files_are_looked_at(desk):
    desk.edit.setFocus()
    desk.type("mine ")
    desk.view.left.list.setFocus()
    desk.press(KEYS.Key_Down)
    desk.settle()
    assert desk.shown == "memory/2026-06-16.md"
    assert desk.view.left.list.rows.row_at(0).is_unsaved
    desk.press(KEYS.Key_Up)
    desk.settle()
    assert desk.edit.engine_text.startswith("mine ")
    assert desk.view.head.badge.text() == "edited"


def test_a_draft_is_kept_among_the_changes(desk):
    before = memory(desk)
    desk.edit.setFocus()
    desk.type("later ")
    with desk.driver.qtbot.waitSignal(desk.driver.session.editing.drafted):
        desk.view.keep_draft()
    desk.settle()
    assert memory(desk) == before
    assert desk.view.unsaved() == ""
    assert desk.edit.engine_text == before.decode()


def test_discarding_shows_the_file_again(desk):
    before = memory(desk)
    desk.edit.setFocus()
    desk.type("x")
    desk.settle()
    desk.view.foot.discard.click()
    desk.settle()
    assert desk.view.unsaved() == ""
    assert desk.edit.engine_text == before.decode()


def test_saving_nothing_but_blanks_deletes_the_file(desk):
    desk.edit.setFocus()
    desk.edit.selectAll()
    desk.press(KEYS.Key_Delete)
    desk.save()
    assert not (desk.path / "MEMORY.md").exists()
    assert desk.view.pages.currentWidget() is desk.view.pages.no_memory


def test_closing_the_window_asks_about_text_that_is_not_saved(desk):
    before = memory(desk)
    desk.edit.setFocus()
    desk.type("x")
    desk.driver.window.close()
    dialog = desk.driver.window.unsaved.dialog
    assert "MEMORY.md" in dialog.accessibleDescription()
    assert desk.driver.window.isVisible()
    dialog.dismiss()
    desk.view.discard()
    desk.settle()
    assert memory(desk) == before
    assert desk.view.unsaved() == ""


def test_a_text_that_may_not_be_written_stays_and_says_why(desk):
    desk.edit.setFocus()
    desk.type("mine ")
    desk.settle()
    desk.presenter.drafts.refused.emit("It is a link.")
    assert desk.view.foot.note.text() == "It is a link."
    assert desk.edit.engine_text.startswith("mine ")


def test_a_byte_that_no_text_has_is_refused_in_the_foot_and_stays(desk):
    before = memory(desk)
    desk.edit.setFocus()
    pasted = QMimeData()
    pasted.setText("a\0b")
    desk.edit.insertFromMimeData(pasted)
    desk.press(KEYS.Key_S, CONTROL)
    desk.settle()
    assert desk.view.foot.state.text() == "Not saved"
    assert desk.view.foot.note.text().startswith("Line 1 of the text has a byte in it")
    assert desk.view.unsaved() == "MEMORY.md"
    assert desk.view.foot.save.isEnabled()
    assert memory(desk) == before
