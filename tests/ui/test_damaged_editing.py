"""The stored text of a damaged record is mended by hand, in a real window."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from window_driver import PATIENCE_MS

from desktop_app.core.editing.journal import EntryState
from desktop_app.services.workspace import open_editor
from ui.observations.damaged import DamagedView
from ui.observations.stored_draft import MOST_SHOWN

SCOPE = "default|hand-edited|default"
OBSERVATIONS = "active_observations_json"
GOOD = {
    "seq": 1,
    "content": "Customer 20417 asked for the invoice in German.",
    "token_count": 13,
    "importance": 0.7,
    "created_at": "2026-06-15T07:04:58.230019Z",
}
BAD = {**GOOD, "seq": 2, "content": "250 EUR\x1b[0m", "token_count": 15.0}
CONTROL = Qt.KeyboardModifier.ControlModifier


def stored(*items) -> str:
    return json.dumps(list(items), separators=(",", ":"))


class Desk:
    """A window that shows a damaged record."""

    def __init__(self, driver, folder):
        self.driver, self.path = driver, folder / ".harness" / "state.db"
        self.folder = folder

    def show(self, **values):
        for column, value in values.items():
            self.write(column, value)
        self.driver.open(self.folder)
        self.driver.show(SCOPE)
        view = self.driver.frame.middle.view
        assert isinstance(view, DamagedView)
        self.driver.qtbot.waitUntil(lambda: view.presenter.record is not None)
        return view

    def write(self, column, value):
        with closing(sqlite3.connect(self.path)) as db, db:
            db.execute(
                f"UPDATE om_memory_records SET {column} = ? WHERE memory_id = ?", (value, SCOPE)
            )

    def read(self, column=OBSERVATIONS):
        with closing(sqlite3.connect(self.path)) as db:
            found = db.execute(
                f"SELECT {column} FROM om_memory_records WHERE memory_id = ?", (SCOPE,)
            )
            return found.fetchone()[0]

    def edit(self, view):
        """Press E with the focus in the text."""
        view.raw.setFocus()
        self.driver.qtbot.keyClick(view.raw, Qt.Key.Key_E)
        return view.edits.page

    def replace(self, page, old, new):
        """Select a text in the field and type over it."""
        edit = page.area.edit
        at = edit.toPlainText().index(old)
        cursor = edit.textCursor()
        cursor.setPosition(at)
        cursor.setPosition(at + len(old), QTextCursor.MoveMode.KeepAnchor)
        edit.setTextCursor(cursor)
        self.driver.qtbot.keyClicks(edit, new)

    def verdict(self, page, words):
        banner = page.verdict.banner
        self.driver.qtbot.waitUntil(lambda: words in banner.accessibleName(), timeout=PATIENCE_MS)
        return banner.accessibleName()

    def entries(self):
        session = self.driver.session
        editor = open_editor(session.source, session.surroundings)
        return list(editor.journal.entries(editor.file))

    def save(self, page):
        editing = self.driver.session.editing
        with self.driver.qtbot.waitSignal(editing.saved, timeout=PATIENCE_MS):
            self.driver.qtbot.keyClick(page.area.edit, Qt.Key.Key_S, CONTROL)
        self.driver.settle()


@pytest.fixture
def desk(driver, golden_workspace):
    return Desk(driver, golden_workspace("hand-edited"))


def test_a_value_is_mended_with_the_keyboard_and_nothing_else_changes(desk):
    text = stored(GOOD, BAD)
    view = desk.show(**{OBSERVATIONS: text, "enabled": 1})
    page = desk.edit(view)
    assert page.isVisible()
    assert page.area.edit.hasFocus()
    desk.verdict(page, "1 value stops it. Next turn: still nothing.")
    desk.replace(page, "15.0", "15")
    said = desk.verdict(page, "Readable again: 2 observations")
    assert "Next turn: nothing → " in said
    page.reason.set_text("written by a script")
    desk.save(page)
    assert desk.read() == text.replace("15.0", "15")
    assert desk.driver.frame.middle.view is not view
    assert not view.unsaved()
    assert [entry.reason for entry in desk.entries()] == ["written by a script"]


def test_each_reason_that_stays_is_listed_and_leads_to_its_place(desk):
    view = desk.show(**{OBSERVATIONS: stored({**BAD, "seq": "x"}, BAD)})
    page = desk.edit(view)
    desk.verdict(page, "3 values stop it")
    marked = [one.cursor.selectedText() for one in page.area.edit.extraSelections()]
    assert marked == ['"x"', "15.0", "15.0"]
    titles = [item.title.text() for item in page.verdict.reasons]
    assert titles[1:] == ["token_count in item 1 of the list", "token_count in observation 2"]
    page.verdict.reasons[2].title.click()
    cursor = page.area.edit.textCursor()
    assert page.area.text[: cursor.position()].count("token_count") == 2
    desk.replace(page, '"x"', "1")
    desk.verdict(page, "2 values stop it")


def test_esc_keeps_the_edit_and_the_window_asks_before_it_closes(desk):
    text = stored(BAD)
    view = desk.show(**{OBSERVATIONS: text})
    page = desk.edit(view)
    desk.replace(page, "15.0", "1")
    desk.driver.qtbot.keyClick(page.area.edit, Qt.Key.Key_Escape)
    assert not page.isVisible()
    assert view.raw.isVisible()
    assert view.tools.edit_button.text() == "Unsaved edit"
    assert view.unsaved() == "the stored text of observations"
    desk.driver.window.close()
    dialog = desk.driver.window.unsaved.dialog
    assert dialog is not None
    dialog.dismiss()
    assert desk.edit(view).area.text == text.replace("15.0", "1")
    page.discard_button.click()
    assert view.unsaved() == ""
    assert desk.read() == text


def test_an_edit_is_kept_as_a_draft_when_the_window_closes(desk):
    view = desk.show(**{OBSERVATIONS: stored(BAD)})
    desk.replace(desk.edit(view), "15.0", "1")
    with desk.driver.qtbot.waitSignal(desk.driver.session.editing.drafted, timeout=PATIENCE_MS):
        view.keep_draft()
    assert view.unsaved() == ""
    assert [entry.state for entry in desk.entries()] == [EntryState.DRAFT]


def test_a_long_text_is_edited_in_parts_around_what_is_wrong(desk):
    items = [{**GOOD, "seq": seq, "content": "text " * 30} for seq in range(1, 2_000)]
    text = stored(*items[:1_500], BAD, *items[1_500:])
    view = desk.show(**{OBSERVATIONS: text})
    page = desk.edit(view)
    assert len(page.area.text) == MOST_SHOWN
    assert "all others stay as they are" in page.part.text()
    page.earlier.click()
    page.later.click()
    page.later.click()
    desk.verdict(page, "1 value stops it")
    page.verdict.reasons[0].title.click()
    desk.replace(page, "15.0", "15")
    desk.verdict(page, "Readable again: 2,000 observations")
    desk.save(page)
    assert desk.read() == text.replace("15.0", "15")


def test_bytes_and_invisible_characters_come_back_as_they_were(desk):
    raw = stored(BAD).replace("250 EUR", "a\u00a0b\u200bc\r").encode() + b"\xff"
    view = desk.show(
        **{OBSERVATIONS: raw.decode("utf-8", "surrogateescape").encode("utf-8", "surrogateescape")}
    )
    page = desk.edit(view)
    desk.replace(page, "15.0", "15")
    desk.save(page)
    saved = desk.read(f"CAST({OBSERVATIONS} AS BLOB)")
    assert saved == raw.replace(b"15.0", b"15")


def test_ids_are_not_edited_here_and_the_reason_is_said(desk):
    view = desk.show(created_at="yesterday")
    view.presenter.choose_column("tenant_id")
    assert "ids are renamed" in view.edits.reason
    assert not view.tools.edit_button.isEnabled()
    desk.edit(view)
    assert not view.edits.page.isVisible()


def test_an_edit_over_a_newer_row_is_a_conflict_and_loses_nothing(desk):
    view = desk.show(**{OBSERVATIONS: stored(BAD)})
    page = desk.edit(view)
    desk.replace(page, "15.0", "1")
    desk.write(OBSERVATIONS, stored(BAD, GOOD))
    editing = desk.driver.session.editing
    with desk.driver.qtbot.waitSignal(editing.conflicted, timeout=PATIENCE_MS):
        page.save_button.click()
    assert view.unsaved()
    assert desk.read() == stored(BAD, GOOD)
    dialog = desk.driver.window.saving.conflicts.dialog
    assert dialog is not None
    dialog.dismiss()
    desk.driver.settle()
    assert desk.read() == stored(BAD, GOOD)
