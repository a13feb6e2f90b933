"""Editing engine text: every character comes back, also through undo, copy and paste."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from desktop_app.core.engine_text import decode
from ui.clipboard import BYTES_FORMAT
from ui.widgets.text_area import TextArea

CONTROL = Qt.KeyboardModifier.ControlModifier
ODD = "a\r\nb\u2028c\u2029\xa0d\ufdd0\x1b" + decode(b"\xff") + "\t🎉 \u200bא\u202e‹ESC›"
CHARACTERS = st.sampled_from(
    [*"ab \n\t", "\r", "\u2028", "\u2029", "\xa0", "\x1b", "\udcff", "🎉", "א"]
)


@pytest.fixture
def area(qtbot):
    page = QWidget()
    qtbot.addWidget(page)
    layout = QVBoxLayout(page)
    area = TextArea("Text")
    area.page, area.after = page, QLineEdit()
    layout.addWidget(area)
    layout.addWidget(area.after)
    page.resize(400, 300)
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    area.setFocus()
    return area


def test_what_is_put_in_comes_back(area):
    area.set_text(ODD)
    assert area.text == ODD
    assert "‹CR›" in area.edit.toPlainText()


@settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(st.lists(CHARACTERS).map("".join))
def test_any_text_comes_back(area, text):
    area.set_text(text)
    assert area.text == text


def test_only_what_a_person_types_is_an_edit(area, qtbot):
    with qtbot.assertNotEmitted(area.edited):
        area.set_text("a\x1b")
    area.edit.moveCursor(QTextCursor.MoveOperation.End)
    with qtbot.waitSignal(area.edited):
        qtbot.keyClicks(area.edit, "bc")
    assert area.text == "a\x1bbc"


def test_undo_brings_a_removed_character_back(area, qtbot):
    area.set_text(ODD)
    qtbot.keyClick(area.edit, Qt.Key.Key_A, CONTROL)
    qtbot.keyClick(area.edit, Qt.Key.Key_Delete)
    assert area.text == ""
    qtbot.keyClick(area.edit, Qt.Key.Key_Z, CONTROL)
    assert area.text == ODD
    qtbot.keyClick(area.edit, Qt.Key.Key_Z, CONTROL)
    assert area.text == ODD


def test_copy_and_paste_keep_every_character(area, qtbot):
    area.set_text(ODD)
    qtbot.keyClick(area.edit, Qt.Key.Key_A, CONTROL)
    qtbot.keyClick(area.edit, Qt.Key.Key_C, CONTROL)
    copied = bytes(QGuiApplication.clipboard().mimeData().data(BYTES_FORMAT).data())
    assert decode(copied) == ODD
    area.edit.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClick(area.edit, Qt.Key.Key_V, CONTROL)
    assert area.text == ODD + ODD


def test_text_from_elsewhere_has_plain_line_feeds(area):
    data = QMimeData()
    data.setText("one\r\ntwo")
    area.edit.insertFromMimeData(data)
    assert area.text == "one\ntwo"


def test_keys_that_are_not_text_go_on(area, qtbot):
    area.set_text("a")
    qtbot.keyClick(area.edit, Qt.Key.Key_Return, CONTROL)
    assert area.text == "a"
    qtbot.keyClick(area.edit, Qt.Key.Key_Tab)
    assert area.text == "a"
    assert QApplication.focusWidget() is area.after


def test_it_grows_with_its_text_to_a_limit_and_then_scrolls(area):
    heights = []
    for lines in (1, 3, 100):
        area.set_text("words\n" * lines)
        heights.append(area.sizeHint().height())
    assert heights[0] < heights[1] < heights[2] == 160


@pytest.mark.parametrize("text", ["one", "a\nb", "words " * 60, "a\n" * 5, "words that wrap " * 24])
def test_nothing_scrolls_while_there_is_room_to_grow(area, qtbot, text):
    area.set_text(text)
    qtbot.waitUntil(lambda: area.height() == area.sizeHint().height())
    assert area.edit.verticalScrollBar().maximum() == 0
