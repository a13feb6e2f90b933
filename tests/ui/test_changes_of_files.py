"""Changes of memory files in the window: listing, the way back, conflicts, overwriting."""

from __future__ import annotations

import pytest
from edit_driver import edit_text, first_text, save
from file_desk import FileDesk
from PySide6.QtCore import Qt
from window_driver import PATIENCE_MS, Driver

from desktop_app.core.editing.conflict import Choice
from ui import fonts
from ui.changes.model import Column
from ui.changes.rows import State
from ui.widgets.diff_view import DiffText
from ui.widgets.list_table import text_width

PATH = "MEMORY.md"


@pytest.fixture
def driver(qtbot, tmp_path):
    driver = Driver(qtbot, tmp_path)
    yield driver
    driver.close()


@pytest.fixture
def desk(driver, sample_workspace):
    found = FileDesk(sample_workspace("agentscope_support_desk"))
    driver.open_files(found.root)
    assert driver.session.source is None
    return found


def added(desk, text="- new fact\n"):
    return desk.edit(PATH, desk.text(PATH) + text, f"Edit {PATH}")


def show_changes(driver):
    driver.do("go.changes")
    driver.settle()
    return driver.frame.middle.view


def wait_saved(driver, act):
    with driver.qtbot.waitSignal(driver.session.editing.saved, timeout=PATIENCE_MS):
        act()
    driver.settle()


def diff_of(driver):
    texts = driver.frame.panes.inspector.findChildren(DiffText)
    return [
        (line.kind.value, line.text) for text in texts if text.isVisible() for line in text.lines
    ]


def test_a_workspace_of_files_can_be_changed_and_undone_from_the_window(driver, desk):
    editing, before = driver.session.editing, desk.state(PATH)
    assert editing.is_possible
    save(driver, added(desk))
    assert editing.undo_label == f"Edit {PATH}"
    wait_saved(driver, lambda: driver.do("edit.undo"))
    assert desk.state(PATH) == before
    assert editing.redo_label == f"Edit {PATH}"
    wait_saved(driver, lambda: driver.do("edit.redo"))
    assert desk.text(PATH).endswith("- new fact\n")


def test_saving_lets_views_of_files_read_again_and_nothing_else(driver, desk):
    told = {"files": 0, "store": 0}
    driver.session.files_changed.connect(lambda: told.update(files=told["files"] + 1))
    driver.session.store_changed.connect(lambda: told.update(store=told["store"] + 1))
    save(driver, added(desk))
    assert told == {"files": 1, "store": 0}


def test_changes_lists_a_change_of_a_file_with_what_was_there_before(driver, desk):
    save(driver, added(desk))
    view = show_changes(driver)
    (row,) = view.presenter.model.rows
    assert (row.what, row.where, row.state) == (f"Edit {PATH}", PATH, State.WRITTEN)
    assert ("added", "- new fact") in diff_of(driver)
    assert not view.scopes.isVisible()


def test_one_change_is_undone_from_its_list_and_a_version_restored(driver, desk):
    before = desk.state(PATH)
    save(driver, added(desk))
    view = show_changes(driver)
    wait_saved(driver, view.presenter.undo)
    assert desk.state(PATH) == before
    (undo, first) = view.presenter.model.rows
    assert first.state is State.UNDONE
    view.presenter.select(first)
    wait_saved(driver, view.presenter.restore_after)
    assert desk.text(PATH).endswith("- new fact\n")
    assert undo.entry.of == first.key


def test_changes_from_before_the_window_can_be_undone(driver, sample_workspace):
    desk = FileDesk(sample_workspace("agentscope_support_desk"))
    desk.apply(added(desk))
    driver.open_files(desk.root)
    driver.qtbot.waitUntil(
        lambda: driver.session.editing.undo_label == f"Edit {PATH}", timeout=PATIENCE_MS
    )


def test_one_line_that_another_program_appended_is_told_as_one_change(driver, desk):
    lines = desk.text(PATH).split("\n")
    change = desk.edit(PATH, "\n".join(["# Mine", *lines[1:]]))
    desk.append(PATH, "- theirs\n")
    save(driver, change)
    assert "1 change of others merged" in driver.frame.toast.accessibleName()


