"""The chosen section is shown once for each log, and not again while nothing of it changes."""

from __future__ import annotations

import pytest
from ledger_window import LedgerWindow

from ui.widgets.labels import ElidedLabel


@pytest.fixture
def desk(driver, sample_workspace):
    path = sample_workspace("agentscope_support_desk")
    return LedgerWindow(driver, path, name="memory/2026-06-16.md")


def told_of(desk):
    told = []
    desk.presenter.section_changed.connect(lambda row: told.append(row and row.written))
    return told


def facts(desk):
    shown = desk.view.pages.sections.current
    layout = desk.inspector.log.section_facts.layout()
    rows = [layout.itemAt(place).widget() for place in range(layout.count())]
    return shown, [label for row in rows for label in row.findChildren(ElidedLabel)]


def test_another_log_shows_its_first_section_once(desk):
    told = told_of(desk)
    desk.presenter.choose("memory/2026-06-15.md")
    assert told == [desk.view.pages.sections.list.model_of_rows.rows[0].written]


def test_a_section_that_stays_as_it_is_keeps_its_facts(desk):
    row, before = facts(desk)
    assert before
    desk.presenter.choose_section(row)
    desk.settle()
    assert facts(desk) == (row, before)


def test_another_section_has_other_facts(desk):
    first, _labels = facts(desk)
    desk.presenter.choose("memory/2026-06-15.md")
    desk.settle()
    row, labels = facts(desk)
    said = [label.text() for label in labels]
    assert row.utc in said
    assert first.utc not in said
