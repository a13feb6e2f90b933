"""The page of the doctor: what it lists, by which keys it is used, what repairs write and undo."""

from __future__ import annotations

import pytest
from doctor_patient import Patient, observation
from doctor_window import (
    DAMAGED_TIME,
    LEGACY,
    PLANNER,
    REVIEWER,
    TRIAGE,
    DoctorWindow,
)
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from tree_state import snapshot as tree_of

from desktop_app.core.doctor.finding import Severity
from ui.doctor.items import Shown
from ui.navigation import Place
from ui.observations.damaged import DamagedInspector

Key, Mod = Qt.Key, Qt.KeyboardModifier


def diff(page):
    return [(line.kind.value, line.text) for line in page.inspector.difference.text.lines]


def effects(page):
    rows = page.inspector.effects.children()
    return [row.accessibleName() for row in rows if row.isWidgetType() and not row.isHidden()]


def test_findings_are_grouped_the_worst_first(page):
    assert page.rules == [
        "ids-hit-again",
        "record-unreadable",
        "reflection-injects-nothing",
        "token-counts-off",
        "text-closes-its-block",
        "token-counts-off",
    ]
    assert page.badges == ["2 stop memory", "4 change the turn"]
    model = page.view.list.rows
    QAbstractItemModelTester(model)
    heads = [model.index(line, 0).data() for line in (0, 3)]
    assert heads == ["Stops memory, 2", "Changes what the model sees, 4"]
    assert page.view.tools.note.text().startswith("33 rules, 5 scopes, 1 file in ")


def test_agents_of_the_same_name_are_told_apart_by_their_conversation(driver, patient):
    for scope in ("acme|conv-tax|default", "acme|conv-tolls|default", "globex|conv-tolls|default"):
        patient.record([observation(1, token_count=2)], scope)
    page = DoctorWindow(driver, patient.root)
    rows = {item.finding.place.memory_id: item.row for item in page.presenter.visible}
    assert rows["acme|conv-tax|default"].right_top == "conv-tax / default"
    assert rows["acme|conv-tolls|default"].right_top == "acme / conv-tolls / default"
    assert rows[REVIEWER].right_top == "reviewer"
    model = page.view.list.rows
    index = model.index(model.line_of(rows["acme|conv-tax|default"].id), 0)
    assert "acme / conv-tax / default" in index.data(Qt.ItemDataRole.ToolTipRole)


def test_looking_changes_nothing(driver, patient):
    before = tree_of(patient.root)
    DoctorWindow(driver, patient.root)
    assert tree_of(patient.root) == before


def test_the_inspector_shows_what_a_repair_would_write(page):
    page.choose("record-unreadable")
    assert page.inspector.title.text() == "Record can't be read"
    assert "goes on without memory" in page.inspector.reason.text()
    assert diff(page) == [
        ("removed", f'"created_at":"{DAMAGED_TIME}"'),
        ("added", '"created_at":"2026-06-15T09:05:00Z"'),
        ("folded", ""),
    ]
    changes = [
        "readable again: 2 observations",
        "next turn: 0 → 14 of 900 counted",
        "time zone: not stored, taken as UTC, to think about",
    ]
    page.until(lambda: effects(page) == changes)
    assert page.inspector.foot.repair.isVisible()
    assert not page.inspector.foot.go.isVisible()


def test_little_room_keeps_what_is_needed_to_go_on(page):
    head, tools = page.view.head, page.view.tools
    page.view.tools.setFixedWidth(520)
    page.until(tools.note.isHidden)
    assert tools.segments.isVisible()
    page.view.tools.setFixedWidth(300)
    page.until(tools.segments.isHidden)
    assert tools.filter.isVisible()
    head.setFixedWidth(300)
    page.until(lambda: page.badges == ["2", "4"])
    assert head.badges[Severity.STOPS_MEMORY].accessibleName() == "2 stop memory"


