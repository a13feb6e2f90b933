"""The bar at the bottom of the window: one lane or two, hover and selection."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt

from ui.navigation import Place
from ui.turn.model import REFLECTION_KEY
from ui.turn.presenter import turn_presenter
from ui.window.preferences import Preferences

RICH = "default|conv-billing-rounding|default"


def test_the_bar_below_shows_what_is_counted_and_what_exceeds_it(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    budget = driver.frame.budget.budget
    assert budget.spoken == "Next turn: 416 of 420 tokens counted, 561 measured"
    assert [(entry.number, entry.words) for entry in budget.legend] == [
        ("416", "of 420 counted"),
        ("74", "reflection"),
        ("342", "observations"),
        ("145", "not counted: headings, line starts, warnings"),
    ]
    assert budget.note.text == "561 measured · 141 over the budget"


def test_a_click_on_the_bar_selects_the_observation(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    driver.do("tab.reflection")
    bar = driver.frame.budget
    key = bar.budget.selectable()[3]
    driver.qtbot.mouseClick(
        bar, Qt.MouseButton.LeftButton, pos=bar.segment_area(key).center().toPoint()
    )
    assert driver.session.selected_observation == int(key)
    assert driver.frame.middle.place is Place.OBSERVATIONS
    assert bar.selected == key


def test_with_memory_off_the_bar_says_so(driver, golden_workspace):
    driver.open(golden_workspace("memory-mode-off"))
    assert driver.frame.middle.head.badges[0] in {"memory off", "working memory only"}
    assert not driver.frame.budget.budget.lanes


def test_a_disabled_scope_says_why_nothing_is_injected(driver, golden_workspace):
    driver.open(golden_workspace("disabled-scope"))
    reasons = {}
    for entry in driver.session.source.scopes():
        driver.show(entry.memory_id)
        note = driver.frame.budget.budget.note
        reasons[entry.enabled] = (driver.frame.middle.head.badges, note.text)
    badges, reason = reasons[False]
    assert badges == ["disabled"]
    assert reason.startswith("0 of ")
    assert reason.endswith(": this scope is disabled")


def lane_names(driver):
    return [lane.name for lane in driver.frame.budget.budget.lanes]


def test_the_turn_shows_counted_and_measured_in_lanes_of_their_own(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    assert lane_names(driver) == ["Next turn"]
    low = driver.frame.budget.height()
    driver.do("tab.turn")
    assert lane_names(driver) == ["counted", "measured"]
    totals = [lane.total for lane in driver.frame.budget.budget.lanes]
    assert totals == ["416 of 420", "561"]
    driver.qtbot.waitUntil(lambda: driver.frame.budget.height() > low)
    driver.do("tab.observations")
    assert lane_names(driver) == ["Next turn"]


def test_lanes_are_chosen_for_every_view_and_remembered(driver, golden_workspace, tmp_path):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    action = driver.window.registry.action("view.lanes")
    driver.do("view.lanes")
    assert lane_names(driver) == ["counted", "measured"]
    assert action.isChecked()
    driver.preferences.save()
    assert Preferences(tmp_path / "settings" / "window.ini").lanes is True
    driver.do("tab.turn")
    driver.do("view.lanes")
    assert lane_names(driver) == ["Next turn"]
    assert not action.isChecked()
    driver.do("tab.history")
    assert lane_names(driver) == ["Next turn"]


def test_in_the_turn_a_click_on_the_bar_stays_in_the_turn(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    driver.do("tab.turn")
    bar, turn = driver.frame.budget, turn_presenter(driver.session)
    for key in bar.budget.selectable()[:3]:
        bar.segment_clicked.emit(key)
        assert (turn.selected, bar.selected) == (key, key)
        assert driver.frame.middle.place is Place.TURN
    assert bar.budget.selectable()[0] == REFLECTION_KEY


def test_the_reflection_in_the_bar_leads_to_the_reflection(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    driver.do("view.lanes")
    driver.frame.budget.segment_clicked.emit(REFLECTION_KEY)
    assert driver.frame.middle.place is Place.REFLECTION


def test_bar_table_and_text_mark_what_the_pointer_is_over(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    table = driver.frame.middle.view.table
    driver.do("tab.turn")
    bar, turn = driver.frame.budget, turn_presenter(driver.session)
    driver.qtbot.waitUntil(lambda: bar.height() == bar.sizeHint().height())
    key = bar.budget.selectable()[2]
    over = bar.segment_area(key).center().toPoint()
    driver.qtbot.mouseMove(bar, over)
    driver.qtbot.waitUntil(lambda: driver.session.hovered_observation == int(key))
    assert turn.hovered == key
    assert table.rows_look.hovered == table.observations.row_of(int(key))
    turn.hover(REFLECTION_KEY)
    assert driver.window.next_turn.hovered == REFLECTION_KEY
    assert driver.session.hovered_observation is None
    turn.hover("")
    assert driver.window.next_turn.hovered == ""


def test_pointing_at_a_row_marks_its_segment_until_the_pointer_leaves(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    table, bar = driver.frame.middle.view.table, driver.frame.budget
    index = int(bar.budget.selectable()[-1])
    table.select(index, reveal=True)
    area = table.visualRect(table.currentIndex())
    driver.qtbot.mouseMove(table.viewport(), area.center())
    driver.qtbot.waitUntil(lambda: driver.window.next_turn.hovered == str(index))
    table.leaveEvent(QEvent(QEvent.Type.Leave))
    assert driver.window.next_turn.hovered == ""
    assert driver.session.hovered_observation is None


def test_another_scope_is_not_hovered(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    driver.session.hover_observation(5)
    driver.show("acme|conv-42|coder")
    assert driver.session.hovered_observation is None
    assert driver.window.next_turn.hovered == ""
