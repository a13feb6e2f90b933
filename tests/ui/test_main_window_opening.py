"""Opening workspaces in the window: folders, files, drops, and what is refused."""

from __future__ import annotations

import sqlite3

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent


def test_without_a_workspace_the_start_page_invites_to_open_one(driver):
    frame = driver.frame
    assert frame.page is frame.start
    assert frame.start.open_button.hasFocus()
    assert not frame.budget.isVisible()
    assert not frame.start.recent.isVisible()


def test_a_workspace_opens_with_its_first_scope_and_its_next_turn(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    assert driver.frame.page is driver.frame.panes
    assert driver.shown == "acme|conv-42|coder"
    assert driver.window.windowTitle() == "rich-coding-agent – Memloupe"
    assert "of 900 tokens counted" in driver.frame.budget.accessibleName()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"PK\x03\x04 a zip", "is not a SQLite file"),
        (b"", ""),
        (b"SQLite format 3\x00", ""),
    ],
)
def test_a_bad_file_is_refused_in_words_with_a_way_to_try_again(driver, tmp_path, content, words):
    path = tmp_path / "state.db"
    path.write_bytes(content)
    driver.window.open(path)
    refused = driver.frame.refused
    driver.qtbot.waitUntil(lambda: driver.frame.page is refused)
    assert words in refused.words
    assert refused.retry.isVisible()


def test_trying_again_works_once_the_file_is_there(driver, tmp_path, golden_workspace):
    path = tmp_path / "later"
    driver.window.open(path)
    driver.qtbot.waitUntil(lambda: driver.frame.page is driver.frame.refused)
    golden_workspace("rich-coding-agent").rename(path)
    driver.frame.refused.retry.click()
    driver.qtbot.waitUntil(lambda: driver.session.snapshot is not None)
    assert driver.frame.page is driver.frame.panes


def test_an_empty_folder_says_that_memory_appears_by_itself(driver, tmp_path):
    folder = tmp_path / "new"
    folder.mkdir()
    driver.window.open(folder)
    driver.qtbot.waitUntil(lambda: driver.frame.page is driver.frame.empty)
    assert "appears as soon as the engine writes it" in driver.frame.empty.accessibleName()


def test_a_state_file_without_rows_is_not_an_error(driver, golden_workspace):
    driver.window.open(golden_workspace("fresh-database"))
    driver.qtbot.waitUntil(lambda: driver.frame.middle.view is driver.frame.no_scope)
    assert driver.frame.page is driver.frame.panes


def test_a_folder_dropped_anywhere_is_opened(driver, golden_workspace):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(golden_workspace("rich-coding-agent")))])
    copy, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), copy, data, left, none)
    driver.window.dragEnterEvent(enter)
    assert enter.isAccepted()
    driver.window.dropEvent(QDropEvent(QPointF(5, 5), copy, data, left, none))
    driver.qtbot.waitUntil(lambda: driver.session.snapshot is not None)
    assert driver.session.workspace.name == "rich-coding-agent"


def test_what_is_not_a_file_of_this_machine_is_not_taken(driver):
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/state.db")])
    event = QDragEnterEvent(
        QPoint(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    event.ignore()
    driver.window.dragEnterEvent(event)
    assert not event.isAccepted()


def test_a_file_that_another_program_holds_is_waited_for_in_sight(driver, golden_workspace):
    folder = golden_workspace("rich-coding-agent")
    holder = sqlite3.connect(folder / ".harness" / "state.db", isolation_level=None)
    holder.execute("PRAGMA journal_mode = DELETE")
    holder.execute("BEGIN EXCLUSIVE")
    driver.window.open(folder)
    banner = driver.frame.banner
    driver.qtbot.waitUntil(banner.isVisible)
    assert "so far" in banner.accessibleName()
    holder.execute("ROLLBACK")
    holder.close()
    driver.qtbot.waitUntil(lambda: driver.session.snapshot is not None, timeout=10_000)
    driver.qtbot.waitUntil(lambda: not banner.isVisible(), timeout=10_000)


def test_waiting_can_be_cancelled(driver, golden_workspace):
    folder = golden_workspace("rich-coding-agent")
    holder = sqlite3.connect(folder / ".harness" / "state.db", isolation_level=None)
    holder.execute("PRAGMA journal_mode = DELETE")
    holder.execute("BEGIN EXCLUSIVE")
    driver.window.open(folder)
    driver.qtbot.waitUntil(driver.frame.banner.isVisible)
    driver.frame.banner.activated.emit()
    assert driver.frame.middle.view is driver.frame.scope_refused
    assert "another program holds the database" in driver.frame.scope_refused.words
    holder.close()
    driver.frame.scope_refused.retry.click()
    driver.qtbot.waitUntil(lambda: driver.session.snapshot is not None, timeout=10_000)
