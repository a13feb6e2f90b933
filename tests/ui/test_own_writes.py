"""Only what somebody else has written keeps the engine's tint for a moment."""

from __future__ import annotations

import pytest
from edit_driver import edit_text
from engine_driver import write_text
from window_driver import PATIENCE_MS

RICH = "default|conv-billing-rounding|default"


@pytest.fixture
def tinted(driver, golden_workspace):
    """Show a scope, and collect which rows its table is told to tint."""
    folder = golden_workspace("rich-coding-agent")
    driver.open(folder)
    driver.show(RICH)
    driver.folder = folder
    seen: list[frozenset[int]] = []
    driver.frame.middle.view.presenter.arranged.connect(lambda _rows, changed: seen.append(changed))
    return seen


def test_an_edit_made_here_and_its_undo_do_not_flash(driver, tinted):
    edit_text(driver, 3, "Edited here.")
    driver.qtbot.waitUntil(lambda: driver.session.editing.has_changes, timeout=PATIENCE_MS)
    with driver.qtbot.waitSignal(driver.session.editing.saved, timeout=PATIENCE_MS):
        driver.session.editing.undo()
    driver.settle()
    assert len(tinted) >= 2
    assert set(tinted) == {frozenset()}


def test_two_edits_that_are_read_together_do_not_flash(driver, tinted):
    first = edit_text(driver, 3, "Edited here.")
    edit_text(driver, 4, "Edited too.")
    assert first.change.records
    assert set(tinted) == {frozenset()}


def test_what_the_engine_writes_flashes_also_after_an_edit_from_here(driver, tinted):
    edit_text(driver, 3, "Edited here.")
    write_text(driver.folder, RICH, 5, "Written by the engine.")
    driver.session.notice_change()
    driver.settle()
    assert tinted[-1] == frozenset({5})
