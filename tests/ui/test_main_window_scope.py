"""The head and the tabs of the shown scope."""

from __future__ import annotations

import sqlite3

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QTabBar
from window_driver import NOW

from desktop_app.core.engine_time import EngineTime, format_column
from desktop_app.core.export.formats import ExportFormat, export_record
from desktop_app.services.export import default_target, raw_bytes
from ui.navigation import Place
from ui.window.middle import TABS

RICH = "default|conv-billing-rounding|default"


def test_tabs_change_with_alt_and_a_number(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    middle = driver.frame.middle
    for number, place in enumerate(TABS, 1):
        key = Qt.Key(Qt.Key.Key_0 + number)
        driver.qtbot.keyClick(driver.window, key, Qt.KeyboardModifier.AltModifier)
        assert middle.place is place
        assert middle.tabs.current == place
        driver.settle()


def test_tabs_count_what_is_behind_them(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    tabs = driver.frame.middle.tabs
    bar = tabs.findChild(QTabBar)
    shown = dict(zip(tabs.keys, (bar.accessibleTabName(n) for n in range(6)), strict=True))
    assert shown[Place.OBSERVATIONS] == "Observations 40"
    assert shown[Place.WORKING] == "Working 11"
    assert shown[Place.CONTRADICTIONS] == "Contradictions 2"
    assert shown[Place.HISTORY] == "History 95"


def test_the_history_has_as_many_entries_as_its_tab_says(driver, golden_workspace, monkeypatch):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    driver.do("tab.history")
    driver.settle()
    assert driver.frame.middle.view.tools.note.text() == "95 entries"
    monkeypatch.setattr("desktop_app.core.history.entry.MOST_COUNTED", 90)
    driver.do("view.reload")
    driver.settle()
    bar = driver.frame.middle.tabs.findChild(QTabBar)
    assert bar.accessibleTabName(TABS.index(Place.HISTORY)) == "History 90+"


def test_a_damaged_record_is_shown_as_damaged_and_the_others_work(driver, golden_workspace):
    driver.open(golden_workspace("hand-edited"))
    driver.show("default|unreadable-json|default")
    middle = driver.frame.middle
    assert middle.head.badges == ["damaged"]
    assert middle.head.export.isEnabled()
    assert middle.head.export.text() == "Export raw"
    assert Place.CONTRADICTIONS not in shown_tabs(middle.tabs)
    assert driver.frame.budget.budget.note.text == (
        "Nothing is injected while the record can't be read"
    )
    driver.show("default|hand-edited|default")
    assert middle.head.badges == ["enabled"]
    assert middle.head.export.text() == "Export"
    assert driver.frame.budget.budget.lanes


def test_the_engine_at_work_is_a_badge_that_counts(driver, golden_workspace):
    folder = golden_workspace("operations-mixed")
    set_busy(folder)
    driver.open(folder)
    memory_id = next(e.memory_id for e in driver.session.source.scopes() if e.busy_since)
    driver.show(memory_id)
    assert "engine at work, 3 s" in driver.frame.middle.head.badges


def test_export_writes_the_engines_own_bytes(driver, golden_workspace, tmp_path):
    driver.open(golden_workspace("rich-coding-agent"))
    shown = driver.session.snapshot
    for export_format in ExportFormat:
        path = tmp_path / f"memory.{export_format.extension}"
        driver.window.commands.exporter.write(shown, export_format, path)
        driver.settle()
        assert path.read_bytes() == export_record(shown.record, export_format)


def test_a_damaged_record_is_exported_as_it_is_stored(driver, golden_workspace, tmp_path):
    driver.open(golden_workspace("hand-edited"))
    driver.show("default|unreadable-json|default")
    row, path = driver.session.snapshot.row, tmp_path / "raw.json"
    driver.window.commands.exporter.write_raw(row, path)
    driver.settle()
    assert path.read_bytes() == raw_bytes(row)
    unavailable = {
        action_id: not driver.window.registry.action(action_id).isEnabled()
        for action_id in ("scope.export_json", "scope.export_markdown", "scope.export_raw")
    }
    assert list(unavailable.values()) == [True, True, False]


def test_an_export_that_fails_says_why(driver, golden_workspace, tmp_path):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.window.commands.exporter.write(driver.session.snapshot, ExportFormat.JSON, tmp_path)
    driver.settle()
    assert driver.frame.toast.accessibleName().endswith("is a folder.")


def shown_tabs(tabs):
    bar = tabs.findChild(QTabBar)
    return [key for at, key in enumerate(tabs.keys) if bar.isTabVisible(at)]


def set_busy(folder):
    connection = sqlite3.connect(folder / ".harness" / "state.db")
    with connection:
        connection.execute(
            "UPDATE om_operation_log SET updated_at = ? WHERE status = 'processing'",
            (format_column(EngineTime(NOW.unix_seconds - 3, 0)),),
        )
    connection.close()


def test_an_export_into_the_workspace_goes_where_the_engine_writes(
    driver, golden_workspace, monkeypatch
):
    driver.open(golden_workspace("rich-coding-agent"))
    shown, source = driver.session.snapshot, driver.session.source
    own = default_target(source, shown.record, ExportFormat.JSON)
    said = []

    def press_first(box):
        said.append(box.informativeText())
        box.defaultButton().click()

    monkeypatch.setattr(QMessageBox, "exec", press_first)
    driver.do("scope.export_json")
    driver.settle()
    assert own.read_bytes() == export_record(shown.record, ExportFormat.JSON)
    assert str(own.relative_to(source.workspace)) in said[0]
