"""The status page: thresholds, figures, and what is odd about a scope or its file."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.core.engine_time import EngineTime
from desktop_app.resources import resource
from desktop_app.services.workspace import Surroundings
from ui.jobs import JobRunner
from ui.session import Session
from ui.status.figures import ReflectThreshold
from ui.status.view import StatusView
from ui.widgets.labels import ElidedLabel, TextLabel

RICH = "atlas-rail|conv-departure-board|coder"


@pytest.fixture
def session(qapp):
    jobs = JobRunner()
    session = Session(jobs, Surroundings({}, None, lambda: EngineTime(1_790_000_000)))
    yield session
    jobs.shut_down()


@pytest.fixture
def demo(tmp_path):
    return Path(shutil.copytree(resource("demo"), tmp_path / "demo"))


@pytest.fixture
def shown(qtbot, session):
    def show(folder, memory_id):
        with qtbot.waitSignal(session.source_changed):
            session.open(folder)
        view = StatusView(session)
        qtbot.addWidget(view)
        view.resize(735, 700)
        view.show()
        with qtbot.waitSignals([session.snapshot_changed, view.presenter.figures_changed]):
            session.show_scope(memory_id)
        qtbot.waitUntil(lambda: _settled(view, session))
        return view

    return show


def _settled(view, session):
    return "operations" in _facts(view.scope_facts) and session.snapshot is not None


def _facts(facts):
    names = [label.text() for label in facts.findChildren(TextLabel) if label.isVisible()]
    values = [label.text() for label in facts.findChildren(ElidedLabel) if label.isVisible()]
    return dict(zip(names, values, strict=True))


def test_what_the_file_does_not_tell_is_said_and_hatched(shown, demo):
    view = shown(demo, RICH)
    assert "600 tokens" in view.observe_words.text()
    assert "not in the file" in view.observe_words.text()
    assert view.observe_bar.accessibleName().endswith("?")


def test_the_way_to_the_next_reflection_is_a_bar_with_its_numbers(shown, demo):
    view = shown(demo, RICH)
    assert view.reflect_bar.accessibleName().endswith("623 / 700")
    assert view.reflect_words.text() == (
        "All observations together: 623 of 700 tokens. 77 more and the engine reflects at every "
        "observe after that. Those that are reflected already count as well."
    )


def test_the_page_says_which_scope_and_workspace_it_is_about(shown, demo):
    view = shown(demo, RICH)
    assert view.about.text() == f"atlas-rail / conv-departure-board / coder in {demo}"


def test_past_the_threshold_every_observe_reflects_again(shown, demo):
    _change(demo, "config_json = '{\"reflect_threshold_tokens\":600}'")
    view = shown(demo, RICH)
    assert "so does every one after it" in view.reflect_words.text()
    view.grab()


def test_a_stored_sum_that_is_off_is_named(shown, demo):
    _change(demo, "active_observation_tokens = 5")
    view = shown(demo, RICH)
    assert "add up to 623; the engine goes by the stored 5" in view.reflect_words.text()


def test_figures_of_scope_and_file_are_listed(shown, demo):
    view = shown(demo, RICH)
    scope, file = _facts(view.scope_facts), _facts(view.file_facts)
    assert scope["observations"] == "40, 623 tokens"
    assert scope["reflected up to"] == "observation 40; the last one is 40"
    assert scope["observed up to"] == "message 48"
    assert scope["state version"] == "17"
    assert scope["operations"] == "16 applied, 5 failed"
    assert file["records"] == "8"
    assert file["operations"] == "33 applied, 1 processing, 1 queued, 5 failed"


def test_operations_of_a_scope_are_never_shown_for_another_one(shown, demo, session, qtbot):
    view = shown(demo, RICH)
    with qtbot.waitSignal(session.snapshot_changed):
        session.show_scope("harbor-library|conv-loans|default")
    assert "operations" not in _facts(view.scope_facts)  # they are read now
    qtbot.waitUntil(lambda: _settled(view, session))
    assert _facts(view.scope_facts)["operations"] != "16 applied, 5 failed"


def test_values_of_its_own_are_a_trap(shown, demo):
    view = shown(demo, "harbor-library|conv-loans|default")
    assert view.banner.accessibleName().startswith("This scope keeps values of its own")
    assert "snippet_max_tokens 110 (configuration: 420)" in view.banner.accessibleName()


def test_a_damaged_record_says_why_and_has_no_thresholds(shown, demo):
    view = shown(demo, "harbor-library|conv-loans|triage")
    assert view.banner.accessibleName().startswith("The engine can't use this record")
    assert not view.reflect_bar.isVisible()


def test_a_scope_with_working_memory_only_shows_what_there_is(shown, demo):
    view = shown(demo, "solo|notebook|default")
    assert _facts(view.scope_facts) == {"working memory": "3 entries", "operations": "none"}


def test_missing_tables_are_named(shown, golden_workspace):
    view = shown(golden_workspace("memory-mode-off"), _only_scope(golden_workspace))
    assert _facts(view.file_facts)["records"] == "no such table"


def _only_scope(golden_workspace):
    path = golden_workspace("memory-mode-off") / ".harness/state.db"
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT memory_id FROM working_memory_entries").fetchone()[0]


def test_figures_follow_the_file(qtbot, session, shown, demo):
    view = shown(demo, RICH)
    _change(demo, "state_version = 18")
    with qtbot.waitSignals([view.presenter.figures_changed, session.snapshot_changed]):
        session.notice_change()
    qtbot.waitUntil(lambda: _facts(view.scope_facts).get("state version") == "18")


def test_the_threshold_counts_as_reached_when_it_is_met():
    assert ReflectThreshold(100, 100, 100).is_reached
    assert not ReflectThreshold(99, 100, 99).is_reached


def _change(folder, assignment):
    path = folder / ".harness/state.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            f"UPDATE om_memory_records SET {assignment} WHERE memory_id = ?", (RICH,)
        )
