"""Working memory: the table, one entry in full, and the line that a turn receives."""

from __future__ import annotations

import pytest
from golden_scopes import RICH, add_working, sessions, show
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester

from desktop_app.core.working.entry import WorkingEntry
from ui.clipboard import BYTES_FORMAT
from ui.navigation import Place, Target
from ui.tokens import Meaning
from ui.working.inspector import WorkingInspector
from ui.working.model import (
    Column,
    Oddity,
    ValueKind,
    arranged,
    big_numbers,
    json_problem,
    shown_key,
    working_rows,
)
from ui.working.view import WorkingView

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def session(qtbot):
    yield from sessions()


@pytest.fixture
def shown(qtbot, session, golden_workspace):
    """Show the rich scope with more entries; give view and inspector."""

    def show_entries(entries=None):
        workspace = golden_workspace("rich-coding-agent")
        if entries:
            add_working(workspace, RICH, entries)
        show(qtbot, session, workspace, RICH)
        return window(qtbot, session)

    return show_entries


def window(qtbot, session):
    view, inspector = WorkingView(session), WorkingInspector(session)
    for widget, wide in ((view, 736), (inspector, 324)):
        qtbot.addWidget(widget)
        widget.resize(wide, 560)
        with qtbot.waitExposed(widget):
            widget.show()
    return view, inspector


def column(view, number=0):
    model = view.table.model()
    return [model.index(row, number).data() for row in range(model.rowCount())]


def choose(view, key):
    rows = view.presenter.rows
    view.table.choose_row(next(n for n, row in enumerate(rows) if row.entry.key == key))


def clipboard():
    return QGuiApplication.clipboard().mimeData().data(BYTES_FORMAT).data().decode()


def test_entries_stand_in_the_order_of_the_turn(shown, session):
    view, inspector = shown()
    assert column(view) == [entry.key for entry in session.snapshot.working]
    assert column(view, 2)[:3] == ["object", "number", "text"]
    assert view.count.text() == "11 entries · in every turn, never counted"
    assert inspector.entry.title.text() == "Zeta"
    QAbstractItemModelTester(view.table.model())


def test_lines_put_together_are_the_injected_text(shown, session):
    view, _ = shown({" padded ": "1", "two\nlines": '"x"'})
    lines = "\n".join(row.line for row in view.presenter.rows)
    assert f"<working-memory>\n{lines}\n</working-memory>" == session.snapshot.working_text


def test_the_inspector_has_value_and_line_exactly(qtbot, shown):
    view, inspector = shown()
    choose(view, "unicode")
    line = next(row.line for row in view.presenter.rows if row.entry.key == "unicode")
    assert inspector.entry.line.text == line
    qtbot.mouseClick(inspector.entry.copy_button, Qt.MouseButton.LeftButton)
    assert clipboard() == line
    choose(view, "Zeta")
    assert inspector.entry.value.field.text.startswith('{\n  "a": {')


def test_keys_copy_the_value_or_the_line(qtbot, shown):
    view, _ = shown({" padded ": '"<b>"'})
    choose(view, " padded ")
    qtbot.keyClick(view.table, Qt.Key.Key_C, CTRL)
    assert clipboard() == '"<b>"'
    qtbot.keyClick(view.table, Qt.Key.Key_C, CTRL | SHIFT)
    assert clipboard() == ' padded : "<b>"'


def test_typing_filters_and_escape_gives_the_focus_back(qtbot, shown):
    view, _ = shown()
    view.table.setFocus()
    qtbot.keyClick(view.table, Qt.Key.Key_Slash)
    qtbot.keyClicks(view.filter.line, "float")
    assert column(view) == ["big_float", "tiny_float", "whole_float"]
    assert view.count.text().startswith("3 of 11 entries")
    qtbot.keyClicks(view.filter.line, "zzz")
    assert view.empty.accessibleName() == "No entry has “floatzzz” in it. Esc clears the filter."
    qtbot.keyClick(view.filter.line, Qt.Key.Key_Escape)
    assert len(column(view)) == 11


def test_a_click_on_a_head_sorts_twice_and_then_gives_the_order_back(qtbot, shown):
    view, _ = shown()
    choose(view, "plan")
    header = view.table.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(3) + 20, header.height() // 2)
    before, sizes = column(view), []
    for _ in range(2):
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
        sizes.append([int(size.replace(",", "")) for size in column(view, 3)])
        assert view.presenter.selected.entry.key == "plan"
    assert sizes == [sorted(sizes[0]), sorted(sizes[0], reverse=True)]
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert column(view) == before


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        (" padded ", "1", "Blanks around the key"),
        ("two\nlines", "1", "Line breaks in the key"),
        ("breaks", '{\n"a":1}', "Line breaks in the value"),
        ("big", "[9007199254740993]", "Numbers beyond 2^53. 9007199254740993"),
        ("broken", '{"a":oops}', "The value is not JSON. Character 6"),
    ],
)
def test_what_is_odd_about_an_entry_is_said(shown, key, value, words):
    view, inspector = shown({key: value})
    choose(view, key)
    assert inspector.entry.banner.isVisible()
    assert inspector.entry.banner.accessibleName().startswith(words)


