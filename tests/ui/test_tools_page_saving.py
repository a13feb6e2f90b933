"""The page of memory tools: saving as the agent does, and the truth about it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from tools_window import ToolsWindow

from ui.agent_tools.pages import SAVE

KEYS = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def open_page(driver, sample_workspace):
    def page(name="agentscope_support_desk", bucket=""):
        window = ToolsWindow(driver, sample_workspace(name), bucket)
        window.view.show_tab(SAVE)
        return window

    return page


def write(window, text):
    window.type(text)
    window.wait(lambda: not window.page.reason)


def save(window):
    window.press(KEYS.Key_Return, CONTROL)
    window.wait(lambda: window.page.pane.answer is not None)
    window.settle()
    return window.page.pane.text.text.text


def test_both_layers_are_written_and_the_tool_answers_as_the_agents(open_page):
    desk = open_page()
    before = (desk.path / "MEMORY.md").read_bytes()
    write(desk, "- The cat is called Minka.")
    said = desk.page.preview.words

    assert f"MEMORY.md: {len(before):,} bytes, {len(before) + 28:,} after it; 28 are added" in said
    assert "is made, with" in said
    assert save(desk) == "Saved 1 memory/memories to MEMORY.md"

    assert (desk.path / "MEMORY.md").read_bytes() == before + b"\n- The cat is called Minka.\n"
    log = desk.path / "memory" / "2026-05-28.md"
    assert "- The cat is called Minka." in log.read_text()
    assert desk.page.content.text == ""
    desk.driver.do("edit.undo")
    desk.wait(lambda: (desk.path / "MEMORY.md").read_bytes() == before)
    assert not log.exists()


def test_each_file_that_is_written_has_its_own_headed_difference(open_page):
    desk = open_page()
    write(desk, "- The cat is called Minka.")
    shown = desk.page.preview.differences

    assert shown.titles == [
        "What changes in MEMORY.md",
        "The new file memory/2026-05-28.md",
    ]
    memory, log = (view.text.lines for view in shown.views)
    added = [line.text for line in memory if line.kind.value == "added"]
    assert added[0] == "- The cat is called Minka."
    assert {line.kind.value for line in log} == {"added"}
    boxes = [view.mapTo(desk.page, view.rect().topLeft()).y() for view in shown.views]
    assert boxes[0] + shown.views[0].height() < boxes[1]
    assert all(view.isVisible() for view in shown.views)


def test_nothing_to_save_is_answered_as_the_agents_tool_does(open_page):
    desk = open_page()

    assert save(desk) == "Error: content is required"


def test_memory_that_is_not_utf8_is_not_touched_and_the_tool_says_so(open_page):
    lending = open_page("agentscope_lending_multiuser", "u-105")
    before = (lending.path / "u-105" / "MEMORY.md").read_bytes()
    write(lending, "- A fact.")

    assert "UTF-8" in lending.page.preview.words
    answer = save(lending)

    assert answer.startswith("Error: nothing was saved: ")
    assert "would have told of success" in lending.page.pane.remarks.accessibleName()
    assert (lending.path / "u-105" / "MEMORY.md").read_bytes() == before


def test_what_is_written_counts_as_unsaved_until_it_is_saved_or_given_up(open_page):
    desk = open_page()
    write(desk, "- A fact.")
    assert desk.view.unsaved()

    desk.view.keep_draft()
    desk.wait(lambda: not desk.view.unsaved())
    assert "A fact." not in (desk.path / "MEMORY.md").read_text()

    desk.page.content.setFocus()
    write(desk, "- Another one.")
    desk.view.discard()
    assert not desk.view.unsaved()
