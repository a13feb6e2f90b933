"""The view of a difference: what is tinted, what is said, what is copied."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QWidget

from desktop_app.core.text_diff import LineKind
from ui.clipboard import BYTES_FORMAT
from ui.theme import Mode, tokens
from ui.widgets.diff_view import DiffView

BEFORE = "one\ntwo\nthree\nfour\nfive\nsix\nport 80 a\r\nlast"
AFTER = "one\ntwo\nthree\nfour\nfive\nsix\nport 90 a\x1b\nlast\n"


@pytest.fixture
def view(qtbot):
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(500, 300)
    view = DiffView("Next turn", page)
    view.setGeometry(0, 0, 500, 300)
    with qtbot.waitExposed(page):
        page.show()
        page.activateWindow()
    view.page = page
    return view


def clipboard():
    return bytes(QGuiApplication.clipboard().mimeData().data(BYTES_FORMAT).data())


def test_it_shows_signs_folds_and_names_of_invisible_characters(view):
    view.show_texts(BEFORE, AFTER)
    assert view.text.toPlainText().split("\n") == [
        "… 4 unchanged",
        "five",
        "six",
        "port 80 a‹CR›",
        "port 90 a‹ESC›",
        "last",
        "",
    ]
    kinds = [kind for kind, _ in view.text.visible_lines()]
    assert kinds[0] is LineKind.FOLDED
    assert kinds[3:] == [LineKind.REMOVED, LineKind.ADDED, LineKind.SAME, LineKind.ADDED]
    assert view.text.accessibleDescription() == "2 lines added, 1 removed, 7 unchanged"


def test_the_tint_covers_all_rows_of_a_wrapped_line_from_edge_to_edge(view, look):
    for mode in (Mode.LIGHT, Mode.DARK):
        look.set_mode(mode)
        view.show_texts("start", "start\n" + "many words that wrap " * 20)
        ((_, first), (_, wrapped)) = view.text.visible_lines()
        assert wrapped.height() > 3 * first.height()
        picture = view.grab().toImage()
        bottom = int(view.text.y() + wrapped.bottom()) - 1
        for x in (2, 250, 497):
            for y in (int(view.text.y() + wrapped.top()) + 1, bottom):
                assert picture.pixelColor(x, y) == tokens().added, (mode, x, y)
            assert picture.pixelColor(x, bottom + 4) == tokens().surface


def test_a_word_longer_than_a_line_is_broken(view):
    view.show_texts("", "x" * 500)
    assert view.text.horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize("lines", [1, 3, 9, 15])
def test_a_difference_that_has_room_does_not_scroll(view, qtbot, lines):
    view.show_texts("", "words that wrap when there is a scroll bar, or not \n" * lines)
    view.resize(500, view.sizeHint().height())
    qtbot.waitUntil(lambda: view.height() == view.sizeHint().height())
    assert view.text.verticalScrollBar().maximum() == 0


def test_words_that_changed_are_marked_in_the_stronger_tint(view):
    view.show_texts("port 80", "port 90")
    grounds = [one.format.background().color() for one in view.text.extraSelections()]
    assert grounds == [tokens().removed_word, tokens().added_word]
    chosen = [one.cursor.selectedText() for one in view.text.extraSelections()]
    assert chosen == ["80", "90"]


def test_copying_gives_the_real_characters_also_of_what_is_folded(view, qtbot):
    view.show_texts(BEFORE, AFTER)
    view.setFocus()
    qtbot.keyClick(view.text, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(view.text, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == b"one\ntwo\nthree\nfour\nfive\nsix\nport 80 a\r\nport 90 a\x1b\nlast\n"
    view.text.moveCursor(QTextCursor.MoveOperation.Start)
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(view.text, Qt.Key.Key_C, both)
    assert clipboard() == AFTER.encode()


def test_a_part_of_a_line_is_copied_as_it_is(view, qtbot):
    view.show_texts("alpha beta", "alpha gamma")
    view.setFocus()
    qtbot.keyClick(view.text, Qt.Key.Key_Right)
    for _ in range(4):
        qtbot.keyClick(view.text, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert view.text.selected_text == "lpha"
    qtbot.keyClick(view.text, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(view.text, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert view.text.selected_text == "lpha beta\n"


def test_keys_scroll_a_long_difference(view, qtbot):
    view.show_texts("", "\n".join(f"line {number}" for number in range(200)))
    view.setFocus()
    qtbot.keyClick(view.text, Qt.Key.Key_PageDown)
    assert view.text.verticalScrollBar().value() > 0
    numbers = [kind for kind, _ in view.text.visible_lines()]
    assert set(numbers) == {LineKind.ADDED}


def test_a_megabyte_is_laid_out_in_parts(view):
    view.show_texts("", "word " * 200_000)
    assert view.text.map.end < 1_000_000
    view.text.show_window(500_000)
    assert {kind for kind, _ in view.text.visible_lines()} == {LineKind.ADDED}
