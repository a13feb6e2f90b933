"""What lies over a window covers no field in which somebody may be typing."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from ui.widgets.free_place import free_place

WANTED = QRect(20, 500, 100, 40)
MIDDLE = QPoint(250, 500)


@pytest.fixture
def window(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(600, 600)
    window.show()
    return window


def place_with(window, field):
    """Return the free place where a field stands below the wanted one."""
    field.setParent(window)
    field.setGeometry(0, 480, 200, 100)
    field.show()
    cover = QWidget(window)
    return free_place(window, WANTED, cover)


def test_the_wanted_place_is_taken_where_nothing_stands(window):
    assert free_place(window, WANTED, QWidget(window)) == WANTED.topLeft()


@pytest.mark.parametrize("kind", [QLineEdit, QPlainTextEdit])
def test_a_field_is_not_covered_on_one_line_or_on_several(window, kind):
    assert place_with(window, kind()) == MIDDLE


def test_a_text_that_is_only_read_may_be_covered(window):
    text = QPlainTextEdit()
    text.setReadOnly(True)
    assert place_with(window, text) == WANTED.topLeft()
