"""Editing files in the window: exact bytes, the line that moves, drafts and conflicts."""

from __future__ import annotations

import os

import pytest
from ledger_window import LedgerWindow
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor

from desktop_app.core.files.text import java_length
from ui.ledger.dialogs import ConvertDialog, DiffDialog, EntryDialog, SectionDialog
from ui.ledger.head import THIRD
from ui.ledger.parts import first_part, next_part, part_at, previous_part
from ui.widgets.mapped_text import WINDOW

KEYS = Qt.Key
CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


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


def test_alt_up_moves_a_line_to_the_end_of_what_is_read_and_can_be_undone(lending):
    window = lending("u-106")
    before = memory(window, "u-106").decode()
    last = before.rstrip("\n").split("\n")[-1]
    window.edit.setFocus()
    window.put_cursor(before.rstrip("\n").count("\n"))
    window.press(KEYS.Key_Up, ALT)
    window.settle()
    moved = window.edit.engine_text
    read = moved[: window.presenter.turn.reach.injection.cut.offset]
    assert f"\n{last}\n" in read
    assert sorted(moved.split("\n")) == sorted(before.split("\n"))
    window.press(KEYS.Key_Z, CONTROL)
    window.settle()
    assert window.edit.engine_text == before
    assert window.view.unsaved() == ""


def test_the_button_beside_the_numbers_does_the_same(lending):
    window = lending("u-106")
    lost = window.presenter.turn.reach.injection.lost
    assert window.inspector.reach.lost.text() == f"{lost:,} characters are cut"
    window.put_cursor(window.edit.blockCount() - 3)
    window.inspector.reach.above.click()
    window.settle()
    assert window.view.unsaved() == "u-106/MEMORY.md"


def test_ctrl_d_shows_what_is_written_and_saves_it(desk):
    desk.edit.setFocus()
    desk.type("# new ")
    desk.press(KEYS.Key_D, CONTROL)
    (found,) = desk.driver.window.findChildren(DiffDialog)
    desk.wait(lambda: found.planned is not None)
    assert "What changes in MEMORY.md" in found.preview.diff_title.text()
    with desk.driver.qtbot.waitSignal(desk.driver.session.editing.saved):
        found.confirm()
    desk.settle()
    assert memory(desk).startswith(b"# new ")
    assert desk.view.unsaved() == ""


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


def test_what_is_not_saved_stays_while_other_files_are_looked_at(desk):
    desk.edit.setFocus()
    desk.type("mine ")
    desk.view.left.list.setFocus()
    desk.press(KEYS.Key_Down)
    desk.settle()
    assert desk.shown == "memory/2026-06-16.md"
    assert desk.view.left.list.rows.rows[0].is_unsaved
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


def test_the_placeholder_goes_with_one_click(lending):
    window = lending("u-104")
    with window.driver.qtbot.waitSignal(window.driver.session.editing.saved):
        window.view.notice.banner.activated.emit()
    window.settle()
    assert memory(window, "u-104") == b"- Prefers metric units.\n"
    assert not window.view.notice.isVisible()


def test_a_file_that_is_not_utf8_can_only_be_read_until_it_is_converted(lending):
    window = lending("u-105")
    before = memory(window, "u-105")
    assert window.edit.isReadOnly()
    window.edit.setFocus()
    window.type("zz")
    window.settle()
    assert memory(window, "u-105") == before
    window.view.notice.banner.activated.emit()
    (dialog,) = window.driver.window.findChildren(ConvertDialog)
    window.wait(lambda: dialog.planned is not None)
    with window.driver.qtbot.waitSignal(window.driver.session.editing.saved):
        dialog.confirm()
    window.settle()
    assert memory(window, "u-105") == before.decode("latin-1").encode()
    assert not window.edit.isReadOnly()


def test_a_link_is_shown_and_never_opened(desk, tmp_path):
    secret = tmp_path / "secret.md"
    secret.write_text("secret words\n")
    (desk.path / "memory" / "2026-06-20.md").symlink_to(secret)
    desk.driver.session.files_changed.emit()
    desk.settle()
    desk.go("", "memory/2026-06-20.md")
    assert desk.presenter.file.row is None
    desk.view.head.forms.choose("edit")
    assert desk.edit.engine_text == ""
    assert desk.edit.isReadOnly()
    assert "link" in desk.view.notice.banner.accessibleName()


