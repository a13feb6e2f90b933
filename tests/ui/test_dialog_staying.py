"""Dialogs and toasts keep their place and their words inside the window."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from ui.widgets.dialog import Dialog
from ui.widgets.dialog_panel import SHADOW
from ui.widgets.labels import TextLabel
from ui.widgets.toast import Toast

WORD = "x" * 4_000
FOLDER = ".memloupe/backups/before/20261130-174950-with-a-name-that-goes-on-and-on-for-long"


@pytest.fixture
def window(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1280, 800)
    with qtbot.waitExposed(window):
        window.show()
    return window


@pytest.fixture
def dialog(window):
    dialog = Dialog(window, "Rename", primary="Rename", safe="Cancel")
    dialog.label = TextLabel("short", wrap=True)
    dialog.body.addWidget(dialog.label)
    dialog.open()
    QApplication.processEvents()
    return dialog


def say(dialog, text):
    dialog.label.setText(text)
    for _ in range(3):
        QApplication.processEvents()


def test_a_dialog_that_grows_keeps_its_top(dialog):
    top, height = dialog.panel.y(), dialog.panel.height()
    say(dialog, "a line\n" * 8)
    assert dialog.panel.y() == top
    assert dialog.panel.height() > height
    say(dialog, "short")
    assert (dialog.panel.y(), dialog.panel.height()) == (top, height)


def test_a_dialog_that_would_leave_the_window_goes_up_just_enough(dialog, window):
    top = dialog.panel.y()
    say(dialog, "a line\n" * 26)
    assert dialog.panel.y() < top
    assert dialog.panel.geometry().bottom() - SHADOW == window.height() - 24 - 1
    window.resize(900, 600)
    QApplication.processEvents()
    assert window.rect().contains(dialog.panel.geometry().adjusted(SHADOW, SHADOW, -SHADOW, 0))


def test_a_word_without_an_end_breaks_inside_a_dialog(dialog):
    low = dialog.label.height()
    say(dialog, f"before {WORD} after")
    assert dialog.label.width() <= dialog.panel.width() - 2 * SHADOW
    assert dialog.label.height() >= low * 40


def test_a_toast_is_no_wider_than_a_third_and_shortens_paths(window):
    toast = Toast(window)
    words = f"MEMORY.md edited. A copy from before is in {FOLDER} of the workspace."
    toast.show_message(words, action="Undo", run=window.update)
    QApplication.processEvents()
    assert toast.width() <= 460
    shown = toast.findChild(TextLabel).text()
    assert ".memloupe/backups/…" in shown
    assert len(shown) < len(words) - 30
    assert toast.accessibleName() == words
    assert FOLDER in toast.toolTip()
