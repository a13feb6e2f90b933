"""Keys, links and jumps in the table of observations."""

from __future__ import annotations

import pytest
from golden_scopes import sessions
from observation_views import (
    RICH,
    edit,
    reload,
    select_seq,
    selected_seq,
    seqs,
    views,
)
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication

from ui.clipboard import BYTES_FORMAT
from ui.navigation import Place, Target
from ui.observations.badges import link_marks
from ui.observations.rows import Column


@pytest.fixture
def session(qtbot):
    yield from sessions()


@pytest.fixture
def shown(qtbot, session, golden_workspace):
    return views(qtbot, session, golden_workspace)


@pytest.fixture
def rich(shown):
    return shown("rich-coding-agent", RICH)


def test_the_keyboard_alone_walks_filters_and_jumps(rich, qtbot, session):
    view, inspector = rich
    table = view.table
    table.setFocus()
    for key, seq in (
        (Qt.Key.Key_Home, 26),
        (Qt.Key.Key_J, 1),
        (Qt.Key.Key_Down, 17),
        (Qt.Key.Key_K, 1),
        (Qt.Key.Key_End, seqs(view)[-1]),
        (Qt.Key.Key_Home, 26),
    ):
        qtbot.keyClick(table, key)
        assert selected_seq(view) == seq
        assert inspector.head.title.text() == f"Observation {seq}"
    qtbot.keyClick(table, Qt.Key.Key_Slash)
    qtbot.keyClicks(view.tools.field.line, "port for the local api is")
    qtbot.keyClick(view.tools.field.line, Qt.Key.Key_Return)
    qtbot.keyClick(table, Qt.Key.Key_Home)
    assert selected_seq(view) == 13
    qtbot.keyClick(table, Qt.Key.Key_L)  # 21 is filtered out, so the filter goes
    assert selected_seq(view) == 21
    assert len(seqs(view)) == 40
    qtbot.keyClick(table, Qt.Key.Key_L)
    assert selected_seq(view) == 13
    with qtbot.waitSignal(view.inspector_requested):
        qtbot.keyClick(table, Qt.Key.Key_Return)
    with qtbot.waitSignal(session.target_requested) as asked:
        qtbot.keyClick(table, Qt.Key.Key_T)
    assert asked.args[0] == Target(Place.TURN, seq=13, index=12)


def test_page_keys_and_ends_walk_the_table_without_losing_a_row(rich, qtbot):
    view, _inspector = rich
    view.resize(736, 300)
    table, keys = view.table, Qt.Key
    table.setFocus()
    rows = []
    for key in (keys.Key_Home, keys.Key_PageDown, keys.Key_PageDown, keys.Key_PageUp, keys.Key_End):
        qtbot.keyClick(table, key)
        assert [row.index for row in table.selected_rows] == [table.current.index]
        rows.append(table.currentIndex().row())
    first, page, two_pages, back, last = rows
    assert (first, last) == (0, len(view.presenter.shown) - 1)
    assert 0 < page < two_pages <= last
    assert back < two_pages


def test_single_letters_do_nothing_in_the_filter_and_never_search_the_table(rich, qtbot):
    view, _ = rich
    view.table.setFocus()
    before = selected_seq(view)
    qtbot.keyClick(view.table, Qt.Key.Key_X)
    assert selected_seq(view) == before
    view.find_here()
    qtbot.keyClicks(view.tools.field.line, "lst")
    assert view.tools.field.text == "lst"


def test_copying_gives_the_text_and_its_exact_bytes(rich, qtbot, session):
    view, _ = rich
    view.table.setFocus()
    select_seq(view, session, 1)
    qtbot.keyClick(view.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    content = view.presenter.selected_row.observation.content
    assert QGuiApplication.clipboard().text() == content
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(view.table, Qt.Key.Key_C, both)
    data = QGuiApplication.clipboard().mimeData().data(BYTES_FORMAT)
    assert bytes(data) == content.encode()


def test_badges_are_links(rich, qtbot, session):
    view, _ = rich
    row = next(row for row in view.presenter.rows if row.observation.seq == 13)
    session.select_observation(row.index)
    table = view.table
    index = table.observations.index(table.observations.row_of(row.index), Column.TEXT)
    assert [mark.text for mark in link_marks(row)] == ["by 21"]
    cell = table.visualRect(index)
    qtbot.mouseMove(table.viewport(), cell.topLeft() + QPoint(20, 14))
    qtbot.mouseClick(
        table.viewport(), Qt.MouseButton.LeftButton, pos=cell.topLeft() + QPoint(20, 14)
    )
    assert selected_seq(view) == 21


def test_jumping_visits_every_observation_with_the_number_and_comes_back(shown, session, qtbot):
    view, _ = shown("rich-coding-agent", RICH)

    def repeat_21(items):
        return [*items, {**items[20], "content": "a second 21", "token_count": 3}]

    edit(session, RICH, repeat_21)
    reload(qtbot, session)
    select_seq(view, session, 13)
    places = []
    for _ in range(4):
        view.presenter.jump()
        places.append(session.selected_observation)
    assert places == [20, 40, 12, 20]


def test_an_observation_without_another_side_says_so(rich, session):
    view, _ = rich
    select_seq(view, session, 1)
    wide = view.tools.field.width()
    view.presenter.jump()
    assert view.tools.shown.text() == "It has no other side"
    view.presenter.follow((999,))
    assert view.tools.shown.text() == "No other one is 999"
    assert view.tools.field.width() == wide
    select_seq(view, session, 2)
    assert view.tools.shown.text() == ""


def test_a_target_is_selected_even_when_the_filter_hides_it(rich, session):
    view, _ = rich
    view.presenter.set_text("nothing has this")
    session.go(Target(Place.OBSERVATIONS, seq=33))
    assert selected_seq(view) == 33
    assert 33 in seqs(view)
