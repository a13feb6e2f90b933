"""Working memory is edited in the window: what is typed, what is shown, what is stored."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from edit_driver import press
from engine_driver import state_db
from golden_scopes import RICH, add_working
from PySide6.QtCore import Qt
from window_driver import NOW, PATIENCE_MS
from working_window import (
    CTRL,
    ENTER,
    ESCAPE,
    begin,
    inspector,
    key,
    select,
    show_working,
    stored,
    value,
    view,
    wait_known,
    write,
)

from desktop_app.services.editing.plans import Intent
from desktop_app.services.editing.working_actions import set_value
from ui.tokens import Meaning


@pytest.fixture
def folder(driver, golden_workspace):
    """A workspace with working memory in sight."""
    return show_working(driver, golden_workspace("rich-coding-agent"))


def test_a_value_is_edited_by_keyboard_and_stored_as_the_engine_writes_it(driver, folder):
    before = stored(folder)
    plan = set_value(driver.session.snapshot, "count", '{"b": 1.0, "a": "<x>"}', Intent(NOW))
    begin(driver, "count", '{"b": 1.0, "a": "<x>"}')
    said = value(driver).panel.words
    assert "keys are sorted, <, > and & are escaped, numbers are written as floats" in said
    press(driver, ENTER, CTRL)
    after = stored(folder)
    assert after["count"] == plan.change.working[0].after.entry_json
    assert after == before | {"count": r'{"a":"\u003cx\u003e","b":1}'}
    assert driver.window.focusWidget() is view(driver).table
    assert inspector(driver).entry.line.text == rf"count: {after['count']}"


def test_what_is_not_json_is_marked_where_it_stops_and_not_saved(driver, folder):
    before = stored(folder)
    begin(driver, "count", '{"a": oops}')
    assert "Not JSON at line 1, character 7" in value(driver).panel.words
    [(span, meaning)] = value(driver).field.marks
    assert (span.start, meaning) == (6, Meaning.DAMAGED)
    assert not value(driver).panel.save_button.isEnabled()
    key(driver, ENTER, CTRL)
    driver.settle()
    assert value(driver).field.edit.textCursor().position() == 6
    assert stored(folder) == before


def test_numbers_that_lose_digits_are_named_before_they_are_stored(driver, folder):
    begin(driver, "count", '[9007199254740993, 1, {"k": 1, "k": 2}]')
    said = value(driver).panel.words
    assert "9007199254740993 is stored as 9007199254740992." in said
    assert "“k” is written twice; only the last value is stored." in said
    assert value(driver).panel.save_button.text() == "Save anyway"
    assert [meaning for _, meaning in value(driver).field.marks] == [Meaning.CAUTION] * 2
    press(driver, ENTER, CTRL)
    assert stored(folder)["count"] == '[9007199254740992,1,{"k":2}]'


def test_a_loss_that_was_not_shown_yet_is_shown_instead_of_saved(driver, folder):
    before = stored(folder)
    select(driver, "count")
    key(driver, Qt.Key.Key_E)
    edit = driver.window.focusWidget()
    edit.selectAll()
    driver.qtbot.keyClicks(edit, "9007199254740993")
    key(driver, ENTER, CTRL)
    wait_known(driver)
    driver.settle()
    assert stored(folder) == before
    assert "Digits will be lost" in value(driver).panel.words
    press(driver, ENTER, CTRL)
    assert stored(folder)["count"] == "9007199254740992"


def test_escape_goes_back_and_the_draft_stays_with_its_entry(driver, folder):
    begin(driver, "count", "[1, 2")
    key(driver, ESCAPE)
    assert driver.window.focusWidget() is view(driver).table
    select(driver, "plan")
    assert value(driver).field.text != "[1, 2"
    driver.show("acme|conv-only-working-memory|coder")
    driver.do("tab.observations")
    driver.show(RICH)
    select(driver, "count")
    assert value(driver).field.text == "[1, 2"
    assert view(driver).unsaved() == "the value of “count”"
    row = view(driver).table.currentIndex()
    assert "not saved" in row.data(Qt.ItemDataRole.AccessibleTextRole)


def test_an_entry_is_added_by_keyboard_and_selected(driver, folder):
    key(driver, Qt.Key.Key_N)
    driver.qtbot.keyClicks(driver.window.focusWidget(), " port ")
    key(driver, ENTER)
    write(driver, "8080")
    wait_known(driver)
    press(driver, ENTER, CTRL)
    assert stored(folder)["port"] == "8080"
    assert view(driver).presenter.selected.entry.key == "port"
    assert inspector(driver).entry.isVisible()


def test_a_key_that_is_taken_is_refused_in_the_form(driver, folder):
    before = stored(folder)
    key(driver, Qt.Key.Key_N)
    driver.qtbot.keyClicks(driver.window.focusWidget(), "count")
    key(driver, ENTER)
    write(driver, "1")
    wait_known(driver)
    form = inspector(driver).form
    assert "There is an entry “count” already." in form.value.panel.words
    key(driver, ENTER, CTRL)
    driver.settle()
    assert stored(folder) == before
    assert form.value.field.text == "1"


def test_what_is_stored_alike_is_not_written(driver, folder):
    before = stored(folder)
    begin(driver, "count", f" {before['count']} ")
    assert "The file says the same already." in value(driver).panel.words
    key(driver, ENTER, CTRL)
    driver.settle()
    assert stored(folder) == before
    assert view(driver).unsaved() == ""


def test_an_edit_of_an_entry_that_goes_can_be_added_again(driver, folder):
    begin(driver, "count", "12345")
    with closing(sqlite3.connect(state_db(folder))) as state, state:
        state.execute("DELETE FROM working_memory_entries WHERE entry_key = 'count'")
    driver.do("view.reload")
    driver.settle()
    note = view(driver).gone
    assert "“count” is gone, your edit of it is not" in note.banner.accessibleName()
    note.banner.activated.emit()
    wait_known(driver)
    assert inspector(driver).form.key.text == "count"
    inspector(driver).form.value.field.setFocus()
    press(driver, ENTER, CTRL)
    assert stored(folder)["count"] == "12345"


def test_an_entry_that_was_changed_underneath_is_a_conflict_and_keeps_the_text(driver, folder):
    begin(driver, "count", "12345")
    with closing(sqlite3.connect(state_db(folder))) as state, state:
        state.execute("UPDATE working_memory_entries SET entry_json='7' WHERE entry_key='count'")
    driver.do("view.reload")
    driver.settle()
    wait_known(driver)
    assert "It was changed underneath" in value(driver).panel.words
    with driver.qtbot.waitSignal(driver.session.editing.conflicted, timeout=PATIENCE_MS):
        driver.do("working.save")
    assert stored(folder)["count"] == "7"
    assert value(driver).field.text == "12345"


def test_long_values_are_looked_at_only(driver, folder):
    add_working(folder, RICH, {"long": '"' + "x" * 60_000 + '"'})
    driver.do("view.reload")
    driver.settle()
    select(driver, "long")
    page = inspector(driver).entry
    assert page.too_long.text().startswith("60,002 characters can’t be edited here.")
    assert page.long_value.isVisible()


def test_the_window_asks_about_unsaved_values_and_saves_them(driver, folder):
    begin(driver, "count", "77")
    key(driver, ESCAPE)
    begin(driver, "ratio", '"half"')
    assert view(driver).unsaved() == "2 values of working memory"
    driver.window.close()
    dialog = driver.window.unsaved.dialog
    assert "2 values of working memory" in dialog.accessibleDescription()
    with driver.qtbot.waitSignal(driver.session.editing.idle, timeout=PATIENCE_MS):
        dialog.confirm()
    driver.settle()
    assert (stored(folder)["count"], stored(folder)["ratio"]) == ("77", '"half"')
    assert not driver.window.isVisible()


def test_leaving_with_what_is_not_json_shows_it_instead(driver, folder):
    begin(driver, "count", "{")
    key(driver, ESCAPE)
    driver.show("acme|conv-42|coder")
    driver.do("tab.observations")
    driver.window.close()
    driver.window.unsaved.dialog.confirm()
    driver.settle()
    assert driver.window.isVisible()
    assert driver.shown == RICH
    assert value(driver).field.text == "{"
    view(driver).discard()


def test_a_value_kept_as_a_draft_is_among_the_changes(driver, folder):
    before = stored(folder)
    begin(driver, "count", "77")
    with driver.qtbot.waitSignal(driver.session.editing.drafted, timeout=PATIENCE_MS) as kept:
        view(driver).keep_draft()
    driver.settle()
    assert stored(folder) == before
    assert view(driver).unsaved() == ""
    assert kept.args[0].label == "Set working memory “count”"
    assert value(driver).field.text == before["count"]
