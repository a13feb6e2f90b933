"""The timeline of operations and markers: paging, filters, words, and staying in place."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.history.entry import Source
from desktop_app.services.workspace import Surroundings
from ui.history.inspector import HistoryInspector
from ui.history.model import Column, HistoryModel
from ui.history.presenter import PAGE
from ui.history.rows import State, build_rows
from ui.history.view import HistoryView
from ui.jobs import JobRunner
from ui.session import Session
from ui.widgets.labels import ElidedLabel

BUMPY = "default|bumpy-ride|default"
ALL = 43
CRASHED = "default|crashed-mid-operation|default"
NOW = EngineTime(1_776_699_400)  # 2026-04-20T15:36:40Z, seconds after the last entry


@pytest.fixture
def session(qapp):
    jobs = JobRunner()
    session = Session(jobs, Surroundings({}, None, lambda: NOW))
    yield session
    jobs.shut_down()


@pytest.fixture
def shown(qtbot, session, golden_workspace):
    """Open a scope of the workspace operations-mixed in a view that can be seen."""

    def show(memory_id, before=None):
        folder = golden_workspace("operations-mixed")
        if before is not None:
            before(folder / ".harness/state.db")
        with qtbot.waitSignal(session.source_changed):
            session.open(folder)
        view = HistoryView(session)
        qtbot.addWidget(view)
        view.resize(900, 500)
        QAbstractItemModelTester(view.presenter.model, view)
        with qtbot.waitSignal(view.presenter.settled):
            session.show_scope(memory_id)
            view.show()
        return view

    return show


def _rows(view):
    return view.presenter.model.rows


def _insert(path, count, first=100_000, memory_id=BUMPY):
    stored = (
        (f"op_{n}", memory_id, "run", "system", n, "observe", "applied", '{"messages":1}', "", t, t)
        for n, t in ((n, "2026-04-20T15:36:00Z") for n in range(first, first + count))
    )
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(
            f"INSERT INTO om_operation_log VALUES ({','.join('?' * 11)})", stored
        )


def _settle(qtbot, view, action):
    with qtbot.waitSignal(view.presenter.settled):
        action()


def test_operations_and_markers_are_one_list_newest_first(shown):
    rows = _rows(shown(BUMPY))
    assert {row.entry.source for row in rows} == set(Source)
    times = [row.entry.created.sort_key for row in rows]
    assert times == sorted(times, reverse=True)
    assert len(rows) == ALL


def test_failed_ones_are_counted_and_marked_with_a_word(shown):
    view = shown(BUMPY)
    failed = [row for row in _rows(view) if row.state is State.FAILED]
    assert len(failed) == 10
    assert view.tools.segments.findChildren(type(view.tools.segments.focusProxy()))[1].text() == (
        "Failed 10"
    )
    model = view.presenter.model
    first = _rows(view).index(failed[0])
    assert model.index(first, Column.STATE).data() == "failed"
    spoken = model.index(first, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("failed, observe, 2026-04-20")


def test_markers_of_failed_operations_are_orphans(shown):
    orphans = [row for row in _rows(shown(BUMPY)) if row.state is State.ORPHAN]
    assert {row.entry.values["cycle_id"] for row in orphans} == {"op_12", "op_17", "op_10"}


def test_used_ids_are_explained_in_a_banner(shown):
    view = shown(BUMPY)
    assert view.banner.isVisible()
    assert view.banner.accessibleName().startswith("6 operations failed because their ids")


def test_what_a_killed_process_left_is_stuck_and_what_is_young_is_running(shown):
    view = shown(CRASHED)
    states = {row.entry.values["operation_id"]: row.state for row in _rows(view)}
    assert states["op_9001"] is State.STUCK
    assert states["op_9003"] is State.STUCK
    assert states["op_9010"] is State.STUCK
    assert "will never run" in view.banner.accessibleName()


def test_segments_leave_only_what_they_name(qtbot, shown):
    view = shown(BUMPY)
    _settle(qtbot, view, lambda: view.tools.segments.choose("failed"))
    assert {row.state for row in _rows(view)} == {State.FAILED}
    _settle(qtbot, view, lambda: view.tools.segments.choose("stuck"))
    assert not _rows(view)
    assert view.empty.isVisible()
    assert view.empty.accessibleName().startswith("Nothing is stuck")
    _settle(qtbot, view, lambda: view.tools.segments.choose("all"))
    assert view.table.isVisible()
    _settle(qtbot, view, lambda: view.tools.choose_kind("reflection_end"))
    assert {row.kind for row in _rows(view)} == {view.tools.kind.text()} == {"reflection_end"}


def test_text_is_looked_for_in_errors_and_payloads(qtbot, shown):
    view = shown(BUMPY)
    _settle(qtbot, view, lambda: view.tools.filter.set_text("rate LIMIT"))
    assert [row.entry.values["operation_id"] for row in _rows(view)] == ["op_11"]
    _settle(qtbot, view, lambda: view.tools.filter.set_text("no such text"))
    assert view.empty.accessibleName().startswith("Nothing in the log matches")


def test_pages_come_as_the_end_comes_into_sight(qtbot, shown):
    view = shown(BUMPY, lambda path: _insert(path, 3 * PAGE))
    assert len(_rows(view)) == PAGE
    total = 3 * PAGE + ALL
    assert view.tools.note.text() == f"newest {PAGE} of {total}"
    _settle(qtbot, view, lambda: view.tools.choose_kind("observe"))
    assert view.tools.note.text() == f"newest {PAGE} loaded"
    _settle(qtbot, view, lambda: view.tools.choose_kind(""))
    while view.presenter.model.has_more:
        _settle(qtbot, view, lambda: view.presenter.model.fetchMore(view.table.rootIndex()))
    assert len({row.key for row in _rows(view)}) == len(_rows(view)) == total
    assert view.tools.note.text() == f"{total} entries"


def test_keys_move_through_the_list_and_to_the_next_failure(qtbot, shown):
    view = shown(BUMPY)
    table = view.table
    table.setFocus()
    assert table.currentIndex().row() == 0
    qtbot.keyClick(table, Qt.Key.Key_J)
    assert table.currentIndex().row() == 1
    qtbot.keyClick(table, Qt.Key.Key_J)
    qtbot.keyClick(table, Qt.Key.Key_K)
    assert table.currentIndex().row() == 1
    qtbot.keyClick(table, Qt.Key.Key_End)
    assert table.currentIndex().row() == len(_rows(view)) - 1
    qtbot.keyClick(table, Qt.Key.Key_Home)
    before = table.currentIndex().row()
    qtbot.keyClick(table, Qt.Key.Key_F)
    assert table.currentIndex().row() > before
    assert view.presenter.selected.state is State.FAILED
    qtbot.keyClick(table, Qt.Key.Key_Slash)
    assert view.tools.filter.line.hasFocus()


def test_the_next_failure_is_found_beyond_what_is_loaded(qtbot, shown):
    view = shown(BUMPY, lambda path: _insert(path, 2 * PAGE))
    assert view.presenter.model.next_failure(-1) == -1
    _settle(qtbot, view, view.table.go_to_next_failure)
    assert view.presenter.selected.state is State.FAILED
    assert view.table.currentIndex().row() == 2 * PAGE


def test_selection_and_scroll_stay_when_the_engine_writes(qtbot, session, shown):
    view = shown(BUMPY)
    view.table.choose_row(30)
    chosen = view.presenter.selected.key
    top = _rows(view)[view.table.rowAt(0)].key
    assert view.table.verticalScrollBar().value() > 0
    _insert(session.source.path, 7)
    _settle(qtbot, view, session.notice_change)
    assert len(_rows(view)) == ALL + 7
    assert view.presenter.selected.key == chosen
    assert _rows(view)[view.table.currentIndex().row()].key == chosen
    assert _rows(view)[view.table.rowAt(0)].key == top
    view.table.verticalScrollBar().setValue(0)
    _insert(session.source.path, 1, first=200_000)
    _settle(qtbot, view, session.notice_change)
    assert view.table.rowAt(1) == 0


def test_an_operation_that_ends_changes_in_its_row(qtbot, session, shown):
    view = shown(CRASHED)
    view.table.choose_row(2)
    chosen = view.presenter.selected.key
    with closing(sqlite3.connect(session.source.path)) as connection, connection:
        connection.execute(
            "UPDATE om_operation_log SET status = 'applied' WHERE operation_id = ?",
            (view.presenter.selected.entry.values["operation_id"],),
        )
    _settle(qtbot, view, session.notice_change)
    assert view.presenter.selected.key == chosen
    assert view.presenter.selected.state is State.APPLIED


def test_nothing_is_read_while_the_view_is_out_of_sight(qtbot, session, shown):
    view = shown(BUMPY)
    view.hide()
    _insert(session.source.path, 1)
    with qtbot.waitSignal(session.snapshot_changed):
        session.notice_change()
    assert not view.presenter.is_loading
    assert len(_rows(view)) == ALL
    _settle(qtbot, view, view.show)
    assert len(_rows(view)) == ALL + 1


def test_another_scope_replaces_everything(qtbot, session, shown):
    view = shown(BUMPY)
    view.table.choose_row(3)
    _settle(qtbot, view, lambda: session.show_scope(CRASHED))
    assert {row.entry.memory_id for row in _rows(view)} == {CRASHED}
    assert view.presenter.selected is None


def test_a_scope_without_operations_says_so(qtbot, session, shown):
    view = shown(BUMPY, _forget_log)
    assert view.empty.isVisible()
    assert not view.table.isVisible()
    assert view.empty.accessibleName().startswith("No operations yet")
    assert not view.banner.isVisible()


def _forget_log(path):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM om_operation_log")
        connection.execute("DELETE FROM om_markers")


def test_the_inspector_follows_the_table_and_says_what_a_failure_means(qtbot, session, shown):
    view = shown(BUMPY)
    inspector = HistoryInspector(session)
    qtbot.addWidget(inspector)
    inspector.show()
    assert inspector.empty.isVisible()
    view.table.go_to_next_failure()
    assert inspector.title.text() == "observe"
    assert inspector.badge.text() == "failed"
    assert "counts its ids from 1 again" in inspector.meaning.text()
    assert inspector.error.isVisible()
    labels = [label.text() for label in inspector.times.findChildren(ElidedLabel)]
    assert any(text.endswith("UTC") for text in labels)
    assert any(text.endswith("local") for text in labels)
    assert '"messages"' in inspector.payload.toPlainText()


def test_hostile_values_are_shown_and_break_nothing(qtbot, shown):
    def spoil(path):
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(
                "INSERT INTO om_operation_log VALUES (x'ff00', ?, '<b>r</b>', 7, 'x', 'a\nb',"
                " 'strange', '[[[', '\x1b[31m', 'yesterday', 12)",
                (BUMPY,),
            )

    view = shown(BUMPY, spoil)
    [row] = [row for row in _rows(view) if row.state is State.OTHER]
    assert row.when == "yesterday"
    assert row.kind == "a‹LF›b"
    assert row.what == "‹ESC›[31m"
    view.table.choose_row(_rows(view).index(row))
    view.grab()


def test_the_model_goes_back_to_a_reset_when_rows_are_gone(shown, qtbot):
    view = shown(BUMPY)
    entries = [row.entry for row in _rows(view)]
    model = HistoryModel()
    QAbstractItemModelTester(model, model)
    rows = build_rows(entries, NOW, ())
    model.replace(list(rows[5:]), has_more=True)
    model.replace(list(rows), has_more=False)
    assert list(model.rows) == rows
    with qtbot.waitSignal(model.modelReset):
        model.replace(rows[:3], has_more=False)
    assert model.rowCount() == 3
