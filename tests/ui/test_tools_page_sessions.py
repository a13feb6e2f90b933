"""The page of memory tools: the session history and tool results in files, with keys alone."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from tools_window import ToolsWindow
from tree_state import snapshot

from desktop_app.services.ledger.tools import AgentTools
from ui.agent_tools.pages import OFFLOADED, SESSIONS
from ui.widgets.mapped_text import WINDOW

KEYS = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
FOLDER = "agents/support-desk/sessions"


@pytest.fixture
def path(sample_workspace):
    return sample_workspace("agentscope_support_desk")


@pytest.fixture
def desk(driver, path):
    window = ToolsWindow(driver, path)
    window.view.show_tab(SESSIONS)
    window.settle()
    return window


def cells(table, at):
    model = table.rows
    return [model.index(at, column).data() for column in range(model.columnCount())]


def spoken(table, at):
    return table.rows.index(at, 0).data(Qt.ItemDataRole.AccessibleTextRole)


def choose(window, name):
    table = window.page.list.table
    table.setFocus()
    window.press(KEYS.Key_Home)
    while table.current.session.id != name:
        window.press(KEYS.Key_J)
    window.settle()


def test_a_turn_that_is_only_an_image_says_so_in_its_row(desk):
    choose(desk, "conv-0001")
    table = desk.page.history.lines
    last = [cells(table, at)[-1] for at in range(table.rows.rowCount())]
    assert "image (not kept)" in last


def test_conversations_are_listed_with_what_is_odd_about_them(desk):
    table = desk.page.list.table

    assert [cells(table, at)[:2] for at in range(4)] == [
        ["conv-0001", "9"],
        ["conv-0002", "2"],
        ["conv-0003", "1"],
        ["conv-old", "2"],
    ]
    assert [spoken(table, at).split(",")[0] for at in range(4)] == [
        "Conversation conv-0001",
        "Conversation torn conv-0002",
        "Conversation log only conv-0003",
        "Conversation plain lines conv-old",
    ]
    assert "never read" in desk.page.list.native.text()
    assert desk.view.tabs.keys.index(SESSIONS) == 3


def test_a_cut_result_says_how_long_it_was_and_an_image_is_named(desk):
    history = desk.page.history
    desk.press(KEYS.Key_Return)
    assert desk.focus is history.lines
    for _ in range(7):
        desk.press(KEYS.Key_Down)
    assert "kept only its start; it had" in history.facts.text()
    assert "written as 1781" in history.facts.text()
    assert " UTC, here " in history.facts.text()

    desk.press(KEYS.Key_End)

    assert "image" in history.facts.text()


def test_a_line_is_shown_as_stored_on_request(desk):
    history = desk.page.history
    stored = (desk.path / FOLDER / "conv-0001.jsonl").read_text().splitlines()

    history.forms.choose("stored")

    assert history.text.text.text == stored[0]


def test_a_torn_line_stands_in_its_place_raw_and_flagged(desk):
    choose(desk, "conv-0002")
    history = desk.page.history
    desk.press(KEYS.Key_Return)
    desk.press(KEYS.Key_End)

    raw = (desk.path / FOLDER / "conv-0002.jsonl").read_text().splitlines()[-1]
    assert history.text.text.text == raw
    assert "The agent skips this line" in history.facts.text()
    assert "1 line is torn" in history.note.accessibleName()
    assert "torn" in spoken(history.lines, 2)


def test_a_log_without_its_context_is_read_and_the_difference_is_said(desk):
    choose(desk, "conv-0003")

    assert "session_search finds nothing" in desk.page.history.note.accessibleName()
    assert desk.page.history.path.text() == f"{FOLDER}/conv-0003.log.jsonl"


def test_plain_lines_of_an_early_version_are_shown_as_they_are(desk):
    choose(desk, "conv-old")
    history = desk.page.history

    assert history.text.text.text == (desk.path / FOLDER / "conv-old.json").read_text()
    assert not history.lines.isVisible()
    assert "plain lines" in desk.page.compaction_reason


def test_a_search_answers_as_the_agent_gets_it_and_leads_to_the_line(desk):
    desk.press(KEYS.Key_F)
    desk.type("Staging")
    desk.press(KEYS.Key_Return)

    expected = AgentTools(desk.session.files, desk.view.presenter.bucket).session_search("Staging")
    assert desk.answer() == expected.text
    desk.press(KEYS.Key_Down)
    assert desk.focus is desk.page.pane.hits
    desk.press(KEYS.Key_End)
    desk.press(KEYS.Key_Return)
    desk.settle()

    assert desk.page.history.isVisible()
    assert desk.page.history.lines.current.number == expected.hits[-1].number
    assert desk.page.list.table.current.session.id == "conv-0001"


def test_a_hundred_thousand_entries_are_listed_without_a_block(desk):
    entry = {"type": "message", "role": "USER", "timestamp": 1781506800.5}
    lines = (
        json.dumps({**entry, "id": f"m{at}", "content": f"line {at}"}) for at in range(100_000)
    )
    (desk.path / FOLDER / "conv-0004.jsonl").write_text("\n".join(lines))
    desk.session.files_changed.emit()
    desk.settle()

    choose(desk, "conv-0004")

    table = desk.page.history.lines
    assert len(table.rows.rows) == 100_000
    desk.press(KEYS.Key_Return)
    desk.press(KEYS.Key_End)
    assert desk.page.history.text.text.text == "line 99999"


def test_looking_at_history_and_results_changes_nothing(desk):
    before = snapshot(desk.path)
    for name in ("conv-0002", "conv-0003", "conv-old"):
        choose(desk, name)
    desk.view.show_tab(OFFLOADED)
    desk.settle()

    assert snapshot(desk.path) == before


def test_a_moved_result_is_shown_and_its_hash_is_checked(desk):
    desk.press(KEYS.Key_5)
    desk.settle()
    page = desk.page

    file = next((desk.path / "large_tool_results/support-desk").iterdir())
    assert page.text.text.text == file.read_text()
    assert "matches" in spoken(page.table, 0)
    assert not page.note.isVisible()

    file.write_text(file.read_text() + "x" * 2 * WINDOW)
    desk.session.files_changed.emit()
    desk.settle()

    assert "does not match" in spoken(page.table, 0)
    assert page.note.isVisible()
    assert page.text.parts.isVisible()


def test_a_bucket_without_history_says_so(driver, sample_workspace):
    window = ToolsWindow(driver, sample_workspace("agentscope_lending_multiuser"), "u-101")
    window.view.show_tab(SESSIONS)
    window.settle()
    assert "No session history" in window.page.empty.accessibleName()

    window.view.show_tab(OFFLOADED)
    window.settle()
    assert "No tool result" in window.page.empty.accessibleName()
