"""Where the menu of a row opens."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent, QStandardItemModel

from ui.widgets.list_table import ListTable

Reason = QContextMenuEvent.Reason


def test_a_click_opens_it_at_the_pointer_and_a_key_below_the_chosen_row(qtbot):
    table = ListTable("Rows")
    qtbot.addWidget(table)
    table.setModel(QStandardItemModel(3, 1, table))
    table.show()
    table.choose_row(1)
    pointer = QPoint(7, 5)
    at = table.mapToGlobal(pointer)
    assert table.menu_place(QContextMenuEvent(Reason.Mouse, pointer, at)) == at
    place = table.menu_place(QContextMenuEvent(Reason.Keyboard, pointer, at))
    inside = table.viewport().mapFromGlobal(place)
    assert inside.y() == 2 * table.row_height - 1
    assert inside.x() == 0
