"""Work for pages that nobody sees waits, and only the latest is done."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QStackedWidget, QWidget

from ui.widgets.when_shown import WhenShown


@pytest.fixture
def stack(qtbot):
    stack = QStackedWidget()
    qtbot.addWidget(stack)
    stack.addWidget(QWidget())
    stack.addWidget(QWidget())
    stack.show()
    return stack


def test_a_hidden_page_gets_the_last_value_when_it_is_shown(stack):
    taken: list[object] = []
    later = WhenShown(stack.widget(1), taken.append)
    later.offer(1)
    later.offer(None)
    assert taken == []
    stack.setCurrentIndex(1)
    assert taken == [None]
    stack.setCurrentIndex(0)
    stack.setCurrentIndex(1)
    assert taken == [None]


def test_a_visible_page_gets_every_value_at_once(stack):
    taken: list[object] = []
    later = WhenShown(stack.widget(0), taken.append)
    later.offer(1)
    later.offer(2)
    assert taken == [1, 2]
