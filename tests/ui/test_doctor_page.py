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
    make_ill,
)
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from tree_state import snapshot as tree_of

from desktop_app.core.doctor.finding import Severity
from ui.doctor.items import Shown
from ui.doctor.preview import PreviewDialog
from ui.navigation import Place
from ui.observations.damaged import DamagedInspector
from ui.widgets.question import Question

Key, Mod = Qt.Key, Qt.KeyboardModifier


@pytest.fixture
def patient(golden_workspace):
    return make_ill(golden_workspace("fresh-database"))


@pytest.fixture
def page(driver, patient):
    return DoctorWindow(driver, patient.root)


def badges(page):
    shown = page.view.head.badges.values()
    return [badge.text() for badge in shown if badge.isVisible()]


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
    assert badges(page) == ["2 stop memory", "4 change the turn"]
    model = page.view.list.rows
    QAbstractItemModelTester(model)
    heads = [model.index(line, 0).data() for line in (0, 3)]
    assert heads == ["Stops memory, 2", "Changes what the model sees, 4"]
    assert page.view.tools.note.text().startswith("33 rules, 5 scopes, 1 file in ")


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


def test_enter_repairs_the_selected_one_and_ctrl_z_takes_it_back(page, patient):
    page.choose("record-unreadable")
    before = patient.column("active_observations_json", TRIAGE)
    results = page.repair(Key.Key_Return)
    assert len(results.done) == 1
    assert patient.column("active_observations_json", TRIAGE) == before.replace(
        DAMAGED_TIME, "2026-06-15T09:05:00Z"
    )
    assert "record-unreadable" not in page.rules
    assert page.driver.frame.toast.isVisible()
    assert page.driver.frame.toast.accessibleName() == "Repaired: Record can't be read."
    page.press(Key.Key_Z, Mod.ControlModifier)
    page.driver.settle()
    page.until(lambda: "record-unreadable" in page.rules)
    assert patient.column("active_observations_json", TRIAGE) == before


def test_ctrl_enter_repairs_what_is_ticked_and_nothing_else(page, patient):
    page.choose("reflection-injects-nothing")
    page.press(Key.Key_Space)
    assert page.view.foot.count.text() == "4 of 5 repairs chosen"
    assert page.view.foot.repair.text() == "Repair 4"
    results = page.repair(Key.Key_Return, Mod.ControlModifier)
    assert len(results.done) == 4
    assert page.rules == ["reflection-injects-nothing", "text-closes-its-block"]
    assert patient.column("active_reflection", PLANNER) == LEGACY
    assert patient.sql("SELECT count(*) FROM om_operation_log WHERE operation_id LIKE 'op\\_%'")
    assert page.driver.frame.toast.accessibleName() == "4 findings repaired."


def test_the_last_repairs_are_taken_back_together(page, patient):
    before = patient.dump()
    page.repair(Key.Key_Return, Mod.ControlModifier)
    assert patient.dump() != before
    found = page.rules
    page.press(Key.Key_U)
    page.until(lambda: page.rules != found)
    page.settle()
    assert len(page.rules) == 6
    rows = patient.dump()
    assert rows["om_memory_records"] == before["om_memory_records"]
    assert rows["om_markers"] == before["om_markers"]


def test_each_repair_is_a_change_of_its_own(page):
    page.repair(Key.Key_Return, Mod.ControlModifier)
    page.driver.do("go.changes")
    page.driver.settle()
    labels = [row.what for row in page.driver.frame.middle.view.presenter.model.rows]
    assert labels == [
        "Count tokens anew",
        "Count tokens anew",
        "Write the reflection in the form that the engine reads",
        "Make the record readable",
        "Rename ids of earlier runs",
    ]


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


def test_what_is_no_problem_is_left_out_and_comes_back(page, patient):
    page.choose("reflection-injects-nothing")
    page.press(Key.Key_I)
    assert "reflection-injects-nothing" not in page.rules
    assert page.view.tools.ignored.text() == "1 ignored"
    assert badges(page) == ["2 stop memory", "3 change the turn"]
    page.view.tools.ignored.click()
    assert page.rules == ["reflection-injects-nothing"]
    assert page.view.list.rows.ticked == ()
    assert page.inspector.foot.ignore.text() == "Look at it again"
    assert not page.inspector.foot.repair.isVisible()
    page.inspector.foot.ignore.click()
    assert len(page.rules) == 6
    assert not page.view.tools.ignored.isVisible()
    assert patient.column("active_reflection", PLANNER) == LEGACY


def test_what_is_ignored_is_kept_for_the_workspace_and_not_in_it(page, patient):
    before = tree_of(patient.root)
    page.press(Key.Key_End)
    page.press(Key.Key_I)
    page.choose("ids-hit-again")
    page.press(Key.Key_I)
    assert tree_of(patient.root) == before
    kept = page.driver.preferences.no_problems(page.driver.session.workspace.root)
    assert set(kept) == page.presenter.ignored.keys
    assert len(kept) == 2
    page.driver.window.open(patient.root)
    page.until(lambda: page.presenter.report is None)
    page.driver.settle()
    page.driver.do("go.doctor")
    page.until(lambda: page.presenter.report is not None)
    assert len(page.rules) == 4


def test_ticked_findings_are_ignored_after_a_question(page):
    page.press(Key.Key_A, Mod.ShiftModifier)
    assert page.ticked == []
    assert page.view.foot.ignore.toolTip() == "No repair is ticked."
    page.choose("reflection-injects-nothing")
    page.press(Key.Key_Space)
    page.view.foot.ignore.click()
    question = page.driver.window.findChild(Question)
    assert question.accessibleName() == "Ignore 1 finding in this workspace?"
    page.qtbot.keyClick(question, Key.Key_Return, Mod.ControlModifier)
    assert "reflection-injects-nothing" not in page.rules
    assert page.view.foot.count.text() == "0 of 4 repairs chosen"


def test_everything_that_is_ticked_is_previewed(page, patient):
    before = patient.dump()
    page.press(Key.Key_P)
    dialog = page.driver.window.findChild(PreviewDialog)
    assert dialog.accessibleName() == "What 5 repairs write"
    text = "\n".join(line.text for line in dialog.view.text.lines)
    assert '"created_at":"2026-06-15T09:05:00Z"' in text
    assert "Reflection injects nothing · acme / conv-billing / planner · 1 row" in text
    assert patient.dump() == before
    with page.qtbot.waitSignal(page.presenter.repaired, timeout=20_000):
        page.qtbot.keyClick(dialog, Key.Key_Return, Mod.ControlModifier)
    page.settle()
    assert page.rules == ["text-closes-its-block"]


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


def test_of_two_ways_one_is_chosen(driver, golden_workspace):
    patient = make_ill(golden_workspace("fresh-database"))
    patient.record(key="acme|renamed|coder", conversation_id="changed")
    page = DoctorWindow(driver, patient.root)
    assert "ids-without-key" not in page.ticked
    page.choose("ids-without-key")
    assert page.inspector.ways.isVisible()
    first = page.inspector.label.text()
    page.inspector.ways.choose("other")
    assert page.inspector.label.text() != first
    other = page.presenter.selected.finding.alternative
    page.view.list.setFocus()
    results = page.repair(Key.Key_Return)
    assert results.done[0].wanted.repair is other
    assert "ids-without-key" not in page.rules


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
