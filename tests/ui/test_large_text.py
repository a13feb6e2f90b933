"""At the largest text in a usual window nothing that is needed is cut off."""

from __future__ import annotations

import pytest
from edit_driver import text_change
from engine_driver import write_text
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractButton
from window_driver import PATIENCE_MS

from ui import fonts

RICH = "default|conv-billing-rounding|default"


@pytest.fixture
def large(driver, golden_workspace):
    """A window of 1280 by 800, zoomed in as far as the command goes."""
    folder = golden_workspace("rich-coding-agent")
    driver.folder = folder
    driver.open(folder)
    driver.show(RICH)
    driver.window.resize(1280, 800)
    before = 0
    while before != fonts.px(100):
        before = fonts.px(100)
        driver.do("zoom.in")
    assert fonts.px(100) == 200
    yield driver
    driver.do("zoom.reset")


def cut_off(inside):
    """Return the names of buttons that do not fit into what they are in."""
    room = QRect(inside.mapToGlobal(QPoint(0, 0)), inside.size())
    found = []
    for button in inside.findChildren(QAbstractButton):
        if button.isVisible() and not button.visibleRegion().isEmpty():
            place = QRect(button.mapToGlobal(QPoint(0, 0)), button.size())
            if place.left() < room.left() or place.right() > room.right():
                found.append(button.accessibleName() or button.text())
            elif button.width() < button.minimumSizeHint().width():
                found.append(button.text())
    return found


def test_the_outer_panes_fold_so_that_the_middle_has_room(large):
    panes = large.frame.panes
    assert not panes.tree_visible
    assert not panes.inspector_visible
    assert cut_off(large.frame.middle) == []
    large.do("zoom.reset")
    assert panes.tree_visible
    assert panes.inspector_visible


def test_the_inspector_of_an_observation_and_of_a_change_fit(large):
    large.session.select_observation(3)
    panes = large.frame.panes
    panes.open_inspector()
    assert panes.inspector.mapTo(large.window, QPoint(0, 0)).x() > 0
    assert cut_off(panes.inspector) == []
    panes.close_inspector()
    with large.qtbot.waitSignal(large.session.editing.drafted, timeout=PATIENCE_MS):
        large.session.editing.keep_draft(text_change(large, 0, "kept"))
    large.settle()
    large.do("go.changes")
    large.settle()
    assert cut_off(large.frame.middle) == []
    panes.open_inspector()
    assert cut_off(panes.inspector) == []


def test_the_choices_of_a_conflict_and_what_they_do_can_be_seen(large):
    change = text_change(large, 0, "mine")
    write_text(large.folder, RICH, 0, "theirs")
    with large.qtbot.waitSignal(large.session.editing.conflicted, timeout=PATIENCE_MS):
        large.session.editing.save(change)
    dialog = large.window.saving.conflicts.dialog
    large.qtbot.waitUntil(lambda: not dialog.result_field.visibleRegion().isEmpty())
    assert cut_off(dialog.panel) == []
    shown = dialog.result_field.visibleRegion().boundingRect()
    assert shown.height() == dialog.result_field.height()
    dialog.dismiss()
    large.settle()


def test_a_long_message_takes_more_lines(large):
    toast = large.frame.toast
    words = "Observation 14 removed; 26 later ones renumbered, 3 references follow. "
    toast.show_message(words * 2, action="Undo", run=lambda: None)
    assert toast.width() <= large.window.width()
    assert cut_off(toast) == []
    high = toast.height()
    toast.show_message("Saved.")
    assert toast.height() < high
