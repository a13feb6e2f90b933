"""The dialog for a conflict, from the keyboard alone."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QWidget

from desktop_app.core.editing.conflict import Choice, ConflictItem, MergedPart
from ui.conflict.view import ConflictDialog
from ui.theme import Mode

_PATH = Path(__file__).with_name("change_gallery.py")
_SPEC = importlib.util.spec_from_file_location("change_gallery", _PATH)
GALLERY = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(GALLERY)
CONTROL = Qt.KeyboardModifier.ControlModifier
ITEMS = (
    ConflictItem("Observation 33", "text", "port 80", "port 90", "port 70", is_editable=True),
    ConflictItem("Observation 14", "importance", "0.65", None, "0.40"),
)


@pytest.fixture
def dialog(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    window.setCentralWidget(QLineEdit())
    window.resize(1280, 800)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    dialog = ConflictDialog(
        window.centralWidget(),
        items=ITEMS,
        merged=[MergedPart("Observation 41", "new, from the engine")],
        seen_note="12:01",
        theirs_note="12:04",
        mine_note="not saved yet",
    )
    dialog.window_of_test = window
    dialog.open()
    return dialog


def press(qtbot, *keys, modifiers=Qt.KeyboardModifier.NoModifier):
    for key in keys:
        qtbot.keyClick(QApplication.focusWidget(), key, modifiers)


def test_every_choice_is_made_from_the_keyboard_and_then_saved(dialog, qtbot):
    assert dialog.primary_button.toolTip() == "2 items have no choice yet"
    with qtbot.assertNotEmitted(dialog.save_requested):
        press(qtbot, Qt.Key.Key_Return, modifiers=CONTROL)
    press(qtbot, Qt.Key.Key_3, Qt.Key.Key_Left, Qt.Key.Key_Down)
    assert dialog.heading.text() == "Observation 14 · importance"
    assert dialog.primary_button.toolTip() == "1 item has no choice yet"
    press(qtbot, Qt.Key.Key_1)
    with qtbot.waitSignal(dialog.save_requested):
        press(qtbot, Qt.Key.Key_Return, modifiers=CONTROL)
    assert dialog.choices() == (Choice.THEIRS, Choice.SEEN)
    assert dialog.isVisible()  # until whoever saves it knows that it is saved


def test_the_result_can_be_edited_and_counts_its_tokens(dialog, qtbot):
    press(qtbot, Qt.Key.Key_3)
    assert (dialog.result_field.area.text, dialog.result_field.tokens) == ("port 70", "2 tokens")
    press(qtbot, Qt.Key.Key_E)
    qtbot.keyClick(dialog.result_field.area.edit, Qt.Key.Key_End, CONTROL)
    qtbot.keyClicks(dialog.result_field.area.edit, "00 and more")
    assert dialog.result_field.tokens == "5 tokens"
    assert dialog.choices_so_far() == ("port 7000 and more", None)
    assert dialog.list.rows.row(1).subtitle == "text · edited"
    dialog.list.setFocus()
    press(qtbot, Qt.Key.Key_Down, Qt.Key.Key_3, Qt.Key.Key_Up)
    assert dialog.result_field.area.text == "port 7000 and more"
    assert dialog.choices() == ("port 7000 and more", Choice.MINE)


def test_what_was_written_is_there_again_after_a_look_at_another_version(dialog, qtbot):
    press(qtbot, Qt.Key.Key_3, Qt.Key.Key_E)
    qtbot.keyClicks(dialog.result_field.area.edit, "my ")
    dialog.list.setFocus()
    press(qtbot, Qt.Key.Key_1)
    assert dialog.choices_so_far() == (Choice.SEEN, None)
    press(qtbot, Qt.Key.Key_3)
    assert dialog.choices_so_far() == ("my port 70", None)
    dialog.keep_mine.click()
    assert dialog.choices() == (Choice.MINE, Choice.MINE)
    assert dialog.result_field.area.text == "port 70"


def test_the_result_is_scrolled_into_sight_when_it_is_edited(dialog, qtbot):
    dialog.window_of_test.resize(900, 340)
    press(qtbot, Qt.Key.Key_3, Qt.Key.Key_E)
    qtbot.waitUntil(lambda: not dialog.result_field.area.visibleRegion().isEmpty())
    shown = dialog.result_field.area.visibleRegion().boundingRect()
    assert shown.height() == dialog.result_field.area.height()


def test_keys_of_the_dialog_work_while_the_result_is_edited(dialog, qtbot):
    press(qtbot, Qt.Key.Key_3, Qt.Key.Key_E)
    assert QApplication.focusWidget() is dialog.result_field.area.edit
    with qtbot.waitSignal(dialog.draft_requested):
        press(qtbot, Qt.Key.Key_Escape)
    dialog.keep_mine.click()
    press(qtbot, Qt.Key.Key_E)
    with qtbot.waitSignal(dialog.save_requested):
        press(qtbot, Qt.Key.Key_Return, modifiers=CONTROL)


def test_an_edit_taken_back_by_hand_is_the_version_again(dialog, qtbot):
    press(qtbot, Qt.Key.Key_2, Qt.Key.Key_E)
    qtbot.keyClick(dialog.result_field.area.edit, Qt.Key.Key_End, CONTROL)
    qtbot.keyClicks(dialog.result_field.area.edit, "x")
    qtbot.keyClick(dialog.result_field.area.edit, Qt.Key.Key_Backspace)
    assert dialog.choices_so_far() == (Choice.THEIRS, None)


def test_what_is_not_there_is_said_and_not_edited(dialog, qtbot):
    press(qtbot, Qt.Key.Key_Down, Qt.Key.Key_2)
    assert dialog.result_field.area.text == "(not there)"
    assert dialog.result_field.area.edit.isReadOnly()
    assert dialog.result_field.tokens == ""
    assert dialog.choices_so_far() == (None, Choice.THEIRS)
    with pytest.raises(ValueError, match="1 items"):
        dialog.choices()


@pytest.mark.parametrize(
    ("button", "choice"), [("take_theirs", Choice.THEIRS), ("keep_mine", Choice.MINE)]
)
def test_one_button_chooses_the_same_of_all(dialog, qtbot, button, choice):
    getattr(dialog, button).setFocus()
    press(qtbot, Qt.Key.Key_Space)
    assert dialog.choices() == (choice, choice)
    assert dialog.primary_button.isEnabled()
    assert "every choice is made" in dialog.accessibleDescription()


def test_escape_keeps_the_draft_and_loses_nothing(dialog, qtbot):
    press(qtbot, Qt.Key.Key_3)
    with qtbot.waitSignal(dialog.draft_requested):
        press(qtbot, Qt.Key.Key_Escape)
    assert dialog.choices_so_far() == (Choice.MINE, None)
    dialog.finish()
    assert QApplication.focusWidget() is dialog.window_of_test.centralWidget()


@pytest.mark.parametrize("size", [(1280, 800), (900, 600)])
@pytest.mark.parametrize("mode", [Mode.LIGHT, Mode.DARK])
@pytest.mark.parametrize("name", GALLERY.PAGES)
def test_a_page_of_the_gallery_paints_in_both_looks(qtbot, look, name, mode, size):
    look.set_mode(mode)
    page = GALLERY.PAGES[name]()
    qtbot.addWidget(page)
    with qtbot.waitExposed(page):
        GALLERY.show(page)
    page.resize(*size)
    assert not page.grab().isNull()
    for widget in page.findChildren(QWidget):
        stop = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        if stop and widget.isVisible() and not widget.focusProxy():
            spoken = QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
            assert spoken, widget
