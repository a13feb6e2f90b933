"""The table of observations and its inspector, on real workspaces."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QProxyStyle, QStyle, QWidget

from ui import fonts
from ui.clipboard import BYTES_FORMAT
from ui.jobs import JobRunner
from ui.navigation import Place, Target
from ui.observations import rows as rows_module
from ui.observations.badges import link_marks
from ui.observations.columns import column_widths
from ui.observations.inspector import ObservationInspector
from ui.observations.model import ROW_ROLE
from ui.observations.rows import Column, Part, Row, Wanted, arrange, make_rows
from ui.observations.sources import SourcesDialog, message_text
from ui.observations.view import ObservationsView
from ui.session import Session
from ui.widgets.badge import LinkBadge
from ui.widgets.link import Link

RICH = "default|conv-billing-rounding|default"
LARGE = "default|very-long-session|default"
SPOKEN = Qt.ItemDataRole.AccessibleTextRole


@pytest.fixture
def session(qtbot):
    runner = JobRunner()
    session = Session(runner)
    yield session
    runner.shut_down()


@pytest.fixture
def shown(qtbot, session, golden_workspace):
    """Open a workspace, show a scope, and put the view and its inspector into a window."""

    def show(name, memory_id, path=None):
        path = path or golden_workspace(name)
        with qtbot.waitSignal(session.source_changed):
            session.open(path)
        with qtbot.waitSignal(session.snapshot_changed):
            session.show_scope(memory_id)
        view, inspector = ObservationsView(session), ObservationInspector(session)
        for widget, wide in ((inspector, 324), (view, 736)):
            qtbot.addWidget(widget)
            widget.resize(wide, 640)
            with qtbot.waitExposed(widget):
                widget.show()
        view.activateWindow()
        return view, inspector

    return show


@pytest.fixture
def rich(shown):
    return shown("rich-coding-agent", RICH)


def seqs(view) -> list[int]:
    return [row.observation.seq for row in view.presenter.shown]


def selected_seq(view) -> int | None:
    row = view.presenter.selected_row
    return row.observation.seq if row else None


def select_seq(view, session, seq) -> None:
    row = next(row for row in view.presenter.rows if row.observation.seq == seq)
    session.select_observation(row.index)


def state_file(session):
    return session.source.path


def edit(session, memory_id, change) -> None:
    """Write to the file as the engine would: ``change`` gets and returns the list."""
    with closing(sqlite3.connect(state_file(session))) as db, db:
        where = "WHERE memory_id = ?"
        found = db.execute(
            f"SELECT active_observations_json FROM om_memory_records {where}", (memory_id,)
        ).fetchone()
        after = json.dumps(change(json.loads(found[0])))
        db.execute(
            f"UPDATE om_memory_records SET active_observations_json = ? {where}",
            (after, memory_id),
        )


def reload(qtbot, session) -> None:
    with qtbot.waitSignal(session.snapshot_changed):
        session.notice_change()


def test_the_rich_scope_has_20_in_and_20_out_with_the_best_importance_first(rich):
    view, _ = rich
    assert len(view.presenter.rows) == 40
    assert view.presenter.count_in == 20
    assert seqs(view)[:6] == [26, 1, 17, 5, 36, 9]
    assert view.tools.shown.text() == "40 of 40 shown"


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
    view.presenter.jump()
    assert view.tools.shown.text() == "This observation has no other side."
    view.presenter.follow((999,))
    assert view.tools.shown.text() == "No other observation has the number 999."


def test_a_target_is_selected_even_when_the_filter_hides_it(rich, session):
    view, _ = rich
    view.presenter.set_text("nothing has this")
    session.go(Target(Place.OBSERVATIONS, seq=33))
    assert selected_seq(view) == 33
    assert 33 in seqs(view)


def test_a_reload_keeps_selection_and_scroll_and_tints_what_changed(shown, session, qtbot):
    view, _inspector = shown("large", LARGE)
    view.presenter.sort_by(Column.SEQ)
    bar = view.table.verticalScrollBar()
    session.select_observation(3000)
    bar.setValue(2990 * 28 + 5)
    top = view.table.rowAt(0)

    def one_changed(items):
        items[2995]["content"] = "changed by the engine"
        return [*items, {**items[0], "seq": 5001}]

    edit(session, LARGE, one_changed)
    reload(qtbot, session)
    assert selected_seq(view) == 3001
    assert view.table.rowAt(0) == top
    assert bar.value() == 2990 * 28 + 5
    assert view.table.tinted == {2995, 5000}
    view.grab()
    qtbot.waitUntil(lambda: not view.table.tinted)
    assert view.table.observations.rows[2995].observation.content == "changed by the engine"


def test_the_selection_follows_an_observation_that_moves(shown, session, qtbot):
    view, inspector = shown("rich-coding-agent", RICH)
    select_seq(view, session, 40)
    edit(session, RICH, lambda items: items[5:])
    reload(qtbot, session)
    assert selected_seq(view) == 40
    assert session.selected_observation == 34
    assert inspector.head.title.text() == "Observation 40"


def test_a_reload_keeps_filter_and_order_another_scope_keeps_only_the_order(shown, session, qtbot):
    view, _ = shown("rich-coding-agent", RICH)
    view.presenter.sort_by(Column.TOKENS)
    view.presenter.set_text("database")
    reload(qtbot, session)
    assert view.presenter.wanted == Wanted(text="database", column=Column.TOKENS)
    with qtbot.waitSignal(session.snapshot_changed):
        session.show_scope("acme|conv-42|coder")
    assert view.presenter.wanted == Wanted(column=Column.TOKENS)
    assert view.tools.field.text == ""
    assert len(seqs(view)) == 8


def test_a_huge_scope_is_arranged_on_a_reader_thread(shown, session, qtbot, monkeypatch):
    monkeypatch.setattr("ui.observations.presenter.LARGE", 100)
    monkeypatch.setattr("ui.observations.inspector.LARGE", 100)
    view, inspector = shown("large", LARGE)
    session.select_observation(4000)
    qtbot.waitUntil(inspector.score.chart.isVisible)
    assert inspector.score.chart.accessibleName() == "Rank 2417 of 5000 by score"
    qtbot.waitUntil(lambda: len(view.presenter.shown) == 5000)
    view.presenter.sort_by(Column.SEQ)
    view.presenter.set_text("token")
    view.presenter.set_text("token schema")
    with qtbot.waitSignal(view.presenter.arranged):
        pass
    assert all("token schema" in row.observation.content for row in view.presenter.shown)
    assert seqs(view) == sorted(seqs(view))


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
    assert "‹ESC›[31m ‹U+202E›" in inspector.text.box.view.toPlainText()
    assert inspector.text.box.view.text == odd
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
    assert view.nothing.words.startswith("No observations, only working memory.")


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
    assert dialog.text.text.startswith("0 user\nInvoice totals differ by one cent")
    assert "\n\n1 assistant\n" in dialog.text.text
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

    text, heads, strips = message_text(
        [Message(3, "user", "hello"), Message(4, "assistant", "", '[{"id":"1"}]')]
    )
    assert text == '3 user\nhello\n\n4 assistant\n[{"id":"1"}]'
    assert [text[head.start : head.end] for head in heads] == ["3 user\n", "4 assistant\n"]
    assert len(strips) == 2


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


def test_reduced_motion_leaves_the_tint_out(rich):
    view, _ = rich

    class Still(QProxyStyle):
        def styleHint(self, hint, option=None, widget=None, data=None):  # noqa: N802 - Qt's name
            if hint == QStyle.StyleHint.SH_Widget_Animation_Duration:
                return 0
            return super().styleHint(hint, option, widget, data)

    style = Still("Fusion")
    view.table.setStyle(style)
    view.table.tint(frozenset({1}))
    assert view.table.tinted == frozenset()
    view.table.setStyle(None)


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
