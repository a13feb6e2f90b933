"""A toast looks for its place when somebody sees it, and finds the one that is free then."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from ui.widgets import toast as module
from ui.widgets.toast import Toast


@pytest.fixture
def window(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(600, 400)
    window.show()
    return window


def test_what_is_hidden_looks_for_no_place(window, monkeypatch):
    asked = []

    def find(parent, wanted, _cover):
        asked.append(parent)
        return wanted.topLeft()

    monkeypatch.setattr(module, "free_place", find)
    toast = Toast(window)
    toast.set_bottom(40)
    window.resize(700, 500)
    assert asked == []
    toast.show_message("Saved.")
    assert asked == [window]


def test_a_long_message_looks_for_its_place_once(window, monkeypatch):
    asked = []

    def find(parent, wanted, _cover):
        asked.append(parent)
        return wanted.topLeft()

    monkeypatch.setattr(module, "free_place", find)
    Toast(window).show_message("A sentence that takes more than one line. " * 5, action="Undo")
    for _ in range(50):
        QCoreApplication.processEvents()
    assert asked == [window]


def test_the_lower_edge_and_the_size_of_the_window_count_although_it_was_hidden(window):
    toast = Toast(window)
    toast.show_message("Saved.")
    first = toast.pos()
    toast.hide()
    window.resize(700, 500)
    toast.set_bottom(40)
    toast.show_message("Saved.")
    assert (toast.x(), toast.y()) == (first.x(), first.y() + 100 - 40)


def test_it_moves_with_the_lower_edge_while_it_is_seen(window):
    toast = Toast(window)
    toast.show_message("Saved.")
    first = toast.pos()
    toast.set_bottom(40)
    assert (toast.x(), toast.y()) == (first.x(), first.y() - 40)
