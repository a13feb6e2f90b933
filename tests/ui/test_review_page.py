"""The page of the review: its beginning, filters, moving, rounds, what it says."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from engine_driver import state_db, write_text
from golden_scopes import observation, rewrite
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from review_desk import OTHER, RICH, ReviewDesk, make_file
from window_driver import PATIENCE_MS

from desktop_app.services import review
from desktop_app.services.workspace import open_review, open_workspace
from ui.navigation import Place
from ui.review.model import ROW_ROLE
from ui.review.presenter import Phase
from ui.review.rows import Row

Key = Qt.Key
SPOKEN = Qt.ItemDataRole.AccessibleTextRole


@pytest.fixture
def desk(driver):
    return ReviewDesk(driver)


@pytest.fixture
def small(golden_workspace):
    """A file with two scopes of three items each, and a reflection."""
    workspace = golden_workspace("rich-coding-agent")
    return make_file(workspace, {OTHER: 3, RICH: 3}, {RICH: "All was said."})


def wait(desk, reached):
    desk.qtbot.waitUntil(reached, timeout=PATIENCE_MS)


def page_count(driver):
    pages = driver.frame.scopes.presenter.pages.root.children
    return next(node.count for node in pages if node.place is Place.REVIEW)


def test_the_first_time_asks_what_to_review_and_says_how_much_there_is(desk, driver, small):
    desk.open(small)
    assert desk.presenter.phase is Phase.UNBEGUN
    assert desk.view.pages.everything.text() == "Review everything (7)"
    assert QApplication.focusWidget() is desk.view.pages.everything
    assert not (small / ".memloupe").exists()
    assert not open_review(driver.session.source).progress.path.exists()


def test_looking_for_what_changed_is_said_until_something_is_found(desk, small):
    desk.open(small)
    state = desk.view.pages.state
    desk.press(Key.Key_Space)
    assert state.accessibleName().startswith("Looking for what changed…")
    assert desk.view.pages.everything.isHidden()
    assert QApplication.focusWidget() is state
    wait(desk, lambda: bool(desk.rows))
    desk.settle()
    assert not state.isVisible()
    assert QApplication.focusWidget() is desk.view.table


def test_scopes_are_counted_while_nothing_is_found(desk, small, monkeypatch):
    monkeypatch.setattr(review, "_READS", 1)
    monkeypatch.setattr(review, "_AT_ONCE", 1)
    desk.open(small)
    said = []
    state = desk.view.pages.state
    desk.presenter.figures_changed.connect(lambda: said.append(state.accessibleName()))
    desk.press(Key.Key_Tab)
    desk.press(Key.Key_Space)
    wait(desk, lambda: desk.presenter.is_whole)
    desk.settle()
    assert "Looking for what changed…. 1 scope so far" in said
    assert state.accessibleName().startswith("Nothing is left to review")


def test_starting_from_now_lists_only_what_comes_later(desk, driver, small):
    desk.open(small)
    desk.press(Key.Key_Tab)
    desk.press(Key.Key_Space)
    wait(desk, lambda: desk.presenter.phase is Phase.LISTED)
    desk.settle()
    assert desk.view.pages.state.accessibleName().startswith("Nothing is left to review")
    write_text(small, RICH, 1, "default says fact 2 of 3, twice")
    driver.window.reload()
    wait(desk, lambda: len(desk.rows) == 1)
    desk.settle()
    assert desk.figures == "0 of 1 · 1 left"
    assert desk.row.difference.before.content == "default says fact 2 of 3, once"
    assert not desk.view.detail.sight.before.isHidden()
    lines = [line.text for line in desk.view.detail.sight.diff.text.lines]
    assert lines == ["default says fact 2 of 3, once", "default says fact 2 of 3, twice"]
    desk.accept()
    desk.settle()
    assert desk.figures == "1 of 1 · 0 left"


def test_what_is_gone_can_only_be_accepted(desk, driver, small):
    desk.begin(small)
    desk.accept(7)
    desk.settle()
    rewrite(small, OTHER, active_observations_json=[observation(1, "acme says fact 1 of 3, once")])
    driver.window.reload()
    wait(desk, lambda: desk.presenter.left == 2)
    desk.settle()
    desk.press(Key.Key_Down)
    gone = [row for row in desk.rows if row.is_left]
    assert [row.difference.kind.value for row in gone] == ["gone", "gone"]
    desk.presenter.board.go(gone[0])
    desk.press(Key.Key_E)
    desk.press(Key.Key_D)
    assert not desk.view.detail.editor.is_open
    assert desk.view.detail.reason.isHidden()
    desk.accept(2)
    desk.settle()
    assert desk.presenter.left == 0


def test_a_filter_and_one_scope_narrow_the_list_and_what_was_decided_stays_decided(
    desk, driver, small
):
    desk.begin(small)
    desk.accept()
    desk.press(Key.Key_Slash)
    desk.write("fact 2")
    wait(desk, lambda: [row.item.seq for row in desk.rows] == [2, 2])
    desk.settle()
    assert desk.figures == "0 of 2 · 2 left"
    desk.press(Key.Key_Return)
    desk.accept()
    desk.press(Key.Key_Slash)
    desk.press(Key.Key_Escape)
    wait(desk, lambda: len(desk.rows) == 7)
    desk.settle()
    assert desk.figures == "2 of 7 · 5 left"
    driver.session.show_scope(RICH)
    driver.settle()
    desk.view.head.scopes.changed.emit("scope")
    wait(desk, lambda: len(desk.rows) == 4)
    desk.settle()
    assert {row.memory_id for row in desk.rows} == {RICH}


def test_next_and_previous_decide_nothing(desk, small):
    desk.begin(small)
    for key, seq in (
        (Key.Key_Return, 2),
        (Key.Key_Right, 3),
        (Key.Key_Left, 2),
        (Key.Key_End, 0),
        (Key.Key_Return, 1),
        (Key.Key_J, 2),
        (Key.Key_K, 1),
        (Key.Key_Home, 1),
    ):
        desk.press(key)
        assert desk.row.item.seq == seq
    assert desk.figures == "0 of 7 · 7 left"


def test_esc_leaves_an_edit_and_a_reason_without_deciding(desk, small):
    desk.begin(small)
    desk.press(Key.Key_E)
    desk.write("not this ")
    desk.press(Key.Key_Escape)
    assert QApplication.focusWidget() is desk.view.table
    assert desk.view.detail.editor.reading.view.text == "acme says fact 1 of 3, once"
    desk.press(Key.Key_D)
    desk.write("no reason")
    desk.press(Key.Key_Escape)
    assert QApplication.focusWidget() is desk.view.table
    assert desk.view.unsaved() == ""
    assert desk.figures == "0 of 7 · 7 left"


def test_the_row_of_the_tree_counts_what_is_open(desk, driver, small):
    desk.begin(small)
    desk.accept(2)
    desk.settle()
    assert page_count(driver) == 5


def test_the_engine_may_write_while_somebody_reviews(desk, driver, small):
    desk.begin(small)
    desk.press(Key.Key_Down)
    row = desk.row
    with closing(sqlite3.connect(state_db(small))) as state, state:
        state.execute("DELETE FROM om_memory_records WHERE memory_id = ?", (RICH,))
    driver.window.reload()
    wait(desk, lambda: len(desk.rows) == 3)
    desk.settle()
    assert desk.row is row


def test_everything_has_a_name_and_rows_say_what_they_are(desk, small):
    desk.begin(small)
    desk.accept()
    model = desk.view.table.model()
    QAbstractItemModelTester(model)
    spoken = [model.index(at, 0).data(SPOKEN) for at in range(model.rowCount())]
    assert spoken[0] == "acme / conv-42 / coder"
    assert spoken[1] == "Observation 1, accepted, acme says fact 1 of 3, once"
    entries = [model.index(at, 0).data(ROW_ROLE) for at in range(model.rowCount())]
    assert sum(isinstance(entry, Row) for entry in entries) == 7
    for widget in (desk.view, desk.view.table, desk.view.detail, desk.view.head.filter):
        assert widget.accessibleName() or widget.focusProxy().accessibleName()


def test_the_last_reasons_are_at_hand(desk, small):
    desk.begin(small)
    desk.remove("first reason")
    desk.remove("second reason")
    desk.settle()
    desk.press(Key.Key_D)
    field = desk.view.detail.reason.field
    desk.press(Key.Key_Down)
    assert field.text == "second reason"
    desk.press(Key.Key_Down)
    assert field.text == "first reason"
    desk.press(Key.Key_Up)
    assert field.text == "second reason"
    desk.press(Key.Key_Up)
    assert field.text == ""


def test_a_new_round_begins_without_what_was_decided_before(desk, driver, small):
    desk.begin(small)
    desk.accept(7)
    desk.settle()
    assert desk.figures == "7 of 7 · 0 left"
    write_text(small, RICH, 0, "something else")
    driver.window.reload()
    wait(desk, lambda: len(desk.rows) == 1)
    desk.settle()
    assert desk.figures == "0 of 1 · 1 left"
    desk.accept()
    desk.settle()
    desk.press(Key.Key_U)
    desk.settle()
    assert desk.figures == "0 of 1 · 1 left"


def test_the_palette_and_the_list_of_keys_know_the_review(desk, driver, small):
    desk.begin(small)
    specs = {spec.id: spec for spec in driver.window.registry.specs()}
    assert specs["go.review"].keys == ("Alt+R",)
    keys = {name: specs[f"review.{name}"].keys for name in ("accept", "edit", "remove", "back")}
    assert keys == {"accept": ("A",), "edit": ("E",), "remove": ("D",), "back": ("U",)}
    driver.do("review.next")
    assert desk.row.item.seq == 2
    desk.view.foot.accept.click()
    desk.settle()
    assert desk.figures == "1 of 7 · 6 left"


def test_the_tree_counts_what_is_open_before_anybody_opens_the_page(driver, small):
    source = open_workspace(small).require_source()
    open_review(source).progress.begin()
    driver.open(small)
    driver.qtbot.waitUntil(lambda: page_count(driver) == 7, timeout=PATIENCE_MS)
    assert driver.frame.middle.place is Place.OBSERVATIONS
