"""Forgetting where things are odd: other buckets, other bytes, other writers, very many lines."""

from __future__ import annotations

from stat import S_ISDIR

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from tree_state import snapshot
from upkeep_window import UpkeepWindow, state_of, titles

from ui.ledger.forget_dialog import ForgetDialog
from ui.ledger.forget_rows import MOST_LISTED, excerpt

KEYS = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
HOST = "staging-api.larkspur.example"
LOG = "memory/2026-06-15.md"


@pytest.fixture
def desk(driver, sample_workspace):
    return UpkeepWindow(driver, sample_workspace("agentscope_support_desk"), name="MEMORY.md")


@pytest.fixture
def lending(driver, sample_workspace):
    path = sample_workspace("agentscope_lending_multiuser")
    return lambda bucket, name="MEMORY.md": UpkeepWindow(driver, path, bucket, name)


def entries_of(root):
    """Return every entry that is no folder and not ours, with its mode, time and content."""
    found = snapshot(root).items()
    return {name: one for name, one in found if not S_ISDIR(one.mode) and ".memloupe" not in name}


def ticks(dialog):
    """Return the places of the list with their ticks."""
    return {row.id: row.tick for row in dialog.page.list.rows.rows}


def prefilled(desk):
    """Return the dialog that was opened by its key in the text."""
    desk.press(KEYS.Key_X, CONTROL | SHIFT)
    dialog = desk.dialog(ForgetDialog)
    desk.wait_for(dialog)
    return dialog


def test_the_selected_text_is_looked_for(desk):
    desk.edit.setFocus()
    cursor = QTextCursor(desk.edit.document().findBlockByNumber(21))
    cursor = desk.edit.document().find(HOST, cursor)
    desk.edit.setTextCursor(cursor)
    dialog = prefilled(desk)
    assert dialog.page.phrase.text == HOST
    assert dialog.primary_button.text() == "Forget in 3 places"


def test_without_a_selection_the_line_is_looked_for(desk):
    desk.edit.setFocus()
    desk.put_cursor(21)
    dialog = prefilled(desk)
    assert dialog.page.phrase.text.startswith("- From 2026-06-15 the staging API host is")
    assert list(ticks(dialog))[:2] == ["MEMORY.md:22", f"{LOG}:3"]


def test_a_section_is_looked_for_line_by_line(desk):
    desk.go("", LOG)
    desk.view.pages.sections.list.setFocus()
    desk.press(KEYS.Key_End)
    desk.press(KEYS.Key_F)
    dialog = desk.dialog(ForgetDialog)
    desk.wait_for(dialog)
    assert {f"{LOG}:6", f"{LOG}:7"} <= set(ticks(dialog))


def test_other_buckets_are_listed_apart_and_not_ticked(lending):
    desk = lending("u-101")
    (desk.path / "u-102" / "memory" / "2026-06-01.md").write_bytes(b"- Case 7781 is closed.\r\n")
    dialog = desk.forget("Case 7781")
    assert titles(dialog.page.list)[-1] == "Other buckets, 1"
    other = next(row for row in dialog.page.list.rows.rows if row.id.startswith("u-102/"))
    assert other.tick is False
    assert other.right_bottom == "u-102"
    dialog.page.list.setFocus()
    desk.press(KEYS.Key_A)
    desk.wait_for(dialog)
    before = state_of(desk.path)
    desk.confirm()
    assert not (desk.path / "u-102" / "memory" / "2026-06-01.md").exists()
    assert b"7781" not in (desk.path / "u-101" / "MEMORY.md").read_bytes()
    assert "Nothing is left" in desk.proof().banner.accessibleName()
    desk.proof().dismiss()
    desk.undo()
    assert state_of(desk.path) == before


def test_the_shared_file_is_changed_where_it_belongs_and_once(lending):
    desk = lending("u-107")
    dialog = desk.forget("Policy manual version is 7.2")
    assert list(ticks(dialog)) == ["MEMORY.md:4"]
    assert titles(dialog.page.list) == ["Other buckets, 1"]


def test_a_file_that_is_not_utf8_stays_and_says_why(lending):
    desk = lending("u-105")
    before = (desk.path / "u-105" / "MEMORY.md").read_bytes()
    dialog = desk.forget("template is B-12")
    row = dialog.page.list.rows.rows[0]
    assert row.tick is None
    assert "not UTF-8: convert it first" in row.subtitle
    assert dialog.primary_button.toolTip() == "None of these places can be changed here."
    assert (desk.path / "u-105" / "MEMORY.md").read_bytes() == before


def test_what_another_program_writes_is_searched_again_and_ticks_stay(desk):
    dialog = desk.forget(HOST)
    dialog.page.list.setFocus()
    desk.press(KEYS.Key_Home)
    desk.press(KEYS.Key_Space)
    memory = desk.path / "MEMORY.md"
    memory.write_bytes(b"# New first line\n" + memory.read_bytes())
    desk.driver.session.files_changed.emit()
    desk.wait_for(dialog)
    assert ticks(dialog)["MEMORY.md:23"] is False
    assert dialog.primary_button.text() == "Forget in 2 places"


