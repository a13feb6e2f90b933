"""Where the next turn receives nothing, or more than is counted: reasons and budget."""

from __future__ import annotations

import pytest
from golden_scopes import RICH, observation, rewrite, sessions, show
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from desktop_app.core.turn.context import BlockKind
from ui.clipboard import BYTES_FORMAT
from ui.turn.budget import turn_budget
from ui.turn.inspector import TurnInspector
from ui.turn.view import TurnView

LEGACY = "default|legacy-conversation|default"
DISABLED = "default|was-enabled-then-disabled|default"


@pytest.fixture
def session(qtbot):
    yield from sessions()


@pytest.fixture
def rich(qtbot, session, golden_workspace):
    show(qtbot, session, golden_workspace("rich-coding-agent"), RICH)
    return session


def window(qtbot, session):
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(1060, 620)
    view, inspector = TurnView(session, host), TurnInspector(session, host)
    view.host = host  # qtbot itself keeps no reference
    view.setGeometry(0, 0, 736, 620)
    inspector.setGeometry(736, 0, 324, 620)
    with qtbot.waitExposed(host):
        host.show()
    return view, inspector


def text_of(view, kind=BlockKind.OBSERVATIONAL):
    return next(block.text for block in view.blocks if block.block.kind is kind)


def clipboard():
    return QGuiApplication.clipboard().mimeData().data(BYTES_FORMAT).data()


@pytest.mark.parametrize(
    "case",
    [
        ("disabled-scope", DISABLED, "This scope is disabled"),
        ("memory-mode-off", "default|c1|default", "Observational memory is off"),
        ("empty-scope", "default|empty-scope|default", "Nothing is injected"),
        (
            "hand-edited",
            "default|unreadable-json|default",
            "The engine can't read this record, so every turn runs without it",
        ),
        (
            "hand-edited",
            "default|mismatched-columns|default",
            "Turns of this scope get no observational memory",
        ),
        (
            "rich-coding-agent",
            "acme|conv-only-working-memory|coder",
            "No observational memory in this scope",
        ),
    ],
)
def test_where_nothing_is_injected_the_view_says_why(qtbot, session, golden_workspace, case):
    workspace, memory_id, title = case
    show(qtbot, session, golden_workspace(workspace), memory_id)
    view, inspector = window(qtbot, session)
    assert BlockKind.OBSERVATIONAL not in [block.block.kind for block in view.blocks]
    assert view.banner.isVisible()
    assert view.banner.accessibleName().startswith(title)
    assert inspector.empty.isVisible()
    budget = turn_budget(session.snapshot)
    assert budget.lanes == ()
    assert budget.note.text == title


def test_a_bold_heading_is_named_even_while_observations_get_in(qtbot, session, golden_workspace):
    workspace = golden_workspace("rich-coding-agent")
    rewrite(workspace, RICH, active_reflection="**SUMMARY:**\nall is well")
    show(qtbot, session, workspace, RICH)
    view, _ = window(qtbot, session)
    assert "its heading is bold" in view.banner.accessibleName()
    assert text_of(view).text == session.snapshot.observational_text


def test_where_no_observation_fits_the_numbers_say_so(qtbot, session, golden_workspace):
    workspace = golden_workspace("rich-coding-agent")
    rewrite(
        workspace,
        RICH,
        active_reflection="",
        active_observations_json=[observation(1, "too much", token_count=2000)],
    )
    show(qtbot, session, workspace, RICH)
    view, _ = window(qtbot, session)
    assert "needs 2,000 tokens, the budget is 420" in view.banner.accessibleName()


def test_scopes_with_odd_ids_and_legacy_text_are_shown_exactly(qtbot, session, golden_workspace):
    show(qtbot, session, golden_workspace("legacy-plain-reflection"), LEGACY)
    view, _ = window(qtbot, session)
    assert text_of(view).text == session.snapshot.observational_text
    path = golden_workspace("odd-scope-ids")
    with qtbot.waitSignal(session.source_changed):
        session.open(path)
    for entry in session.source.scopes():
        with qtbot.waitSignal(session.snapshot_changed):
            session.show_scope(entry.memory_id)
        assert text_of(view).text == session.snapshot.observational_text
        view.copy_text()
        assert clipboard() == session.snapshot.observational_text.encode()


def test_without_a_scope_the_view_asks_for_one(qtbot, session):
    view, inspector = window(qtbot, session)
    assert view.empty.isVisible()
    assert not view.copy_button.isVisible()
    assert not inspector.facts.isVisible()


def test_the_budget_has_two_lanes_on_one_scale(rich):
    budget = turn_budget(rich.snapshot)
    counted, measured = budget.lanes
    assert (counted.name, counted.total, counted.tokens) == ("counted", "416 of 420", 416)
    assert (measured.name, measured.total, measured.tokens) == ("measured", "561", 561)
    assert measured.caution
    assert budget.limit == 420
    assert budget.note.text == "141 over the budget"
    assert budget.spoken.startswith("Next turn: 416 of 420 tokens counted, 561 measured")
    hatched = sum(segment.tokens for segment in measured.segments if segment.hatched)
    assert hatched == 145
    assert not any(segment.hatched for segment in counted.segments)


def test_observations_with_damaged_counts_do_not_break_the_bar(qtbot, session, golden_workspace):
    workspace = golden_workspace("rich-coding-agent")
    items = [observation(1, "minus", token_count=-50), observation(2, "plus", token_count=60)]
    rewrite(workspace, RICH, active_observations_json=items)
    show(qtbot, session, workspace, RICH)
    counted, _ = turn_budget(session.snapshot).lanes
    assert [segment.tokens for segment in counted.segments if segment.key != "reflection"] == [
        0,
        60,
    ]
