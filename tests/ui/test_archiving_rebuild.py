"""Rebuilding from all logs in the window, and deleting files with what follows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from upkeep_window import UpkeepWindow, state_of, titles

from ui.ledger.dialogs import DeleteDialog
from ui.ledger.rebuild_dialog import RebuildDialog
from ui.navigation import Place

KEYS = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
MARK = "memory/.consolidation_state"


@pytest.fixture
def desk(driver, sample_workspace):
    return UpkeepWindow(driver, sample_workspace("agentscope_support_desk"), name="MEMORY.md")


def test_it_says_what_the_watermark_is_what_is_taken_and_what_may_be_lost(desk):
    dialog = desk.rebuild()
    assert "2026-06-12 01:30:00 UTC" in dialog.accessibleDescription()
    heads = titles(dialog.list)
    assert heads[0].startswith("No log says this: a model has to keep it from MEMORY.md")
    assert heads[1] == f"{len(desk.presenter.book.logs)} logs are taken then"
    rows = {row.id: row for row in dialog.list.rows.rows}
    assert rows["MEMORY.md:4"].title.startswith("- Ana is the support lead")
    assert "MEMORY.md:22" not in rows
    assert rows["memory/2026-04-27.md"].badge.text == "taken again"
    assert rows["memory/2026-06-16.md"].badge is None
    assert "It takes every log, the archive too" in dialog.preview.caution.accessibleName()


def test_the_watermark_goes_consolidation_is_offered_and_undo_restores_it(desk):
    before = state_of(desk.path)
    desk.rebuild()
    desk.confirm()
    assert not (desk.path / MARK).exists()
    (offer,) = desk.open_dialogs()
    assert offer.accessibleName() == "The watermark is gone. Consolidate now?"
    desk.press(KEYS.Key_Return, CONTROL)
    desk.wait(lambda: desk.driver.frame.middle.place is Place.CONSOLIDATION)
    desk.driver.settle()
    with desk.driver.qtbot.waitSignal(desk.driver.session.editing.saved):
        desk.driver.session.editing.undo()
    desk.driver.settle()
    assert state_of(desk.path) == before


def test_later_leaves_it_at_that(desk):
    desk.rebuild()
    desk.confirm()
    desk.press(KEYS.Key_Escape)
    assert desk.open_dialogs() == []
    assert desk.driver.frame.middle.place is Place.LEDGER


def test_without_a_watermark_there_is_nothing_to_rebuild(driver, sample_workspace):
    path = sample_workspace("agentscope_lending_multiuser")
    desk = UpkeepWindow(driver, path, "u-104", "MEMORY.md")
    reasons = {one.spec.id: one.reason for one in desk.view.commands()}
    assert reasons["ledger.rebuild"] == "There is no watermark: all logs are taken."
    assert reasons["ledger.forget"] == ""


def test_the_memory_goes_with_the_watermark_on_wish_and_both_come_back(desk):
    before = state_of(desk.path)
    desk.view.left.list.setFocus()
    desk.press(KEYS.Key_Delete)
    dialog = desk.dialog(DeleteDialog)
    desk.settle()
    assert "facts of older logs do not come back" in dialog.preview.caution.accessibleName()
    dialog.watermark.setFocus()
    desk.press(KEYS.Key_Space)
    desk.settle()
    assert "It takes every log" in dialog.preview.words
    desk.confirm()
    assert set(before) - set(state_of(desk.path)) == {"MEMORY.md", MARK}
    desk.undo()
    assert state_of(desk.path) == before


def test_a_log_is_deleted_and_what_was_taken_from_it_is_said_to_stay(desk):
    before = state_of(desk.path)
    desk.go("", "memory/2026-06-16.md")
    desk.view.left.list.setFocus()
    desk.press(KEYS.Key_Delete)
    dialog = desk.dialog(DeleteDialog)
    desk.settle()
    assert not dialog.watermark.isVisible()
    assert "stays in MEMORY.md" in dialog.preview.words
    desk.confirm()
    assert set(before) - set(state_of(desk.path)) == {"memory/2026-06-16.md"}
    desk.undo()
    assert state_of(desk.path) == before


def test_the_banner_of_a_missing_memory_leads_to_the_same_dialog(driver, sample_workspace):
    path = sample_workspace("agentscope_lending_multiuser")
    desk = UpkeepWindow(driver, path, "u-107", "MEMORY.md")
    desk.view.notice.banner.activated.emit()
    dialog = desk.dialog(RebuildDialog)
    desk.settle()
    rows = {row.id: row.badge for row in dialog.list.rows.rows}
    assert rows["memory/2026-06-07.md"].text == "taken again"
    assert rows["memory/2026-06-09.md"] is None