def test_segments_and_filter_narrow_the_list_and_what_is_repaired(page, patient):
    page.view.tools.segments.choose(Shown.BY_HAND)
    assert page.rules == ["text-closes-its-block"]
    assert not page.view.foot.repair.isEnabled()
    page.view.tools.segments.choose(Shown.REPAIRABLE)
    assert len(page.rules) == 5
    page.view.list.setFocus()
    page.press(Key.Key_Slash)
    assert page.view.tools.filter.line.hasFocus()
    page.qtbot.keyClicks(page.view.tools.filter.line, "REVIEWER")
    assert page.rules == ["token-counts-off"]
    assert page.view.foot.count.text() == "1 of 1 repair chosen"
    page.press(Key.Key_Down)
    assert page.view.list.hasFocus()
    page.repair(Key.Key_Return, Mod.ControlModifier)
    assert patient.column("active_observation_tokens", REVIEWER) == 21
    assert patient.column("active_reflection", PLANNER) == LEGACY
    assert page.view.states.isVisible()
    assert page.view.states.accessibleName().startswith("No finding matches")
    page.view.tools.filter.set_text("")
    assert len(page.rules) == 4
    assert page.presenter.selected is not None


def test_what_is_done_by_hand_says_how_and_leads_there(page):
    page.choose("text-closes-its-block")
    assert page.inspector.hand.isVisible()
    assert "edit the text or remove it" in page.inspector.advice.text()
    assert not page.inspector.writes.isVisible()
    assert page.inspector.foot.go.text() == "Observations"
    page.press(Key.Key_Return)
    page.driver.settle()
    assert page.driver.frame.middle.place is Place.OBSERVATIONS
    assert page.driver.shown == "acme|conv-billing|writer"
    assert page.driver.session.selected_observation == 0


def test_a_damaged_record_leads_to_its_repair(driver, patient):
    driver.open(patient.root)
    driver.show(TRIAGE)
    inspector = driver.frame.panes.inspector.findChild(DamagedInspector)
    inspector.preview_button.click()
    page = DoctorWindow.shown(driver)
    assert page.presenter.selected.finding.rule == "record-unreadable"
    assert page.presenter.selected.finding.place.memory_id == TRIAGE
    assert page.view.list.current_id == page.presenter.selected.id
    driver.show(TRIAGE)
    driver.do("damaged.repair")
    assert driver.frame.middle.place is Place.DOCTOR


def test_the_tree_counts_what_is_found(page):
    nodes = page.driver.frame.scopes.presenter.pages.root.children
    (node,) = [node for node in nodes if node.place is Place.DOCTOR]
    assert (node.count, node.alert) == (6, True)
    page.repair(Key.Key_Return, Mod.ControlModifier)
    assert (node.count, node.alert) == (1, True)
    page.press(Key.Key_I)
    assert (node.count, node.alert) == (0, False)


def test_a_file_in_order_says_so(driver, golden_workspace):
    patient = Patient(golden_workspace("fresh-database"))
    patient.record([observation(1)])
    page = DoctorWindow(driver, patient.root)
    assert page.titles == []
    said = page.view.states.accessibleName()
    assert said == "Nothing is wrong. Every rule was tried on every scope."
    assert not page.view.foot.repair.isEnabled()
    assert not page.inspector.empty.isHidden()


def test_keys_of_the_page_have_names_and_are_in_the_palette(page):
    items = {item.title: item for item in page.driver.window.registry.palette_items()}
    assert items["Repair what is ticked"].keys == ("Ctrl", "Return")
    assert items["Undo the last repairs"].reason == "Nothing was repaired just now."
    assert items["Go to the doctor"].reason == ""
    view, inspector = page.view, page.inspector
    named = (view, view.list, view.foot, inspector, inspector.difference.text)
    assert all(widget.accessibleName() for widget in named)
    spoken = page.view.list.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Ids a restarted engine will use again, op_1 – op_3")
    assert spoken.endswith("all scopes, repair, ticked")


@pytest.mark.parametrize("severity", Severity)
def test_every_severity_has_words(severity):
    from ui.doctor.words import severity_title, severity_words  # noqa: PLC0415 - after the window

    assert severity_title(severity) == severity.value
    assert severity_words(severity, 1).startswith("1 ")
