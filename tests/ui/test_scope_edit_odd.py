"""Scopes that are not as usual: damaged, with odd ids, with a stored transcript."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from engine_driver import state_db
from golden_scopes import RICH, rewrite
from PySide6.QtCore import Qt
from window_driver import PATIENCE_MS

CTRL, ENTER, TAB = Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_Return, Qt.Key.Key_Tab


def open_dialog(driver, name):
    driver.do(f"scope.{name}")
    edits = driver.window.commands.scopes.edits
    driver.qtbot.waitUntil(lambda: edits.dialog is not None, timeout=PATIENCE_MS)
    driver.settle()
    return edits.dialog


def planned(driver, shown):
    driver.qtbot.waitUntil(lambda: shown.planned is not None, timeout=PATIENCE_MS)
    return shown.preview.words


def confirm(driver):
    with driver.qtbot.waitSignal(driver.session.editing.saved, timeout=PATIENCE_MS):
        driver.qtbot.keyClick(driver.window.focusWidget(), ENTER, CTRL)
    driver.settle()


def keys(folder):
    with closing(sqlite3.connect(state_db(folder))) as state:
        return {row[0] for row in state.execute("SELECT memory_id FROM om_memory_records")}


def test_a_damaged_record_can_be_renamed_and_deleted_but_not_limited(driver, golden_workspace):
    folder = golden_workspace("rich-coding-agent")
    rewrite(folder, RICH, active_observations_json="{oops")
    driver.open(folder)
    driver.show(RICH)
    limits = driver.window.registry.action("scope.limits")
    assert not limits.isEnabled()
    assert limits.toolTip() == "The engine can’t read this record. Repair it first."
    shown = open_dialog(driver, "rename")
    shown.ids.fields[2].set_text("")
    driver.qtbot.keyClicks(shown.ids.fields[2].edit, "other")
    planned(driver, shown)
    assert "The engine can’t read this record" in shown.preview.caution.accessibleName()
    confirm(driver)
    assert driver.shown == "default|conv-billing-rounding|other"
    shown = open_dialog(driver, "delete")
    assert "record: one that the engine can’t read" in planned(driver, shown)
    shown.tick.click()
    confirm(driver)
    assert keys(folder).isdisjoint({RICH, "default|conv-billing-rounding|other"})


def test_messages_that_stay_under_the_old_id_are_told(driver, golden_workspace):
    driver.open(golden_workspace("harnessd-live"))
    transcripts = driver.session.source.transcripts
    for memory_id in [one.memory_id for one in driver.session.source.scopes()]:
        if transcripts.count(driver.session.source.entry(memory_id).scope.conversation):
            break
    driver.show(memory_id)
    conversation = driver.session.source.entry(memory_id).scope.conversation
    count = transcripts.count(conversation)
    shown = open_dialog(driver, "rename")
    driver.qtbot.keyClick(driver.window.focusWidget(), TAB)
    driver.window.focusWidget().selectAll()
    driver.qtbot.keyClicks(driver.window.focusWidget(), "elsewhere")
    said = planned(driver, shown)
    assert f"{count:,} message" in said
    assert f"under “{conversation}”" in said


def test_every_odd_id_stands_in_its_field_exactly(driver, golden_workspace):
    driver.open(golden_workspace("odd-scope-ids"))
    for entry in driver.session.source.scopes():
        driver.show(entry.memory_id)
        shown = open_dialog(driver, "rename")
        assert shown.ids.scope == entry.scope
        assert not shown.primary_button.isEnabled()
        shown.dismiss()
        driver.settle()


@pytest.mark.parametrize("name", ["switch", "delete"])
def test_a_scope_that_is_gone_when_its_dialog_opens_is_told(driver, golden_workspace, name):
    folder = golden_workspace("rich-coding-agent")
    driver.open(folder)
    driver.show(RICH)
    with closing(sqlite3.connect(state_db(folder))) as state, state:
        state.execute("DELETE FROM om_memory_records WHERE memory_id = ?", (RICH,))
        state.execute("DELETE FROM working_memory_entries WHERE memory_id = ?", (RICH,))
    driver.do(f"scope.{name}")
    driver.settle()
    assert driver.window.commands.scopes.edits.dialog is None
    assert f"There is no scope “{RICH}”" in driver.frame.toast.accessibleName()
