"""The window on real workspaces: opening, tabs, keys, ways, and that looking changes nothing."""

from __future__ import annotations

import sqlite3

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QTabBar, QWidget
from tree_state import snapshot
from window_driver import NOW, Driver

from desktop_app.core.engine_time import EngineTime, format_column
from desktop_app.core.export.formats import ExportFormat, export_record
from ui.navigation import Place, Target
from ui.window.command_table import MENU
from ui.window.middle import TABS

RICH = "default|conv-billing-rounding|default"


@pytest.fixture
def driver(qtbot, tmp_path):
    driver = Driver(qtbot, tmp_path)
    yield driver
    driver.close()


def test_without_a_workspace_the_start_page_invites_to_open_one(driver):
    frame = driver.frame
    assert frame.page is frame.start
    assert frame.start.open_button.hasFocus()
    assert not frame.budget.isVisible()
    assert not frame.start.recent.isVisible()


def test_a_workspace_opens_with_its_first_scope_and_its_next_turn(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    assert driver.frame.page is driver.frame.panes
    assert driver.shown == "acme|conv-42|coder"
    assert driver.window.windowTitle() == "rich-coding-agent – Memloupe"
    assert "of 900 tokens counted" in driver.frame.budget.accessibleName()


def test_the_bar_below_shows_what_is_counted_and_what_exceeds_it(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    budget = driver.frame.budget.budget
    assert budget.spoken == "Next turn: 416 of 420 tokens counted, 561 measured"
    assert [(entry.number, entry.words) for entry in budget.legend] == [
        ("416", "of 420 counted"),
        ("74", "reflection"),
        ("342", "observations"),
        ("145", "not counted: headings, line starts, warnings"),
    ]
    assert budget.note.text == "561 measured · 141 over the budget"


def test_a_click_on_the_bar_selects_the_observation(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    driver.do("tab.reflection")
    bar = driver.frame.budget
    key = bar.budget.selectable()[3]
    driver.qtbot.mouseClick(
        bar, Qt.MouseButton.LeftButton, pos=bar.segment_area(key).center().toPoint()
    )
    assert driver.session.selected_observation == int(key)
    assert driver.frame.middle.place is Place.OBSERVATIONS
    assert bar.selected == key


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
    assert shown[Place.HISTORY] == "History 13"


def test_a_damaged_record_is_shown_as_damaged_and_the_others_work(driver, golden_workspace):
    driver.open(golden_workspace("hand-edited"))
    driver.show("default|unreadable-json|default")
    middle = driver.frame.middle
    assert middle.head.badges == ["damaged"]
    assert not middle.head.export.isEnabled()
    assert Place.CONTRADICTIONS not in shown_tabs(middle.tabs)
    assert driver.frame.budget.budget.note.text == (
        "Nothing is injected while the record can't be read"
    )
    driver.show("default|hand-edited|default")
    assert middle.head.badges == ["enabled"]
    assert driver.frame.budget.budget.lanes


def test_a_disabled_scope_says_why_nothing_is_injected(driver, golden_workspace):
    driver.open(golden_workspace("disabled-scope"))
    reasons = {}
    for entry in driver.session.source.scopes():
        driver.show(entry.memory_id)
        note = driver.frame.budget.budget.note
        reasons[entry.enabled] = (driver.frame.middle.head.badges, note.text)
    badges, reason = reasons[False]
    assert badges == ["disabled"]
    assert reason.startswith("0 of ")
    assert reason.endswith(": this scope is disabled")


def test_with_memory_off_the_bar_says_so(driver, golden_workspace):
    driver.open(golden_workspace("memory-mode-off"))
    assert driver.frame.middle.head.badges[0] in {"memory off", "working memory only"}
    assert not driver.frame.budget.budget.lanes


def test_the_engine_at_work_is_a_badge_that_counts(driver, golden_workspace):
    folder = golden_workspace("operations-mixed")
    set_busy(folder)
    driver.open(folder)
    memory_id = next(e.memory_id for e in driver.session.source.scopes() if e.busy_since)
    driver.show(memory_id)
    assert "engine at work, 3 s" in driver.frame.middle.head.badges


def test_back_and_forward_go_through_the_places_that_were_shown(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    driver.do("tab.reflection")
    driver.do("view.back")
    assert driver.frame.middle.place is Place.OBSERVATIONS
    driver.do("view.back")
    driver.qtbot.waitUntil(lambda: driver.shown == "acme|conv-42|coder")
    driver.do("view.forward")
    driver.qtbot.waitUntil(lambda: driver.shown == RICH)
    driver.do("view.forward")
    assert driver.frame.middle.place is Place.REFLECTION


def test_a_target_in_another_scope_is_reached_with_its_observation(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.session.go(Target(Place.OBSERVATIONS, RICH, seq=21))
    driver.qtbot.waitUntil(lambda: driver.shown == RICH)
    index = driver.session.selected_observation
    assert driver.session.snapshot.record.observations[index].seq == 21


def test_pages_of_the_workspace_hide_what_belongs_to_a_scope(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.do("go.status")
    assert driver.frame.middle.place is Place.STATUS
    assert not driver.frame.middle.head.isVisible()
    driver.show(RICH)
    assert driver.frame.middle.place is Place.OBSERVATIONS
    assert driver.frame.middle.head.isVisible()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"PK\x03\x04 a zip", "is not a SQLite file"),
        (b"", ""),
        (b"SQLite format 3\x00", ""),
    ],
)
def test_a_bad_file_is_refused_in_words_with_a_way_to_try_again(driver, tmp_path, content, words):
    path = tmp_path / "state.db"
    path.write_bytes(content)
    driver.window.open(path)
    refused = driver.frame.refused
    driver.qtbot.waitUntil(lambda: driver.frame.page is refused)
    assert words in refused.words
    assert refused.retry.isVisible()


def test_trying_again_works_once_the_file_is_there(driver, tmp_path, golden_workspace):
    path = tmp_path / "later"
    driver.window.open(path)
    driver.qtbot.waitUntil(lambda: driver.frame.page is driver.frame.refused)
    golden_workspace("rich-coding-agent").rename(path)
    driver.frame.refused.retry.click()
    driver.qtbot.waitUntil(lambda: driver.session.snapshot is not None)
    assert driver.frame.page is driver.frame.panes


def test_an_empty_folder_says_that_memory_appears_by_itself(driver, tmp_path):
    folder = tmp_path / "new"
    folder.mkdir()
    driver.window.open(folder)
    driver.qtbot.waitUntil(lambda: driver.frame.page is driver.frame.empty)
    assert "appears as soon as the engine writes it" in driver.frame.empty.accessibleName()


def test_a_state_file_without_rows_is_not_an_error(driver, golden_workspace):
    driver.window.open(golden_workspace("fresh-database"))
    driver.qtbot.waitUntil(lambda: driver.frame.middle.view is driver.frame.no_scope)
    assert driver.frame.page is driver.frame.panes


def test_a_folder_dropped_anywhere_is_opened(driver, golden_workspace):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(golden_workspace("rich-coding-agent")))])
    copy, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), copy, data, left, none)
    driver.window.dragEnterEvent(enter)
    assert enter.isAccepted()
    driver.window.dropEvent(QDropEvent(QPointF(5, 5), copy, data, left, none))
    driver.qtbot.waitUntil(lambda: driver.session.snapshot is not None)
    assert driver.session.workspace.name == "rich-coding-agent"


