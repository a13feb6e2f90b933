"""Observations edited by keys in the whole window; the file has what the services give."""

from __future__ import annotations

import pytest
from observation_keys import (
    CONTROL,
    INTENT,
    choose,
    inspector_of,
    items,
    press,
    saved,
    show_rich,
    stored,
    view_of,
    wanted,
    write,
)
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop_app.core.editing.journal import EntryState
from desktop_app.services.editing.observation_actions import add_observation, edit_observation
from desktop_app.services.workspace import open_editor
from ui.jobs import Job
from ui.observations.effect import effect_of
from ui.observations.remove_dialog import RemoveDialog
from ui.observations.ways_dialog import WaysDialog
from ui.planning import look_at
from ui.widgets.button import Button
from ui.widgets.dialog import Dialog


@pytest.fixture
def rich(driver, golden_workspace):
    show_rich(driver, golden_workspace)
    return driver


def test_a_text_is_edited_and_saved_with_the_keys(rich):
    choose(rich, 17)
    before = rich.session.snapshot
    press(rich, Qt.Key.Key_E)
    write(rich, " Confirmed again.")
    inspector = inspector_of(rich)
    assert inspector.text.bar.isVisible()
    saved(rich, lambda: press(rich, Qt.Key.Key_S, CONTROL))
    text = before.record.observations[16].content + " Confirmed again."
    assert stored(rich) == wanted(edit_observation(before, 16, INTENT, text=text))
    assert not inspector.text.bar.isVisible()
    assert view_of(rich).table.hasFocus()


def test_the_importance_is_set_with_digits_and_arrows(rich):
    choose(rich, 1)
    before = rich.session.snapshot
    press(rich, Qt.Key.Key_I)
    press(rich, Qt.Key.Key_4)
    press(rich, Qt.Key.Key_Up)
    saved(rich, lambda: press(rich, Qt.Key.Key_Return))
    assert stored(rich) == wanted(edit_observation(before, 0, INTENT, importance=0.45))


def test_a_new_one_is_added_and_selected(rich):
    before = rich.session.snapshot
    press(rich, Qt.Key.Key_N)
    write(rich, "User wants the invoice in French.")
    saved(rich, lambda: press(rich, Qt.Key.Key_S, CONTROL))
    plan = add_observation(before, "User wants the invoice in French.", 0.5, INTENT)
    assert stored(rich) == wanted(plan)
    assert view_of(rich).presenter.selected_row.observation.seq == 41


def test_space_marks_rows_and_still_presses_buttons(rich):
    choose(rich, 17)
    view = view_of(rich)
    press(rich, Qt.Key.Key_Space)
    assert view.presenter.marks.indexes == {16}
    assert ", marked" in view.table.observations.index(0, 0).data(
        Qt.ItemDataRole.AccessibleTextRole
    )
    view.tools.add_button.setFocus()
    press(rich, Qt.Key.Key_Space)
    assert view.presenter.marks.indexes == {16}
    assert inspector_of(rich).form.isVisible()
    press(rich, Qt.Key.Key_Escape)
    assert view.table.hasFocus()
    press(rich, Qt.Key.Key_Escape)
    assert not view.presenter.marks.indexes


def test_every_edit_is_a_click_away_too(rich):
    choose(rich, 17)
    inspector = inspector_of(rich)
    click = rich.qtbot.mouseClick
    left = Qt.MouseButton.LeftButton
    click(inspector.page.importance_button, left)
    assert inspector.text.importance.slider.hasFocus()
    click(inspector.page.edit_button, left)
    assert inspector.text.area.edit.hasFocus()
    click(inspector.page.merge_button, left)
    assert view_of(rich).tools.shown.text() == "Mark at least two with Space first."
    for button, kind in (
        (inspector.page.remove_button, RemoveDialog),
        (inspector.why.reach, WaysDialog),
    ):
        click(button, left)
        dialog = rich.window.findChild(kind)
        assert dialog.isVisible()
        rich.settle()
        dialog.dismiss()


def test_the_slider_follows_the_pointer_and_the_number_what_is_typed(rich):
    choose(rich, 17)
    field = inspector_of(rich).text.importance
    slider = field.slider
    middle = slider.rect().center()
    rich.qtbot.mouseClick(slider, Qt.MouseButton.LeftButton, pos=middle)
    assert abs(field.value - 0.5) < 0.02
    field.number.line.setFocus()
    press(rich, Qt.Key.Key_A, CONTROL)
    write(rich, "0,333")
    assert field.value == 0.333
    press(rich, Qt.Key.Key_A, CONTROL)
    write(rich, "7")
    assert field.problem == "The importance is a number from 0 to 1."
    assert field.value == 0.333
    before = stored(rich)
    press(rich, Qt.Key.Key_Return)
    rich.settle()
    assert stored(rich) == before


def test_a_window_that_closes_keeps_what_is_typed_as_a_draft(rich):
    choose(rich, 17)
    press(rich, Qt.Key.Key_E)
    write(rich, " More.")
    editor = view_of(rich).editor
    rich.qtbot.waitUntil(lambda: editor.prepared.change(editor.draft) is not None)
    assert not rich.window.close()
    asked = rich.window.findChild(Dialog)
    assert "the text of observation 17" in asked.accessibleDescription()
    keep = next(one for one in asked.findChildren(Button) if one.text() == "Keep as draft")
    rich.qtbot.mouseClick(keep, Qt.MouseButton.LeftButton)
    rich.qtbot.waitUntil(lambda: not rich.window.isVisible())
    opened = open_editor(rich.session.source)
    (entry,) = opened.journal.entries(opened.file)
    assert entry.state is EntryState.DRAFT


def test_tab_goes_from_the_text_to_the_importance_and_to_the_choices(rich):
    choose(rich, 17)
    press(rich, Qt.Key.Key_E)
    write(rich, "!")
    section = inspector_of(rich).text
    places = (
        section.importance.slider,
        section.importance.number.line,
        section.bar.discard_button,
        section.bar.save_button,
    )
    rich.qtbot.waitUntil(section.bar.save_button.isEnabled)
    for place in places:
        press(rich, Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is place
    saved(rich, lambda: press(rich, Qt.Key.Key_Space))
    assert items(rich)[16]["content"].endswith("!")


def test_what_is_worked_out_can_be_stopped_and_asked_for_again(rich):
    choose(rich, 17)
    press(rich, Qt.Key.Key_E)
    write(rich, "!")
    planner = inspector_of(rich).editor.planner
    make = look_at(inspector_of(rich).editor.draft.plan, effect_of)
    planner.request(make, at_once=True)
    with rich.qtbot.waitSignal(planner.refused, raising=False, timeout=500):
        for job in rich.jobs.findChildren(Job):
            job.cancel()
    write(rich, "!")
    bar = inspector_of(rich).text.bar
    rich.qtbot.waitUntil(lambda: "next turn" in bar.effect.text())
