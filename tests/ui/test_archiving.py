"""The archive preview in the window: which logs move, which stay and why, undo."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from upkeep_window import UpkeepWindow, state_of, titles

KEYS = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def desk(driver, sample_workspace):
    """A window on 28 May 2026."""
    return UpkeepWindow(driver, sample_workspace("agentscope_support_desk"), name="MEMORY.md")


def row_of(dialog, name):
    return next(row for row in dialog.list.rows.rows if row.id == f"memory/{name}.md")


def test_every_log_is_listed_with_what_becomes_of_it(desk):
    dialog = desk.archive(30)
    assert titles(dialog.list)[:3] == [
        "Goes to the archive, 1",
        "Stays: not old enough, 20",
        "Stays: not dated, 2",
    ]
    assert dialog.today.text() == "Today is 2026-05-28 here."
    assert len(dialog.list.rows.rows) == len(desk.presenter.book.logs)
    assert row_of(dialog, "2026-02-30").subtitle.endswith("so it is never archived")
    assert dialog.primary_button.text() == "Archive 1 file"


def test_a_log_that_is_exactly_so_old_stays_and_says_so(desk):
    dialog = desk.archive(31)
    exact = row_of(dialog, "2026-04-27")
    assert exact.right_top == "31 days old"
    assert exact.subtitle == "stays: it is exactly so old, and only older ones move"
    assert "No log is older than 31 days." in dialog.primary_button.toolTip()


def test_ninety_days_are_the_rule(desk):
    assert desk.archive().days.text == "90"


def test_moved_files_keep_bytes_and_time_and_undo_moves_them_back(desk):
    before = state_of(desk.path)
    dialog = desk.archive(20)
    moving = [row.id for row in dialog.list.rows.rows if row.subtitle.startswith("moves to")]
    assert len(moving) > 3
    assert "Moved files keep their time" in dialog.preview.words
    desk.confirm()
    after = state_of(desk.path)
    for name in moving:
        assert name not in after
        assert after[name.replace("memory/", "memory/archive/")] == before[name]
    desk.undo()
    assert state_of(desk.path) == before


def test_a_name_that_the_archive_has_is_refused_and_both_files_stay(desk):
    taken = desk.path / "memory" / "archive" / "2026-04-27.md"
    taken.write_bytes(b"- Older\n")
    desk.driver.session.files_changed.emit()
    desk.settle()
    dialog = desk.archive(25)
    row = row_of(dialog, "2026-04-27")
    assert row.badge.text == "refused"
    assert "the engine itself would overwrite it" in row.subtitle
    assert "The engine itself would replace" in dialog.preview.caution.accessibleName()
    before = (desk.path / "memory" / "2026-04-27.md").read_bytes()
    desk.confirm()
    assert taken.read_bytes() == b"- Older\n"
    assert (desk.path / "memory" / "2026-04-27.md").read_bytes() == before


def test_an_open_preview_follows_what_others_write(desk):
    dialog = desk.archive(30)
    (desk.path / "memory" / "2026-01-05.md").write_bytes(b"- New old log\n")
    desk.driver.session.files_changed.emit()
    desk.wait_for(dialog)
    assert dialog.primary_button.text() == "Archive 2 files"
    desk.confirm()
    assert (desk.path / "memory" / "archive" / "2026-01-05.md").is_file()


@pytest.mark.parametrize("typed", ["", "0"])
def test_less_than_one_day_is_no_rule(desk, typed):
    dialog = desk.archive(30)
    dialog.days.line.setText(typed)
    desk.wait_for(dialog)
    assert dialog.primary_button.toolTip() == "Give a number of days, at least 1."
    assert dialog.primary_button.text() == "Archive"


def test_by_bucket_with_links_and_other_layers_untouched(driver, sample_workspace):
    path = sample_workspace("agentscope_lending_multiuser")
    desk = UpkeepWindow(driver, path, "u-101", "MEMORY.md")
    dialog = desk.archive(87)
    assert row_of(dialog, "2026-03-01").subtitle.startswith("moves to memory/archive/")
    assert row_of(dialog, "2026-03-02").subtitle.startswith("stays: it is exactly so old")
    desk.confirm()
    assert (path / "u-101" / "memory" / "archive" / "2026-03-01.md").is_file()


def test_an_archive_file_that_appears_meanwhile_is_never_overwritten(desk):
    desk.archive(30)
    taken = desk.path / "memory" / "archive" / "2026-04-27.md"
    taken.write_bytes(b"- Older\n")
    editing = desk.driver.session.editing
    with desk.driver.qtbot.waitSignals([editing.conflicted, editing.failed], raising=False) as _:
        desk.press(KEYS.Key_Return, CONTROL)
        desk.wait(lambda: not editing.is_saving)
    assert taken.read_bytes() == b"- Older\n"
    assert (desk.path / "memory" / "2026-04-27.md").is_file()
