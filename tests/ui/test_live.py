"""Follow mode: what another process writes shows by itself, and nothing jumps."""

from __future__ import annotations

import subprocess
import sys

import pytest
from window_driver import Driver

RICH = "default|conv-billing-rounding|default"
WRITE = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
with connection:
    connection.execute(sys.argv[2])
connection.close()
"""
DISABLE = f"UPDATE om_memory_records SET enabled = 0 WHERE memory_id = '{RICH}'"
ENABLE = DISABLE.replace("= 0", "= 1")


@pytest.fixture
def driver(qtbot, tmp_path):
    driver = Driver(qtbot, tmp_path, follow=True)
    yield driver
    driver.close()


def write(folder, statement):
    """Let a second process write, as an engine does."""
    path = folder / ".harness" / "state.db"
    subprocess.run([sys.executable, "-c", WRITE, str(path), statement], check=True)


def open_followed(driver, folder):
    """Open a workspace and wait until the follower knows its present state."""
    driver.open(folder)
    driver.show(RICH)
    driver.qtbot.waitUntil(lambda: driver.window.follower.is_watching)


def test_a_commit_of_another_process_shows_by_itself(driver, golden_workspace):
    folder = golden_workspace("rich-coding-agent")
    open_followed(driver, folder)
    write(folder, DISABLE)
    driver.qtbot.waitUntil(lambda: driver.frame.middle.head.badges == ["disabled"])
    write(folder, ENABLE)
    driver.qtbot.waitUntil(lambda: driver.frame.middle.head.badges == ["enabled"])


def test_selection_tab_and_tree_stay_when_the_engine_writes(driver, golden_workspace):
    folder = golden_workspace("rich-coding-agent")
    open_followed(driver, folder)
    driver.session.select_observation(7)
    driver.do("tab.turn")
    write(folder, DISABLE)
    driver.qtbot.waitUntil(lambda: driver.frame.middle.head.badges == ["disabled"])
    driver.settle()
    assert driver.session.selected_observation == 7
    assert driver.frame.middle.tabs.current == "turn"
    tree = driver.frame.scopes.tree
    assert tree.node_at(tree.currentIndex()).key[-1] == RICH


def test_what_was_written_while_not_following_shows_when_following_again(driver, golden_workspace):
    folder = golden_workspace("rich-coding-agent")
    open_followed(driver, folder)
    driver.do("view.follow")
    assert not driver.frame.header.follow.isChecked()
    assert not driver.preferences.follow
    write(folder, DISABLE)
    driver.settle()
    assert driver.frame.middle.head.badges == ["enabled"]
    driver.do("view.follow")
    driver.qtbot.waitUntil(lambda: driver.frame.middle.head.badges == ["disabled"])


def test_a_state_file_that_appears_is_opened(driver, golden_workspace, tmp_path):
    folder = tmp_path / "fresh"
    folder.mkdir()
    driver.window.open(folder)
    driver.qtbot.waitUntil(lambda: driver.frame.page is driver.frame.empty)
    golden = golden_workspace("rich-coding-agent")
    (golden / ".harness").rename(folder / ".harness")
    driver.qtbot.waitUntil(lambda: driver.session.snapshot is not None)
    assert driver.frame.page is driver.frame.panes


def test_closing_the_window_ends_the_thread(driver, golden_workspace):
    open_followed(driver, golden_workspace("rich-coding-agent"))
    driver.window.close()
    assert not driver.window.follower.is_running
