"""The configuration page: values, layers, traps, and what is in force."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.harness_config.values import Setting
from desktop_app.services.workspace import Surroundings
from ui.jobs import JobRunner
from ui.session import Session
from ui.status.configuration import IN_FORCE, TRAPS, ConfigurationView
from ui.status.settings_model import Column
from ui.widgets.labels import ElidedLabel

ENVIRONMENT = {
    "HARNESS_MEMORY_SNIPPET_MAX_TOKENS": "321",
    "HARNESS_MEMORY_DB_DSN": "postgres://me:secret@host/db",
    "HARNESS_MEMORY_LLM_API_KEY": "sk-very-secret",
}


@pytest.fixture
def session(qapp):
    jobs = JobRunner()
    session = Session(jobs, Surroundings(ENVIRONMENT, None, lambda: EngineTime(1_790_000_000)))
    yield session
    jobs.shut_down()


@pytest.fixture
def shown(qtbot, session, golden_workspace):
    def show(config=None):
        folder = golden_workspace("rich-coding-agent")
        if config is not None:
            (folder / ".harness/config.toml").write_text(config, encoding="utf-8")
        view = ConfigurationView(session)
        QAbstractItemModelTester(view.model, view)
        qtbot.addWidget(view)
        view.resize(900, 600)
        view.show()
        with qtbot.waitSignal(session.source_changed):
            session.open(folder)
        return view

    return show


def _values(view):
    return {
        row.key: tuple(view.model.index(at, column).data() for column in (1, 2, 3))
        for at, row in enumerate(view.model.rows)
        if isinstance(row, Setting)
    }


def _words(widget):
    return [label.text() for label in widget.findChildren(ElidedLabel) if label.isVisible()]


def test_each_value_has_its_layer_and_place(shown):
    values = _values(shown())
    place = ".harness/config.toml, line 2"
    assert values["model"] == ("gpt-4.1-mini", "workspace", place)
    assert values["memory.snippet_max_tokens"] == (
        "321",
        "environment",
        "HARNESS_MEMORY_SNIPPET_MAX_TOKENS",
    )
    assert values["memory.db_driver"] == ("sqlite", "built in", "")


def test_groups_have_heads_that_can_not_be_chosen(shown):
    view = shown()
    heads = [at for at, row in enumerate(view.model.rows) if isinstance(row, str)]
    assert [view.model.rows[at] for at in heads][:3] == ["general", "memory", "forensics"]
    for at in heads:
        assert not view.model.flags(view.model.index(at, 0))


def test_logins_and_keys_are_shown_nowhere(shown):
    view = shown()
    view.segments.choose(IN_FORCE)
    everything = " ".join(str(_values(view)).split() + _words(view.in_force))
    assert "secret" not in everything
    assert "postgres://…@host/db" in everything
    assert "HARNESS_MEMORY_LLM_API_KEY" in everything


def test_traps_are_cards_and_the_banner_leads_to_them(shown):
    view = shown()
    assert len(view.cards) == 1
    assert view.banner.isVisible()
    view.banner.activated.emit()
    assert view.segments.current == TRAPS
    assert view.cards[0].isVisible()
    assert "Rollouts land where the engine was started" in view.cards[0].accessibleName()


def test_the_filter_leaves_what_has_the_text_in_key_value_or_origin(shown):
    view = shown()
    view.filter.set_text("SNIPPET")
    assert set(_values(view)) == {"memory.snippet_max_tokens", "forensics.snapshot_memory_snippet"}
    view.filter.set_text("environment")
    assert "memory.db_dsn" in _values(view)
    view.filter.set_text("nothing of the kind")
    assert view.nothing.isVisible()
    view.filter.set_text("")
    assert view.table.isVisible()


def test_keys_pass_over_the_heads(qtbot, shown):
    view = shown()
    view.table.setFocus()
    view.table.choose_row(1)
    seen = []
    for _ in range(5):
        qtbot.keyClick(view.table, Qt.Key.Key_J)
        seen.append(view.table.currentIndex().row())
    assert all(isinstance(view.model.rows[at], Setting) for at in seen)
    assert seen == sorted(set(seen))


def test_a_file_that_the_engine_refuses_is_said_first(shown):
    view = shown("[memory\nmode = 3\n")
    assert view.banner.isVisible()
    assert "config.toml" in view.banner.accessibleName()
    assert not _values(view)


def test_what_stops_the_engine_is_a_card_and_in_force(shown):
    view = shown('[memory]\nmode = "sometimes"\n')
    assert "does not start" in view.cards[0].accessibleName()
    view.segments.choose(IN_FORCE)
    assert any("memory.mode is “sometimes”" in words for words in _words(view.in_force))


def test_without_traps_it_says_so(shown):
    view = shown("")
    assert view.cards == []
    assert not view.banner.isVisible()
    view.segments.choose(TRAPS)
    view.grab()


def test_every_cell_speaks(shown):
    view = shown()
    model = view.model
    at = next(n for n, row in enumerate(model.rows) if isinstance(row, Setting))
    spoken = model.index(at, Column.KEY).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "model, gpt-4.1-mini, workspace, .harness/config.toml, line 2"
