"""The list with ticks: keys, ticks, what it says, what stays while it changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester

from ui.icons import Icon
from ui.tokens import Meaning
from ui.widgets.check_list import CheckList, Group, Row, RowBadge

A = Row(id="a", title="Ids", subtitle="op_1", icon=Icon.DAMAGED, meaning=Meaning.DAMAGED, tick=True)
B = Row(id="b", title="Record", tick=False, right_top="triage", right_bottom="repair", is_link=True)
C = Row(id="c", title="Text", badge=RowBadge("superseded", Meaning.SUPERSEDED), struck=True)
FIXED = Row(id="f", title="Reflection", is_fixed=True)
GROUPS = [Group("Stops memory", [A, B], "2"), Group("To know", [C], right="1 of 1")]
SPACE = Qt.Key.Key_Space


@pytest.fixture
def view(qtbot):
    view = CheckList("Findings", row_height=48)
    qtbot.addWidget(view)
    view.tester = QAbstractItemModelTester(view.rows)
    view.set_groups(GROUPS)
    view.resize(420, 300)
    with qtbot.waitActive(view):
        view.show()
        view.activateWindow()
    view.setFocus()
    return view


def test_keys_go_over_heads_and_stop_at_the_ends(view, qtbot):
    seen = []
    for key in (Qt.Key.Key_Down, Qt.Key.Key_J, Qt.Key.Key_Down, Qt.Key.Key_K, Qt.Key.Key_Home):
        qtbot.keyClick(view, key)
        seen.append(view.current_id)
    assert seen == ["b", "c", "c", "b", "a"]
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert view.current_id == "c"


def test_space_ticks_only_what_can_be_ticked(view, qtbot):
    with qtbot.waitSignal(view.ticks_changed):
        qtbot.keyClick(view, SPACE)
    assert view.rows.ticked == ()
    qtbot.keyClick(view, Qt.Key.Key_End)
    with qtbot.assertNotEmitted(view.ticks_changed):
        qtbot.keyClick(view, SPACE)
    view.tick_all()
    assert view.rows.ticked == ("a", "b")
    view.tick_none()
    assert view.rows.ticked == ()


def test_a_click_on_the_box_ticks_and_one_on_the_link_leads(view, qtbot):
    area = view.visualRect(view.rows.index(view.rows.line_of("b"), 0))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(24, area.center().y()))
    assert view.rows.ticked == ("a", "b")
    with qtbot.waitSignal(view.link_clicked) as told:
        place = QPoint(area.right() - 24, area.center().y() + 9)
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert told.args == ["b"]
    assert view.current_id == "b"


def test_enter_activates_and_other_letters_go_on(view, qtbot):
    with qtbot.waitSignal(view.activated_row) as told:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert told.args == ["a"]
    qtbot.keyClick(view, Qt.Key.Key_T)
    assert view.current_id == "a"


def test_screen_readers_hear_ticks_and_heads(view):
    role = Qt.ItemDataRole.AccessibleTextRole
    said = [view.rows.index(line, 0).data(role) for line in range(view.rows.rowCount())]
    assert said == [
        "Stops memory, 2",
        "Ids, op_1, ticked",
        "Record, triage, repair, not ticked",
        "To know, 1 of 1",
        "Text, superseded",
    ]
    checked = view.rows.index(1, 0).data(Qt.ItemDataRole.CheckStateRole)
    assert checked == Qt.CheckState.Checked


def test_the_current_row_stays_when_the_list_changes(view, qtbot):
    view.set_current("b")
    with qtbot.assertNotEmitted(view.current_changed):
        view.set_groups([Group("Stops memory", [replace(A, tick=False), B], "2"), GROUPS[1]])
        view.set_groups([Group("First", [C]), Group("Then", [A, B])])
    assert view.current_id == "b"
    with qtbot.waitSignal(view.current_changed):
        view.set_groups([Group("First", [C]), Group("Then", [A])])
    assert view.current_id == "a"
    view.set_groups([])
    assert view.current_id == ""


def test_rows_that_only_tell_are_passed_over(view, qtbot):
    view.set_groups([Group("Both", [A]), Group("Merged", [FIXED]), Group("More", [B])])
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.current_id == "b"


def test_copying_gives_what_is_said(view, qtbot):
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Ids, op_1, ticked"
