"""Repairs on the page of the doctor: one, those that are ticked, and the way back."""

from __future__ import annotations

from doctor_window import (
    DAMAGED_TIME,
    LEGACY,
    PLANNER,
    TRIAGE,
    DoctorWindow,
    make_ill,
)
from PySide6.QtCore import QPoint, Qt

from ui.doctor.preview import PreviewDialog

Key, Mod = Qt.Key, Qt.KeyboardModifier


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


def test_the_word_in_a_row_leads_to_the_button_which_enter_presses(page, patient):
    area = page.view.list.visualRect(page.view.list.rows.index(2, 0))
    place = QPoint(area.right() - 24, area.center().y() + 9)
    page.qtbot.mouseClick(page.view.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert page.presenter.selected.finding.rule == "record-unreadable"
    assert page.inspector.foot.repair.hasFocus()
    assert "record-unreadable" in page.rules
    page.repair(Key.Key_Return)
    assert "record-unreadable" not in page.rules


def test_a_double_click_writes_nothing(page, patient):
    before = patient.dump()
    place = page.view.list.visualRect(page.view.list.rows.index(2, 0)).center()
    page.qtbot.mouseDClick(page.view.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    page.settle()
    assert patient.dump() == before


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
