"""The page of memory tools: searching and reading lines, with keys alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QMenu, QWidget
from tools_window import ToolsWindow

from desktop_app.services.ledger.tools import AgentTools
from ui.agent_tools.pages import SEARCH
from ui.navigation import Place, Target

KEYS = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def desk(driver, sample_workspace):
    return ToolsWindow(driver, sample_workspace("agentscope_support_desk"))


@pytest.fixture
def lending(driver, sample_workspace):
    path = sample_workspace("agentscope_lending_multiuser")
    return lambda bucket: ToolsWindow(driver, path, bucket)


def agent(window):
    return AgentTools(window.session.files, window.view.presenter.bucket)


def search(window, query):
    window.press(KEYS.Key_F, CONTROL)
    window.type(query)
    window.press(KEYS.Key_Return)
    return window.answer()


def test_a_search_shows_exactly_what_the_agent_gets(desk):
    shown = search(desk, "staging")

    assert shown == agent(desk).memory_search("staging").text
    assert shown.startswith("Found ")
    assert "archive/2026-02-03.md" not in desk.page.pane.remarks.accessibleName()


def test_each_line_that_was_found_leads_to_its_place_in_the_log(desk):
    search(desk, "retry schedule")
    pane = desk.page.pane

    desk.press(KEYS.Key_Down)
    assert desk.focus is pane.hits
    hit = pane.hits.current
    marked = pane.text.text.textCursor().block().text()
    assert marked == f"Source: {hit.path}#{hit.number}: {hit.line}"
    desk.press(KEYS.Key_Return)
    desk.settle()

    middle = desk.driver.frame.middle
    assert middle.place is Place.LEDGER
    assert middle.view.presenter.file.name == hit.path


@pytest.mark.parametrize(("mode", "name"), [(1, "all"), (2, "any")])
def test_another_way_to_understand_the_query_asks_again(desk, mode, name):
    search(desk, "staging refunds")
    assert desk.page.pane.answer.text == agent(desk).memory_search("staging refunds").text

    desk.press(KEYS.Key_Tab)
    for _ in range(mode):
        desk.press(KEYS.Key_Right)

    assert desk.answer() == agent(desk).memory_search("staging refunds", name).text
    assert "know no matchMode" in desk.page.pane.remarks.accessibleName()


def click(window, segments, key):
    segment = next(one for one in segments.findChildren(QAbstractButton) if one.key == key)
    window.qtbot.mouseClick(segment, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("key", ["phrase", "any"])
def test_who_chooses_a_mode_with_the_pointer_goes_on_typing_the_query(desk, key):
    click(desk, desk.page.modes, key)
    desk.type("o")
    assert desk.view.tabs.current == SEARCH
    assert desk.page.query.text == "o"
    assert desk.page.modes.current == key


def test_letters_and_digits_do_nothing_on_the_modes_and_on_a_button(desk):
    for control in (desk.page.modes.focusProxy(), desk.page.go):
        control.setFocus()
        for letter in "ob4fp":
            desk.type(letter)
            assert desk.focus is control
        assert desk.view.tabs.current == SEARCH
    assert not desk.driver.window.findChildren(QFileDialog)


def test_what_the_agent_reads_in_place_of_a_file_is_said(lending):
    window = lending("u-103")

    search(window, "memory")

    assert window.page.pane.remarks.isVisible()
    assert window.page.pane.remarks.accessibleName().count(".") > 1


def test_a_search_that_is_stopped_shows_nothing_and_the_newest_one_wins(desk):
    assert desk.focus is desk.page.query.line
    desk.type("first")
    desk.press(KEYS.Key_Return)
    assert desk.page.asking.is_busy
    desk.press(KEYS.Key_Escape)
    assert not desk.page.asking.is_busy
    assert desk.page.query.text == "first"
    desk.page.query.select_all()
    desk.type("webhook")
    desk.press(KEYS.Key_Return)
    desk.type(" retry")
    desk.press(KEYS.Key_Return)

    assert desk.answer() == agent(desk).memory_search("webhook retry").text


def test_lines_of_a_chosen_file_are_shown_as_the_agent_gets_them(desk):
    desk.press(KEYS.Key_Tab, CONTROL)
    assert desk.focus is desk.page.files
    desk.press(KEYS.Key_Down)
    path = desk.page.files.current
    assert desk.answer() == agent(desk).memory_get(path, 1, 50).text

    desk.press(KEYS.Key_F)
    assert desk.focus is desk.page.path.line
    desk.press(KEYS.Key_Tab)
    desk.press(KEYS.Key_A, CONTROL)
    desk.type("2")
    desk.press(KEYS.Key_Return)

    assert desk.answer() == agent(desk).memory_get(path, 2, 50).text
    assert desk.answer().startswith("2|")


def test_a_path_at_which_the_agents_tool_breaks_is_said_in_words(desk):
    desk.press(KEYS.Key_Tab, CONTROL)
    desk.press(KEYS.Key_F)
    desk.type("memory/../MEMORY.md")
    desk.press(KEYS.Key_Return)
    desk.settle()

    assert desk.page.pane.answer is None
    assert "“..”" in desk.page.pane.empty.accessibleName()


def test_numbers_that_are_none_can_not_be_asked_for(desk):
    desk.press(KEYS.Key_Tab, CONTROL)
    desk.page.start.set_text("one")

    assert desk.page.reason
    assert not desk.page.go.isEnabled()


def test_digits_lead_to_the_tools_and_f_to_the_field_from_a_list_and_from_text(desk):
    search(desk, "staging")
    desk.press(KEYS.Key_Down)
    desk.press(KEYS.Key_2)
    assert desk.view.tabs.current == "lines"
    desk.press(KEYS.Key_Down)
    desk.answer()
    desk.press(KEYS.Key_Return)
    assert desk.focus is desk.page.pane.text.text
    desk.press(KEYS.Key_F)
    assert desk.focus is desk.page.path.line
    desk.page.pane.text.setFocus()
    desk.press(KEYS.Key_1)
    assert desk.view.tabs.current == "search"


def test_ctrl_tab_goes_round_the_tools(desk):
    keys = desk.view.tabs.keys
    for key in [*keys[1:], keys[0]]:
        desk.press(KEYS.Key_Tab, CONTROL)
        assert desk.view.tabs.current == key
    desk.press(KEYS.Key_Tab, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert desk.view.tabs.current == keys[-1]


def test_another_bucket_forgets_the_answers_of_the_first(lending):
    window = lending("u-101")
    search(window, "loan")
    assert window.view.head.bucket.isVisible()

    window.view.head.bucket_chosen.emit("u-102")
    window.settle()

    assert window.page.pane.answer is None
    assert "u-102" in window.view.head.bucket.accessibleName()
    assert window.view.target().bucket == "u-102"


def test_a_change_by_others_asks_the_shown_question_again(desk):
    search(desk, "zebra crossing")
    (desk.path / "MEMORY.md").write_text("- Zebra crossing at noon.\n")

    desk.session.files_changed.emit()

    desk.wait(lambda: "#1: - Zebra crossing" in desk.page.pane.text.text.text)


def test_a_workspace_of_notes_says_that_there_is_nothing_to_search(driver, sample_workspace):
    driver.open_files(sample_workspace("little_harness_desk"))
    driver.session.go(Target(Place.TOOLS))
    driver.settle()

    view = driver.frame.middle.view
    assert "No daily logs" in view.empty.accessibleName()
    assert view.empty.isVisible()


def test_the_bucket_is_chosen_from_a_menu_that_a_key_opens(lending, monkeypatch):
    opened = []
    # The offscreen platform has no keyboard to give to a menu.
    monkeypatch.setattr(QMenu, "popup", lambda menu, _place: opened.append(menu))
    window = lending("u-101")
    search(window, "loan")
    window.press(KEYS.Key_Down)
    window.press(KEYS.Key_B)

    menu = opened[0]
    actions = {action.text(): action for action in menu.actions()}
    assert actions["u-101"].isChecked()
    actions["Shared"].trigger()
    menu.deleteLater()
    window.settle()

    assert window.view.target().bucket == ""


@pytest.mark.parametrize("place", range(6))
def test_everything_that_takes_the_focus_has_a_name(desk, place):
    desk.view.show_tab(desk.view.tabs.keys[place])
    desk.settle()

    parts = [part for part in desk.page.findChildren(QWidget) if part.focusPolicy()]
    unnamed = [part for part in parts if part.isVisible() and not part.accessibleName()]
    assert parts
    assert unnamed == []


@pytest.fixture
def large(look):
    yield lambda: look.set_zoom(200)
    look.set_zoom(100)


def test_another_size_of_everything_leaves_room_for_the_icon(desk, large):
    before = desk.view.head.title.x()

    large()

    desk.wait(lambda: desk.view.head.title.x() > before)