def test_a_conflict_of_a_file_shows_three_versions_and_the_chosen_one_is_written(driver, desk):
    lines = desk.text(PATH).split("\n")
    at = next(place for place, line in enumerate(lines) if line.startswith("- "))
    mine, theirs = ("\n".join([*lines[:at], text, *lines[at + 1 :]]) for text in ("- m", "- t"))
    change = desk.edit(PATH, mine)
    desk.put(PATH, theirs)
    with driver.qtbot.waitSignal(driver.session.editing.conflicted, timeout=PATIENCE_MS):
        driver.session.editing.save(change)
    dialog = driver.window.saving.conflicts.dialog
    assert "Another program changed this file" in dialog.accessibleName()
    (item,) = dialog._choices.items  # noqa: SLF001 - what is shown
    assert (item.title, item.field, item.theirs) == (PATH, f"line {at + 1}", "- t")
    assert dialog.choices_so_far() == (None,)
    driver.qtbot.keyClick(driver.window.focusWidget(), Qt.Key.Key_3)
    assert dialog.choices() == (Choice.MINE,)
    wait_saved(driver, dialog.save_requested.emit)
    assert desk.text(PATH) == mine


def test_an_edit_that_was_written_over_is_told_and_applied_again(driver, desk):
    save(driver, added(desk))
    desk.put(PATH, "# Consolidated\n")
    with driver.qtbot.waitSignal(driver.session.editing.overwritten, timeout=PATIENCE_MS) as told:
        driver.session.files_changed.emit()
    (found,) = told.args[0]
    assert found.entry.label == f"Edit {PATH}"
    wait_saved(driver, lambda: driver.session.editing.apply_again(found.entry.id))
    assert desk.text(PATH) == "# Consolidated\n- new fact\n"


def test_beside_a_state_file_both_are_undone_in_the_order_of_saving(driver, golden_workspace):
    desk = FileDesk(golden_workspace("rich-coding-agent"))
    desk.put(PATH, "- one\n")
    before = desk.state(PATH)
    driver.open(desk.root)
    driver.show("default|conv-billing-rounding|default")
    text = first_text(driver)
    save(driver, added(desk))
    edit_text(driver, 0, "Another text.")
    view = show_changes(driver)
    assert [row.where == PATH for row in view.presenter.model.rows] == [False, True]
    wait_saved(driver, lambda: driver.do("edit.undo"))
    assert first_text(driver) == text
    assert desk.state(PATH) != before
    wait_saved(driver, lambda: driver.do("edit.undo"))
    assert desk.state(PATH) == before


def test_a_draft_of_a_file_waits_in_the_list(driver, desk):
    before = desk.state(PATH)
    with driver.qtbot.waitSignal(driver.session.editing.drafted, timeout=PATIENCE_MS):
        driver.session.editing.keep_draft(added(desk))
    driver.settle()
    view = show_changes(driver)
    assert view.presenter.model.rows[0].state is State.DRAFT
    assert desk.state(PATH) == before
    wait_saved(driver, view.presenter.apply)
    assert desk.text(PATH).endswith("- new fact\n")


def test_the_columns_of_a_list_of_files_are_as_wide_as_what_stands_in_them(driver, desk):
    save(driver, added(desk))
    view = show_changes(driver)
    table, header = view.table, view.table.horizontalHeader()
    names = [view.presenter.model.headerData(at, Qt.Orientation.Horizontal) for at in Column]
    assert names == ["State", "When", "Who", "What", "Where"]
    (row,) = view.presenter.model.rows
    assert row.where == PATH
    assert header.sectionSize(Column.WHERE) == max(text_width(PATH), fonts.px(64))
    assert header.sectionSize(Column.WHAT) > header.sectionSize(Column.WHERE)
    assert table.columnWidth(Column.WHO) < fonts.px(92)


def test_the_time_of_a_file_that_was_written_is_not_told_as_something_to_come(driver, desk):
    save(driver, added(desk))
    show_changes(driver)
    driver.settle()
    said = " ".join(text for _kind, text in diff_of(driver))
    assert "modified at the time of writing" in said
    assert "when it is written" not in said
