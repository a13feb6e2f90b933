"""The reflection: as a reader wants it, as it is stored, and what never reaches a turn."""

from __future__ import annotations

import pytest
from golden_scopes import RICH, rewrite, sessions, show
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel

from ui.navigation import Place, Target
from ui.reflection.entry import EntryRow
from ui.reflection.view import RAW, READABLE, ReflectionView
from ui.widgets.link import Link


@pytest.fixture
def session(qtbot):
    yield from sessions()


@pytest.fixture
def shown(qtbot, session, golden_workspace):
    """Show a reflection in the rich scope; give the view."""

    def show_reflection(text=None, **columns):
        workspace = golden_workspace("rich-coding-agent")
        if text is not None:
            columns["active_reflection"] = text
        if columns:
            rewrite(workspace, RICH, **columns)
        show(qtbot, session, workspace, RICH)
        return window(qtbot, session)

    return show_reflection


def window(qtbot, session):
    view = ReflectionView(session)
    qtbot.addWidget(view)
    view.resize(736, 640)
    with qtbot.waitExposed(view):
        view.show()
    qtbot.waitUntil(lambda: not view.reader.is_busy)
    return view


def words(widget):
    return [label.text() for label in widget.findChildren(QLabel) if not label.isHidden()]


def test_summary_supersessions_and_contradictions_can_be_read(shown, session):
    view = shown()
    assert view.summary.text == session.snapshot.explanation.reflection.summary
    assert view.facts.text() == (
        "654 characters · 74 tokens counted · 164 stored · made of observations up to 40"
    )
    first = view.supersessions.rows[0]
    assert (
        first.accessibleName() == "17 replaces 10: finance confirmed discount before tax (BILL-311)"
    )
    assert (
        "Decision: discount is applied before tax (finance confirmed, ticket BILL-311)."
        in words(first)
    )
    assert len(view.supersessions.rows) == 3
    assert [row.accessibleName().partition(":")[0] for row in view.contradictions.rows] == [
        "14 or 33",
        "12 or 29",
    ]
    assert not view.banner.isVisible()


def test_a_number_leads_to_its_observation(qtbot, shown, session):
    view = shown()
    link = view.supersessions.rows[1].findChildren(Link)[1]
    assert link.text() == "13"
    with qtbot.waitSignal(session.target_requested) as went:
        qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    assert went.args == [Target(Place.OBSERVATIONS, index=12)]


def test_numbers_that_nothing_has_are_marked_and_lead_nowhere(shown):
    view = shown("SUMMARY:\nx\nSUPERSESSIONS:\n- [seq:99] replaces [seq:13]: gone")
    [row] = view.supersessions.rows
    assert "no observation 99" in words(row)
    assert [link.text() for link in row.findChildren(Link)] == ["13"]


def test_thousands_of_entries_are_shown_some_at_a_time(qtbot, shown):
    lines = "\n".join(f"- [seq:{n}] vs [seq:{n + 1}]" for n in range(3000))
    view = shown(f"SUMMARY:\nx\nCONTRADICTIONS:\n{lines}")
    qtbot.waitUntil(lambda: len(view.contradictions.rows) == 50)
    assert view.contradictions.more.text() == "Show more, 2,950 left"
    view.contradictions.more.click()
    qtbot.waitUntil(lambda: len(view.contradictions.findChildren(EntryRow)) == 100)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("**SUMMARY:**\nall is well", "The stored reflection injects nothing: its heading is bold"),
        ("the SUMMARY: of it", "injects nothing: no line starts with “SUMMARY:”"),
        ("SUMMARY:\n\nSUPERSESSIONS:\n", "injects nothing: its sections are empty"),
        ("Just a plain text.", "A plain text without sections"),
        ("Old text.\nSUMMARY: new", "The text is cut: it has “SUMMARY:” inside"),
    ],
)
def test_a_banner_tells_what_is_not_as_it_seems(shown, text, title):
    view = shown(text)
    assert view.banner.isVisible()
    assert title in view.banner.accessibleName()


def test_where_nothing_is_injected_the_raw_text_is_shown(shown):
    view = shown("**SUMMARY:**\nall is well")
    assert view.form.current == RAW
    assert view.raw.text.isVisible()
    assert view.raw.text.text == "**SUMMARY:**\nall is well"
    view.form.choose(READABLE)
    assert view.nothing.isVisible()


@pytest.mark.parametrize(
    ("columns", "title"),
    [
        ({"enabled": 0}, "This scope is disabled"),
        ({"updated_at": "yesterday"}, "The engine can't read this record"),
    ],
)
def test_a_reflection_that_no_turn_receives_is_shown_with_the_reason(shown, columns, title):
    view = shown(**columns)
    assert title in view.banner.accessibleName()
    assert view.summary.text.startswith("The user refactors invoice rounding")
    assert len(view.supersessions.rows) == 3


RAW_TEXT = (
    "thinking\nSUMMARY:\n😀 fine\nSUPERSESSIONS:\nnine replaces eight\n- [seq:9] replaces [seq:8]"
)


def test_ignored_lines_are_marked_and_the_foot_says_why(qtbot, shown):
    view = shown(RAW_TEXT)
    view.form.choose(RAW)
    raw = view.raw
    assert len(raw.text.visible_grounds()) == 2
    assert raw.foot.text() == "The engine ignores 2 lines, in grey."
    raw.next_button.click()
    assert raw.foot.text() == (
        "Line 5: Ignored: a supersession is written “- [seq:2] replaces [seq:1]: reason”."
    )
    raw.next_button.click()
    assert raw.foot.text() == "Line 1: Ignored: it stands before the first heading."


def test_the_foot_follows_the_pointer_over_lines_with_emoji(qtbot, shown):
    view = shown(RAW_TEXT)
    view.form.choose(RAW)
    text = view.raw.text
    cursor = text.textCursor()
    cursor.setPosition(text.map.to_position(RAW_TEXT.index("- [seq:9]") + 3))
    qtbot.mouseMove(text.viewport(), text.cursorRect(cursor).center() + QPoint(2, 0))
    assert view.raw.foot.text() == "Line 6: A supersession."
    qtbot.mouseMove(text.viewport(), QPoint(20, text.viewport().height() - 4))
    assert view.raw.foot.text() == "The engine ignores 2 lines, in grey."


def test_what_was_looked_for_is_shown_in_the_raw_text(shown, session):
    view = shown()
    session.go(Target(Place.REFLECTION, text="frozen"))
    assert view.form.current == RAW
    [mark] = view.raw.text.extraSelections()
    assert mark.cursor.selectedText() == "frozen"


def test_invisible_characters_and_markup_are_shown_as_they_are(shown):
    view = shown("SUMMARY:\n<b>bold</b> \x1b[0m שלום 👨‍👩‍👧")
    assert view.summary.toPlainText() == "<b>bold</b> \u2066‹ESC›\u2069[0m שלום 👨‍👩‍👧"
    assert view.summary.text == "<b>bold</b> \x1b[0m שלום 👨‍👩‍👧"


def test_without_a_reflection_the_view_says_so(qtbot, session, golden_workspace):
    show(qtbot, session, golden_workspace("empty-scope"), "default|empty-scope|default")
    view = window(qtbot, session)
    assert view.empty.isVisible()
    assert view.empty.accessibleName().startswith("No reflection yet")
    assert not view.form.isVisible()


def test_a_long_summary_is_laid_out_without_a_scroll_bar_of_its_own(qtbot, shown):
    view = shown("SUMMARY:\n" + "a line of a summary that is not short at all\n" * 12)
    qtbot.waitUntil(lambda: not view.summary.verticalScrollBar().isVisible())
