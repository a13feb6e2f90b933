"""The exact text in a window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor

from ui.clipboard import BYTES_FORMAT
from ui.theme import Mode
from ui.tokens import DARK, LIGHT, Meaning
from ui.widgets.display_map import Span
from ui.widgets.exact_parts import Ground, Strip, WordMark
from ui.widgets.exact_text import ExactText
from ui.widgets.json_view import JsonView
from ui.widgets.mapped_text import LINE_WINDOW, WINDOW
from ui.widgets.text_box import TextBox
from ui.widgets.text_window_bar import TextWindowBar

TEXT = "first line\nsecond\x1b line " + "long " * 60 + "\nthird\r\nfourth \udcff\n"


@pytest.fixture
def view(qtbot):
    view = ExactText("Observational memory")
    qtbot.addWidget(view)
    view.resize(500, 300)
    view.show_text(TEXT)
    with qtbot.waitExposed(view):
        view.show()
    return view


def select(view, start, end):
    cursor = view.textCursor()
    cursor.setPosition(view.map.to_position(start))
    cursor.setPosition(view.map.to_position(end), QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)


def test_copying_gives_the_real_text(view, qtbot):
    select(view, 11, 20)
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "second\x1b l"


def test_copying_exactly_gives_every_byte(view, qtbot):
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(view, Qt.Key.Key_C, both)
    data = QGuiApplication.clipboard().mimeData().data(BYTES_FORMAT).data()
    assert data == TEXT.encode("utf-8", "surrogateescape")


def test_typing_changes_nothing(view, qtbot):
    before = view.toPlainText()
    qtbot.keyClicks(view, "x")
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert view.toPlainText() == before


def test_a_selected_item_is_tinted_over_all_its_wrapped_lines(view):
    view.set_grounds((Ground(Span(11, 40), "selected"),))
    [(area, _colour)] = view.visible_grounds()
    assert area.height() > 40
    image = view.viewport().grab().toImage()
    right = image.width() - 3
    for y in (int(area.top()) + 3, int(area.bottom()) - 3):
        assert image.pixelColor(right, y).name() == LIGHT.selected.name()
    assert image.pixelColor(right, int(area.bottom()) + 4).name() == LIGHT.surface.name()


def test_strips_stand_beside_every_line_of_their_item(view):
    view.set_strips((Strip(Span(0, 12), Meaning.IN), Strip(Span(11, 20), Meaning.CAUTION)))
    assert [meaning for _area, meaning in view.visible_strips()] == [
        Meaning.IN,
        Meaning.IN,
        Meaning.CAUTION,
    ]


def test_the_pointer_and_the_caret_tell_engine_offsets(view, qtbot):
    point = view.cursorRect().center() + QPoint(3, 0)
    with qtbot.waitSignal(view.offset_hovered):
        qtbot.mouseMove(view.viewport(), point)
    with qtbot.waitSignal(view.offset_hovered, check_params_cb=lambda offset: offset == -1):
        qtbot.mouseMove(view.viewport(), QPoint(30, 280))
    seen = []
    view.caret_moved.connect(seen.append)
    qtbot.keyClick(view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert seen == [len(TEXT)]


def test_revealing_moves_the_view_and_tells_nobody(view, qtbot):
    view.resize(500, 60)
    with qtbot.assertNotEmitted(view.caret_moved):
        view.reveal(Span(len(TEXT) - 3, len(TEXT)))
    assert view.firstVisibleBlock().blockNumber() > 0


def test_words_are_marked_and_follow_the_look(view, look):
    view.set_words((WordMark(Span(0, 5)), WordMark(Span(0, 5), "removed_word")))
    look.set_mode(Mode.DARK)
    marks = view.extraSelections()
    assert [mark.format.background().color() for mark in marks] == [
        DARK.selected,
        DARK.removed_word,
    ]


def test_invisible_characters_are_tinted_and_quiet_parts_are_grey(view, qtbot):
    view.set_quiet((Span(0, 5),))
    formats = view.document().findBlockByNumber(0).layout().formats()
    assert [(part.start, part.length) for part in formats] == [(0, 5)]
    second = view.document().findBlockByNumber(1).layout().formats()
    assert [(part.start, part.length) for part in second] == [(6, 5)]


def test_the_same_text_again_keeps_the_selection(view):
    select(view, 0, 5)
    view.show_text(TEXT)
    assert view.selected_text == "first"


def test_right_to_left_lines_keep_their_own_direction(view):
    view.show_text("left\nשלום עולם")  # noqa: RUF001 - Hebrew
    view.grab()
    second = view.document().findBlockByNumber(1)
    assert second.textDirection() == Qt.LayoutDirection.RightToLeft


def test_a_long_text_is_laid_out_in_windows(view, qtbot):
    line = "a line of forty characters, more or less\n"
    text = line * 30_000
    bar = TextWindowBar(view)
    qtbot.addWidget(bar)
    view.show_text(text)
    assert view.map.end <= WINDOW
    assert view.map.end % len(line) == 0
    assert not bar.isHidden()
    bar.next_window()
    assert view.map.start > 0
    assert view.line_number(view.firstVisibleBlock()) == view.map.start // len(line) + 1
    bar.previous_window()
    assert view.map.start == 0
    view.reveal(Span(1_200_000, 1_200_010))
    assert view.map.start <= 1_200_000 < view.map.end
    view.show_text("short")
    assert bar.isHidden()


def test_one_endless_line_is_laid_out_in_windows_too(view):
    view.show_text("x" * (2 * LINE_WINDOW + 10))
    assert view.map.end == LINE_WINDOW
    view.show_window(LINE_WINDOW)
    assert (view.map.start, view.map.end) == (LINE_WINDOW, 2 * LINE_WINDOW)


def test_only_strips_that_can_be_seen_are_placed(view):
    line = "- [12] one line\n"
    view.show_text(line * 5000)
    size = len(line)
    view.set_strips(
        tuple(Strip(Span(n * size, (n + 1) * size - 1), Meaning.IN) for n in range(5000))
    )
    assert 0 < len(view.visible_strips()) < 40
    view.reveal(Span(4000 * size, 4000 * size + 1))
    assert 0 < len(view.visible_strips()) < 40


def test_json_is_shown_indented_and_coloured(qtbot, look):
    view = JsonView("Value")
    qtbot.addWidget(view)
    view.show_json('{"name":"😀","n":1.50}')
    assert view.toPlainText() == '{\n  "name": "😀",\n  "n": 1.50\n}'
    block = view.document().findBlockByNumber(1)
    starts = [part.start for part in block.layout().formats()]
    assert starts == [2, 10]
    view.show_json("not json")
    assert view.toPlainText() == "not json"


def test_a_text_box_grows_with_its_text_up_to_a_limit(qtbot):
    box = TextBox("Text of observation 1")
    qtbot.addWidget(box)
    box.resize(292, 400)
    with qtbot.waitExposed(box):
        box.show()
    box.show_text("User rule:\x1b never push.")
    small = box.sizeHint().height()
    assert box.view.toPlainText() == "User rule:‹ESC› never push."
    box.show_text("words " * 60)
    large = box.sizeHint().height()
    box.show_text("words " * 6000)
    assert small < large <= box.sizeHint().height() <= 240
