"""Removing, merging, moving, getting in and out: by keys, previewed, and true in the file."""

from __future__ import annotations

import pytest
from observation_keys import (
    CONTROL,
    INTENT,
    RICH,
    SHIFT,
    choose,
    inspector_of,
    press,
    saved,
    show_rich,
    stored,
    view_of,
    wanted,
    write,
)
from PySide6.QtCore import Qt

from desktop_app.services.editing.observation_actions import (
    edit_observation,
    merge_observations,
    move_observation,
    remove_observations,
)
from desktop_app.services.editing.plans import Intent
from desktop_app.services.editing.ways import ways_in
from ui.change_dialog import ChangeDialog
from ui.observations.merge_dialog import MergeDialog
from ui.observations.move_dialog import MoveDialog
from ui.observations.remove_dialog import RemoveDialog
from ui.observations.removed_list import RemovedList
from ui.observations.ways_dialog import WaysDialog
from ui.observations.words import first_line

TARGET = "acme|conv-42|coder"


@pytest.fixture
def rich(driver, golden_workspace):
    show_rich(driver, golden_workspace)
    return driver


def opened(driver, kind=ChangeDialog):
    """Return the dialog that is open, once it knows what it would do."""
    dialog = driver.window.findChild(kind)
    driver.qtbot.waitUntil(dialog.primary_button.isEnabled)
    return dialog


def confirm(driver) -> None:
    saved(driver, lambda: press(driver, Qt.Key.Key_Return, CONTROL))


def test_removing_one_shows_what_follows_and_does_it(rich):
    choose(rich, 14)
    before = rich.session.snapshot
    press(rich, Qt.Key.Key_Delete)
    dialog = opened(rich, RemoveDialog)
    assert "numbers: 15 – 40 become 14 – 39" in dialog.preview.words
    assert dialog.preview.differences.isVisible()
    write(rich, "settled by now")
    confirm(rich)
    intent = Intent(INTENT.now, "settled by now")
    assert stored(rich) == wanted(remove_observations(before, [13], intent))
    assert view_of(rich).presenter.selected_row.observation.seq == 14
    assert view_of(rich).table.hasFocus()


def test_several_marked_ones_are_removed_together(rich):
    before = rich.session.snapshot
    for seq in (3, 9, 20):
        choose(rich, seq)
        press(rich, Qt.Key.Key_Space)
    assert view_of(rich).tools.shown.text() == "3 marked"
    press(rich, Qt.Key.Key_Delete)
    listed = opened(rich, RemoveDialog).findChild(RemovedList)
    assert [label.accessibleName() for label in listed.texts] == [
        f"{seq}: {first_line(before.record.observations[seq - 1].content)}" for seq in (3, 9, 20)
    ]
    assert all(label.isVisible() and label.shown[:12] for label in listed.texts)
    confirm(rich)
    assert stored(rich) == wanted(remove_observations(before, [2, 8, 19], INTENT))
    assert not view_of(rich).presenter.marks.indexes


def test_many_removed_ones_scroll_in_six_lines(rich):
    for seq in range(1, 21):
        choose(rich, seq)
        press(rich, Qt.Key.Key_Space)
    press(rich, Qt.Key.Key_Delete)
    listed = opened(rich, RemoveDialog).findChild(RemovedList)
    assert len(listed.texts) == 20
    last = listed.texts[-1]
    assert last.visibleRegion().isEmpty()
    assert sum(not text.visibleRegion().isEmpty() for text in listed.texts) == 6
    bar = listed.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert not last.visibleRegion().isEmpty()


