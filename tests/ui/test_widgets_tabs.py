"""Tabs where there is no room for all of them."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QTabBar

from ui.widgets.tabs import TabBar

WORDS = ("Observations", "Reflection", "Working", "Turn", "History", "Contradictions")


@pytest.fixture
def tabs(qtbot):
    tabs = TabBar("Views")
    qtbot.addWidget(tabs)
    for words in WORDS:
        tabs.add_tab(words, words)
    tabs.resize(800, 36)
    tabs.show()
    return tabs


def _shown(tabs):
    bar = tabs.findChild(QTabBar)
    return [words for at, words in enumerate(WORDS) if bar.isTabVisible(at)]


def test_with_room_for_all_there_is_no_menu(tabs):
    assert _shown(tabs) == list(WORDS)
    assert not tabs.more.isVisible()


def test_tabs_without_room_stand_in_the_menu(tabs):
    tabs.resize(420, 36)
    shown = _shown(tabs)
    assert shown == list(WORDS[: len(shown)])
    assert tabs.more.isVisible()
    tabs.menu.aboutToShow.emit()
    assert [action.text() for action in tabs.menu.actions()] == list(WORDS[len(shown) :])
    bar = tabs.findChild(QTabBar)
    assert bar.tabRect(len(shown) - 1).right() <= bar.width()


def test_a_tab_from_the_menu_comes_into_sight(tabs, qtbot):
    tabs.resize(420, 36)
    tabs.menu.aboutToShow.emit()
    with qtbot.waitSignal(tabs.current_changed):
        tabs.menu.actions()[-1].trigger()
    assert tabs.current == "Contradictions"
    assert "Contradictions" in _shown(tabs)
    tabs.show_index(0)
    assert "Contradictions" not in _shown(tabs)


def test_a_hidden_tab_stays_hidden_and_keys_count_those_in_the_menu(tabs):
    tabs.set_tab_visible("Turn", visible=False)
    tabs.resize(300, 36)
    tabs.resize(800, 36)
    assert "Turn" not in _shown(tabs)
    tabs.resize(300, 36)
    tabs.show_index(4)
    assert tabs.current == "Contradictions"


def test_a_longer_count_moves_tabs_into_the_menu(tabs):
    hint = sum(tabs.findChild(QTabBar).tabRect(at).width() for at in range(len(WORDS)))
    tabs.resize(hint + 14, 36)
    assert not tabs.more.isVisible()
    tabs.set_count("Observations", "100,000")
    assert tabs.more.isVisible()


def test_a_count_can_be_explained(tabs):
    tabs.set_tip("Observations", "2 can be read, 1 can't")
    assert "2 can be read" in tabs.findChild(QTabBar).tabToolTip(0)
