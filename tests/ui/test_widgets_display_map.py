"""The mapping between engine text, screen text and Qt positions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextDocumentLayout

from ui.widgets.display_map import DisplayMap, Span, name
from ui.widgets.json_view import indent

TRICKY = "a\tb\r\nc\x1b\x00\x7f\x85\xa0\xad\u200b\u2028\u2029\ufdd0\ufeff\uffff\udcff\ud800😀éש\n"
ENGINE_TEXT = st.text(st.sampled_from(TRICKY) | st.characters(codec=None), max_size=60)


@pytest.mark.parametrize(
    ("character", "shown"),
    [
        ("\x1b", "‹ESC›"),
        ("\x00", "‹NUL›"),
        ("\r", "‹CR›"),
        ("\x7f", "‹DEL›"),
        ("\x85", "‹U+0085›"),
        ("\u200b", "‹U+200B›"),
        ("\u202e", "‹U+202E›"),
        ("\u2028", "‹U+2028›"),
        ("\ufdd0", "‹U+FDD0›"),
        ("\udcff", "‹0xFF›"),
        ("\ud800", "‹U+D800›"),
        ("\U000e0041", "‹U+E0041›"),
    ],
)
def test_a_character_nobody_can_see_gets_a_name(character, shown):
    mapped = DisplayMap(f"x{character}y")
    assert mapped.display == f"x{shown}y"
    assert mapped.marks == [Span(1, 1 + len(shown))]
    assert name(character) == shown


@pytest.mark.parametrize("text", ["tab\tand\nline", "⚠️", "👨‍👩‍👧", "می‌خواهم", "שלום", "日本　語"])
def test_what_can_be_seen_stays_as_it_is(text):
    assert DisplayMap(text).display == text
    assert DisplayMap(text).marks == []


def test_an_odd_space_stays_but_is_marked():
    mapped = DisplayMap("a\xa0b")
    assert mapped.display == "a\xa0b"
    assert mapped.marks == [Span(1, 2)]


def test_a_joiner_between_plain_letters_is_shown():
    assert DisplayMap("pass\u200dword").display == "pass‹U+200D›word"


def test_a_name_in_a_line_from_right_to_left_is_isolated():
    text = "left\x1b\nשלום\x1babc"  # noqa: RUF001 - Hebrew
    mapped = DisplayMap(text)
    assert mapped.display == "left‹ESC›\nשלום\u2066‹ESC›\u2069abc"  # noqa: RUF001
    start = mapped.to_position(text.rindex("\x1b"))
    assert {mapped.to_offset(start + inside) for inside in range(7)} == {text.rindex("\x1b")}
    assert mapped.engine_text(0, mapped.length) == text
    assert DisplayMap(text, 6).display == mapped.display[10:]


def test_a_position_inside_a_name_is_its_one_character():
    mapped = DisplayMap("a\x1bb")
    assert [mapped.to_offset(position) for position in range(8)] == [0, 1, 1, 1, 1, 1, 2, 3]
    assert mapped.engine_text(3, 4) == "\x1b"
    assert mapped.engine_text(0, 1) == "a"


def test_a_window_keeps_the_offsets_of_the_whole_text():
    mapped = DisplayMap("one\ntwo\nthree", 4, 8)
    assert mapped.display == "two\n"
    assert mapped.to_offset(1) == 5
    assert mapped.to_position(5) == 1
    assert mapped.positions(Span(0, 3)) is None
    assert mapped.positions(Span(2, 6)) == Span(0, 2)


@given(ENGINE_TEXT)
def test_offsets_and_positions_are_inverse(text):
    mapped = DisplayMap(text)
    assert mapped.length == len(mapped.display.encode("utf-16-le")) // 2
    for offset in range(len(text) + 1):
        assert mapped.to_offset(mapped.to_position(offset)) == offset
    assert mapped.engine_text(0, mapped.length) == text


@given(ENGINE_TEXT)
def test_qt_counts_the_same_positions_and_lines(text):
    document = QTextDocument()
    document.setDocumentLayout(QPlainTextDocumentLayout(document))
    mapped = DisplayMap(text)
    document.setPlainText(mapped.display)
    cursor = QTextCursor(document)
    cursor.movePosition(QTextCursor.MoveOperation.End)
    assert cursor.position() == mapped.length
    assert document.blockCount() == text.count("\n") + 1


def test_json_is_indented_without_changing_a_value():
    assert indent('{"n":1.50,"n":[{},[1e5,"a, b: {\\"}"]]}') == (
        '{\n  "n": 1.50,\n  "n": [\n    {},\n    [\n      1e5,\n      "a, b: {\\"}"\n    ]\n  ]\n}'
    )
    assert indent("{broken") is None
    assert indent("[" * 100_000) is None