def test_a_range_is_merged_into_an_edited_text(rich):
    view = view_of(rich)
    before = rich.session.snapshot
    press(rich, Qt.Key.Key_S)
    press(rich, Qt.Key.Key_Q)  # by number
    press(rich, Qt.Key.Key_Home)
    press(rich, Qt.Key.Key_Down, SHIFT)
    press(rich, Qt.Key.Key_Down, SHIFT)
    indices = sorted(row.index for row in view.table.selected_rows)
    press(rich, Qt.Key.Key_M)
    dialog = opened(rich, MergeDialog)
    assert dialog.area.edit.hasFocus()
    press(rich, Qt.Key.Key_A, CONTROL)
    write(rich, "One rule for all of it.")
    rich.qtbot.waitUntil(dialog.primary_button.isEnabled)
    confirm(rich)
    importance = max(before.record.observations[at].importance or 0.5 for at in indices)
    plan = merge_observations(
        before, indices, "One rule for all of it.", INTENT, importance=importance
    )
    assert stored(rich) == wanted(plan)
    assert view.presenter.selected_row.observation.content == "One rule for all of it."


def test_one_is_moved_to_a_scope_that_is_found_by_its_name(rich):
    choose(rich, 13)
    before, target = rich.session.snapshot, rich.session.source.snapshot(TARGET)
    press(rich, Qt.Key.Key_V)
    dialog = opened(rich, MoveDialog)
    write(rich, "conv-42")
    rich.qtbot.waitUntil(lambda: len(dialog.scopes.rows.rows) == 2)
    press(rich, Qt.Key.Key_Return)
    rich.qtbot.waitUntil(lambda: dialog.scopes.current_id == TARGET)
    rich.qtbot.waitUntil(lambda: TARGET in dialog.preview.words)
    confirm(rich)
    plan = move_observation(before, 12, target, INTENT)
    assert stored(rich) == wanted(plan)
    assert stored(rich, TARGET) == wanted(plan, 1)


def test_the_least_limit_gets_one_in(rich):
    choose(rich, 1)
    before = rich.session.snapshot
    press(rich, Qt.Key.Key_G)
    dialog = opened(rich, WaysDialog)
    limit, shorter = ways_in(before, 0, INTENT)
    assert [row.title for row in dialog.ways.rows.rows] == [
        f"Raise the snippet limit to {limit.value} tokens",
        f"Shorten the text to {shorter.value} tokens or fewer",
    ]
    confirm(rich)
    assert stored(rich) == wanted(limit.plan)
    assert rich.session.snapshot.explanation.standings[0].is_in


def test_one_that_is_in_is_got_out_by_its_importance(rich):
    choose(rich, 26)
    before = rich.session.snapshot
    press(rich, Qt.Key.Key_G)
    dialog = opened(rich, WaysDialog)
    (row,) = dialog.ways.rows.rows
    value = float(row.title.removeprefix("Lower the importance to "))
    confirm(rich)
    assert stored(rich) == wanted(edit_observation(before, 25, INTENT, importance=value))
    assert not rich.session.snapshot.explanation.standings[25].is_in


def test_shortening_leads_to_the_text(rich):
    choose(rich, 1)
    press(rich, Qt.Key.Key_G)
    dialog = opened(rich, WaysDialog)
    press(rich, Qt.Key.Key_End)
    assert dialog.primary_button.text() == "Edit the text"
    press(rich, Qt.Key.Key_Return, CONTROL)
    rich.qtbot.waitUntil(dialog.isHidden)
    section = inspector_of(rich).text
    assert section.area.edit.hasFocus()
    assert section.aim.text() == "It gets in with 4 tokens or fewer."
    press(rich, Qt.Key.Key_A, CONTROL)
    write(rich, "No git commit.")
    rich.qtbot.waitUntil(lambda: "gets in" in section.bar.effect.text())


def test_nothing_is_written_by_a_dialog_that_is_left(rich):
    before = stored(rich)
    choose(rich, 5)
    for key in (Qt.Key.Key_Delete, Qt.Key.Key_V, Qt.Key.Key_G):
        press(rich, key)
        dialog = rich.window.findChild(ChangeDialog)
        rich.settle()
        press(rich, Qt.Key.Key_Escape)
        assert dialog.isHidden()
        assert view_of(rich).table.hasFocus()
        rich.qtbot.waitUntil(lambda: rich.window.findChild(ChangeDialog) is None)
    assert stored(rich) == before
    assert rich.shown == RICH
