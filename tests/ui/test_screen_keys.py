"""With the keys of X11, no text field deletes by a key that the program gives to a command."""

from __future__ import annotations

import pytest
from notes_window import NotesWindow
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QTextCursor
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit

from ui.change_dialog import ChangeDialog
from ui.notes.dialogs import NoteDiffDialog
from ui.palette.panel import Panel
from ui.widgets.code_edit import CodeEdit
from ui.widgets.engine_edit import EngineEdit
from ui.widgets.exact_line import ExactLine
from ui.widgets.fields import FilterField, SearchField
from ui.widgets.line_edit import LineField
from ui.widgets.text_area import TextArea

KEYS = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
LINE = "memory/company/crlf.md"

pytestmark = pytest.mark.screen


@pytest.fixture
def desk(driver, sample_workspace):
    window = NotesWindow(driver, sample_workspace("little_harness_desk"), note=LINE)
    window.see_as("underwriter")
    return window


@pytest.mark.parametrize("of_text", [False, True])
def test_the_difference_is_shown_from_within_a_field_and_nothing_is_deleted(desk, of_text):
    assert QKeySequence("Ctrl+D") in QKeySequence.keyBindings(QKeySequence.StandardKey.Delete)
    desk.press(KEYS.Key_E)
    desk.settle()
    edit = (desk.fields.body if of_text else desk.fields.description).edit
    edit.setFocus()
    edit.moveCursor(QTextCursor.MoveOperation.Start)
    desk.type("Typed")
    before = edit.engine_text
    desk.press(KEYS.Key_D, CONTROL)
    desk.settle()
    assert edit.engine_text == before
    assert len(desk.driver.window.findChildren(NoteDiffDialog)) == 1
    assert all(
        isinstance(one, NoteDiffDialog) for one in desk.driver.window.findChildren(ChangeDialog)
    )


FIELDS = [
    lambda: EngineEdit("Field"),
    lambda: CodeEdit("Field"),
    lambda: TextArea("Field"),
    lambda: LineField("Field"),
    lambda: ExactLine("Field"),
    lambda: SearchField("Field"),
    lambda: FilterField("Field", key="F"),
]


def typed(line: QLineEdit | QPlainTextEdit) -> str:
    return line.text() if isinstance(line, QLineEdit) else line.toPlainText()


@pytest.mark.parametrize("key", [KEYS.Key_D, KEYS.Key_K])
@pytest.mark.parametrize("make", FIELDS)
def test_no_kind_of_field_deletes_by_these_keys(qtbot, make, key):
    field = make()
    qtbot.addWidget(field)
    with qtbot.waitActive(field):
        field.show()
        field.activateWindow()
    field.setFocus()
    line = QApplication.focusWidget()
    qtbot.keyClicks(line, "written")
    qtbot.keyClick(line, KEYS.Key_Home)
    qtbot.keyClick(line, key, CONTROL)
    assert typed(line) == "written"


def test_the_field_of_the_palette_deletes_nothing_either(desk):
    desk.driver.do("palette.open")
    field = desk.driver.window.findChild(Panel).field
    desk.driver.qtbot.keyClicks(field, "written")
    desk.driver.qtbot.keyClick(field, KEYS.Key_Home)
    desk.driver.qtbot.keyClick(field, KEYS.Key_D, CONTROL)
    assert field.text() == "written"
