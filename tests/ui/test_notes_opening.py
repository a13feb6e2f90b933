"""Whoever opens a workspace of notes can use the keys of the page at once."""

from __future__ import annotations

import pytest
from notes_window import NotesWindow
from PySide6.QtCore import Qt
from window_driver import PATIENCE_MS

from ui.notes.head import SECTION, TURN


@pytest.fixture
def opened(driver, sample_workspace):
    driver.window.open(sample_workspace("little_harness_desk"))
    return driver


@pytest.mark.parametrize(("key", "page"), [(Qt.Key.Key_2, SECTION), (Qt.Key.Key_3, TURN)])
def test_a_number_switches_the_page_while_the_notes_are_still_read(opened, key, page):
    navigator, middle = opened.window.navigator, opened.frame.middle
    opened.qtbot.waitUntil(
        lambda: hasattr(middle.view, "list") and not navigator.is_waiting, timeout=PATIENCE_MS
    )
    view = middle.view
    view.presenter.desk = None  # as it is while a slow disk is read
    view.list.show_list()
    view.take_focus()
    opened.qtbot.keyClick(opened.window.focusWidget(), key)
    assert view.list.filter.text == ""
    assert view.head.pages.current == page
    opened.settle()


def test_the_list_takes_the_focus_as_soon_as_there_are_rows(opened):
    navigator, middle = opened.window.navigator, opened.frame.middle
    opened.qtbot.waitUntil(
        lambda: hasattr(middle.view, "list") and not navigator.is_waiting, timeout=PATIENCE_MS
    )
    desk = NotesWindow.shown(opened, opened.session.files.root)
    assert opened.window.focusWidget() is desk.view.list.table