def test_an_append_that_nobody_has_seen_is_merged_and_not_lost(desk):
    desk.forget(HOST)
    with (desk.path / LOG).open("ab") as log:
        log.write(b"- Appended by the agent.\n")
    desk.confirm()
    text = (desk.path / LOG).read_text()
    assert text.endswith("- Appended by the agent.\n")
    assert HOST not in text
    assert "Nothing is left" in desk.proof().banner.accessibleName()


def test_a_line_that_another_program_has_changed_is_a_choice(desk):
    desk.forget(HOST)
    log = desk.path / LOG
    log.write_bytes(log.read_bytes().replace(b"Staging host changed", b"Our staging host moved"))
    before = state_of(desk.path)
    with desk.driver.qtbot.waitSignal(desk.driver.session.editing.conflicted):
        desk.press(KEYS.Key_Return, CONTROL)
    desk.settle()
    assert state_of(desk.path) == before
    assert len(desk.open_dialogs()) == 1


def test_text_in_the_editor_that_is_not_saved_is_said(desk):
    desk.edit.setFocus()
    desk.type("x")
    desk.settle()
    dialog = desk.forget(HOST)
    said = dialog.page.preview.caution.accessibleName()
    assert "MEMORY.md has text in the editor that is not saved" in said


def test_what_can_not_be_read_is_said(desk):
    (desk.path / "memory" / "link.md").symlink_to(desk.path / "AGENTS.md")
    dialog = desk.forget(HOST)
    assert "memory/link.md is a link; it was not followed." in dialog.page.unseen.text()
    desk.confirm()
    assert "memory/link.md is a link" in desk.proof().facts.accessibleName()


def test_headings_are_not_ticked_by_themselves(lending):
    desk = lending("u-101")
    dialog = desk.forget("cases")
    row = next(row for row in dialog.page.list.rows.rows if row.title == "# Cases")
    assert row.tick is False
    assert row.subtitle == "MEMORY.md:6 · a heading: what stands below it stays"


def test_how_many_lines_stay_because_they_are_not_ticked_is_said(lending):
    desk = lending("u-101")
    dialog = desk.forget("case")
    assert "622 lines that are not ticked stay." in dialog.page.follows.words


def test_a_workspace_that_is_gone_is_said_and_nothing_can_be_forgotten(desk):
    dialog = desk.forget(HOST)
    moved = desk.path.rename(desk.path.with_name("moved"))
    dialog.look_for("giraffe")
    desk.wait(lambda: not dialog.is_busy)
    assert not dialog.primary_button.isEnabled()
    moved.rename(desk.path)
    dialog.look_for(HOST)
    desk.wait_for(dialog)
    assert dialog.primary_button.isEnabled()


def test_thousands_of_lines_are_listed_and_go_at_once(desk):
    log = desk.path / "memory" / "2026-06-14.md"
    log.write_bytes(b"".join(b"- Giraffe %d\n" % number for number in range(3_000)))
    dialog = desk.forget("giraffe")
    assert dialog.page.state.text() == "3,000 places in 1 file: 3,000 ticked, 0 stay"
    assert titles(dialog.page.list) == ["Daily logs, 3,000"]
    assert dialog.primary_button.text() == "Forget in 3,000 places"
    desk.confirm()
    assert not log.exists()


def test_too_many_lines_are_not_forgotten_unseen(desk):
    log = desk.path / "memory" / "2026-06-14.md"
    log.write_bytes(b"".join(b"- Giraffe %d\n" % number for number in range(MOST_LISTED + 1)))
    dialog = desk.forget("giraffe")
    assert not dialog.primary_button.isEnabled()
    assert "only 3,000 are listed. Give more words" in dialog.primary_button.toolTip()
    assert set(ticks(dialog).values()) == {None}


def test_typing_on_gives_up_the_search_before(desk):
    dialog = desk.forget("Docs change")
    shown = []
    dialog.search.found.connect(lambda found: shown.append(found.sighting.text))
    dialog.look_for("proration")
    dialog.look_for(HOST)
    desk.wait_for(dialog)
    assert shown == [HOST]


def test_a_result_with_many_hits_is_one_row_for_it_goes_as_a_whole(desk):
    dialog = desk.forget("export_jobs row state=stuck")
    assert titles(dialog.page.list) == ["Offloaded results, 1"]
    assert dialog.page.state.text() == "1 place in 1 file: 0 ticked, 1 stay"


def test_of_a_very_long_line_the_part_with_the_text_is_shown():
    line = f"{'x' * 50_000} The Needle {'y' * 50_000}"
    shown = excerpt(line, "the needle")
    assert "The Needle" in shown
    assert len(shown) < 300
    assert shown.startswith("…")


def test_odd_files_beside_it_are_named_and_stay_as_they_are(driver, sample_workspace):
    path = sample_workspace("agentscope_support_desk", odd=True)
    desk = UpkeepWindow(driver, path, name="MEMORY.md")
    before = entries_of(path)
    dialog = desk.forget(HOST)
    assert dialog.primary_button.isEnabled()
    assert "Not searched: " in dialog.page.unseen.text()
    desk.confirm()
    desk.proof().dismiss()
    desk.undo()
    assert entries_of(path) == before
