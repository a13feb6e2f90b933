"""Forgetting a text everywhere in the window: what is found, what goes, the proof, undo."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from upkeep_window import UpkeepWindow, state_of, titles

from ui.ledger.dialogs import EntryDialog
from ui.ledger.forget_dialog import ForgetDialog

KEYS = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
HOST = "staging-api.larkspur.example"
LOG = "memory/2026-06-15.md"


@pytest.fixture
def desk(driver, sample_workspace):
    return UpkeepWindow(driver, sample_workspace("agentscope_support_desk"), name="MEMORY.md")


def said(dialog):
    """Return everything that the dialog says of what follows."""
    page = dialog.page
    return f"{page.preview.caution.accessibleName()} {page.follows.words} {page.preview.words}"


def test_every_place_is_listed_by_what_it_is_in(desk):
    dialog = desk.forget(HOST)
    assert titles(dialog.page.list) == [
        "MEMORY.md, 1",
        "Daily logs, 2",
        "History of conversations: only listed, 2",
    ]
    assert dialog.page.state.text() == "5 places in 4 files: 3 ticked, 2 stay"
    rows = dialog.page.list.rows.rows
    assert rows[0].subtitle == "MEMORY.md:22"
    assert [row.tick for row in rows] == [True, True, True, None, None]
    assert "the agent can still search it" in rows[3].subtitle
    assert HOST in rows[3].title
    assert dialog.primary_button.text() == "Forget in 3 places"
    assert "is never read or changed here" in dialog.page.unseen.text()


def test_forgetting_writes_all_files_at_once_and_undo_restores_bytes_and_times(desk):
    before = state_of(desk.path)
    desk.forget(HOST)
    desk.confirm()
    after = state_of(desk.path)
    assert {name for name in before if after.get(name) != before[name]} == {"MEMORY.md", LOG}
    assert not any(HOST.encode() in (desk.path / name).read_bytes() for name in ("MEMORY.md", LOG))
    desk.proof().dismiss()
    desk.undo()
    assert state_of(desk.path) == before


def test_the_proof_names_what_still_has_the_text_and_our_own_backups_have_it(desk):
    desk.forget(HOST)
    desk.confirm()
    proof = desk.proof()
    assert proof.banner.accessibleName().startswith("Nothing is left in memory that is searched")
    assert titles(proof.list) == ["History of conversations: only listed, 2"]
    facts = proof.facts.accessibleName()
    assert "session_search" in facts
    assert ".agentscope-runtime" in facts
    assert ".memloupe/backups" in facts
    kept = [file for file in (desk.path / ".memloupe" / "backups").rglob("*") if file.is_file()]
    assert any(HOST.encode() in file.read_bytes() for file in kept)


def test_the_proof_can_take_it_back(desk):
    before = state_of(desk.path)
    desk.forget(HOST)
    desk.confirm()
    proof = desk.proof()
    with desk.driver.qtbot.waitSignal(desk.driver.session.editing.saved):
        proof.undo.click()
    desk.settle()
    assert desk.open_dialogs() == []
    assert state_of(desk.path) == before


def test_what_is_not_ticked_stays_and_the_proof_says_so(desk):
    before = (desk.path / "MEMORY.md").read_bytes()
    dialog = desk.forget(HOST)
    dialog.page.list.setFocus()
    desk.press(KEYS.Key_Home)
    desk.press(KEYS.Key_Space)
    desk.wait_for(dialog)
    assert dialog.primary_button.text() == "Forget in 2 places"
    desk.confirm()
    assert (desk.path / "MEMORY.md").read_bytes() == before
    proof = desk.proof()
    assert proof.banner.accessibleName().startswith("It still stands in 1 line.")
    assert titles(proof.list)[0] == "MEMORY.md, 1"


def test_searching_again_sees_what_was_written_meanwhile(desk):
    desk.forget(HOST)
    desk.confirm()
    proof = desk.proof()
    (desk.path / LOG).write_text(f"- {HOST} again\n")
    desk.press(KEYS.Key_Return, CONTROL)
    desk.wait_for(proof)
    assert proof.isVisible()
    assert proof.banner.accessibleName().startswith("It still stands in 1 line.")


def test_all_and_none_by_key_and_nothing_ticked_can_not_be_saved(desk):
    dialog = desk.forget(HOST)
    dialog.page.list.setFocus()
    desk.press(KEYS.Key_A, SHIFT)
    desk.wait_for(dialog)
    assert dialog.primary_button.toolTip() == "Nothing is ticked. Tick what shall go."
    assert not dialog.primary_button.isEnabled()
    desk.press(KEYS.Key_A)
    desk.wait_for(dialog)
    assert dialog.primary_button.text() == "Forget in 3 places"


def test_each_file_shows_its_own_difference(desk):
    dialog = desk.forget(HOST)
    dialog.page.list.setFocus()
    desk.press(KEYS.Key_Home)
    desk.wait_for(dialog)
    assert dialog.page.preview.differences.titles == ["What changes in MEMORY.md"]
    desk.press(KEYS.Key_Down)
    desk.wait_for(dialog)
    assert dialog.page.preview.differences.titles == [f"What changes in {LOG}"]
    desk.press(KEYS.Key_End)
    desk.wait_for(dialog)
    assert dialog.page.preview.below.text().startswith("Nothing changes in agents/")


def test_what_follows_is_said_for_turn_budget_and_consolidation(desk):
    dialog = desk.forget(HOST)
    words = said(dialog)
    assert "The agent no longer gets these lines of MEMORY.md" in words
    assert "MEMORY.md takes 259 tokens in place of 284" in words
    assert f"It takes {LOG} anyway" in words
    assert "2 lines in session history stay." in words


def test_a_whole_section_goes_on_wish(desk):
    dialog = desk.forget("Docs change for proration")
    dialog.page.unit.setFocus()
    desk.press(KEYS.Key_Right)
    desk.wait_for(dialog)
    desk.confirm()
    log = (desk.path / "memory/2026-04-28.md").read_text()
    assert log.count("## Memory Flush") == 1
    assert "per day, not per second" not in log


def test_a_kept_time_hides_the_edit_from_the_next_consolidation_and_says_so(desk):
    log = desk.path / "memory/2026-04-28.md"
    time = log.stat().st_mtime_ns
    dialog = desk.forget("Docs change for proration")
    assert "memory/2026-04-28.md is not taken although it is written now" in said(dialog)
    dialog.page.keep_time.setFocus()
    desk.press(KEYS.Key_Space)
    desk.wait_for(dialog)
    assert "memory/2026-04-28.md keeps its time" in said(dialog)
    desk.confirm()
    assert log.stat().st_mtime_ns == time
    assert "Docs change for proration" not in log.read_text()


def test_a_file_with_nothing_left_is_deleted_and_comes_back(desk):
    before = state_of(desk.path)
    dialog = desk.forget("Old staging host")
    assert "so the file is deleted" in said(dialog)
    desk.confirm()
    gone = set(before) - set(state_of(desk.path))
    assert len(gone) == 1
    assert gone.pop().startswith("memory/archive/")
    desk.proof().dismiss()
    desk.undo()
    assert state_of(desk.path) == before


def test_an_offloaded_result_goes_as_a_whole_only_when_it_is_ticked(desk):
    path = next((desk.path / "large_tool_results" / "support-desk").iterdir())
    before = state_of(desk.path)
    dialog = desk.forget(path.read_text().split("\n")[0][:40])
    rows = [row for row in dialog.page.list.rows.rows if row.badge and row.tick is not None]
    assert [(row.badge.text, row.tick) for row in rows] == [("whole file", False)]
    dialog.page.list.setFocus()
    dialog.page.list.set_current(rows[0].id)
    desk.press(KEYS.Key_Space)
    desk.wait_for(dialog)
    assert "is deleted as a whole" in said(dialog)
    desk.confirm()
    assert not path.exists()
    desk.proof().dismiss()
    desk.undo()
    assert state_of(desk.path) == before


def test_a_text_that_stands_nowhere_is_said_with_what_was_searched(desk):
    dialog = desk.forget("zebra giraffe")
    assert dialog.page.state.text() == "Nothing found"
    assert dialog.page.none.accessibleName().startswith("It stands nowhere. MEMORY.md, logs")
    assert dialog.page.none.isVisible()
    assert not dialog.primary_button.isEnabled()


def test_nothing_to_look_for_is_no_error(desk):
    dialog = desk.forget("- ")
    assert dialog.primary_button.toolTip().startswith("There is nothing to look for.")
    dialog.page.phrase.set_text("")
    dialog.page.phrase.edit.edited.emit()
    desk.wait_for(dialog)
    assert dialog.primary_button.toolTip() == "Say what shall be forgotten."


def test_a_correction_can_be_written_instead(desk):
    dialog = desk.forget(HOST)
    dialog.correct.click()
    assert desk.dialog(EntryDialog).accessibleName() == "Correct an old fact"


def test_escape_closes_it_and_nothing_is_written(desk):
    before = state_of(desk.path)
    desk.forget(HOST)
    desk.press(KEYS.Key_Escape)
    assert desk.open_dialogs() == []
    assert state_of(desk.path) == before
    assert not (desk.path / ".memloupe").exists()


def test_tab_goes_through_everything_and_all_of_it_has_a_name(desk):
    dialog = desk.forget(HOST)
    page = dialog.page
    stops = [page.phrase.edit, page.unit.focusProxy(), page.keep_time, page.list]
    stops += [page.preview.differences.views[0].text, page.reason.line]
    stops += [dialog.correct, dialog.safe_button, dialog.primary_button]
    for here, following in pairwise((*stops, stops[0])):
        assert desk.driver.window.focusWidget() is here
        assert here.accessibleName()
        desk.press(KEYS.Key_Tab)
        assert desk.driver.window.focusWidget() is following


def test_the_proof_is_no_success_when_it_could_not_be_made(desk):
    desk.forget(HOST)
    desk.confirm()
    proof = desk.proof()
    proof.search.refused.emit("The workspace can't be read.")
    assert "There is no proof" in proof.banner.accessibleName()


def test_the_focus_is_back_in_the_list_at_the_end(desk):
    desk.forget(HOST)
    desk.confirm()
    desk.proof()
    desk.press(KEYS.Key_Escape)
    assert desk.driver.window.focusWidget() is desk.view.left.list


def test_other_memory_of_the_workspace_is_not_passed_off_as_searched(driver, sample_workspace):
    root = sample_workspace("agentscope_support_desk")
    layer = {"sourceDir": "knowledge", "harnessDir": "/persistent/knowledge"}
    (root / "layers.json").write_text(json.dumps({"dataDir": ".", "layers": [layer]}))
    desk = UpkeepWindow(driver, root, name="MEMORY.md")
    dialog = desk.forget(HOST)
    assert "Notes are a matter of their own" in dialog.page.unseen.text()
    desk.confirm()
    assert "Notes are a matter of their own" in desk.proof().facts.accessibleName()


def test_who_types_over_the_chosen_section_looks_for_something_else(driver, sample_workspace):
    desk = UpkeepWindow(driver, sample_workspace("agentscope_support_desk"), name=LOG)
    desk.view.left.list.setFocus()
    desk.press(Qt.Key.Key_F)
    dialog = desk.dialog(ForgetDialog)
    assert dialog.page.phrase.text
    desk.type(HOST)
    desk.wait_for(dialog)
    assert dialog.page.phrase.text == HOST
