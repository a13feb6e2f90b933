"""A conflict in the window: the engine has written while somebody was editing."""

from __future__ import annotations

import subprocess
import sys

import pytest
from edit_driver import edit_text, first_text, text_change
from engine_driver import state_db, stored_text, write_text
from PySide6.QtCore import Qt
from window_driver import PATIENCE_MS

from desktop_app.core.editing.journal import EntryState
from desktop_app.services.workspace import open_editor

RICH = "default|conv-billing-rounding|default"
_OTHER_PROCESS = """
import sys
sys.path[:0] = sys.argv[1:3]
from pathlib import Path
from engine_driver import write_text
write_text(Path(sys.argv[3]), sys.argv[4], int(sys.argv[5]), sys.argv[6])
"""


@pytest.fixture
def folder(driver, golden_workspace):
    folder = golden_workspace("rich-coding-agent")
    driver.open(folder)
    driver.show(RICH)
    return folder


@pytest.fixture
def conflict(driver, folder):
    """Somebody edits what another process has changed meanwhile: the dialog is open."""
    change = text_change(driver, 0, "mine")
    engine_writes(folder, 0, "theirs")
    return open_dialog(driver, change)


def engine_writes(folder, index, text):
    paths = [path for path in sys.path if path.endswith("tests")][:1]
    root = next(path for path in sys.path if path and not path.endswith("tests"))
    arguments = [*paths, root, str(folder), RICH, str(index), text]
    subprocess.run([sys.executable, "-c", _OTHER_PROCESS, *arguments], check=True)


def open_dialog(driver, change):
    with driver.qtbot.waitSignal(driver.session.editing.conflicted, timeout=PATIENCE_MS):
        driver.session.editing.save(change)
    return driver.window.saving.conflicts.dialog


def press(driver, key, modifiers=Qt.KeyboardModifier.NoModifier):
    driver.qtbot.keyClick(driver.window.focusWidget(), key, modifiers)


def test_three_versions_are_shown_and_the_chosen_one_is_written(driver, folder, conflict):
    assert conflict.isVisible()
    press(driver, Qt.Key.Key_3)
    with driver.qtbot.waitSignal(driver.session.editing.saved, timeout=PATIENCE_MS):
        press(driver, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    driver.settle()
    assert driver.window.saving.conflicts.dialog is None
    assert stored_text(folder, RICH, 0) == "mine"
    assert first_text(driver) == "mine"


def test_the_result_says_what_becomes_of_it_in_the_next_turn(driver, folder):
    snapshot = driver.session.snapshot
    first = next(one for one in snapshot.explanation.standings if one.is_in)
    change = text_change(driver, first.index, "mine")
    engine_writes(folder, first.index, "theirs")
    dialog = open_dialog(driver, change)
    field = dialog.result_field
    assert (field.tokens, field.effect) == ("", "")
    press(driver, Qt.Key.Key_3)
    wanted = f"stays in: rank {first.rank:,}, {first.left:,} left"
    driver.qtbot.waitUntil(lambda: field.effect == wanted, timeout=PATIENCE_MS)
    dialog.result_field.area.edit.setFocus()
    driver.qtbot.keyClicks(dialog.result_field.area.edit, "word " * 400)
    driver.qtbot.waitUntil(lambda: field.effect.startswith("goes out: "), timeout=PATIENCE_MS)
    dialog.dismiss()
    driver.settle()


def test_the_version_of_the_engine_can_be_kept(driver, folder, conflict):
    press(driver, Qt.Key.Key_2)
    editing = driver.session.editing
    with driver.qtbot.waitSignal(editing.unchanged, timeout=PATIENCE_MS):
        press(driver, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    driver.settle()
    assert driver.window.saving.conflicts.dialog is None
    assert stored_text(folder, RICH, 0) == "theirs"


def test_esc_keeps_a_draft_that_can_be_applied_later(driver, folder, conflict):
    editing = driver.session.editing
    with driver.qtbot.waitSignal(editing.drafted, timeout=PATIENCE_MS) as drafted:
        press(driver, Qt.Key.Key_Escape)
    driver.settle()
    assert driver.window.saving.conflicts.dialog is None
    assert stored_text(folder, RICH, 0) == "theirs"
    editor = open_editor(driver.session.source, driver.session.surroundings)
    assert editor.journal.entry(drafted.args[0].id).state is EntryState.DRAFT


def test_a_file_that_moves_on_while_somebody_chooses_conflicts_again(driver, folder, conflict):
    engine_writes(folder, 0, "theirs again")
    press(driver, Qt.Key.Key_3)
    editing = driver.session.editing
    with driver.qtbot.waitSignal(editing.conflicted, timeout=PATIENCE_MS):
        press(driver, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    again = driver.window.saving.conflicts.dialog
    assert again is not None
    assert again is not conflict
    press(driver, Qt.Key.Key_3)
    with driver.qtbot.waitSignal(editing.saved, timeout=PATIENCE_MS):
        press(driver, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    driver.settle()
    assert stored_text(folder, RICH, 0) == "mine"


def test_undo_of_what_the_engine_has_changed_is_a_conflict_too(driver, folder):
    before = first_text(driver)
    edit_text(driver, 0, "mine")
    write_text(folder, RICH, 0, "theirs")
    with driver.qtbot.waitSignal(driver.session.editing.conflicted, timeout=PATIENCE_MS):
        driver.do("edit.undo")
    press(driver, Qt.Key.Key_3)
    with driver.qtbot.waitSignal(driver.session.editing.saved, timeout=PATIENCE_MS):
        press(driver, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    driver.settle()
    assert stored_text(folder, RICH, 0) == before


def test_untouched_parts_merge_without_a_question(driver, folder):
    change = text_change(driver, 0, "mine")
    engine_writes(folder, 1, "theirs")
    with driver.qtbot.waitSignal(driver.session.editing.saved, timeout=PATIENCE_MS) as saved:
        driver.session.editing.save(change)
    driver.settle()
    assert saved.args[0].merged
    assert [stored_text(folder, RICH, index) for index in (0, 1)] == ["mine", "theirs"]
    assert "of the engine merged" in driver.frame.toast.accessibleName()
    assert state_db(folder).exists()
