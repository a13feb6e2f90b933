"""The next turn where there is little room, and finding text in it."""

from __future__ import annotations

import pytest
from golden_scopes import RICH, sessions, show
from PySide6.QtCore import Qt

from ui.turn.view import TurnView


@pytest.fixture
def session(qtbot):
    yield from sessions()


@pytest.fixture
def view(qtbot, session, golden_workspace):
    show(qtbot, session, golden_workspace("rich-coding-agent"), RICH)
    view = TurnView(session)
    qtbot.addWidget(view)
    view.resize(736, 480)
    view.show()
    view.activateWindow()
    qtbot.waitExposed(view)
    return view


def _unknown(view):
    return [block for block in view.blocks if not block.block.is_known]


def test_what_is_not_stored_takes_one_row_where_there_is_little_room(view, qtbot):
    head = view.fold.head
    assert head.accessibleName() == (
        "System prompt, dynamic rules, runtime context, conversation, added by the engine, "
        "not stored"
    )
    assert not any(block.isVisible() for block in _unknown(view))
    qtbot.mouseClick(head, Qt.MouseButton.LeftButton)
    assert all(block.isVisible() for block in _unknown(view))
    view.resize(736, 470)
    assert all(block.isVisible() for block in _unknown(view))  # a person has chosen it


def test_with_enough_room_every_message_has_its_row(view):
    view.resize(736, 900)
    assert all(block.isVisible() for block in _unknown(view))


def test_ctrl_f_finds_in_the_open_message(view, qtbot):
    qtbot.keyClick(view.open_block.text, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert view.finder.field.line.hasFocus()
    qtbot.keyClicks(view.finder.field.line, "PORT")
    text = view.open_block.text
    count = text.text.casefold().count("port")
    assert view.finder.hits.text() == f"{count} found"
    qtbot.keyClick(view.finder.field.line, Qt.Key.Key_Return)
    assert view.finder.hits.text() == f"1 of {count}"
    found = [text.text[word.span.start : word.span.end] for word in text._found]  # noqa: SLF001
    assert {word.casefold() for word in found} == {"port"}


def test_another_message_is_searched_when_it_is_opened(view, qtbot):
    before = view.open_block.text
    qtbot.keyClicks(view.finder.field.line, "e")
    assert before._found  # noqa: SLF001
    qtbot.mouseClick(view.blocks[0].head, Qt.MouseButton.LeftButton)
    assert not before._found  # noqa: SLF001
    assert view.finder.hits.text().endswith(" found")
