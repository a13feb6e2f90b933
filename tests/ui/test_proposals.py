"""Reflect now in a whole window: from the wish to what is in the file."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from model_answers import empty, good, looping, silent, slow
from observation_views import RICH
from proposal_desk import OUTPUT, rich_desk
from PySide6.QtCore import Qt
from tree_state import snapshot as tree_of

from ui.navigation import Place
from ui.proposals.model import Nothing, Ready, Running
from ui.widgets.button import Button

Key = Qt.Key


@pytest.fixture
def desk(driver, golden_workspace, model_server):
    yield from rich_desk(driver, golden_workspace, model_server)


def place(desk):
    return desk.window.frame.middle.place


def write_as_the_engine(desk, reflection):
    with closing(sqlite3.connect(desk.session.source.path)) as connection, connection:
        connection.execute(
            "UPDATE om_memory_records SET active_reflection = ?, state_version = state_version + 1"
            " WHERE memory_id = ?",
            (reflection, RICH),
        )
    desk.session.notice_change()
    desk.driver.settle()


def test_without_a_model_the_built_in_rules_answer_at_once(desk):
    desk.do("pane.middle")
    desk.press(Key.Key_R)
    desk.phase(Ready)
    assert desk.page.head.author.text() == "Built-in rules, no model"
    assert desk.page.ready.list.rows.rows
    assert desk.page.ready.list.hasFocus()
    assert desk.server.requests == []


def test_the_button_over_the_tabs_does_the_same(desk):
    desk.window.frame.middle.head.reflect.click()
    desk.phase(Ready)
    assert place(desk) is Place.PROPOSAL


def test_what_is_ticked_is_written_and_can_be_undone(desk):
    page = desk.propose(good(OUTPUT))
    before = desk.record
    assert page.ready.accept_button.text() == "Accept 4 changes"
    page.ready.list.set_current("contradiction:12:29:0")
    desk.press(Key.Key_Space)
    assert page.ready.accept_button.text() == "Accept 3 changes"
    with desk.qtbot.waitSignal(desk.session.editing.saved):
        desk.press(Key.Key_Return, control=True)
    desk.driver.settle()
    assert place(desk) is Place.REFLECTION
    said = desk.window.frame.toast.accessibleName()
    assert said.startswith("Reflection accepted: 3 of 5 changes.")
    after = desk.record.reflection
    assert "frozen until 2026-06-30" in after
    assert "[seq:33] replaces [seq:14]" in after
    assert "docs generated or not" not in after
    with desk.qtbot.waitSignal(desk.session.editing.saved):
        desk.do("edit.undo")
    desk.driver.settle()
    assert desk.record == before


def test_the_page_says_what_to_check_and_what_the_ticks_do(desk):
    page = desk.propose(good(OUTPUT))
    assert page.head.author.isVisible()
    caution = page.ready.caution.accessibleName()
    assert "“fuzz tests requested by Ana” (observation 32)" in caution
    assert "The longer summary pushes observation 19 out." in caution
    figures = {one.caption: (one.number, one.words) for one in page.ready.figures.figures}
    assert figures["Summary tokens"] == ("74 → 80", "")
    assert figures["Ignored"] == ("41", "no such observation")
    assert page.ready.turn.lanes.accessibleName() == (
        "Next turn now: 416 counted · 561 measured; after: 419 counted · 561 measured"
    )


def test_the_answer_can_be_read_with_what_the_engine_ignores_in_it(desk):
    page = desk.propose(good(OUTPUT.replace("- [seq:33] replaces", "- 33 is newer than")))
    desk.press(Key.Key_End)
    assert page.ready.list.current_id == "answer"
    assert "1 line is ignored" in page.ready.list.rows.rows[-1].subtitle
    assert page.ready.item.answer.text.startswith("SUMMARY:")


def test_the_turn_follows_the_ticks(desk):
    page = desk.propose(good(OUTPUT))
    desk.qtbot.keyClick(page.ready.list, Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    assert page.ready.ticked == frozenset()
    assert page.ready.reason
    desk.until(lambda: page.ready.effect.ids == frozenset())
    assert page.ready.effect.before == page.ready.effect.after
    assert page.ready.turn.same.text() == "The next turn stays as it is."
    assert page.ready.turn.same.isVisible()
    assert page.ready.turn.diff.isHidden()
    desk.press(Key.Key_A)
    desk.until(lambda: len(page.ready.effect.ids) == 5)
    assert page.ready.accept_button.isEnabled()
    assert page.ready.turn.same.isHidden()
    assert page.ready.turn.diff.isVisible()


def test_esc_discards_and_nothing_was_written(desk):
    tree = tree_of(desk.session.source.workspace)
    desk.propose(good(OUTPUT))
    desk.press(Key.Key_Escape)
    desk.driver.settle()
    assert place(desk) is Place.OBSERVATIONS
    assert isinstance(desk.presenter.phase, Nothing)
    assert tree_of(desk.session.source.workspace) == tree


@pytest.mark.parametrize("step", [silent(good(OUTPUT)), slow(OUTPUT)])
def test_a_call_can_be_cancelled_while_the_window_goes_on(desk, step):
    desk.server.script([step])
    desk.choose()
    desk.do("reflect.now")
    desk.agree()
    desk.until(lambda: bool(desk.server.requests))
    assert isinstance(desk.presenter.phase, Running)
    assert "at work" in desk.page.running.title.text()
    desk.press(Key.Key_Escape)
    desk.phase(Nothing)
    assert place(desk) is Place.OBSERVATIONS
    assert not desk.driver.is_busy()


def test_who_goes_elsewhere_meanwhile_is_told_and_not_called_back(desk):
    desk.server.script([silent(good(OUTPUT))])
    desk.choose()
    desk.do("reflect.now")
    desk.agree()
    desk.until(lambda: bool(desk.server.requests))
    desk.do("tab.working")
    desk.server.release()
    desk.phase(Ready)
    assert place(desk) is Place.WORKING
    toast = desk.window.frame.toast
    desk.until(toast.isVisible)
    show = next(button for button in toast.findChildren(Button) if button.text() == "Show")
    show.click()
    assert desk.page.ready.accept_button.text() == "Accept 4 changes"


def test_a_looping_answer_needs_a_word_of_its_own(desk):
    page = desk.propose(looping())
    assert "again and again" in page.ready.caution.accessibleName()
    desk.press(Key.Key_A)
    assert not page.ready.accept_button.isEnabled()
    page.ready.override.click()
    assert page.ready.accept_button.isEnabled()


def test_an_empty_answer_offers_nothing_to_accept(desk):
    page = desk.propose(empty())
    assert "The answer is empty" in page.ready.caution.accessibleName()
    assert not page.ready.accept_button.isEnabled()


def test_a_memory_that_changes_meanwhile_is_said_and_the_answer_is_kept(desk):
    page = desk.propose(good(OUTPUT))
    write_as_the_engine(desk, "SUMMARY:\nThe engine was here.\n\nSUPERSESSIONS:\n\nCONTRADICTIONS:")
    assert page.ready.outdated.isVisible()
    assert not page.ready.accept_button.isEnabled()
    page.ready.outdated.other_activated.emit()
    desk.until(lambda: not page.ready.outdated.isVisible())
    desk.driver.settle()
    desk.press(Key.Key_A)
    assert page.ready.accept_button.isEnabled()
    with desk.qtbot.waitSignal(desk.session.editing.saved):
        page.ready.accept_button.click()
    assert "frozen until 2026-06-30" in desk.record.reflection
    assert len(desk.server.requests) == 1


def test_the_letter_means_something_else_on_other_pages(desk):
    desk.do("go.changes")
    assert desk.window.registry.keys("reflect.now") == ()
    desk.do("tab.observations")
    assert desk.window.registry.keys("reflect.now") == ("R",)
