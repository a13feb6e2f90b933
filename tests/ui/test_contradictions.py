"""Contradictions side by side: stored ones, found ones, superseded ones."""

from __future__ import annotations

import pytest
from golden_scopes import RICH, observation, rewrite, sessions, show
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt

from ui.navigation import Place, Target
from ui.reflection.contradictions import ContradictionsView
from ui.reflection.differences import different_words
from ui.reflection.pair_list import PAIR
from ui.reflection.sides import PairKind


@pytest.fixture
def session(qtbot):
    yield from sessions()


def window(qtbot, session, *, wide=1000):
    view = ContradictionsView(session)
    qtbot.addWidget(view)
    view.resize(wide, 560)
    with qtbot.waitExposed(view):
        view.show()
    qtbot.waitUntil(lambda: not view.presenter.searching)
    return view


@pytest.fixture
def view(qtbot, session, golden_workspace):
    show(qtbot, session, golden_workspace("rich-coding-agent"), RICH)
    return window(qtbot, session)


def marked(text, spans):
    return [text[span.start : span.end] for span in spans]


def numbers(view, kind):
    return [(pair.a.seq, pair.b.seq) for pair in view.presenter.pairs if pair.kind is kind]


def test_pairs_are_listed_by_where_they_come_from(view):
    assert numbers(view, PairKind.CONTRADICTION) == [(14, 33), (12, 29)]
    assert numbers(view, PairKind.FOUND) == [(13, 21)]
    assert numbers(view, PairKind.SUPERSESSION) == [(17, 10), (21, 13), (25, 18)]
    rows = [view.list.model().index(row, 0).data() for row in range(view.list.model().rowCount())]
    assert rows[0] == "Stored in the reflection"
    assert rows[1].startswith("14 ↔ 33, PostgreSQL 15 or 16")
    assert rows[4] == "13 ↔ 21, 8080 / 9090"


def test_both_sides_stand_beside_each_other_with_their_differences(view):
    a, b = view.cards
    assert a.text.text == "Database is PostgreSQL 15 via pgx v5; migrations live in db/migrations."
    assert (a.badge.text(), b.badge.text()) == ("out", "in")
    assert marked(a.text.text, a.text.marks) == ["PostgreSQL 15"]
    assert marked(b.text.text, b.text.marks) == ["PostgreSQL 16", "15 until May"]
    assert a.created.text() == "messages 14 – 18 · 2026-04-20 08:53:21 UTC"
    assert a.geometry().top() == b.geometry().top()


def test_the_line_in_the_next_turn_is_shown_exactly(session, view):
    for pair in view.presenter.pairs:
        view.choose(pair)
        if pair.kind is PairKind.FOUND:
            assert view.decide.turn.sentence.isVisible()
        else:
            assert view.page.line.text in session.snapshot.observational_text.split("\n")


def test_in_a_narrow_window_the_sides_stand_below_each_other(qtbot, view):
    view.resize(620, 560)
    qtbot.waitUntil(lambda: view.cards[1].y() > view.cards[0].y())
    assert view.cards[0].width() > 240


def test_arrow_keys_go_over_the_heads(qtbot, session, view):
    for _ in range(2):
        qtbot.keyClick(view.list, Qt.Key.Key_Down)
    assert view.pair.kind is PairKind.FOUND
    for _ in range(9):
        qtbot.keyClick(view.list, Qt.Key.Key_Up)
    assert (view.pair.a.seq, view.list.currentIndex().row()) == (14, 1)
    with qtbot.waitSignal(session.target_requested) as went:
        qtbot.mouseClick(view.bar.jump, Qt.MouseButton.LeftButton)
    assert went.args == [Target(Place.OBSERVATIONS, index=13)]


def test_the_name_of_a_side_leads_to_it(qtbot, session, view):
    with qtbot.waitSignal(session.target_requested) as went:
        qtbot.mouseClick(view.cards[1].name, Qt.MouseButton.LeftButton)
    assert went.args == [Target(Place.OBSERVATIONS, index=32)]


def test_a_target_chooses_the_pair_of_an_observation(session, view):
    session.go(Target(Place.CONTRADICTIONS, seq=29))
    assert (view.pair.a.seq, view.pair.b.seq) == (12, 29)


def test_a_reload_keeps_the_pair(qtbot, session, view):
    view.choose(view.presenter.pairs[3])
    with qtbot.waitSignal(session.snapshot_changed):
        session.reload()
    assert view.pair.kind is PairKind.SUPERSESSION
    assert view.list.currentIndex().data(PAIR) == view.pair


