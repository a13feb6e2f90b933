"""The row under the pointer is painted anew when it becomes another one, and only then."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QStandardItemModel

from ui.widgets.list_table import ListDelegate, ListTable


class Painted(ListDelegate):
    """Keeps which rows were painted."""

    def __init__(self, table):
        super().__init__(table)
        self.rows = []

    def paint(self, painter, option, index):
        self.rows.append(index.row())
        super().paint(painter, option, index)


@pytest.fixture
def table(qtbot):
    table = ListTable("Rows")
    qtbot.addWidget(table)
    table.setItemDelegate(Painted(table))
    table.setModel(QStandardItemModel(5, 1, table))
    table.resize(200, 300)
    table.show()
    qtbot.waitExposed(table)
    qtbot.waitUntil(lambda: bool(table.itemDelegate().rows))
    return table


def painted(table, act):
    """Return the rows that are painted because of it."""
    QCoreApplication.processEvents()
    rows = table.itemDelegate().rows
    rows.clear()
    act()
    QCoreApplication.processEvents()
    return sorted(rows)


def point_at(table, row, across):
    place = QPointF(across, row * table.row_height + 3)
    on_screen = QPointF(table.viewport().mapToGlobal(place.toPoint()))
    none, plain = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    table.mouseMoveEvent(QMouseEvent(QEvent.Type.MouseMove, place, on_screen, none, none, plain))


def test_the_pointer_marks_the_row_that_it_comes_to(table):
    assert painted(table, lambda: point_at(table, 1, 20)) == [1]
    assert table.hovered_row == 1
    assert painted(table, lambda: point_at(table, 3, 20)) == [1, 3]
    assert table.hovered_row == 3
    assert painted(table, lambda: table.leaveEvent(QEvent(QEvent.Type.Leave))) == [3]
    assert table.hovered_row == -1


def test_moving_within_a_row_paints_nothing(table):
    point_at(table, 1, 20)
    assert painted(table, lambda: point_at(table, 1, 60)) == []
    assert table.hovered_row == 1
