"""Findings that are no problem in a workspace: left out, remembered, and taken back."""

from __future__ import annotations

from doctor_window import (
    LEGACY,
    PLANNER,
)
from PySide6.QtCore import Qt
from tree_state import snapshot as tree_of

from ui.widgets.question import Question

Key, Mod = Qt.Key, Qt.KeyboardModifier


def test_what_is_no_problem_is_left_out_and_comes_back(page, patient):
    page.choose("reflection-injects-nothing")
    page.press(Key.Key_I)
    assert "reflection-injects-nothing" not in page.rules
    assert page.view.tools.ignored.text() == "1 ignored"
    assert page.badges == ["2 stop memory", "3 change the turn"]
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
