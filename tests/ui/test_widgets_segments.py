"""A choice of segments: where the focus goes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QVBoxLayout, QWidget

from ui.widgets.segments import Segments


@pytest.fixture
def form(qtbot):
    host = QWidget()
    qtbot.addWidget(host)
    layout = QVBoxLayout(host)
    host.before, host.after = QLineEdit(), QLineEdit()
    host.segments = Segments("Form", [("a", "A"), ("b", "B"), ("c", "C")])
    for part in (host.before, host.segments, host.after):
        layout.addWidget(part)
    with qtbot.waitActive(host):
        host.show()
        host.activateWindow()
    host.before.setFocus()
    return host


def focused(form):
    return form.window().focusWidget().accessibleName()


def test_tab_goes_to_the_choice_and_then_on(form, qtbot):
    form.segments.choose("b")
    qtbot.keyClick(form.before, Qt.Key.Key_Tab)
    assert focused(form) == "Form: B"
    qtbot.keyClick(form.focusWidget(), Qt.Key.Key_Tab)
    assert form.focusWidget() is form.after
    qtbot.keyClick(form.after, Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    assert focused(form) == "Form: B"


def test_whoever_gives_the_focus_the_choice_has_it(form):
    form.segments.choose("c")
    form.segments.setFocus()
    assert focused(form) == "Form: C"
    form.before.setFocus()
    first = form.segments.findChildren(QAbstractButton)[0]
    first.setFocus()
    assert focused(form) == "Form: C"
    assert form.segments.current == "c"


def test_arrows_move_the_choice_and_a_click_takes_it(form, qtbot):
    form.segments.setFocus()
    qtbot.keyClick(form.focusWidget(), Qt.Key.Key_Right)
    assert (form.segments.current, focused(form)) == ("b", "Form: B")
    last = form.segments.findChildren(QAbstractButton)[2]
    qtbot.mouseClick(last, Qt.MouseButton.LeftButton)
    assert (form.segments.current, focused(form)) == ("c", "Form: C")
