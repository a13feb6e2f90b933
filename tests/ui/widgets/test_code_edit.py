"""The editor of a whole file: numbers, the line where reading ends, exact places."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor

from desktop_app.core.files.text import java_length
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets.code_edit import CodeEdit

TEXT = "".join(f"- line {number} of a list that is long enough to wrap\n" for number in range(60))


def shown(edit):
    # Without the scroll bar, whose length follows what was laid out.
    return edit.viewport().grab().toImage()


@pytest.fixture
def edit(qtbot):
    made = CodeEdit("Text", tag="the model reads to here")
    qtbot.addWidget(made)
    made.resize(300, 400)
    made.set_engine_text(TEXT)
    made.show()
    return made


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(text=st.text("ab\n\x1b\u200b\r\U0001f600\u05d0\udc80‹›", max_size=40), data=st.data())
def test_a_place_is_found_whatever_stands_before_it(edit, text, data):
    edit.set_engine_text(text)
    offset = data.draw(st.integers(0, len(text)))
    cursor = edit.textCursor()
    cursor.setPosition(edit.position_of(java_length(text[:offset])))
    cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
    copied = CodeEdit("")
    copied.textCursor().insertFragment(cursor.selection())
    assert copied.engine_text == text[offset:]


def test_the_step_goes_through_the_exact_character(edit):
    edit.set_reading_end(130)
    step = edit.step()
    cursor = edit.textCursor()
    cursor.setPosition(130)
    place = edit.cursorRect(cursor)
    assert abs(step.x - place.center().x()) <= 1
    assert step.top <= place.center().y() <= step.bottom


def test_lines_beside_the_strip_are_read_or_not(edit):
    edit.set_reading_end(130)
    step = edit.step()
    for area, meaning in edit.visible_strips():
        assert meaning is (Meaning.ENGINE if area.bottom() <= step.bottom + 1 else Meaning.OUT)
    edit.set_reading_end(None)
    assert {meaning for _, meaning in edit.visible_strips()} == {Meaning.ENGINE}


def test_nothing_is_drawn_where_all_is_read_and_something_where_not(edit):
    edit.set_reading_end(None)
    whole = shown(edit)
    edit.set_reading_end(130)
    assert shown(edit) != whole
    edit.set_reading_end(len(TEXT) - 3)
    assert edit.step() is None
    assert shown(edit) == whole


def test_a_line_that_has_scrolled_away_above_is_not_drawn(edit):
    edit.set_reading_end(130)
    edit.verticalScrollBar().setValue(edit.verticalScrollBar().maximum())
    line = tokens().shades(Meaning.ENGINE).fill.name()
    image = shown(edit)
    upper = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(4)}
    assert line not in upper
    edit.verticalScrollBar().setValue(0)
    image, step = shown(edit), edit.step()
    row = round(step.bottom * image.devicePixelRatio()) - 1
    assert line in {image.pixelColor(x, row).name() for x in range(image.width())}


@pytest.mark.parametrize(("first", "last"), [(40, 40), (57, 59), (60, 60)])
def test_lines_move_as_one_step_and_come_back(edit, first, last):
    lines = TEXT.split("\n")
    edit.move_lines(first, last, 3)
    moved = [*lines[:3], *lines[first : last + 1], *lines[3:first], *lines[last + 1 :]]
    assert edit.engine_text == "\n".join(moved)
    edit.undo()
    assert edit.engine_text == TEXT


def test_lines_that_are_chosen_end_before_the_one_that_only_the_cursor_is_in(edit):
    cursor = edit.textCursor()
    cursor.setPosition(edit.document().findBlockByNumber(2).position())
    cursor.setPosition(
        edit.document().findBlockByNumber(5).position(), QTextCursor.MoveMode.KeepAnchor
    )
    edit.setTextCursor(cursor)
    assert edit.chosen_lines() == (2, 4)


def test_numbers_go_on_from_the_part_before(edit):
    assert edit.line_label(edit.document().begin()) == "1"
    edit.set_first_line(500)
    assert edit.line_label(edit.document().begin()) == "501"


def test_grey_begins_where_reading_ends_also_after_lines_were_put_above(edit):
    edit.set_reading_end(130)
    cursor = edit.textCursor()
    cursor.setPosition(0)
    cursor.insertText("a new first line\n")
    edit.set_reading_end(130)
    assert [rest.cursor.selectionStart() for rest in edit.extraSelections()] == [130]
