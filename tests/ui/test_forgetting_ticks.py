"""What is ticked before anybody has ticked anything: only what is memory and was named."""

from __future__ import annotations

from PySide6.QtCore import Qt
from upkeep_window import UpkeepWindow, state_of

from ui.ledger.forget_dialog import ForgetDialog
from ui.ledger.head import THIRD

KEYS = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
LOG = "memory/2026-06-15.md"


def test_instructions_are_listed_and_not_ticked_for_they_are_no_memory(driver, sample_workspace):
    root = sample_workspace("agentscope_lending_multiuser")
    desk = UpkeepWindow(driver, root, name="MEMORY.md")
    before = state_of(root)
    dialog = desk.forget("officer")
    (row,) = (row for row in dialog.page.list.rows.rows if row.id.startswith("AGENTS.md:"))
    assert row.tick is False
    assert "instructions for the agent, not its memory" in row.subtitle
    assert not dialog.primary_button.isEnabled()
    desk.press(KEYS.Key_Return, CONTROL)
    assert dialog.isVisible()
    assert state_of(root) == before
    assert dialog.page.state.text() == "4 places in 3 files: 0 ticked, 4 stay"


def test_nothing_of_a_section_that_nobody_has_named_is_ticked(driver, sample_workspace):
    desk = UpkeepWindow(driver, sample_workspace("agentscope_support_desk"), name=LOG)
    desk.view.head.forms.choose(THIRD)
    desk.view.pages.sections.list.setFocus()
    desk.press(KEYS.Key_F)
    dialog = desk.dialog(ForgetDialog)
    desk.wait_for(dialog)
    rows = [row for row in dialog.page.list.rows.rows if row.tick is not None]
    assert rows
    assert not any(row.tick for row in rows)
    assert dialog.page.phrase.edit.textCursor().hasSelection()
    assert dialog.primary_button.toolTip() == "Nothing is ticked. Tick what shall go."
    dialog.page.list.setFocus()
    desk.press(KEYS.Key_A)
    desk.wait_for(dialog)
    assert dialog.primary_button.isEnabled()
