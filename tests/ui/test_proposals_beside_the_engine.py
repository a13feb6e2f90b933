"""A proposal is accepted while the engine is at work, or has been meanwhile."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from model_answers import good
from observation_views import RICH
from proposal_desk import OUTPUT, rich_desk
from PySide6.QtCore import Qt
from window_driver import NOW

from desktop_app.core.engine_time import format_column
from ui.navigation import Place
from ui.proposals.model import Nothing, Ready

Key = Qt.Key


@pytest.fixture
def desk(driver, golden_workspace, model_server):
    yield from rich_desk(driver, golden_workspace, model_server)


def run(desk, statement, *values):
    """Write as the engine does."""
    with closing(sqlite3.connect(desk.session.source.path, isolation_level=None)) as connection:
        connection.execute(statement, values)


def start_a_call(desk):
    now = format_column(NOW)
    run(
        desk,
        "INSERT INTO om_operation_log VALUES (?, ?, '', '', 999, 'observe', 'processing', '{}',"
        " '', ?, ?)",
        "op_at_work",
        RICH,
        now,
        now,
    )


def end_the_call(desk):
    run(desk, "UPDATE om_operation_log SET status = 'applied' WHERE operation_id = 'op_at_work'")


def waiting(desk):
    """Accept while the engine is at work, and wait until that is said."""
    page = desk.propose(good(OUTPUT))
    start_a_call(desk)
    desk.press(Key.Key_Return, control=True)
    desk.until(desk.window.frame.edit_banner.isVisible)
    return page


def test_what_is_accepted_waits_for_the_engine_and_is_written_then(desk):
    page = waiting(desk)
    assert isinstance(desk.presenter.phase, Ready)
    assert not page.ready.accept_button.isEnabled()
    with desk.qtbot.waitSignal(desk.session.editing.saved, timeout=20_000):
        end_the_call(desk)
    desk.driver.settle()
    assert "[seq:33] replaces [seq:14]" in desk.record.reflection
    assert isinstance(desk.presenter.phase, Nothing)


def test_waiting_is_cancelled_and_the_proposal_stays(desk):
    before = desk.record.reflection
    page = waiting(desk)
    with desk.qtbot.waitSignal(desk.session.editing.stopped, timeout=20_000):
        desk.session.editing.cancel()
    desk.driver.settle()
    assert page.ready.accept_button.isEnabled()
    assert page.ready.accept_button.text() == "Accept 4 changes"
    assert desk.record.reflection == before


def test_an_engine_that_rewrites_the_reflection_meanwhile_leaves_a_choice(desk):
    waiting(desk)
    run(
        desk,
        "UPDATE om_memory_records SET active_reflection = ?, state_version = state_version + 1"
        " WHERE memory_id = ?",
        "SUMMARY:\nThe engine was here.\n\nSUPERSESSIONS:\n\nCONTRADICTIONS:",
        RICH,
    )
    with desk.qtbot.waitSignal(desk.session.editing.conflicted, timeout=20_000):
        end_the_call(desk)
    desk.until(lambda: desk.window.saving.conflicts.dialog is not None)
    dialog = desk.window.saving.conflicts.dialog
    dialog.keep_mine.click()
    with desk.qtbot.waitSignal(desk.session.editing.saved, timeout=20_000):
        dialog.confirm()
    desk.driver.settle()
    assert "frozen until 2026-06-30" in desk.record.reflection
    assert desk.window.frame.middle.place is Place.REFLECTION


def test_a_refusal_on_the_way_keeps_the_proposal_and_says_what_changed(desk):
    page = desk.propose(good(OUTPUT))
    run(
        desk,
        "UPDATE om_memory_records SET active_reflection = ? WHERE memory_id = ?",
        "SUMMARY:\nThe engine was here.",
        RICH,
    )
    desk.press(Key.Key_Return, control=True)
    desk.until(page.ready.outdated.isVisible)
    assert isinstance(desk.presenter.phase, Ready)
    assert desk.record.reflection == "SUMMARY:\nThe engine was here."
