"""Whole scopes are changed in the window: on and off, limits, ids, deleted, made."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from engine_driver import state_db
from golden_scopes import RICH
from PySide6.QtCore import Qt
from window_driver import NOW, PATIENCE_MS

from desktop_app.core.observational.record import ObservationConfig
from desktop_app.core.scope import Scope
from desktop_app.services.editing import scope_actions as actions
from desktop_app.services.editing.plans import Intent
from desktop_app.services.workspace import open_editor
from ui.navigation import Place, Target

CTRL, NONE = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
ENTER, ESCAPE, TAB, SPACE = (
    Qt.Key.Key_Return,
    Qt.Key.Key_Escape,
    Qt.Key.Key_Tab,
    Qt.Key.Key_Space,
)
WORKING_ONLY = "acme|conv-only-working-memory|coder"
INTENT = Intent(NOW)
TABLES = ("om_memory_records", "working_memory_entries", "om_operation_log", "om_markers")


@pytest.fixture
def folder(driver, golden_workspace):
    """A workspace with a rich scope in sight."""
    folder = golden_workspace("rich-coding-agent")
    driver.open(folder)
    driver.show(RICH)
    return folder


def dialog(driver, name):
    """Open a dialog with its command, and wait until it shows what it does."""
    driver.do(f"scope.{name}")
    edits = driver.window.commands.scopes.edits
    driver.qtbot.waitUntil(lambda: edits.dialog is not None, timeout=PATIENCE_MS)
    driver.settle()
    return edits.dialog


def planned(driver, shown):
    driver.qtbot.waitUntil(lambda: shown.planned is not None, timeout=PATIENCE_MS)


def key(driver, which, modifiers=NONE):
    driver.qtbot.keyClick(driver.window.focusWidget(), which, modifiers)


def write(driver, text):
    field = driver.window.focusWidget()
    field.selectAll()
    driver.qtbot.keyClicks(field, text)


def confirm(driver):
    """Choose to do it, and wait until the window shows it."""
    with driver.qtbot.waitSignal(driver.session.editing.saved, timeout=PATIENCE_MS) as saved:
        key(driver, ENTER, CTRL)
    driver.settle()
    return saved.args[0]


def rows(folder, memory_id):
    """Return everything that is stored under a key, of every table; our log rows left out."""
    found = {}
    with closing(sqlite3.connect(state_db(folder))) as state:
        state.text_factory = bytes
        for table in TABLES:
            own = " AND operation_id NOT LIKE 'memloupe-%'" if table == "om_operation_log" else ""
            select = f"SELECT * FROM {table} WHERE memory_id = ?{own} ORDER BY 2"
            found[table] = state.execute(select, (memory_id,)).fetchall()
    return found


def written(folder, memory_id):
    with closing(sqlite3.connect(state_db(folder))) as state:
        state.text_factory = bytes
        select = "SELECT * FROM om_memory_records WHERE memory_id = ?"
        return state.execute(select, (memory_id,)).fetchone()


def record_of(plan):
    row = plan.change.records[0].after
    values = [getattr(row, name) for name in row.__struct_fields__]
    return tuple(value.encode() if isinstance(value, str) else value for value in values)


def editor(driver):
    return open_editor(driver.session.source, driver.session.surroundings)


def test_memory_is_disabled_by_keyboard_with_a_reason(driver, folder):
    plan = actions.switch_scope(driver.session.snapshot, INTENT, enabled=False)
    shown = dialog(driver, "switch")
    planned(driver, shown)
    assert "next turn: 416 of 420 counted, 561 measured → nothing injected" in shown.preview.words
    assert driver.window.focusWidget() is shown.reason.line
    write(driver, "it repeats itself")
    saved = confirm(driver)
    assert saved.entry.reason == "it repeats itself"
    assert written(folder, RICH) == record_of(plan)
    assert driver.frame.middle.head.badges == ["disabled"]


def test_limits_say_what_they_do_before_they_are_saved(driver, folder):
    record = driver.session.snapshot.record
    shown = dialog(driver, "limits")
    assert not shown.primary_button.isEnabled()
    write(driver, "many")
    assert "Not a whole number" in shown.limits.notes[0].text()
    write(driver, "0")
    assert "means the engine’s default, 1,200" in shown.limits.notes[0].text()
    key(driver, TAB)
    write(driver, "200")
    planned(driver, shown)
    assert "of 200 counted" in shown.preview.words
    assert "goes out: " in shown.preview.words
    config = ObservationConfig(0, 200, record.config.reflect_threshold_tokens)
    plan = actions.set_limits(driver.session.snapshot, config, INTENT)
    confirm(driver)
    assert written(folder, RICH) == record_of(plan)
    assert driver.session.snapshot.record.config == config


def test_renaming_changes_every_table_and_the_tree_follows(driver, folder):
    before = rows(folder, RICH)
    shown = dialog(driver, "rename")
    key(driver, TAB)
    write(driver, "conv-new")
    planned(driver, shown)
    assert shown.ids.key.text() == "default|conv-new|default"
    counts = [len(before[table]) for table in TABLES]
    said = shown.preview.words
    assert f"{counts[1]} working memory entries, {counts[2]} operations" in said
    confirm(driver)
    after = rows(folder, "default|conv-new|default")
    assert [len(after[table]) for table in TABLES] == counts
    assert not any(rows(folder, RICH).values())
    assert driver.shown == "default|conv-new|default"
    current = driver.frame.scopes.tree.currentIndex()
    assert driver.frame.scopes.tree.node_at(current).key[-1] == "default|conv-new|default"
    with driver.qtbot.waitSignal(driver.session.editing.saved, timeout=PATIENCE_MS):
        driver.do("edit.undo")
    driver.settle()
    assert driver.shown == RICH
    assert rows(folder, RICH) == before


def test_an_id_with_a_bar_is_refused_beside_its_field(driver, folder):
    shown = dialog(driver, "rename")
    key(driver, TAB)
    write(driver, "a|b")
    banner = shown.ids.problems[1]
    assert "contains “|”" in banner.accessibleName()
    assert not shown.ids.problems[0].isVisible()
    assert not shown.primary_button.isEnabled()
    write(driver, "conv-billing-rounding ")
    assert "white space" in banner.accessibleName()


def test_ids_that_are_taken_are_refused(driver, folder):
    shown = dialog(driver, "rename")
    for text in ("acme", "conv-42", "coder"):
        write(driver, text)
        key(driver, TAB)
    said = lambda: "There is a scope “acme|conv-42|coder” already." in shown.preview.words  # noqa: E731
    driver.qtbot.waitUntil(said, timeout=PATIENCE_MS)
    assert not shown.primary_button.isEnabled()


def test_deleting_needs_a_tick_and_can_be_undone(driver, folder):
    before = rows(folder, RICH)
    shown = dialog(driver, "delete")
    planned(driver, shown)
    assert "observations: 40, " in shown.preview.words
    assert f"operations: {len(before['om_operation_log'])}" in shown.preview.words
    assert not shown.primary_button.isEnabled()
    assert driver.window.focusWidget() is shown.tick
    key(driver, SPACE)
    assert shown.primary_button.isEnabled()
    confirm(driver)
    assert not any(rows(folder, RICH).values())
    assert driver.shown is not None
    assert driver.shown != RICH
    assert RICH.split("|")[1] not in driver.names()
    with driver.qtbot.waitSignal(driver.session.editing.saved, timeout=PATIENCE_MS):
        driver.do("edit.undo")
    driver.settle()
    assert rows(folder, RICH) == before
    assert driver.shown == RICH


def test_a_scope_is_made_as_the_engine_would_and_shown(driver, folder):
    view = driver.session.source.config.view
    shown = dialog(driver, "create")
    assert not shown.primary_button.isEnabled()
    for text in ("t", "c", "a"):
        write(driver, text)
        key(driver, TAB)
    planned(driver, shown)
    plan = actions.create_scope(
        Scope("t", "c", "a"), view.tokens, INTENT, enabled=view.default_enabled, mode="auto"
    )
    confirm(driver)
    assert written(folder, "t|c|a") == record_of(plan)
    assert driver.shown == "t|c|a"
    assert {"t", "c", "a"} <= set(driver.names())


def test_a_scope_with_working_memory_only_can_be_renamed_but_has_no_limits(driver, folder):
    driver.show(WORKING_ONLY)
    registry = driver.window.registry
    assert not registry.action("scope.limits").isEnabled()
    assert not registry.action("scope.switch").isEnabled()
    before = rows(folder, WORKING_ONLY)["working_memory_entries"]
    shown = dialog(driver, "rename")
    write(driver, "other")
    planned(driver, shown)
    confirm(driver)
    new = "other|conv-only-working-memory|coder"
    assert [row[1:] for row in rows(folder, new)["working_memory_entries"]] == [
        row[1:] for row in before
    ]
    assert driver.shown == new


def test_the_last_entry_of_a_scope_without_record_takes_the_scope_along(driver, folder):
    driver.show(WORKING_ONLY)
    driver.session.go(Target(Place.WORKING))
    for _ in driver.session.snapshot.working:
        driver.do("working.remove")
        driver.settle()
        with driver.qtbot.waitSignal(driver.session.editing.saved, timeout=PATIENCE_MS):
            key(driver, ENTER, CTRL)
        driver.settle()
    assert driver.shown not in {None, WORKING_ONLY}
    assert "conv-only-working-memory" not in driver.names()


def test_a_row_of_the_tree_has_the_same_in_its_menu(driver, folder):
    scopes = driver.frame.scopes
    node = scopes.presenter.model.agent("acme|conv-42|coder")
    menu = scopes.menu_for(node)
    words = [action.text() for action in menu.actions()]
    assert "Delete the scope…" in words
    assert words[-1] == "New scope here…"
    menu.actions()[words.index("Token limits…")].trigger()
    edits = driver.window.commands.scopes.edits
    driver.qtbot.waitUntil(lambda: edits.dialog is not None, timeout=PATIENCE_MS)
    assert "acme / conv-42 / coder" in edits.dialog.accessibleDescription()
    key(driver, ESCAPE)
    assert driver.shown == RICH


def test_the_status_page_leads_to_the_limits(driver, folder):
    driver.session.go(Target(Place.STATUS))
    driver.settle()
    driver.frame.middle.view.limits_button.click()
    edits = driver.window.commands.scopes.edits
    driver.qtbot.waitUntil(lambda: edits.dialog is not None, timeout=PATIENCE_MS)
    assert edits.dialog.accessibleName() == "Token limits"
    key(driver, ESCAPE)


def test_a_dialog_that_is_dismissed_changes_nothing(driver, folder):
    before = state_db(folder).read_bytes()
    for name in ("switch", "limits", "rename", "delete", "create"):
        shown = dialog(driver, name)
        key(driver, ESCAPE)
        assert not shown.isVisible()
    assert state_db(folder).read_bytes() == before
