"""The inspector of an observation, its source, and what a scope says of itself."""

from __future__ import annotations

import pytest
from golden_scopes import sessions
from observation_views import (
    RICH,
    edit,
    reload,
    select_seq,
    selected_seq,
    views,
)
from PySide6.QtCore import Qt

from ui.navigation import Place, Target
from ui.observations.rows import Column, Part
from ui.observations.sources import SourcesDialog
from ui.widgets.badge import LinkBadge
from ui.widgets.link import Link
from ui.widgets.message_text import calls_text, message_text


@pytest.fixture
def session(qtbot):
    yield from sessions()


@pytest.fixture
def shown(qtbot, session, golden_workspace):
    return views(qtbot, session, golden_workspace)


@pytest.fixture
def rich(shown):
    return shown("rich-coding-agent", RICH)


def test_the_inspector_shows_the_arithmetic_and_the_reason(rich, session):
    view, inspector = rich
    select_seq(view, session, 1)
    assert inspector.head.badge.text() == "out · does not fit"
    assert (
        inspector.score.cells.accessibleName() == "importance 0.95, age weight 1/40, score 0.0238"
    )
    assert inspector.score.chart.accessibleName() == "Rank 24 of 40 by score"
    assert inspector.why.bar.accessibleName() == "needs 18 tokens, 4 of 420 left"
    assert inspector.why.accessibleName() == "Why it is out"
    select_seq(view, session, 26)
    assert inspector.head.badge.text() == "in"
    assert inspector.why.sentence.text() == "In: taken as rank 9 with 212 of 420 tokens left"
    select_seq(view, session, 13)
    assert inspector.score.counts_as.text() == (
        "Superseded by 21: counts as importance 0.10, stored is 0.75"
    )
    assert inspector.why.sentence.text().startswith("Superseded by 21, so its turn came as rank 39")
    select_seq(view, session, 12)
    assert inspector.score.counts_as.text() == "Unscored: counts as importance 0.50"


def test_the_links_of_the_inspector_lead_to_the_other_side(rich, session, qtbot):
    view, inspector = rich
    select_seq(view, session, 33)
    badge = next(one for one in inspector.findChildren(LinkBadge) if one.text() == "14")
    assert badge.accessibleName() == "contradicts 14"
    qtbot.keyClick(badge, Qt.Key.Key_Space)
    assert selected_seq(view) == 14


def test_odd_texts_are_made_visible_and_wrong_token_counts_are_named(shown, session, qtbot):
    view, inspector = shown("rich-coding-agent", RICH)
    odd = "one\x1b[31m \u202e tab\t <b>&amp;</b>\nsecond line"

    def with_odd(items):
        huge = {**items[0], "seq": 42, "token_count": 2**62, "importance": 7.5}
        minus = {**items[0], "seq": 43, "token_count": -5}
        return [*items, {**items[0], "seq": 41, "content": odd, "token_count": 99}, huge, minus]

    edit(session, RICH, with_odd)
    reload(qtbot, session)
    select_seq(view, session, 41)
    assert "‹ESC›[31m ‹U+202E›" in inspector.text.area.edit.toPlainText()
    assert inspector.text.text == odd
    assert inspector.text.differs.text() == (
        "99 tokens are stored and counted; the text measures 10."
    )
    row = view.table.observations.row_of(40)
    shown_text = view.table.observations.index(row, Column.TEXT).data()
    assert shown_text == "one‹ESC›[31m ‹U+202E› tab‹TAB› <b>&amp;</b>"
    for seq in (42, 43):
        select_seq(view, session, seq)
        assert not inspector.why.bar.isVisible()
        assert inspector.why.sentence.text()
    view.grab()
    inspector.grab()


def test_a_scope_that_is_off_says_so_and_has_nothing_in(shown, session):
    view, inspector = shown("disabled-scope", "default|was-enabled-then-disabled|default")
    assert view.note.banner.accessibleName().startswith("This scope is off.")
    assert view.presenter.count_in == 0
    session.select_observation(0)
    assert inspector.head.badge.text() == "out · scope is off"
    assert inspector.why.sentence.text() == "Out: this scope is off, nothing of it is injected"
    assert not inspector.why.bar.isVisible()


