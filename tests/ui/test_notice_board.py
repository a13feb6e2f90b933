"""The strip that says what is the matter with changes."""

from __future__ import annotations

import pytest

from ui.tokens import Meaning
from ui.widgets.banner import Banner
from ui.widgets.button import Button, IconButton
from ui.window.notice_board import NoticeBoard, Pinned


@pytest.fixture
def board(qtbot):
    banner = Banner()
    qtbot.addWidget(banner)
    board = NoticeBoard(banner)
    board.banner = banner
    return board


def pinned(title, done=None):
    choice = ("Do it", lambda: done.append(title)) if done is not None else None
    return Pinned(Meaning.CAUTION, title, "", choice)


def test_the_newest_is_shown_and_the_others_come_back(board):
    done = []
    board.pin("a", pinned("first", done))
    board.pin("b", pinned("second", done))
    assert board.shown.title == "second"
    board.banner.findChild(Button).click()
    assert board.shown.title == "first"
    board.banner.findChild(Button).click()
    assert done == ["second", "first"]
    assert board.banner.isHidden()


def test_who_is_waited_for_hides_everything_else_and_can_not_be_closed(board):
    board.pin("a", pinned("first"))
    board.wait(pinned("waiting"))
    cross = board.banner.findChild(IconButton)
    assert board.shown.title == "waiting"
    assert cross.isHidden()
    board.wait(None)
    assert board.shown.title == "first"
    cross.click()
    assert board.shown is None
    assert not board.is_pinned("a")


def test_pinning_again_replaces_and_another_file_forgets(board):
    board.pin("a", pinned("old"))
    board.pin("b", pinned("other"))
    board.pin("a", pinned("new"))
    assert board.shown.title == "new"
    board.unpin("a")
    assert board.shown.title == "other"
    board.clear()
    assert board.banner.isHidden()
