"""When the doctor looks by itself, and what it says where a repair can't be written."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from doctor_patient import Patient, observation
from doctor_window import CODER, PLANNER, REVIEWER, TRIAGE, DoctorWindow
from PySide6.QtCore import Qt
from window_driver import PATIENCE_MS

from ui.doctor import examiner as examining
from ui.navigation import Place
from ui.window import doctor as desk

Key, Mod = Qt.Key, Qt.KeyboardModifier


def node(driver):
    pages = driver.frame.scopes.presenter.pages.root.children
    return next(one for one in pages if one.place is Place.DOCTOR)


def test_findings_are_counted_late_after_opening_without_being_asked(driver, patient, monkeypatch):
    monkeypatch.setattr(desk, "_LATE_MS", 50)
    driver.open(patient.root)
    driver.qtbot.waitUntil(lambda: node(driver).count == 6, timeout=PATIENCE_MS)
    assert node(driver).alert


def test_large_files_are_looked_at_only_when_somebody_asks(driver, patient, monkeypatch):
    monkeypatch.setattr(desk, "_LATE_MS", 50)
    monkeypatch.setattr(examining, "LARGEST_BYTES", 1_000)
    driver.open(patient.root)
    presenter = driver.window.doctor.presenter
    driver.qtbot.waitUntil(lambda: presenter.examiner.is_skipped, timeout=PATIENCE_MS)
    driver.settle()
    assert node(driver).count == 0
    driver.do("go.doctor")
    driver.qtbot.waitUntil(lambda: node(driver).count == 6, timeout=PATIENCE_MS)


def test_f5_looks_again_wherever_the_focus_is(page, patient):
    patient.record([observation(1), observation(5)], "acme|conv-billing|late")
    page.driver.frame.scopes.tree.setFocus()
    page.press(Key.Key_F5)
    page.until(lambda: "numbers-gapped" in page.rules)


def test_what_the_engine_writes_is_looked_at_and_is_not_ticked(page, patient):
    patient.record([observation(1), observation(5)], "acme|conv-billing|late")
    page.driver.session.notice_change()
    page.until(lambda: "numbers-gapped" in page.rules)
    assert "numbers-gapped" not in page.ticked
    assert len(page.ticked) == 5


def test_looking_can_be_stopped_and_begun_again(page):
    page.view.head.check.click()
    assert page.view.head.stop.isVisible()
    page.view.head.stop.click()
    page.until(lambda: not page.presenter.examiner.is_looking)
    assert page.view.head.check.isVisible()
    assert len(page.rules) == 6


def test_another_workspace_forgets_what_was_found(page, golden_workspace):
    page.driver.open(golden_workspace("rich-coding-agent"))
    assert page.presenter.report is None
    assert page.rules == []
    assert node(page.driver).count == 0


def test_a_file_that_is_held_is_told_and_nothing_is_half_done(page, patient, monkeypatch):
    monkeypatch.setattr("desktop_app.services.editing.saving.BUSY_SECONDS", 0.2)
    before = patient.dump()
    with closing(sqlite3.connect(patient.path, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        results = page.repair(Key.Key_Return, Mod.ControlModifier)
        holder.execute("ROLLBACK")
    assert patient.dump() == before
    assert len(results.ended) == 1
    assert len(results.left) == 4
    said = page.view.banner.accessibleName()
    assert said.startswith("0 of 5 repaired. Ids a restarted engine will use again: ")
    assert said.endswith("Nothing of it was written. 4 after it were not tried.")
    with page.qtbot.waitSignal(page.presenter.repaired, timeout=PATIENCE_MS):
        page.view.banner.activated.emit()
    page.settle()
    assert page.rules == ["text-closes-its-block"]
    assert not page.view.banner.isVisible()


def test_a_repair_is_made_from_what_the_file_holds_at_that_moment(page, patient):
    """The engine has written meanwhile: nothing of it is lost."""
    page.choose("record-unreadable")
    text = patient.column("active_observations_json", TRIAGE)
    patient.sql(
        "UPDATE om_memory_records SET active_observations_json = ?, state_version = 4"
        " WHERE memory_id = ?",
        [text.replace("half up", "half even"), TRIAGE],
    )
    page.repair(Key.Key_Return)
    now = patient.column("active_observations_json", TRIAGE)
    assert "half even" in now
    assert "2026-06-15T09:05:00Z" in now


def test_what_the_engine_keeps_changing_is_told_and_the_others_are_repaired(
    page, patient, monkeypatch
):
    (wanted,) = [i for i in page.presenter.items if i.finding.rule == "reflection-injects-nothing"]
    repair = wanted.finding.repair
    made = repair.changes

    def changes_too_late():
        found = tuple(made())
        patient.sql(
            "UPDATE om_memory_records SET active_reflection = active_reflection || 'More. '"
            " WHERE memory_id = ?",
            [PLANNER],
        )
        return found

    object.__setattr__(repair, "changes", changes_too_late)
    results = page.repair(Key.Key_Return, Mod.ControlModifier)
    assert [one.conflicted for one in results.ended] == [False, False, True, False, False]
    said = page.view.banner.accessibleName()
    assert said == (
        "4 of 5 repaired. Reflection injects nothing: The engine changed it again and again"
        " meanwhile. Nothing of it was written."
    )
    assert patient.column("active_reflection", PLANNER).endswith("More. More. More. ")
    assert page.driver.window.saving.conflicts.dialog is None


def test_a_repair_that_waits_for_the_engine_can_be_stopped(page, patient):
    patient.operation("op_99", REVIEWER, status="processing", updated_at="2026-05-28T20:26:39Z")
    page.choose("token-counts-off", 0)
    before = patient.dump()
    with page.qtbot.waitSignal(page.presenter.repairs.progressed, timeout=PATIENCE_MS):
        page.press(Key.Key_Return)
    assert page.presenter.repairs.is_repairing
    assert not page.view.foot.repair.isEnabled()
    with page.qtbot.waitSignal(page.presenter.repaired, timeout=PATIENCE_MS):
        page.view.head.stop.click()
    page.settle()
    assert patient.dump() == before
    assert "You stopped it. Nothing of it was written." in page.view.banner.accessibleName()


def test_undo_after_the_engine_has_written_is_a_conflict_like_any_other(page, patient):
    page.choose("reflection-injects-nothing")
    page.repair(Key.Key_Return)
    patient.sql(
        "UPDATE om_memory_records SET active_reflection = 'SUMMARY:\nAnother.\n'"
        " WHERE memory_id = ?",
        [PLANNER],
    )
    with page.qtbot.waitSignal(page.driver.session.editing.conflicted, timeout=PATIENCE_MS):
        page.press(Key.Key_U)
    assert patient.column("active_reflection", PLANNER) == "SUMMARY:\nAnother.\n"
    page.driver.window.saving.conflicts.dialog.draft_requested.emit()
    page.driver.settle()


def test_a_narrow_window_shows_the_preview_before_enter_repairs(page, patient):
    page.driver.window.resize(1000, 700)
    page.until(lambda: not page.driver.frame.panes.inspector_visible)
    page.choose("ids-hit-again")
    page.press(Key.Key_Return)
    assert page.driver.frame.panes.inspector_visible
    assert not page.presenter.repairs.is_repairing
    page.repair(Key.Key_Return)
    assert "ids-hit-again" not in page.rules
    assert patient.sql("SELECT count(*) FROM om_operation_log WHERE memory_id = ?", [CODER])


def test_a_file_that_can_t_be_read_any_more_says_why(page, patient):
    patient.path.rename(patient.path.with_suffix(".gone"))
    page.view.head.check.click()
    page.until(lambda: not page.presenter.examiner.is_looking)
    assert page.view.states.isVisible()
    assert page.rules == []
    assert page.view.states.accessibleName()


def test_a_workspace_of_the_golden_set_that_was_edited_by_hand(driver, golden_workspace):
    patient = Patient(golden_workspace("rich-coding-agent"))
    key = "default|conv-billing-rounding|default"
    text = patient.column("active_observations_json", key)
    patient.sql(
        "UPDATE om_memory_records SET active_observations_json = ? WHERE memory_id = ?",
        [text.replace('"seq":2,', '"seq":1,', 1), key],
    )
    page = DoctorWindow(driver, patient.root)
    assert "numbers-repeat" in page.rules
    page.choose("numbers-repeat")
    page.repair(Key.Key_Return)
    assert "numbers-repeat" not in page.rules
    page.press(Key.Key_U)
    page.until(lambda: "numbers-repeat" in page.rules)
