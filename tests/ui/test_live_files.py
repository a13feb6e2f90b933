"""Follow mode of memory files: what another process writes shows, our own writes are not told."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest
from window_driver import Driver

from desktop_app.core.changes import Change, Swap
from desktop_app.core.files.row import FileRow
from ui.navigation import Place
from ui.scopes.nodes import walk
from ui.widgets.button import Button
from ui.widgets.labels import TextLabel

APPEND = "import sys; open(sys.argv[1], 'a').write(sys.argv[2])"
REPLACE = """
import os, sys
with open(sys.argv[1] + '.new', 'w') as file:
    file.write(sys.argv[2])
os.replace(sys.argv[1] + '.new', sys.argv[1])
"""
REMOVE = "import shutil, sys; shutil.rmtree(sys.argv[1])"
MAKE = """
import os, sys
os.makedirs(os.path.dirname(sys.argv[1]))
open(sys.argv[1], 'w').write(sys.argv[2])
"""


@pytest.fixture
def driver(qtbot, tmp_path):
    driver = Driver(qtbot, tmp_path, follow=True)
    driver.told = []
    driver.session.files_changed.connect(lambda: driver.told.append(1))
    yield driver
    driver.close()


def elsewhere(code, *arguments):
    """Let a second process do it, as an engine does."""
    subprocess.run([sys.executable, "-c", code, *map(str, arguments)], check=True)


def open_followed(driver, folder):
    driver.open_files(folder)
    driver.qtbot.waitUntil(lambda: driver.window.files.follower.is_watching)


def names(driver):
    root = driver.frame.scopes.files.model_of_files.root
    return [node.name for node in walk(root) if node.target]


def test_text_that_another_process_appends_is_told(driver, sample_workspace):
    folder = sample_workspace("agentscope_support_desk")
    open_followed(driver, folder)
    elsewhere(APPEND, folder / "memory" / "2026-06-16.md", "- one more\n")
    driver.qtbot.waitUntil(lambda: bool(driver.told))


def test_a_file_that_is_replaced_by_rename_is_told(driver, sample_workspace):
    folder = sample_workspace("agentscope_support_desk")
    open_followed(driver, folder)
    elsewhere(REPLACE, folder / "MEMORY.md", "- all new\n")
    driver.qtbot.waitUntil(lambda: bool(driver.told))


def test_a_new_log_is_counted_in_the_tree(driver, sample_workspace):
    folder = sample_workspace("agentscope_support_desk")
    open_followed(driver, folder)
    elsewhere(APPEND, folder / "memory" / "2026-06-17.md", "- a fact\n")
    driver.qtbot.waitUntil(lambda: driver.session.outline.logs == 24)


def test_a_new_bucket_appears_and_one_that_is_removed_goes(driver, sample_workspace):
    folder = sample_workspace("agentscope_lending_multiuser")
    open_followed(driver, folder)
    elsewhere(MAKE, folder / "u-200" / "memory" / "2026-06-01.md", "- a fact\n")
    driver.qtbot.waitUntil(lambda: "u-200" in names(driver))
    elsewhere(APPEND, folder / "u-200" / "memory" / "2026-06-02.md", "- another\n")
    driver.qtbot.waitUntil(lambda: driver.session.outline.logs == 13)
    elsewhere(REMOVE, folder / "u-200")
    driver.qtbot.waitUntil(lambda: "u-200" not in names(driver))


def test_memory_files_that_appear_in_an_empty_folder_open_by_themselves(driver, tmp_path):
    folder = tmp_path / "new"
    folder.mkdir()
    open_followed(driver, folder)
    assert driver.frame.page is driver.frame.empty
    elsewhere(MAKE, folder / "memory" / "2026-06-01.md", "- a fact\n")
    driver.qtbot.waitUntil(lambda: driver.frame.page is driver.frame.panes)


def test_a_folder_that_is_swapped_by_renaming_is_followed_in_its_new_place(
    driver, sample_workspace
):
    folder = sample_workspace("agentscope_support_desk")
    open_followed(driver, folder)
    (folder / "fresh").mkdir()
    (folder / "fresh" / "2026-07-01.md").write_text("- a fact\n")
    (folder / "memory").rename(folder / "old")
    (folder / "fresh").rename(folder / "memory")
    driver.qtbot.waitUntil(lambda: driver.session.outline.logs == 1)
    driver.told.clear()
    elsewhere(APPEND, folder / "memory" / "2026-07-01.md", "- another\n")
    driver.qtbot.waitUntil(lambda: bool(driver.told))


def test_a_note_in_a_new_folder_of_a_layer_is_told(driver, sample_workspace):
    folder = sample_workspace("little_harness_desk")
    open_followed(driver, folder)
    before = driver.session.outline.notes
    elsewhere(MAKE, folder / "memory" / "company" / "new" / "deep" / "note.md", "A fact.\n")
    driver.qtbot.waitUntil(lambda: driver.session.outline.notes == before + 1)
    assert driver.told


def test_an_own_write_is_told_once_and_not_again_as_a_change_from_outside(driver, sample_workspace):
    folder = sample_workspace("agentscope_support_desk")
    open_followed(driver, folder)
    outside = []
    driver.window.files.follower.changed.connect(lambda: outside.append(1))
    before = driver.session.files.folder.read("MEMORY.md")
    after = FileRow("MEMORY.md", before.data + b"- ours\n", before.mode)
    with driver.qtbot.waitSignal(driver.session.editing.saved, timeout=10_000):
        driver.session.editing.save(Change(label="Add a fact", files=(Swap(before, after),)))
    assert driver.told == [1]
    # What is written next is told, and nothing was told before it.
    elsewhere(APPEND, folder / "memory" / "2026-06-16.md", "- one more\n")
    driver.qtbot.waitUntil(lambda: bool(outside))
    assert outside == [1]


def test_what_was_written_while_not_following_is_told_when_following_again(
    driver, sample_workspace
):
    folder = sample_workspace("agentscope_support_desk")
    open_followed(driver, folder)
    driver.do("view.follow")
    elsewhere(APPEND, folder / "MEMORY.md", "- later\n")
    assert driver.told == []
    driver.do("view.follow")
    driver.qtbot.waitUntil(lambda: bool(driver.told))


def test_looking_leaves_no_trace(driver, sample_workspace):
    folder = sample_workspace("agentscope_support_desk")
    before = {path: path.lstat() for path in folder.rglob("*")}
    open_followed(driver, folder)
    for path, facts in before.items():
        now = path.lstat()
        assert (now.st_size, now.st_mtime_ns, now.st_ino) == (
            facts.st_size,
            facts.st_mtime_ns,
            facts.st_ino,
        )
    assert {*folder.rglob("*")} == before.keys()


def test_a_state_file_that_appears_is_offered_and_nobody_is_taken_away_from_their_files(
    driver, sample_workspace, golden_workspace
):
    folder = sample_workspace("agentscope_support_desk")
    open_followed(driver, folder)
    engine = golden_workspace("rich-coding-agent")
    shutil.copytree(engine / ".harness", folder / ".harness")
    toast = driver.frame.toast
    driver.qtbot.waitUntil(toast.isVisible)
    assert driver.frame.middle.place is Place.LEDGER
    assert "a state file" in toast.findChild(TextLabel).text()
    next(one for one in toast.findChildren(Button) if one.text() == "Open").click()
    driver.qtbot.waitUntil(lambda: driver.shown is not None)
    driver.settle()
    assert driver.frame.middle.place is Place.OBSERVATIONS
    assert driver.frame.scopes.tree.isVisible()