def test_n_adds_an_entry_to_both_layers(desk):
    before = memory(desk)
    desk.view.left.list.setFocus()
    desk.press(KEYS.Key_N)
    (dialog,) = desk.driver.window.findChildren(EntryDialog)
    assert not dialog.primary_button.isEnabled()
    desk.type("- Refunds need two eyes.")
    desk.wait(lambda: dialog.planned is not None)
    with desk.driver.qtbot.waitSignal(desk.driver.session.editing.saved):
        desk.press(KEYS.Key_Return, CONTROL)
    desk.settle()
    assert memory(desk) == before + b"\n- Refunds need two eyes.\n"
    newest = max((desk.path / "memory").glob("2026-*.md"), key=os.path.getmtime)
    assert newest.read_text().endswith("\n- Refunds need two eyes.\n")
    assert "## Memory Save — " in newest.read_text()


def test_c_appends_a_correction_and_leaves_the_old_fact(desk):
    before = {path: path.read_bytes() for path in (desk.path / "memory").glob("*.md")}
    desk.go("", "memory/2026-06-15.md")
    desk.view.left.list.setFocus()
    desk.press(KEYS.Key_C)
    (dialog,) = desk.driver.window.findChildren(EntryDialog)
    desk.type("- The host is another one.")
    desk.wait(lambda: dialog.planned is not None)
    with desk.driver.qtbot.waitSignal(desk.driver.session.editing.saved):
        dialog.confirm()
    desk.settle()
    assert all(path.read_bytes().startswith(data) for path, data in before.items())


def test_e_edits_one_section_and_only_its_bytes_change(desk):
    desk.go("", "memory/2026-06-15.md")
    desk.view.head.forms.choose(THIRD)
    file = desk.presenter.file
    first, second = file.log.sections
    desk.view.pages.sections.list.setFocus()
    desk.press(KEYS.Key_Down)
    desk.press(KEYS.Key_E)
    (dialog,) = desk.driver.window.findChildren(SectionDialog)
    dialog.content.edit.setFocus()
    dialog.content.edit.selectAll()
    desk.type("- other words")
    dialog.keep_time.setChecked(True)
    desk.wait(lambda: dialog.planned is not None)
    written = (desk.path / "memory/2026-06-15.md").stat().st_mtime_ns
    with desk.driver.qtbot.waitSignal(desk.driver.session.editing.saved):
        dialog.confirm()
    desk.settle()
    text = (desk.path / "memory/2026-06-15.md").read_text()
    assert text == file.text.text[: second.body_start] + "- other words"
    assert file.text.text[first.start : first.end] in text
    assert (desk.path / "memory/2026-06-15.md").stat().st_mtime_ns == written


def test_parts_of_a_long_text_join_to_the_whole():
    text = "".join(f"- fact {number}\r\n" for number in range(60_000))
    part = part_at(text, 0, "\r\n")
    assert len(part.stored) <= WINDOW
    assert part.stored.endswith("\r\n")
    second = next_part(part)
    assert second.start == part.stop
    assert part.stored + second.stored + text[second.end :] == text
    assert previous_part(second) == part
    assert second.first_line == part.stored.count("\n")
    assert "\r" not in second.shown
    assert second.with_shown(second.shown) == second
    edited = second.with_shown("new\n")
    assert edited.whole == part.stored + "new\r\n" + text[second.end :]
    assert previous_part(edited).whole == edited.whole
    assert edited.head(10_000_000) == edited.whole
    assert edited.says(edited.whole)
    assert not edited.says(text)


def test_a_file_of_fifty_megabytes_is_edited_in_parts(desk):
    line = b"- a fact of a long life that is told at some length\n"
    data = line * (50_000_000 // len(line))
    desk.write_outside("MEMORY.md", data)
    part = desk.view.pages.editor.part
    assert not part.is_whole
    assert desk.view.pages.editor.bar.isVisible()
    assert desk.edit.reading_end == desk.presenter.turn.reach.injection.cut.offset
    desk.view.pages.editor.bar.later.click()
    desk.settle()
    assert desk.edit.reading_end == 0
    desk.edit.setFocus()
    desk.type("X")
    desk.save()
    place = len(part.stored)
    assert memory(desk) == data[:place] + b"X" + data[place:]
    assert first_part(desk.presenter.file.text).stored == part.stored


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
