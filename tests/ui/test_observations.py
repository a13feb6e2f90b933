"""The table of observations, on real workspaces."""

from __future__ import annotations

import pytest
from golden_scopes import sessions
from observation_views import (
    LARGE,
    RICH,
    select_seq,
    seqs,
    views,
)
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget

from ui import fonts
from ui.fonts import Role
from ui.observations import rows as rows_module
from ui.observations.columns import column_widths
from ui.observations.model import ROW_ROLE
from ui.observations.rows import Column, Part, Row, Wanted, arrange, make_rows
from ui.observations.words import score_text
from ui.widgets.bars import score_width

SPOKEN = Qt.ItemDataRole.AccessibleTextRole


@pytest.fixture
def session(qtbot):
    yield from sessions()


@pytest.fixture
def shown(qtbot, session, golden_workspace):
    return views(qtbot, session, golden_workspace)


@pytest.fixture
def rich(shown):
    return shown("rich-coding-agent", RICH)


def test_the_rich_scope_has_20_in_and_20_out_with_the_best_importance_first(rich):
    view, _ = rich
    assert len(view.presenter.rows) == 40
    assert view.presenter.count_in == 20
    assert seqs(view)[:6] == [26, 1, 17, 5, 36, 9]
    assert view.tools.shown.text() == ""


def test_the_model_keeps_the_rules_of_qt(rich, qtmodeltester):
    view, _ = rich
    qtmodeltester.check(view.table.observations)
    view.presenter.set_text("port")
    qtmodeltester.check(view.table.observations)


def test_a_row_says_everything_to_a_screen_reader(rich):
    view, _ = rich
    model = view.table.observations
    spoken = [model.index(row, 0).data(SPOKEN) for row in range(model.rowCount())]
    assert "Observation 26, in" in spoken
    assert "Observation 1, out, does not fit, needs 18, 4 left" in spoken
    assert any("Observation 13, out, superseded, needs 8" in words for words in spoken)
    text = model.index(1, Column.TEXT).data(SPOKEN)
    assert text.endswith("User rule: never run `git commit` or `git push` without asking first.")
    assert model.headerData(0, Qt.Orientation.Horizontal, SPOKEN) == "In the next turn"


@pytest.mark.parametrize("column", list(Column))
def test_every_column_sorts_by_value_in_both_directions(rich, column):
    view, _ = rich
    key = rows_module._KEYS[column]  # noqa: SLF001 - the order itself is what is tested
    view.presenter.sort_by(column)
    first = [key(row) for row in view.presenter.shown]
    view.presenter.sort_by(column)
    second = [key(row) for row in view.presenter.shown]
    assert sorted([first, second]) == sorted([sorted(first), sorted(first, reverse=True)])


def test_numbers_sort_as_numbers_not_as_text(rich):
    view, _ = rich
    view.presenter.sort_by(Column.SEQ)
    assert seqs(view) == list(range(1, 41))
    view.presenter.sort_by(Column.TOKENS)
    counts = [row.observation.token_count for row in view.presenter.shown]
    assert counts == sorted(counts, reverse=True)


def test_a_click_on_a_head_sorts_and_a_second_click_turns_round(rich, qtbot):
    view, _ = rich
    head = view.table.horizontalHeader()
    place = QPoint(head.sectionViewportPosition(Column.SEQ) + 10, 10)
    qtbot.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert seqs(view)[0] == 1
    qtbot.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert seqs(view)[0] == 40


def test_s_and_a_letter_sort(rich, qtbot):
    view, _ = rich
    view.table.setFocus()
    qtbot.keyClick(view.table, Qt.Key.Key_S)
    view.grab()  # the letters stand in the head
    qtbot.keyClick(view.table, Qt.Key.Key_Q)
    assert seqs(view)[:3] == [1, 2, 3]
    qtbot.keyClick(view.table, Qt.Key.Key_S)
    qtbot.keyClick(view.table, Qt.Key.Key_S)
    scores = [row.standing.score for row in view.presenter.shown]
    assert scores == sorted(scores, reverse=True)
    qtbot.keyClick(view.table, Qt.Key.Key_S)
    qtbot.keyClick(view.table, Qt.Key.Key_Z)  # no column: nothing happens
    assert view.presenter.wanted.column is Column.SCORE


