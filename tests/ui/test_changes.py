"""The page of changes: what was done, and the way back from each of it."""

from __future__ import annotations

import pytest
from edit_driver import edit_text, first_text, text_change
from engine_driver import begin_call, end_call
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QMenu
from window_driver import PATIENCE_MS

from ui.changes.inspector import ChangeInspector
from ui.changes.model import Column
from ui.changes.rows import State
from ui.navigation import Place, Target

RICH = "default|conv-billing-rounding|default"
OTHER = "acme|conv-42|coder"


@pytest.fixture
def folder(driver, golden_workspace):
    folder = golden_workspace("rich-coding-agent")
    driver.open(folder)
    driver.show(RICH)
    return folder


def show_changes(driver):
    driver.do("go.changes")
    view = driver.frame.middle.view
    driver.settle()
    return view


def wait_saved(driver, act):
    with driver.qtbot.waitSignal(driver.session.editing.saved, timeout=PATIENCE_MS):
        act()
    driver.settle()


def shown(view):
    return [(row.state, row.what) for row in view.presenter.model.rows]


def diff_of(driver):
    inspector = driver.frame.panes.inspector
    from ui.widgets.diff_view import DiffText  # noqa: PLC0415 - after the application

    texts = [text for text in inspector.findChildren(DiffText) if text.isVisible()]
    return [(line.kind.value, line.text) for text in texts for line in text.lines]


def test_a_file_that_nobody_changed_says_so(driver, folder):
    view = show_changes(driver)
    assert view.empty.isVisible()
    assert view.empty.accessibleName().startswith("Nothing was changed yet")
    assert not (folder / ".memloupe").exists()


def test_changes_are_listed_newest_first_with_their_differences(driver, folder):
    before = first_text(driver)
    edit_text(driver, 0, "one")
    edit_text(driver, 0, "two")
    view = show_changes(driver)
    label = "Edit observation 1"
    assert shown(view) == [(State.WRITTEN, label), (State.WRITTEN, label)]
    assert diff_of(driver).count(("removed", "    one")) == 1
    assert ("added", "    two") in diff_of(driver)
    driver.qtbot.keyClick(view.table, Qt.Key.Key_J)
    driver.settle()
    assert ("added", "    one") in diff_of(driver)
    assert any(line == ("removed", f"    {before}") for line in diff_of(driver))
    assert view.note.text() == "2 changes"
    QAbstractItemModelTester(view.presenter.model)


def test_the_row_of_the_tree_counts_them(driver, folder):
    edit_text(driver, 0, "one")
    pages = driver.frame.scopes.presenter.pages.root.children
    assert [node.count for node in pages if node.place is Place.CHANGES] == [1]


def test_keys_undo_redo_and_restore_the_selected_change(driver, folder):
    before = first_text(driver)
    edit_text(driver, 0, "one")
    edit_text(driver, 0, "two")
    view = show_changes(driver)
    view.table.setFocus()
    key = driver.qtbot.keyClick
    wait_saved(driver, lambda: key(view.table, Qt.Key.Key_U))
    assert first_text(driver) == "one"
    assert shown(view)[1] == (State.UNDONE, "Edit observation 1")
    assert view.presenter.selected.state is State.UNDONE
    wait_saved(driver, lambda: key(view.table, Qt.Key.Key_R))
    assert first_text(driver) == "two"
    view.presenter.select(view.presenter.model.rows[-1])
    driver.settle()
    wait_saved(driver, lambda: key(view.table, Qt.Key.Key_B))
    assert first_text(driver) == before
    assert shown(view)[0][1].startswith("Restore: The version before")
    wait_saved(driver, lambda: key(view.table, Qt.Key.Key_F))
    assert first_text(driver) == "one"


def test_a_draft_is_applied_or_discarded(driver, folder):
    editing = driver.session.editing
    for text in ("first", "second"):
        with driver.qtbot.waitSignal(editing.drafted, timeout=PATIENCE_MS):
            editing.keep_draft(text_change(driver, 0, text))
    driver.settle()
    view = show_changes(driver)
    assert [state for state, _ in shown(view)] == [State.DRAFT, State.DRAFT]
    view.table.setFocus()
    with driver.qtbot.waitSignal(editing.idle, timeout=PATIENCE_MS):
        driver.qtbot.keyClick(view.table, Qt.Key.Key_Delete)
    driver.settle()
    assert shown(view)[0][0] is State.NOT_WRITTEN
    driver.qtbot.keyClick(view.table, Qt.Key.Key_J)
    driver.settle()
    wait_saved(driver, lambda: driver.qtbot.keyClick(view.table, Qt.Key.Key_A))
    assert first_text(driver) == "first"


def test_a_draft_that_was_applied_says_so_and_leads_to_the_change(driver, folder):
    editing = driver.session.editing
    with driver.qtbot.waitSignal(editing.drafted, timeout=PATIENCE_MS) as drafted:
        editing.keep_draft(text_change(driver, 0, "kept"))
    driver.settle()
    view = show_changes(driver)
    view.table.setFocus()
    wait_saved(driver, lambda: driver.qtbot.keyClick(view.table, Qt.Key.Key_A))
    assert [state for state, _ in shown(view)] == [State.WRITTEN, State.SAVED_LATER]
    view.presenter.select(view.presenter.model.rows[1])
    inspector = next(
        part for part in driver.frame.middle.parts if isinstance(part, ChangeInspector)
    )
    assert inspector.badge.accessibleName() == "saved later"
    assert view.presenter.selected.key == drafted.args[0].id
    driver.qtbot.keyClick(inspector.saved, Qt.Key.Key_Space)
    driver.settle()
    assert view.presenter.selected.state is State.WRITTEN


