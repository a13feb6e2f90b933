"""Reflections edited in the whole window, as a form and as text."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import Qt
from reflection_keys import (
    CONTROL,
    INTENT,
    RICH,
    edited,
    engine_writes,
    press,
    saved,
    show_reflection,
    stored,
    wanted,
    write,
)

from desktop_app.core.observational.reflection import Contradiction, Supersession, parse_reflection
from desktop_app.services.editing.reflection_actions import (
    put_entry,
    set_reflection,
    set_reflection_text,
    set_summary,
)
from ui.navigation import Place
from ui.reflection.drafts import EditForm
from ui.reflection.view import RAW

OTHER = "acme|conv-42|coder"


@pytest.fixture
def shown(driver, golden_workspace):
    return partial(show_reflection, driver, golden_workspace)


def filled(driver, view):
    for editor in (view.desk.page.form.supersessions, view.desk.page.form.contradictions):
        driver.qtbot.waitUntil(lambda editor=editor: editor.is_filled)


def test_the_summary_is_edited_and_saved_with_the_keys(driver, shown):
    view = shown()
    before = driver.session.snapshot
    press(driver, Qt.Key.Key_E)
    write(driver, "Changed. ")
    saved(driver, lambda: press(driver, Qt.Key.Key_S, CONTROL))
    summary = "Changed. " + before.explanation.reflection.summary
    assert stored(driver) == wanted(set_summary(before, summary, INTENT))
    assert not view.editor.is_open
    assert view.summary.text == summary
    assert view.tools.edit.hasFocus()


def test_an_entry_is_added_one_edited_and_one_removed(driver, shown):
    view = shown()
    before = driver.session.snapshot
    read = before.explanation.reflection
    press(driver, Qt.Key.Key_E)
    filled(driver, view)
    form = view.desk.page.form
    form.contradictions.rows[1].remove.click()
    first = form.supersessions.rows[0]
    first.words.edit.setFocus()
    press(driver, Qt.Key.Key_A, CONTROL)
    write(driver, "said so")
    form.supersessions.add.click()
    for text in ("33", "14", "upgraded"):
        write(driver, text)
        press(driver, Qt.Key.Key_Tab)
    saved(driver, lambda: press(driver, Qt.Key.Key_Return, CONTROL))
    meant = replace(
        read,
        supersessions=(
            Supersession(17, 10, "said so"),
            *read.supersessions[1:],
            Supersession(33, 14, "upgraded"),
        ),
        contradictions=read.contradictions[:1],
    )
    assert stored(driver) == wanted(set_reflection(before, meant, INTENT))
    assert parse_reflection(driver.session.snapshot.record.reflection) == meant


def test_one_entry_more_is_the_same_as_adding_it_from_the_terminal(driver, shown):
    view = shown()
    before = driver.session.snapshot
    press(driver, Qt.Key.Key_E)
    filled(driver, view)
    view.desk.page.form.contradictions.add.click()
    for text in ("1", "2", "which one"):
        write(driver, text)
        press(driver, Qt.Key.Key_Tab)
    saved(driver, lambda: press(driver, Qt.Key.Key_S, CONTROL))
    plan = put_entry(before, Contradiction(1, 2, "which one"), INTENT)
    assert stored(driver)[6] == wanted(plan)[6]
    assert driver.session.snapshot.record.reflection == plan.after.record.reflection


def test_the_text_is_edited_as_it_is_stored(driver, shown):
    view = shown()
    before = driver.session.snapshot
    view.form.choose(RAW)
    press(driver, Qt.Key.Key_E)
    assert view.desk.page.text.text == before.record.reflection
    press(driver, Qt.Key.Key_End, CONTROL)
    write(driver, "\n- no entry")
    edited(driver, view)
    check = view.desk.page.checked
    assert check.words.text() == "A summary of 74 tokens, 3 supersessions, 2 contradictions."
    assert check.lines[0].text().endswith("“- [seq:1] vs [seq:2]: detail”.")
    saved(driver, lambda: press(driver, Qt.Key.Key_S, CONTROL))
    text = before.record.reflection + "\n- no entry"
    assert stored(driver) == wanted(set_reflection_text(before, text, INTENT))


def test_what_the_engine_will_not_read_is_said_before_saving(driver, shown):
    view = shown()
    view.form.choose(RAW)
    press(driver, Qt.Key.Key_E)
    press(driver, Qt.Key.Key_A, CONTROL)
    write(driver, "**SUMMARY:** lost")
    edited(driver, view)
    assert view.desk.page.checked.words.text() == "Nothing: no part of this text reaches a turn."
    assert "The engine reads nothing from this text." in view.desk.page.turn.sentence.text()
    before = driver.session.snapshot
    shown_lines = [line.text for line in view.desk.page.turn.diff.text.lines]
    plan = set_reflection_text(before, "**SUMMARY:** lost", INTENT)
    assert any("PostgreSQL 15 or 16" in line for line in shown_lines)
    assert "PostgreSQL 15 or 16" not in plan.after.observational_text


@pytest.mark.parametrize(
    ("number", "problem"),
    [
        ("x1", "“x1” is not a whole number."),
        ("", "An entry needs the numbers of two observations."),
    ],
)
def test_an_entry_that_is_none_is_refused_at_its_field(driver, shown, number, problem):
    view = shown()
    press(driver, Qt.Key.Key_E)
    filled(driver, view)
    row = view.desk.page.form.supersessions.rows[0]
    row.first.line.setFocus()
    press(driver, Qt.Key.Key_A, CONTROL)
    press(driver, Qt.Key.Key_Delete)
    write(driver, number)
    assert row.problem.text() == problem
    assert row.problem.isVisible()
    edited(driver, view)
    assert not view.desk.page.foot.save.isEnabled()
    assert view.desk.page.foot.save.toolTip() == problem


def test_a_summary_that_looks_like_an_entry_comes_back_as_it_was_written(driver, shown):
    view = shown()
    press(driver, Qt.Key.Key_E)
    press(driver, Qt.Key.Key_A, CONTROL)
    write(driver, "Notes\nCONTRADICTIONS: none")
    saved(driver, lambda: press(driver, Qt.Key.Key_S, CONTROL))
    read = parse_reflection(driver.session.snapshot.record.reflection)
    assert read.summary == "Notes\nCONTRADICTIONS: none"
    assert view.summary.text == read.summary


def test_an_edit_changes_from_form_to_text_and_back(driver, shown):
    view = shown()
    before = driver.session.snapshot
    press(driver, Qt.Key.Key_E)
    write(driver, "New. ")
    view.tools.edit_form.choose(EditForm.TEXT)
    driver.qtbot.waitUntil(view.desk.page.text.isVisible)
    summary = "New. " + before.explanation.reflection.summary
    plan = set_summary(before, summary, INTENT)
    assert view.desk.page.text.text == plan.after.record.reflection
    edited(driver, view)
    view.tools.edit_form.choose(EditForm.FORM)
    driver.qtbot.waitUntil(view.desk.page.form.isVisible)
    assert view.desk.page.form.summary.text == summary
    edited(driver, view)
    assert view.desk.page.foot.save.isEnabled()


def test_an_edit_survives_other_views_and_other_scopes(driver, shown):
    view = shown()
    press(driver, Qt.Key.Key_E)
    write(driver, "Mine. ")
    press(driver, Qt.Key.Key_Escape)
    assert view.summary.isVisible()
    assert view.tools.waits.isVisible()
    driver.show(OTHER)
    assert not view.tools.waits.isVisible()
    assert view.unsaved() == f"the reflection of {RICH}"
    driver.frame.middle.show_place(Place.OBSERVATIONS)
    driver.show(RICH)
    driver.frame.middle.show_place(Place.REFLECTION)
    driver.settle()
    view.tools.edit.setFocus()
    press(driver, Qt.Key.Key_E)
    assert view.desk.page.form.summary.text.startswith("Mine. ")
    view.desk.page.foot.discard.click()
    assert view.unsaved() == ""


def test_an_edit_of_what_the_engine_has_changed_is_kept_and_asked_about(driver, shown):
    view = shown()
    press(driver, Qt.Key.Key_E)
    write(driver, "Mine. ")
    engine_writes(driver, active_reflection="SUMMARY:\nTheirs.")
    driver.session.notice_change()
    driver.settle()
    assert view.desk.page.outdated.isVisible()
    assert view.desk.page.form.summary.text.startswith("Mine. ")
    with driver.qtbot.waitSignal(driver.session.editing.conflicted):
        press(driver, Qt.Key.Key_S, CONTROL)
    driver.settle()
    assert view.desk.page.form.summary.text.startswith("Mine. ")
    assert view.unsaved() == f"the reflection of {RICH}"