def test_sides_that_do_not_exist_are_said_to(qtbot, session, golden_workspace):
    workspace = golden_workspace("rich-coding-agent")
    rewrite(workspace, RICH, active_reflection="SUMMARY:\nCONTRADICTIONS:\n- [seq:98] vs [seq:99]")
    show(qtbot, session, workspace, RICH)
    view = window(qtbot, session)
    view.choose(view.presenter.pairs[0])
    assert view.cards[0].missing.text() == "There is no observation with this number."
    assert not view.cards[0].name.isVisible()
    assert not view.bar.jump.isEnabled()
    assert view.bar.jump.toolTip() == "Neither observation exists"


def test_the_first_messages_behind_an_observation_are_shown_and_all_on_demand(
    qtbot, session, golden_workspace
):
    workspace = golden_workspace("harnessd-live")
    scope = "default|conv-invoice-bug|default"
    rewrite(
        workspace, scope, active_reflection="SUMMARY:\nx\nCONTRADICTIONS:\n- [seq:1] vs [seq:2]"
    )
    show(qtbot, session, workspace, scope)
    view = window(qtbot, session)
    card = view.cards[0]
    assert card.source.text().startswith("messages ")
    qtbot.waitUntil(lambda: card.messages.count() == 2)
    first, last = card.side.observation.source_start_index, card.side.observation.source_end_index
    stored = session.source.transcripts.messages("conv-invoice-bug", first, last)
    assert len(stored) > 2
    qtbot.mouseClick(card.source, Qt.MouseButton.LeftButton)
    assert card.messages.count() == len(stored)
    qtbot.mouseClick(card.source, Qt.MouseButton.LeftButton)
    assert card.messages.count() == 2


def test_five_thousand_observations_are_searched_beside_the_window(
    qtbot, session, golden_workspace
):
    workspace = golden_workspace("rich-coding-agent")
    items = [observation(n, f"Service {n} of the shop answers slowly") for n in range(1, 5000)]
    items += [observation(5000 + n, f"The cache lives {n} minutes long") for n in (1, 2)]
    rewrite(workspace, RICH, active_observations_json=items, active_reflection="")
    show(qtbot, session, workspace, RICH)
    view = window(qtbot, session)
    assert numbers(view, PairKind.FOUND) == [(5001, 5002)]


def test_without_pairs_the_view_says_so(qtbot, session, golden_workspace):
    show(qtbot, session, golden_workspace("empty-scope"), "default|empty-scope|default")
    view = window(qtbot, session)
    assert view.empty.isVisible()
    assert view.empty.accessibleName().startswith("No contradictions")


def test_texts_are_plain_and_odd_characters_visible(qtbot, session, golden_workspace):
    workspace = golden_workspace("rich-coding-agent")
    items = [
        observation(1, "The <b>port</b> of 客户 😀 is \x1b[31m 8080 now"),
        observation(2, "The <b>port</b> of 客户 😀 is \x1b[31m 9090 now"),
    ]
    rewrite(workspace, RICH, active_observations_json=items, active_reflection="")
    show(qtbot, session, workspace, RICH)
    view = window(qtbot, session)
    text = view.cards[1].text
    assert text.toPlainText() == "The <b>port</b> of 客户 😀 is ‹ESC›[31m 9090 now"
    [mark] = text.extraSelections()
    assert mark.cursor.selectedText() == "9090"


@pytest.mark.parametrize(
    ("one", "other", "ours", "theirs"),
    [
        ("The API uses port 8080.", "The API uses port 9090.", ["8080"], ["9090"]),
        ("User prefers tabs in Go.", "User prefers spaces in Go.", ["tabs"], ["spaces"]),
        ("The feature is enabled", "The feature is not enabled", [], ["not"]),
        ("The door is open", "The door was open", ["is"], ["was"]),
        ("Owner is Alice", "The owner was Bob", ["Alice"], ["Bob"]),
        ("Database is MySQL 8", "Database is PostgreSQL 16", ["MySQL 8"], ["PostgreSQL 16"]),
        ("Nothing of this", "is anywhere in there", [], []),
    ],
)
def test_what_matters_is_marked_and_not_the_words_between(one, other, ours, theirs):
    found = different_words(one, other)
    assert (marked(one, found[0]), marked(other, found[1])) == (ours, theirs)


TEXTS = st.text("ab 12😀客.", max_size=40)


@given(TEXTS, TEXTS)
def test_differences_lie_inside_the_texts_and_in_order(one, other):
    for text, spans in zip((one, other), different_words(one, other), strict=True):
        ends = [0, *(end for span in spans for end in (span.start, span.end)), len(text)]
        assert ends == sorted(ends)
        assert all(span.start < span.end for span in spans)


@given(TEXTS)
def test_equal_texts_have_no_differences(text):
    assert different_words(text, text) == ((), ())