def test_only_the_changes_of_the_shown_scope_are_listed(driver, folder):
    edit_text(driver, 0, "one")
    driver.show(OTHER)
    edit_text(driver, 0, "two")
    view = show_changes(driver)
    assert len(shown(view)) == 2
    view.scopes.choose("scope")
    driver.settle()
    assert [row.where for row in view.presenter.model.rows] == ["acme / conv-42 / coder"]


def test_a_page_at_a_time_is_loaded(driver, folder, monkeypatch):
    monkeypatch.setattr("ui.changes.presenter.PAGE", 3)
    for number in range(5):
        edit_text(driver, 0, f"text {number}")
    view = show_changes(driver)
    driver.qtbot.waitUntil(lambda: len(shown(view)) == 5, timeout=PATIENCE_MS)
    driver.settle()
    assert view.note.text() == "5 changes"


def test_a_target_selects_a_change_even_before_the_page_was_made(driver, folder):
    first = edit_text(driver, 0, "one")
    edit_text(driver, 0, "two")
    driver.session.go(Target(Place.CHANGES, key=first.entry.id))
    driver.settle()
    view = driver.frame.middle.view
    assert view.presenter.selected.key == first.entry.id
    assert view.table.currentIndex().row() == 1


def test_rows_can_be_seen_as_they_are_stored(driver, folder):
    edit_text(driver, 0, "one")
    show_changes(driver)
    driver.frame.panes.inspector.findChild(ChangeInspector).form.choose("raw")
    stored = "active_observations_json: "
    driver.qtbot.waitUntil(lambda: any(line.startswith(stored) for _, line in diff_of(driver)))


def test_a_damaged_journal_is_told_and_can_be_moved_aside(driver, folder):
    edit_text(driver, 0, "one")
    (folder / ".memloupe" / "journal.db").write_bytes(b"PK no database at all" * 40)
    driver.session.editing.read_stacks()
    view = show_changes(driver)
    assert view.empty.isVisible()
    assert view.empty.accessibleName() != "Loading."
    assert first_text(driver) == "one"
    assert not driver.frame.header.undo.isEnabled()
    view.aside.click()
    driver.settle()
    assert view.empty.accessibleName().startswith("Nothing was changed yet")
    assert (folder / ".memloupe" / "journal-damaged-1.db").exists()
    assert not view.aside.isVisible()
    edit_text(driver, 0, "two")
    assert [state for state, _ in shown(view)] == [State.WRITTEN]


def test_commands_of_the_page_join_the_palette_while_it_is_shown(driver, folder):
    edit_text(driver, 0, "one")
    ids = {spec.id for spec in driver.window.registry.specs()}
    assert "changes.undo" not in ids
    show_changes(driver)
    items = {item.title: item.reason for item in driver.window.registry.palette_items()}
    assert items["Undo this"] == ""
    assert items["Redo this"] == "It was not undone."
    driver.do("tab.observations")
    assert "changes.undo" not in {spec.id for spec in driver.window.registry.specs()}


def test_every_row_is_spoken(driver, folder):
    edit_text(driver, 0, "one")
    view = show_changes(driver)
    model = view.presenter.model
    spoken = model.data(model.index(0, Column.WHAT), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("written, ")
    assert "Edit observation 1" in spoken


def test_the_menu_offers_what_the_shown_view_can_do(driver, folder):
    edit_text(driver, 0, "one")
    show_changes(driver)
    here = QMenu(driver.window)
    driver.window.commands.edits.views.fill(here)
    assert "Restore the version before" in [action.text() for action in here.actions()]
    undo = driver.window.registry.action("edit.undo")
    assert undo.text() == "Undo: Edit observation 1"


def test_the_page_works_while_an_edit_waits_for_the_engine(driver, folder):
    edit_text(driver, 0, "one")
    begin_call(folder, RICH)
    editing = driver.session.editing
    editing.save(text_change(driver, 0, "two"))
    driver.qtbot.waitUntil(driver.frame.edit_banner.isVisible, timeout=PATIENCE_MS)
    driver.do("go.changes")
    view = driver.frame.middle.view
    driver.qtbot.waitUntil(lambda: len(shown(view)) == 1, timeout=PATIENCE_MS)
    with driver.qtbot.waitSignal(editing.saved, timeout=PATIENCE_MS):
        end_call(folder)
    driver.settle()
    driver.qtbot.waitUntil(lambda: len(shown(view)) == 2, timeout=PATIENCE_MS)


def test_enter_leads_to_the_inspector(driver, folder):
    edit_text(driver, 0, "one")
    view = show_changes(driver)
    driver.do("view.inspector")
    assert not driver.frame.panes.inspector_visible
    driver.qtbot.keyClick(view.table, Qt.Key.Key_Return)
    assert driver.frame.panes.inspector_visible
