"""What stays in the table of observations when the engine writes."""

from __future__ import annotations

import pytest
from golden_scopes import sessions
from observation_views import (
    LARGE,
    RICH,
    edit,
    reload,
    select_seq,
    selected_seq,
    seqs,
    views,
)
from PySide6.QtWidgets import QProxyStyle, QStyle

from ui.observations.rows import Column, Wanted


@pytest.fixture
def session(qtbot):
    yield from sessions()


@pytest.fixture
def shown(qtbot, session, golden_workspace):
    return views(qtbot, session, golden_workspace)


@pytest.fixture
def rich(shown):
    return shown("rich-coding-agent", RICH)


def test_a_reload_keeps_selection_and_scroll_and_tints_what_changed(shown, session, qtbot):
    view, _inspector = shown("large", LARGE)
    view.presenter.sort_by(Column.SEQ)
    qtbot.waitUntil(lambda: not session.jobs.is_busy)
    bar = view.table.verticalScrollBar()
    session.select_observation(3000)
    bar.setValue(2990 * 28 + 5)
    top = view.table.rowAt(0)

    def one_changed(items):
        items[2995]["content"] = "changed by the engine"
        return [*items, {**items[0], "seq": 5001}]

    edit(session, LARGE, one_changed)
    reload(qtbot, session)
    # A long one is arranged on a reader thread.
    qtbot.waitUntil(lambda: view.table.tinted == {2995, 5000})
    assert selected_seq(view) == 3001
    assert view.table.rowAt(0) == top
    assert bar.value() == 2990 * 28 + 5
    view.grab()
    qtbot.waitUntil(lambda: not view.table.tinted)
    assert view.table.observations.rows[2995].observation.content == "changed by the engine"


def test_the_selection_follows_an_observation_that_moves(shown, session, qtbot):
    view, inspector = shown("rich-coding-agent", RICH)
    select_seq(view, session, 40)
    edit(session, RICH, lambda items: items[5:])
    reload(qtbot, session)
    assert selected_seq(view) == 40
    assert session.selected_observation == 34
    assert inspector.head.title.text() == "Observation 40"


def test_a_reload_keeps_filter_and_order_another_scope_keeps_only_the_order(shown, session, qtbot):
    view, _ = shown("rich-coding-agent", RICH)
    view.presenter.sort_by(Column.TOKENS)
    view.presenter.set_text("database")
    reload(qtbot, session)
    assert view.presenter.wanted == Wanted(text="database", column=Column.TOKENS)
    with qtbot.waitSignal(session.snapshot_changed):
        session.show_scope("acme|conv-42|coder")
    assert view.presenter.wanted == Wanted(column=Column.TOKENS)
    assert view.tools.field.text == ""
    assert len(seqs(view)) == 8


def test_a_huge_scope_is_arranged_on_a_reader_thread(shown, session, qtbot, monkeypatch):
    monkeypatch.setattr("ui.observations.presenter.LARGE", 100)
    monkeypatch.setattr("ui.observations.inspector.LARGE", 100)
    view, inspector = shown("large", LARGE)
    session.select_observation(4000)
    qtbot.waitUntil(inspector.score.chart.isVisible)
    assert inspector.score.chart.accessibleName() == "Rank 2417 of 5000 by score"
    qtbot.waitUntil(lambda: len(view.presenter.shown) == 5000)
    view.presenter.sort_by(Column.SEQ)
    view.presenter.set_text("token")
    view.presenter.set_text("token schema")
    with qtbot.waitSignal(view.presenter.arranged):
        pass
    assert all("token schema" in row.observation.content for row in view.presenter.shown)
    assert seqs(view) == sorted(seqs(view))


def test_reduced_motion_leaves_the_tint_out(rich):
    view, _ = rich

    class Still(QProxyStyle):
        def styleHint(self, hint, option=None, widget=None, data=None):  # noqa: N802 - Qt's name
            if hint == QStyle.StyleHint.SH_Widget_Animation_Duration:
                return 0
            return super().styleHint(hint, option, widget, data)

    style = Still("Fusion")
    view.table.setStyle(style)
    view.table.tint(frozenset({1}))
    assert view.table.tinted == frozenset()
    view.table.setStyle(None)