def test_a_record_whose_ids_lead_elsewhere_has_nothing_in(shown, session):
    view, inspector = shown("hand-edited", "default|mismatched-columns|default")
    assert view.note.banner.accessibleName().startswith("No turn receives these observations.")
    assert view.presenter.count_in == 0
    session.select_observation(0)
    assert inspector.head.badge.text() == "out · its record is not found"


def test_memory_that_is_off_is_named(shown, session, qtbot):
    view, _ = shown("memory-mode-off", "default|c1|default")
    assert view.nothing.isVisible()
    assert view.nothing.words == (
        "Memory is off in the engine’s configuration. Nothing is observed, and no observation is "
        "injected."
    )


@pytest.mark.parametrize(
    ("name", "memory_id", "words"),
    [
        ("empty-scope", "default|empty-scope|default", "No memory here yet. It appears"),
        (
            "rich-coding-agent",
            "acme|conv-only-working-memory|coder",
            "No observations, only working memory.",
        ),
    ],
)
def test_empty_scopes_say_what_to_expect(shown, name, memory_id, words):
    view, inspector = shown(name, memory_id)
    assert view.nothing.isVisible()
    assert view.nothing.words.startswith(words)
    assert not view.tools.isVisible()
    assert inspector.nothing.isVisible()


def test_working_memory_is_one_key_away_from_an_empty_scope(shown, session, qtbot):
    view, _ = shown("rich-coding-agent", "acme|conv-only-working-memory|coder")
    with qtbot.waitSignal(session.target_requested) as asked:
        qtbot.keyClick(view.nothing.button, Qt.Key.Key_Space)
    assert asked.args[0] == Target(Place.WORKING)


def test_source_messages_are_loaded_and_shown(shown, session, qtbot):
    _view, inspector = shown("harnessd-live", "default|conv-invoice-bug|default")
    session.select_observation(1)
    link = inspector.source.findChild(Link)
    assert link.accessibleName() == "Show messages 0 – 2"
    qtbot.keyClick(link, Qt.Key.Key_Space)
    dialog = inspector.findChild(SourcesDialog)
    qtbot.waitUntil(dialog.text.isVisible)
    assert dialog.text.text.startswith("user\nInvoice totals differ by one cent")
    assert "\n\nassistant\n" in dialog.text.text
    labels = [dialog.text.line_label(block) for block, _ in dialog.text.visible_blocks()]
    assert [label for label in labels if label] == ["0", "1", "2"]
    dialog.reject()


def test_without_a_stored_conversation_the_sources_say_so(rich, session, qtbot):
    view, inspector = rich
    select_seq(view, session, 1)
    assert inspector.source.findChild(Link) is None
    view.table.setFocus()
    qtbot.keyClick(view.table, Qt.Key.Key_O)
    dialog = view.findChild(SourcesDialog)
    assert dialog.state.accessibleName().startswith("No conversation is stored here.")
    dialog.reject()


def test_messages_become_one_text_with_their_heads_apart():
    from desktop_app.core.transcript import Message  # noqa: PLC0415

    text, heads, steps = message_text(
        [Message(3, "user", "hello"), Message(4, "assistant", "", '[{"id":"1"}]')]
    )
    assert text == 'user\nhello\n\nassistant\n[\n  {\n    "id": "1"\n  }\n]'
    assert [text[head.start : head.end] for head in heads] == ["user\n", "assistant\n"]
    assert steps == {1: 3, 4: 4}


def test_calls_of_tools_are_read_without_escapes():
    stored = '[{"name":"read","arguments":"{\\"path\\":\\"a.py\\",\\"lines\\":[1,2.50]}"}]'
    assert calls_text(stored) == (
        '[\n  {\n    "name": "read",\n    "arguments": {\n      "path": "a.py",\n'
        '      "lines": [\n        1,\n        2.50\n      ]\n    }\n  }\n]'
    )
    assert calls_text('[{"a":"{no"}]') == '[\n  {\n    "a": "{no"\n  }\n]'
    assert calls_text("{cut") == "{cut"
    assert calls_text("") == ""


def test_the_inspector_says_when_the_filter_hides_what_it_shows(rich, session, qtbot):
    view, inspector = rich
    select_seq(view, session, 1)
    assert not inspector.unlisted.isVisible()
    view.presenter.set_part(Part.IN)  # observation 1 is out
    assert inspector.unlisted.isVisible()
    qtbot.mouseClick(inspector.unlisted.link, Qt.MouseButton.LeftButton)
    assert not inspector.unlisted.isVisible()
    assert view.presenter.shown
