"""Dialogs: where the focus goes, which keys work, how large they get."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QVBoxLayout, QWidget

from ui.widgets.dialog import Dialog
from ui.widgets.dialog_panel import SHADOW
from ui.widgets.labels import TextLabel
from ui.widgets.question import Asked, ask

ASKED = Asked(title="Remove it?", text="Undo brings it back.", primary="Remove", safe="Keep")


@pytest.fixture
def window(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    page = QWidget()
    layout = QVBoxLayout(page)
    window.field, window.other = QLineEdit(), QLineEdit()
    layout.addWidget(window.field)
    layout.addWidget(window.other)
    window.setCentralWidget(page)
    window.resize(1000, 700)
    window.ran = []
    for keys in ("Ctrl+K", "D"):
        action = QAction(window)
        action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda _on, keys=keys: window.ran.append(keys))
        window.addAction(action)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    window.field.setFocus()
    return window


def opened(window, **options):
    dialog = Dialog(window.field, "Title", primary="Save", safe="Draft", **options)
    dialog.edit = QLineEdit()
    dialog.edit.setAccessibleName("Value")
    dialog.body.addWidget(dialog.edit)
    dialog.events = []
    dialog.confirmed.connect(lambda: dialog.events.append("confirmed"))
    dialog.dismissed.connect(lambda: dialog.events.append("dismissed"))
    dialog.closed.connect(lambda: dialog.events.append("closed"))
    dialog.open()
    return dialog


def press(qtbot, key, modifiers=Qt.KeyboardModifier.NoModifier):
    qtbot.keyClick(QApplication.focusWidget(), key, modifiers)


def test_tab_goes_round_inside(window, qtbot):
    dialog = opened(window)
    seen = []
    for _ in range(4):
        seen.append(QApplication.focusWidget())
        press(qtbot, Qt.Key.Key_Tab)
    assert seen == [dialog.edit, dialog.safe_button, dialog.primary_button, dialog.edit]
    press(qtbot, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert QApplication.focusWidget() is dialog.edit


def test_nothing_behind_it_gets_the_focus_or_a_key(window, qtbot):
    dialog = opened(window)
    window.other.setFocus()
    assert QApplication.focusWidget() is dialog.edit
    qtbot.keyClick(dialog.safe_button, Qt.Key.Key_D)
    qtbot.keyClick(dialog.edit, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    qtbot.mouseClick(dialog, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert not window.ran
    assert dialog.isVisible()
    assert QAccessible.queryAccessibleInterface(dialog).role() == QAccessible.Role.Dialog
    assert not dialog.isWindow()


def test_escape_is_the_safe_choice_and_the_focus_goes_back(window, qtbot):
    dialog = opened(window)
    press(qtbot, Qt.Key.Key_Escape)
    assert dialog.events == ["dismissed", "closed"]
    assert QApplication.focusWidget() is window.field
    qtbot.keyClick(window.field, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert window.ran == ["Ctrl+K"]


def test_control_enter_is_the_primary_choice_unless_it_is_disabled(window, qtbot):
    dialog = opened(window)
    dialog.primary_button.set_unavailable("2 items are open")
    press(qtbot, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert not dialog.events
    dialog.primary_button.set_unavailable("")
    press(qtbot, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert dialog.events == ["confirmed", "closed"]


def test_one_that_stays_is_closed_by_whoever_listens(window, qtbot):
    dialog = opened(window, stays=True)
    press(qtbot, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert (dialog.events, dialog.isVisible()) == (["confirmed"], True)
    dialog.finish()
    assert dialog.events == ["confirmed", "closed"]
    assert QApplication.focusWidget() is window.field


def test_it_keeps_its_distance_to_the_edges_and_scrolls_inside(window, qtbot):
    dialog = opened(window, width=3000)
    for _ in range(80):
        dialog.body.addWidget(TextLabel("words"))
    window.resize(900, 600)
    room = dialog.rect().adjusted(24, 24, -24, -24)
    card = lambda: dialog.panel.geometry().adjusted(SHADOW, SHADOW, -SHADOW, -SHADOW)  # noqa: E731
    qtbot.waitUntil(lambda: card() == room)
    assert dialog.safe_button.mapTo(dialog, QPoint(0, 32)).y() < 600 - 24


def test_it_is_as_high_as_what_it_says(window, qtbot):
    dialog = opened(window, sentence="few words")
    low = dialog.panel.height()
    dialog.set_sentence("many words " * 40)
    qtbot.waitUntil(lambda: dialog.panel.height() > low)


def test_a_question_gives_the_reason_that_was_written(window, qtbot):
    asked = Asked(
        title="Remove?", text="It can be undone.", primary="Remove", safe="Keep", reason="Why"
    )
    question = ask(window.field, asked, preview=TextLabel("what follows"))
    reasons = []
    question.agreed.connect(reasons.append)
    qtbot.keyClicks(QApplication.focusWidget(), " not true any more ")
    press(qtbot, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert reasons == ["not true any more"]


def test_a_question_without_more_begins_on_the_safe_button(window, qtbot):
    question = ask(window.field, ASKED)
    assert QApplication.focusWidget() is question.safe_button
    assert (question.accessibleName(), question.accessibleDescription()) == (
        ASKED.title,
        ASKED.text,
    )
    press(qtbot, Qt.Key.Key_Space)
    assert question.isHidden()


def pictures(window):
    return [one for one in window.children() if type(one).__name__ == "_Picture"]


def test_the_fade_ends_and_there_is_none_with_reduced_motion(window, qtbot, monkeypatch):
    first = opened(window)
    ground, front = pictures(window)
    order = window.children()
    assert order.index(ground) < order.index(first) < order.index(front)
    qtbot.waitUntil(lambda: not pictures(window))
    first.finish()
    monkeypatch.setattr("ui.widgets.fade.animation_ms", lambda _widget: 0)
    second = opened(window)
    assert not pictures(window)
    assert second.isVisible()


@pytest.mark.parametrize("enter", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_presses_the_choice_that_has_the_focus(window, qtbot, enter):
    dialog = opened(window)
    press(qtbot, enter)
    assert dialog.events == []
    dialog.safe_button.setFocus()
    press(qtbot, enter)
    assert dialog.events == ["dismissed", "closed"]


def test_control_and_enter_take_the_primary_choice_wherever_the_focus_is(window, qtbot):
    dialog = opened(window)
    dialog.safe_button.setFocus()
    press(qtbot, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert dialog.events == ["confirmed", "closed"]
