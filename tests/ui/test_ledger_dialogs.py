"""Dialogs and banners of the daily logs, and what they write."""

from __future__ import annotations

import os

import pytest
from ledger_window import LedgerWindow
from PySide6.QtCore import Qt

from ui.ledger.dialogs import ConvertDialog, DiffDialog, EntryDialog, SectionDialog
from ui.ledger.head import THIRD
from ui.widgets.question import Question
from ui.widgets.text_area import TextArea

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


def test_ctrl_d_shows_what_is_written_and_saves_it(desk):
    desk.edit.setFocus()
    desk.type("# new ")
    desk.press(KEYS.Key_D, CONTROL)
    (found,) = desk.driver.window.findChildren(DiffDialog)
    desk.wait(lambda: found.planned is not None)
    assert found.preview.differences.titles == ["What changes in MEMORY.md"]
    with desk.driver.qtbot.waitSignal(desk.driver.session.editing.saved):
        found.confirm()
    desk.settle()
    assert memory(desk).startswith(b"# new ")
    assert desk.view.unsaved() == ""


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
    assert text == file.text.text[: second.body_start] + "- other words\n"
    assert file.text.text[first.start : first.end] in text
    assert (desk.path / "memory/2026-06-15.md").stat().st_mtime_ns == written


def test_a_section_that_is_added_to_at_its_end_keeps_the_last_line_break(desk):
    path = desk.path / "memory/2026-05-29.md"
    before = path.read_bytes()
    assert before.endswith(b"\n")
    desk.go("", "memory/2026-05-29.md")
    desk.view.head.forms.choose(THIRD)
    desk.view.pages.sections.list.setFocus()
    desk.press(KEYS.Key_E)
    (dialog,) = desk.driver.window.findChildren(SectionDialog)
    dialog.content.edit.setFocus()
    desk.press(KEYS.Key_End, CONTROL)
    desk.type("- Typed.")
    desk.wait(lambda: dialog.planned is not None)
    with desk.driver.qtbot.waitSignal(desk.driver.session.editing.saved):
        dialog.confirm()
    desk.settle()
    assert path.read_bytes() == before + b"- Typed.\n"


def test_escape_asks_before_a_typed_text_is_thrown_away(desk):
    desk.view.left.list.setFocus()
    desk.press(KEYS.Key_N)
    (dialog,) = desk.driver.window.findChildren(EntryDialog)
    desk.type("- Half a thought.")
    desk.press(KEYS.Key_Escape)
    (question,) = desk.driver.window.findChildren(Question)
    desk.press(KEYS.Key_Escape)
    assert question.isHidden()
    assert dialog.isVisible()
    assert dialog.content.text == "- Half a thought."
    desk.press(KEYS.Key_Escape)
    desk.press(KEYS.Key_Return, CONTROL)
    assert dialog.isHidden()


def test_escape_asks_nothing_where_nothing_was_typed(desk):
    desk.go("", "memory/2026-06-15.md")
    desk.view.head.forms.choose(THIRD)
    desk.view.pages.sections.list.setFocus()
    desk.press(KEYS.Key_Down)
    desk.press(KEYS.Key_E)
    (dialog,) = desk.driver.window.findChildren(SectionDialog)
    desk.press(KEYS.Key_Escape)
    assert dialog.isHidden()
    assert not desk.driver.window.findChildren(Question)


def test_a_correction_shows_the_chosen_fact_and_begins_with_nothing_typed(desk):
    lines = desk.edit.engine_text.split("\n")
    number = next(place for place, line in enumerate(lines) if line.startswith("- "))
    desk.put_cursor(number)
    desk.view.left.list.setFocus()
    desk.press(KEYS.Key_C)
    (dialog,) = desk.driver.window.findChildren(EntryDialog)
    (old,) = (one for one in dialog.findChildren(TextArea) if one is not dialog.content)
    assert old.text == lines[number]
    assert old.edit.isReadOnly()
    assert dialog.content.text == ""
    dialog.content.edit.setFocus()
    desk.type("Ana left.")
    desk.wait(lambda: dialog.planned is not None)
    label = dialog.planned.plan.change.label
    assert label.startswith(f"Correct “{lines[number][2:42]}")
    assert label.endswith("to “Ana left.”")
    assert dialog.planned.plan.change.files[0].after.data.endswith(b"\n- Ana left.\n")


def test_a_dialog_says_of_whose_memory_it_speaks(lending):
    window = lending("u-105")
    window.view.notice.banner.activated.emit()
    (dialog,) = window.driver.window.findChildren(ConvertDialog)
    assert dialog.accessibleName() == "Convert MEMORY.md of “u-105” to UTF-8"


def test_a_kept_time_promises_nothing_where_the_log_is_taken_anyway(desk):
    desk.go("", "memory/2026-06-15.md")
    assert section_dialog(desk).keep_time.text() == (
        "Keep the file's time (the next consolidation takes it anyway)"
    )
    desk.press(KEYS.Key_Escape)
    desk.go("", "memory/2026-05-29.md")
    assert section_dialog(desk).keep_time.text() == (
        "Keep the file's time, so that no consolidation sees the edit"
    )


def section_dialog(desk):
    desk.view.head.forms.choose(THIRD)
    desk.view.pages.sections.list.setFocus()
    desk.press(KEYS.Key_Down)
    desk.press(KEYS.Key_E)
    return next(one for one in desk.driver.window.findChildren(SectionDialog) if one.isVisible())
