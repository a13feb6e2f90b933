"""What is in sight in the window of daily logs: the line, and words that are not cut off."""

from __future__ import annotations

import pytest
from ledger_window import LedgerWindow
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QAbstractButton

from ui.ledger.head import THIRD
from ui.widgets.labels import TextLabel

KEYS = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def desk(driver, sample_workspace):
    return LedgerWindow(driver, sample_workspace("agentscope_support_desk"), name="MEMORY.md")


@pytest.fixture
def lending(driver, sample_workspace):
    path = sample_workspace("agentscope_lending_multiuser")
    return lambda bucket, name="MEMORY.md": LedgerWindow(driver, path, bucket, name)


def test_the_message_of_a_save_covers_no_control(desk):
    desk.edit.setFocus()
    desk.type("# new ")
    desk.save()
    frame = desk.driver.frame
    toast = frame.toast
    assert toast.isVisible()
    shown = [one for one in frame.findChildren(QAbstractButton) if not toast.isAncestorOf(one)]
    shown = [one for one in shown if one.isVisible() and one.isEnabled()]
    assert desk.view.left.foot.consolidate in shown
    places = [QRect(one.mapTo(frame, QPoint(0, 0)), one.size()) for one in shown]
    assert not any(toast.geometry().intersects(place) for place in places)


def in_sight(edit, position):
    cursor = edit.textCursor()
    cursor.setPosition(position)
    return edit.viewport().rect().contains(edit.cursorRect(cursor).center())


def test_a_key_and_a_button_go_to_the_line(lending):
    window = lending("u-106")
    end = window.edit.reading_end
    assert not in_sight(window.edit, end)
    window.view.left.list.setFocus()
    window.press(KEYS.Key_G, CONTROL)
    assert in_sight(window.edit, end)
    assert window.edit.hasFocus()
    assert window.edit.textCursor().position() == end

    window.press(KEYS.Key_End, CONTROL)
    assert not in_sight(window.edit, end)
    window.view.head.forms.choose(THIRD)
    window.inspector.reach.line.click()
    assert in_sight(window.edit, end)


def test_without_a_line_nothing_leads_there(lending):
    window = lending("u-104")
    assert not window.inspector.reach.line.isVisible()
    assert window.driver.window.registry.action("ledger.line").toolTip()
    command = next(one for one in window.view.commands() if one.spec.id == "ledger.line")
    assert command.reason == "There is no line: nothing of it is cut."


def test_the_notice_says_from_what_the_next_consolidation_starts(lending):
    window = lending("u-107")
    said = window.view.notice.banner.accessibleName
    assert "starts from the MEMORY.md of the workspace root and takes only" in said()
    (window.path / "MEMORY.md").unlink()
    window.driver.session.files_changed.emit()
    window.wait(lambda: "starts from nothing and takes only" in said())


def test_no_word_of_the_head_is_cut_where_the_file_is_edited_or_in_another_encoding(lending):
    window = lending("u-106")
    head = window.view.head
    window.edit.setFocus()
    window.type("x")
    window.settle()
    assert head.badge.text() == "edited"
    assert head.encoding.shown in {"UTF-8, LF", "UTF-8"}
    assert "…" not in head.name.shown
    window.view.discard()
    window.go("u-105", "MEMORY.md")
    assert head.badge.text() == "not UTF-8"
    assert head.encoding.shown == ""


def test_a_time_with_nine_decimals_is_shown_whole(lending):
    written = "2026-05-26T09:12:31.293112812Z"
    window = lending("u-104")
    log = window.path / "u-104" / "memory" / "2026-05-26.md"
    log.parent.mkdir(exist_ok=True)
    log.write_text(f"\n## Memory Flush — {written}\n- A fact.\n")
    window.driver.session.files_changed.emit()
    window.settle()
    window.go("u-104", "memory/2026-05-26.md")
    window.view.pages.sections.list.setFocus()
    window.press(KEYS.Key_Down)
    window.settle()
    labels = window.inspector.log.section_facts.findChildren(TextLabel)
    (label,) = [one for one in labels if one.accessibleName() == written and one.isVisible()]
    room = label.fontMetrics().boundingRect(
        label.contentsRect(), Qt.TextFlag.TextWordWrap, label.text()
    )
    assert label.contentsRect().contains(room)