def test_what_is_not_a_file_of_this_machine_is_not_taken(driver):
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/state.db")])
    event = QDragEnterEvent(
        QPoint(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    event.ignore()
    driver.window.dragEnterEvent(event)
    assert not event.isAccepted()


def test_f6_goes_round_the_panes(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.window.activateWindow()
    frame = driver.frame
    frame.scopes.tree.setFocus()
    panes = [frame.middle, frame.panes.inspector, frame.budget, frame.panes.tree]
    for pane in panes:
        driver.do("pane.next")
        focus = driver.window.focusWidget()
        assert pane is focus or pane.isAncestorOf(focus)


def test_the_keyboard_reaches_the_panes_in_reading_order(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    frame = driver.frame
    wanted = [frame.header.search, frame.scopes.filter.line, frame.scopes.tree, frame.budget]
    chain, widget = [], driver.window
    for _ in range(2000):
        widget = widget.nextInFocusChain()
        if widget is driver.window:
            break
        chain.append(widget)
    places = [chain.index(widget) for widget in wanted]
    assert places == sorted(places)


def test_narrow_windows_fold_the_inspector_and_then_the_tree(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    panes = driver.frame.panes
    assert panes.tree_visible
    assert panes.inspector_visible
    driver.window.resize(1000, 700)
    driver.qtbot.waitUntil(lambda: not panes.inspector_visible)
    assert panes.tree_visible
    driver.do("view.inspector")
    assert panes.inspector_visible
    driver.window.resize(900, 600)
    driver.qtbot.waitUntil(lambda: not panes.tree_visible)
    driver.qtbot.keyClick(driver.window, Qt.Key.Key_Escape)
    assert not panes.inspector_visible
    driver.do("tree.filter")
    assert panes.tree_visible
    driver.window.resize(1280, 800)
    driver.qtbot.waitUntil(lambda: panes.inspector_visible and panes.tree_visible)


def test_export_writes_the_engines_own_bytes(driver, golden_workspace, tmp_path):
    driver.open(golden_workspace("rich-coding-agent"))
    shown = driver.session.snapshot
    for export_format in ExportFormat:
        path = tmp_path / f"memory.{export_format.extension}"
        driver.window.commands.exporter.write(shown, export_format, path)
        driver.settle()
        assert path.read_bytes() == export_record(shown.record, export_format)


def test_an_export_that_fails_says_why(driver, golden_workspace, tmp_path):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.window.commands.exporter.write(driver.session.snapshot, ExportFormat.JSON, tmp_path)
    driver.settle()
    assert driver.frame.toast.accessibleName().endswith("is a folder.")


def test_a_file_that_another_program_holds_is_waited_for_in_sight(driver, golden_workspace):
    folder = golden_workspace("rich-coding-agent")
    holder = sqlite3.connect(folder / ".harness" / "state.db", isolation_level=None)
    holder.execute("PRAGMA journal_mode = DELETE")
    holder.execute("BEGIN EXCLUSIVE")
    driver.window.open(folder)
    banner = driver.frame.banner
    driver.qtbot.waitUntil(banner.isVisible)
    assert "so far" in banner.accessibleName()
    holder.execute("ROLLBACK")
    holder.close()
    driver.qtbot.waitUntil(lambda: driver.session.snapshot is not None, timeout=10_000)
    driver.qtbot.waitUntil(lambda: not banner.isVisible(), timeout=10_000)


def test_waiting_can_be_cancelled(driver, golden_workspace):
    folder = golden_workspace("rich-coding-agent")
    holder = sqlite3.connect(folder / ".harness" / "state.db", isolation_level=None)
    holder.execute("PRAGMA journal_mode = DELETE")
    holder.execute("BEGIN EXCLUSIVE")
    driver.window.open(folder)
    driver.qtbot.waitUntil(driver.frame.banner.isVisible)
    driver.frame.banner.activated.emit()
    assert driver.frame.middle.view is driver.frame.scope_refused
    assert "another program holds the database" in driver.frame.scope_refused.words
    holder.close()
    driver.frame.scope_refused.retry.click()
    driver.qtbot.waitUntil(lambda: driver.session.snapshot is not None, timeout=10_000)


def test_all_commands_of_the_menu_are_in_the_palette(driver):
    titles = {item.title for item in driver.window.registry.palette_items()}
    for action_id in filter(None, MENU):
        assert driver.window.registry.action(action_id).text() in titles


def test_looking_at_everything_changes_nothing(driver, golden_workspace, golden_workspace_names):
    for name in golden_workspace_names:
        folder = golden_workspace(name)
        before = snapshot(folder)
        driver.window.open(folder)
        driver.qtbot.waitUntil(lambda: not driver.window.opening.is_opening)
        driver.settle()
        entries = driver.session.source.scopes(limit=6) if driver.session.source else ()
        for entry in entries:
            driver.show(entry.memory_id)
            for place in TABS:
                driver.do(f"tab.{place}")
            driver.settle()
        for action_id in ("go.status", "go.configuration", "view.reload"):
            driver.do(action_id)
            driver.settle()
        assert snapshot(folder) == before, name


class Windows(QObject):
    """Notes every window that shows itself."""

    def __init__(self):
        super().__init__()
        self.shown = []

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.shown.append(type(watched).__name__)
        return False


def test_no_view_flashes_as_a_window_of_its_own(driver, golden_workspace, qapp):
    windows = Windows()
    qapp.installEventFilter(windows)
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    for place in TABS:
        driver.do(f"tab.{place}")
        driver.settle()
    for action_id in ("go.status", "go.configuration", "search.page"):
        driver.do(action_id)
        driver.settle()
    driver.open(golden_workspace("hand-edited"))
    driver.show("default|unreadable-json|default")
    driver.do("tab.observations")
    driver.settle()
    qapp.removeEventFilter(windows)
    assert windows.shown == []


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
