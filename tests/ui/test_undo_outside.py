"""Undo and redo in the window, while the command line undoes and redoes beside it."""

from __future__ import annotations

import sys
from pathlib import Path
from subprocess import run

import pytest
from ledger_window import LedgerWindow
from PySide6.QtCore import Qt
from window_driver import PATIENCE_MS, Driver

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
PROGRAM = Path(__file__).parents[2]


@pytest.fixture
def desk(qtbot, tmp_path, sample_workspace):
    driver = Driver(qtbot, tmp_path, follow=True)
    window = LedgerWindow(driver, sample_workspace("agentscope_support_desk"), name="MEMORY.md")
    qtbot.waitUntil(lambda: driver.window.files.follower.is_watching, timeout=PATIENCE_MS)
    window.edit.setFocus()
    window.type("typed ")
    window.save()
    yield window
    driver.close()


def from_the_command_line(desk, word):
    run([sys.executable, "-m", "desktop_app", word, str(desk.path)], cwd=PROGRAM, check=True)


def text(desk):
    return (desk.path / "MEMORY.md").read_text()


def test_what_the_command_line_undoes_can_be_done_again_in_the_window(desk):
    header, editing = desk.driver.frame.header, desk.driver.session.editing
    assert (header.undo.isEnabled(), header.redo.isEnabled()) == (True, False)
    from_the_command_line(desk, "undo")
    assert not text(desk).startswith("typed ")
    desk.wait(header.redo.isEnabled)
    assert not header.undo.isEnabled()
    desk.settle()
    desk.driver.frame.scopes.files.setFocus()  # a text has steps of its own
    with desk.driver.qtbot.waitSignal(editing.saved, timeout=PATIENCE_MS):
        desk.press(Qt.Key.Key_Z, CTRL | SHIFT)
    desk.settle()
    assert text(desk).startswith("typed ")
    assert (header.undo.isEnabled(), header.redo.isEnabled()) == (True, False)


def test_the_number_of_changes_is_that_of_the_journal(desk):
    editing = desk.driver.session.editing
    before = editing.change_count
    from_the_command_line(desk, "undo")
    desk.wait(lambda: editing.change_count == before + 1)


def test_a_button_that_can_do_nothing_more_gives_the_focus_to_the_view(desk):
    header, window = desk.driver.frame.header, desk.driver.window
    header.undo.setFocus()
    with desk.driver.qtbot.waitSignal(desk.driver.session.editing.saved, timeout=PATIENCE_MS):
        desk.driver.qtbot.keyClick(header.undo, Qt.Key.Key_Space)
    desk.settle()
    assert not header.undo.isEnabled()
    assert desk.view.isAncestorOf(window.focusWidget())
