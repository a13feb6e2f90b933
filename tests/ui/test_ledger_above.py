"""Moving facts above the line where reading ends."""

from __future__ import annotations

import pytest
from ledger_window import LedgerWindow
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor

KEYS = Qt.Key
CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


@pytest.fixture
def desk(driver, sample_workspace):
    return LedgerWindow(driver, sample_workspace("agentscope_support_desk"), name="MEMORY.md")


@pytest.fixture
def window(driver, sample_workspace):
    """The bucket whose memory is longer than a turn has room for."""
    path = sample_workspace("agentscope_lending_multiuser")
    return LedgerWindow(driver, path, "u-106", "MEMORY.md")


def test_alt_up_moves_a_line_to_the_end_of_what_is_read_and_can_be_undone(window):
    before = window.edit.engine_text
    last = before.rstrip("\n").split("\n")[-1]
    window.edit.setFocus()
    window.put_cursor(before.rstrip("\n").count("\n"))
    window.press(KEYS.Key_Up, ALT)
    window.settle()
    moved = window.edit.engine_text
    read = moved[: window.presenter.turn.reach.injection.cut.offset]
    assert f"\n{last}\n" in read
    assert sorted(moved.split("\n")) == sorted(before.split("\n"))
    window.press(KEYS.Key_Z, CONTROL)
    window.settle()
    assert window.edit.engine_text == before
    assert window.view.unsaved() == ""


def test_alt_up_behind_the_last_line_break_means_the_last_fact(window):
    before = window.edit.engine_text
    assert before.endswith("\n")
    last = before.rstrip("\n").split("\n")[-1]
    window.edit.setFocus()
    window.press(KEYS.Key_End, CONTROL)
    window.press(KEYS.Key_Up, ALT)
    window.settle()
    moved = window.edit.engine_text
    assert f"\n{last}\n" in moved[: window.presenter.turn.reach.injection.cut.offset]
    assert sorted(moved.split("\n")) == sorted(before.split("\n"))
    assert moved.endswith("\n")


def test_alt_up_moves_no_blank_line_and_takes_none_along(desk):
    facts = "- fact\n" * 5_000
    desk.write_outside("MEMORY.md", f"{facts}\n- one\n\n- two\n".encode())
    desk.edit.setFocus()
    desk.put_cursor(5_000)
    desk.press(KEYS.Key_Up, ALT)
    desk.settle()
    assert desk.view.unsaved() == ""
    cursor = desk.edit.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.Down, QTextCursor.MoveMode.KeepAnchor, 2)
    desk.edit.setTextCursor(cursor)
    desk.press(KEYS.Key_Up, ALT)
    desk.settle()
    assert desk.edit.engine_text.endswith("- fact\n\n\n- two\n")
    assert desk.edit.engine_text.count("- one\n- fact") == 1


def test_alt_up_moves_no_line_into_a_code_fence(desk):
    facts, code = "- fact\n" * 2_000, "```\n" + "code\n" * 6_000 + "```\n"
    desk.write_outside("MEMORY.md", f"{facts}{code}- last\n".encode())
    desk.edit.setFocus()
    desk.put_cursor(8_002)
    desk.press(KEYS.Key_Up, ALT)
    desk.settle()
    assert desk.edit.engine_text == f"{facts}- last\n{code}"


def test_the_button_beside_the_numbers_does_the_same(window):
    lost = window.presenter.turn.reach.injection.lost
    assert window.inspector.reach.lost.text() == f"{lost:,} characters are cut"
    window.put_cursor(window.edit.blockCount() - 2)
    window.inspector.reach.above.click()
    window.settle()
    assert window.view.unsaved() == "u-106/MEMORY.md"