def test_filters_join(rich, qtbot):
    view, _ = rich
    view.tools.segments.choose(Part.OUT)
    assert len(seqs(view)) == 20
    view.presenter.set_least(0.7)
    assert all(row.importance >= 0.7 for row in view.presenter.shown)
    before = len(seqs(view))
    qtbot.keyClicks(view.tools.field.line, "RULE")
    assert seqs(view) == [1]
    assert view.tools.shown.text() == "1 of 40 shown"
    view.tools.field.set_text("#21")
    assert seqs(view) == []
    view.tools.segments.choose(Part.ALL)
    assert seqs(view) == [21]
    assert before > 1


def test_the_least_importance_is_chosen_from_a_menu(rich, qtbot):
    view, _ = rich
    action = next(one for one in view.tools.menu.actions() if one.data() == 0.9)
    action.trigger()
    assert sorted(seqs(view)) == [1, 5, 17, 26]
    assert view.tools.importance.text() == "Importance ≥ 0.9"
    assert view.tools.importance.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_what_matches_nothing_offers_to_clear_the_filter(rich, qtbot):
    view, _ = rich
    view.tools.field.set_text("no such words")
    assert view.no_match.isVisible()
    qtbot.keyClick(view.no_match.button, Qt.Key.Key_Space)
    assert view.table.isVisible()
    assert len(seqs(view)) == 40
    assert view.tools.field.text == ""


def test_columns_go_one_by_one_and_the_text_keeps_200_pixels(rich):
    view, _ = rich
    hidden = {}
    for wide in (736, 600, 500, 420):
        view.resize(wide, 640)
        table = view.table
        hidden[wide] = {column for column in Column if table.isColumnHidden(column)}
        assert table.columnWidth(Column.TEXT) >= 200
        used = sum(table.columnWidth(one) for one in Column if one not in hidden[wide])
        assert used <= table.viewport().width()
    assert hidden[736] == set()
    assert hidden[600] == {Column.AGE}
    assert hidden[500] == {Column.AGE, Column.SCORE}
    assert hidden[420] == {Column.AGE, Column.SCORE}


def test_at_double_size_more_columns_go():
    fonts.set_zoom(200)
    widths = column_widths(620, {Column.SEQ: 4, Column.TOKENS: 2, Column.AGE: 6})
    fonts.set_zoom(100)
    gone = {column for column, wide in widths.items() if not wide}
    assert gone == {Column.AGE, Column.SCORE, Column.TOKENS, Column.IMPORTANCE}
    assert widths[Column.TEXT] >= 400


def test_rows_of_a_damaged_record_have_no_standing(shown, session):
    _view, inspector = shown("hand-edited", "default|unreadable-time|default")
    rows = make_rows(session.snapshot)
    assert [row.standing for row in rows] == [None]
    assert arrange(rows, Wanted()) == rows
    assert inspector.row is None


@pytest.mark.parametrize("memory_id", ["a|b|c|d", "default|case|a"])
def test_odd_ids_are_shown_like_any_other(shown, memory_id):
    view, _ = shown("odd-scope-ids", memory_id)
    assert len(seqs(view)) == 2


def test_every_row_paints_in_every_look(rich, session, look, qtbot):
    from ui.theme import Mode  # noqa: PLC0415

    view, inspector = rich
    select_seq(view, session, 13)
    for mode in (Mode.LIGHT, Mode.DARK):
        look.set_mode(mode)
        assert not view.grab().isNull()
        assert not inspector.grab().isNull()
    model = view.table.observations
    assert all(isinstance(model.index(row, 0).data(ROW_ROLE), Row) for row in range(40))


def test_every_control_has_a_name(rich, session):
    view, inspector = rich
    select_seq(view, session, 13)
    for pane in (view, inspector):
        nameless = [
            part
            for part in pane.findChildren(QWidget)
            if part.isVisible()
            and part.focusPolicy() & Qt.FocusPolicy.TabFocus
            and not part.accessibleName()
        ]
        assert nameless == []


def test_small_scores_are_shown_whole(shown, qtbot):
    view, _ = shown("large", LARGE)
    qtbot.waitUntil(lambda: bool(view.presenter.shown))
    texts = {score_text(row) for row in view.presenter.rows}
    assert any("e-" in text for text in texts)
    room = view.table.columnWidth(Column.SCORE) - 2 * fonts.px(8) - score_width() - 4
    widest = max(fonts.metrics(Role.BODY).horizontalAdvance(text) for text in texts)
    assert widest <= room
