"""The line that says how an edit stands, in panes of every width and beside a scroll bar."""

from __future__ import annotations

import pytest
from working_window import begin, show_working, value

from ui.observations.save_bar import SaveBar
from ui.widgets.scrolled import scrolled


@pytest.mark.parametrize("words", ["Unsaved", "Saving…"])
def test_beside_a_scroll_bar_the_words_have_room_and_key_caps_give_way(qtbot, words):
    bar = SaveBar()
    area = scrolled(bar)
    qtbot.addWidget(area)
    bar.show_state(words)
    area.resize(bar.line.sizeHint().width() - 14, 120)
    area.show()
    qtbot.waitUntil(lambda: bar.line.state.shown == words)
    narrow = bar.save_button.width()
    area.resize(600, 120)
    qtbot.waitUntil(lambda: bar.save_button.width() > narrow)
    assert bar.line.state.shown == words


def test_an_unsaved_value_is_called_so_in_a_window_too_low_for_its_page(driver, golden_workspace):
    show_working(driver, golden_workspace("rich-coding-agent"))
    driver.window.resize(driver.window.minimumSize())
    begin(driver, "count", "[1, 2, 3, 4]")
    line = value(driver).panel.line
    driver.qtbot.waitUntil(lambda: line.isVisible() and line.state.shown == "Unsaved")
    assert line.visibleRegion().boundingRect().width() == line.width()