def test_an_invalid_value_is_shown_raw_with_its_position(shown):
    view, inspector = shown({"broken": '{"a":1,\n "b":oops}'})
    choose(view, "broken")
    field = inspector.entry.value.field
    assert field.text == '{"a":1,\n "b":oops}'
    [(span, meaning)] = field.marks
    assert (field.text[span.start], meaning) == ("o", Meaning.DAMAGED)
    choose(view, "count")
    assert field.marks == ()
    assert not inspector.entry.banner.isVisible()


def test_a_target_selects_its_entry(shown, session):
    view, inspector = shown()
    view.filter.set_text("float")
    session.go(Target(Place.WORKING, key="plan"))
    assert inspector.entry.title.text() == "plan"
    assert view.filter.text == ""
    assert view.table.currentIndex().data() == "plan"


def test_a_target_in_another_scope_waits_for_it(qtbot, shown, session):
    _, inspector = shown()
    other = "acme|conv-only-working-memory|coder"
    key = session.source.snapshot(other).working[-1].key
    session.go(Target(Place.WORKING, memory_id=other, key=key))
    with qtbot.waitSignal(session.snapshot_changed):
        session.show_scope(other)
    assert inspector.presenter.selected.entry.key == key


def test_a_reload_keeps_the_selection(qtbot, shown, session):
    view, inspector = shown()
    choose(view, "ratio")
    with qtbot.waitSignal(session.snapshot_changed):
        session.reload()
    assert inspector.entry.title.text() == "ratio"
    assert view.table.currentIndex().data() == "ratio"


def test_without_entries_the_view_says_so(qtbot, session, golden_workspace):
    show(qtbot, session, golden_workspace("empty-scope"), "default|empty-scope|default")
    view, inspector = window(qtbot, session)
    assert view.empty.accessibleName().startswith("No working memory in this scope")
    assert inspector.empty.isVisible()
    assert not view.filter.isVisible()


def test_working_memory_of_a_scope_without_memory_is_shown(qtbot, session, golden_workspace):
    show(qtbot, session, golden_workspace("memory-mode-off"), "default|c1|default")
    view, inspector = window(qtbot, session)
    assert len(column(view)) == 1
    assert inspector.entry.line.text == session.snapshot.working_text.split("\n")[1]


def test_ten_thousand_entries_are_listed_and_filtered(shown):
    view, _ = shown({f"key {n:05}": f'"value {n}"' for n in range(10_000)})
    assert len(view.presenter.rows) == 10_011
    view.filter.set_text("value 999")
    assert len(view.presenter.rows) == 11


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("{}", ValueKind.OBJECT),
        ("[1]", ValueKind.ARRAY),
        ('"x"', ValueKind.STRING),
        ("1e+21", ValueKind.NUMBER),
        ("true", ValueKind.BOOLEAN),
        ("null", ValueKind.NULL),
        ("NaN", ValueKind.INVALID),
        ("", ValueKind.INVALID),
        ("[" * 50_000, ValueKind.INVALID),
        ('"' + "x" * 200_000 + '"', ValueKind.STRING),
    ],
)
def test_a_value_is_told_by_what_it_is(value, kind):
    [row] = working_rows([WorkingEntry("key", value)])
    assert row.kind is kind
    assert (Oddity.NOT_JSON in row.oddities) == (kind is ValueKind.INVALID)


@pytest.mark.parametrize(
    ("value", "numbers"),
    [
        ("9007199254740992", ("9007199254740992",)),
        ("[-9007199254740993,12]", ("-9007199254740993",)),
        ('"9007199254740993"', ()),
        ("1.9007199254740993", ()),
        ("9007199254740993.5", ()),
        ("1e9007199254740993", ()),
        ("9" * 5000, ("9" * 5000,)),
    ],
)
def test_only_whole_numbers_beyond_the_exact_ones_are_named(value, numbers):
    assert big_numbers(value) == numbers


ENTRIES = st.lists(
    st.builds(WorkingEntry, st.text(max_size=8), st.text('{}[]"1,a\n ', max_size=8)), max_size=8
)


@given(ENTRIES, st.sampled_from([None, *Column]), st.booleans())
def test_sorting_loses_nothing_and_filtering_only_what_does_not_match(entries, by, falling):
    rows = working_rows(entries)
    sorted_rows = arranged(rows, "", by, falling=falling)
    assert sorted(row.place for row in sorted_rows) == list(range(len(entries)))
    found = arranged(rows, "a", by, falling=falling)
    assert {row.place for row in found} == {row.place for row in rows if "a" in row.line.casefold()}


@given(st.text(max_size=12))
def test_a_shown_key_is_one_line_and_never_empty(key):
    shown = shown_key(key)
    assert shown
    assert "\n" not in shown


def test_what_is_json_has_no_problem():
    assert json_problem('{"a":[1,null]}') is None
    assert json_problem("{") is not None


def test_rows_of_entries_that_did_not_change_are_taken_over():
    entries = [WorkingEntry(f"key {n}", str(n)) for n in range(3)]
    before = working_rows(entries)
    after = working_rows([WorkingEntry("added", "true"), *entries[:2], entries[2]], before)
    assert [row.place for row in after] == [0, 1, 2, 3]
    assert [row.entry for row in after[1:]] == entries
    again = working_rows(entries, before)
    assert all(one is other for one, other in zip(again, before, strict=True))
