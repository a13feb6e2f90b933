"""What the window does about writes: its own, the engine's, and those over its own."""

from __future__ import annotations

import pytest
from edit_driver import edit_text, first_text
from engine_driver import stored_text, write_text
from window_driver import PATIENCE_MS, Driver

from ui.changes.inspector import ChangeInspector
from ui.navigation import Place
from ui.widgets.button import Button
from ui.widgets.diff_view import DiffText

RICH = "default|conv-billing-rounding|default"


@pytest.fixture
def following(qtbot, tmp_path, golden_workspace):
    """A window that follows a workspace, and the folder of that."""
    driver = Driver(qtbot, tmp_path, follow=True)
    folder = golden_workspace("rich-coding-agent")
    driver.open(folder)
    driver.show(RICH)
    qtbot.waitUntil(lambda: driver.window.follower.is_watching, timeout=PATIENCE_MS)
    yield driver, folder
    driver.close()


def test_a_write_of_ours_is_read_once(following):
    driver, folder = following
    told = []
    driver.session.store_changed.connect(lambda: told.append("store"))
    follower = driver.window.follower
    # It looks again only when the window has said whose the write is, however slow that was.
    follower.set_on(False)
    edit_text(driver, 0, "mine")
    follower.set_on(True)
    heard = len(told)
    assert heard == 1
    # The engine's write is told after ours was settled: ours would have come before it.
    with driver.qtbot.waitSignal(follower.changed, timeout=PATIENCE_MS):
        write_text(folder, RICH, 1, "theirs")
    driver.settle()
    assert len(told) == heard + 1


def test_an_edit_that_the_engine_overwrites_can_be_applied_again(following):
    driver, folder = following
    edit_text(driver, 0, "mine")
    banner = driver.frame.edit_banner
    write_text(folder, RICH, 0, "theirs")
    driver.qtbot.waitUntil(banner.isVisible, timeout=PATIENCE_MS)
    assert banner.accessibleName().startswith("The engine has overwritten your edit of ")
    driver.settle()
    assert first_text(driver) == "theirs"
    again = next(b for b in banner.findChildren(Button) if b.text() == "Apply it again")
    editing = driver.session.editing
    with driver.qtbot.waitSignal(editing.conflicted, timeout=PATIENCE_MS):
        again.click()
    dialog = driver.window.saving.conflicts.dialog
    dialog.keep_mine.click()
    with driver.qtbot.waitSignal(editing.saved, timeout=PATIENCE_MS):
        dialog.primary_button.click()
    driver.settle()
    assert stored_text(folder, RICH, 0) == "mine"
    assert not banner.isVisible()


def test_an_overwritten_edit_can_be_compared(following):
    driver, folder = following
    saved = edit_text(driver, 0, "mine")
    banner = driver.frame.edit_banner
    write_text(folder, RICH, 0, "theirs")
    driver.qtbot.waitUntil(banner.isVisible, timeout=PATIENCE_MS)
    next(b for b in banner.findChildren(Button) if b.text() == "Compare").click()
    driver.settle()
    assert driver.frame.middle.place is Place.CHANGES
    assert driver.frame.middle.view.presenter.selected.key == saved.entry.id
    assert banner.isVisible()
    assert driver.frame.middle.view.table.hasFocus()
    inspector = driver.frame.panes.inspector
    assert inspector.findChild(ChangeInspector).form.current == "now"
    lines = [
        (line.kind.value, line.text.strip())
        for text in inspector.findChildren(DiffText)
        for line in text.lines
    ]
    assert ("removed", "mine") in lines
    assert ("added", "theirs") in lines


def test_what_the_engine_overwrote_while_no_window_was_open_is_told(
    qtbot, tmp_path, golden_workspace
):
    folder = golden_workspace("rich-coding-agent")
    first = Driver(qtbot, tmp_path)
    first.open(folder)
    first.show(RICH)
    edit_text(first, 0, "mine")
    first.close()
    write_text(folder, RICH, 0, "theirs")
    second = Driver(qtbot, tmp_path)
    second.open(folder)
    qtbot.waitUntil(second.frame.edit_banner.isVisible, timeout=PATIENCE_MS)
    assert "has overwritten your edit" in second.frame.edit_banner.accessibleName()
    second.close()
