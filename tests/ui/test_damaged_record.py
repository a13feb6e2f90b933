"""The view of a record that the engine can't read, on real files."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication

from desktop_app.core.engine_text import encode
from ui.clipboard import BYTES_FORMAT
from ui.jobs import JobRunner
from ui.observations.damaged import DamagedView
from ui.observations.damaged_inspector import MOST_SHOWN, DamagedInspector, WrongItem
from ui.observations.damaged_record import OBSERVATIONS
from ui.observations.damaged_tools import BYTES, RAW, READABLE
from ui.observations.rows import Column
from ui.session import Session

SCOPE = "default|hand-edited|default"
GOOD = {
    "seq": 1,
    "content": "Customer 20417 asked for the invoice in German.",
    "token_count": 13,
    "importance": 0.7,
    "created_at": "2026-06-15T07:04:58.230019Z",
}
BAD = {**GOOD, "seq": 2, "content": "250 EUR\x1b[0m", "token_count": 15.0, "created_at": "15/06"}


@pytest.fixture
def session(qtbot):
    runner = JobRunner()
    session = Session(runner)
    yield session
    runner.shut_down()


@pytest.fixture
def shown(qtbot, session, golden_workspace):
    """Write values into a scope's record, and show it."""

    def show(memory_id=SCOPE, **values):
        path = golden_workspace("hand-edited")
        with closing(sqlite3.connect(path / ".harness" / "state.db")) as db, db:
            for column, value in values.items():
                db.execute(
                    f"UPDATE om_memory_records SET {column} = ? WHERE memory_id = ?",
                    (value, memory_id),
                )
        with qtbot.waitSignal(session.source_changed):
            session.open(path)
        with qtbot.waitSignal(session.snapshot_changed):
            session.show_scope(memory_id)
        view, inspector = DamagedView(session), DamagedInspector(session)
        for widget, wide in ((inspector, 324), (view, 736)):
            qtbot.addWidget(widget)
            widget.resize(wide, 640)
            with qtbot.waitExposed(widget):
                widget.show()
        qtbot.waitUntil(lambda: view.presenter.record is not None)
        QCoreApplication.processEvents()  # what was added is shown then
        return view, inspector

    return show


def stored(*items) -> str:
    return json.dumps(list(items), separators=(",", ":"))


def titles(inspector) -> list[str]:
    items = inspector.stops.findChildren(WrongItem)
    return [item.title.text() for item in items if not item.isHidden()]


def test_two_bad_values_are_marked_explained_and_the_rest_is_listed(shown):
    view, inspector = shown(active_observations_json=stored(GOOD, BAD, {**GOOD, "seq": 3}))
    assert view.banner.accessibleName() == (
        "The engine can’t read this record, so every turn runs without it. "
        "2 values in observation 2 stop it. The other 2 observations are fine and listed."
    )
    assert titles(inspector) == ["token_count in observation 2", "created_at in observation 2"]
    text = view.raw.text
    marked = [text[word.span.start : word.span.end] for word in view.raw._words]  # noqa: SLF001
    assert marked == ["15.0", '"15/06"']
    assert view.raw.visible_grounds()


def test_character_and_byte_of_the_stored_text_lead_to_the_value(shown):
    text = stored({**GOOD, "content": "Zürich 客户"}, BAD)
    view, inspector = shown(active_observations_json=text)
    wrong = view.presenter.record.wrong[0]
    data = encode(view.presenter.record.columns[OBSERVATIONS].layout.raw)
    assert data[wrong.byte :].startswith(b"15.0")
    assert '"token_count":15.0' in view.raw.text.split("\n")[_line(view, wrong) - 1]
    item = inspector.stops.findChildren(WrongItem)[0]
    place = f"character {text.index('15.0') + 1:,}, byte {data.index(b'15.0') + 1:,}"
    assert place in item.title.accessibleName()


def _line(view, wrong):
    """Return the line of the laid-out text in which something wrong stands, from 1."""
    layout = view.presenter.record.columns[wrong.column].layout
    return layout.text.count("\n", 0, layout.to_shown(wrong.span.start)) + 1


def test_a_text_that_is_laid_out_says_so_and_numbers_stored_lines_only(shown):
    view, _ = shown(active_observations_json=stored(GOOD, BAD))
    assert view.laid_out.isVisible()
    labels = [view.raw.line_label(block) for block, _ in view.raw.visible_blocks()]
    assert labels[0] == "1"
    assert not any(labels[1:])


def test_a_title_of_the_inspector_leads_to_its_place(shown, qtbot):
    items = [{**GOOD, "seq": seq} for seq in range(200)]
    view, inspector = shown(active_observations_json=stored(*items, BAD))
    item = inspector.stops.findChildren(WrongItem)[0]
    qtbot.keyClick(item.title, Qt.Key.Key_Space)
    shown_lines = [view.raw.line_number(block) for block, _ in view.raw.visible_blocks()]
    assert _line(view, view.presenter.record.wrong[0]) in shown_lines
    view.tools.segments.choose(BYTES)
    qtbot.keyClick(item.title, Qt.Key.Key_Space)
    first = view.bytes.visible_blocks()[0][0].text()
    assert int(first[:8], 16) > 1000
    assert view.bytes.visible_grounds()


def test_invisible_characters_are_worth_a_look(shown, qtbot):
    text = stored(GOOD, {**BAD, "content": "a\u200bb\x1b c\\\\u001b \t\n"})
    _view, inspector = shown(active_observations_json=text)
    found = [item.title.text() for item in inspector.odd.findChildren(WrongItem)]
    assert found == ["Invisible character ‹U+200B›", "Invisible character ‹ESC›"]


@pytest.mark.parametrize(
    ("column", "value", "title"),
    [
        ("config_json", '{"snippet_max_tokens": "many"}', "snippet_max_tokens"),
        ("config_json", "{", "config_json"),
        ("created_at", "yesterday", "created_at"),
        ("updated_at", 12, "updated_at"),
        ("enabled", "perhaps", "enabled"),
        ("state_version", b"x\xff", "state_version"),
        (OBSERVATIONS, "", OBSERVATIONS),
        (OBSERVATIONS, "{}", OBSERVATIONS),
        (OBSERVATIONS, "[1,2", OBSERVATIONS),
        (OBSERVATIONS, '[{"seq":1}, "text"]', "item 2 of the list"),
        (OBSERVATIONS, '[{"seq":"1', OBSERVATIONS),
    ],
)
def test_damage_in_any_column_is_shown_where_it_is(shown, column, value, title):
    view, inspector = shown(**{column: value})
    assert view.presenter.column == column
    assert titles(inspector) == [title]
    raw = view.presenter.record.columns[column].layout.raw
    assert view.raw.text.replace("\n", "").replace(" ", "") == raw.replace("\n", "").replace(
        " ", ""
    )
    for part in (READABLE, BYTES, RAW):
        view.tools.segments.choose(part)
        assert not view.grab().isNull()
    assert not inspector.grab().isNull()


def test_other_columns_can_be_looked_at(shown):
    view, _ = shown(created_at="yesterday")
    names = [action.data() for action in view.tools.menu.actions() if action.data()]
    assert names[0] == "created_at"
    assert len(names) == 15
    next(one for one in view.tools.menu.actions() if one.data() == OBSERVATIONS).trigger()
    assert view.presenter.column == OBSERVATIONS
    assert view.raw.text.startswith('[\n  {"seq":')


def test_the_readable_observations_are_a_table_without_marks(shown, qtbot, qtmodeltester):
    view, inspector = shown(active_observations_json=stored(GOOD, BAD, {**GOOD, "seq": 10}))
    view.banner.activated.emit()
    table = view.table
    qtmodeltester.check(table.observations)
    assert view.table.isVisible()
    assert [row.observation.seq for row in table.observations.rows] == [1, 10]
    assert table.isColumnHidden(Column.SCORE)
    table.sort_wanted.emit(Column.SEQ)
    assert [row.observation.seq for row in table.observations.rows] == [10, 1]
    table.selectRow(0)
    assert inspector.text.isVisible()
    assert inspector.text.box.view.text == GOOD["content"]
    view.tools.segments.choose(RAW)
    assert not inspector.text.isVisible()


def test_the_bytes_are_those_in_the_file(shown):
    text = stored(GOOD, BAD)
    view, _ = shown(active_observations_json=text)
    view.tools.segments.choose(BYTES)
    pairs = [line[10:57] for line in view.bytes.text.split("\n")]
    assert bytes.fromhex(" ".join(pairs)) == text.encode()


def test_copying_gives_what_is_stored_without_the_breaks_that_were_put_in(shown, qtbot):
    text = stored(GOOD, BAD)
    view, _ = shown(active_observations_json=text)
    view.tools.copy_button.click()
    assert bytes(QGuiApplication.clipboard().mimeData().data(BYTES_FORMAT)) == text.encode()
    view.raw.selectAll()
    assert view.raw.selected_text == text
    view.raw.copy()
    assert QGuiApplication.clipboard().text() == text


def test_find_marks_every_hit_and_enter_goes_through_them(shown, qtbot):
    items = [{**GOOD, "seq": seq} for seq in range(50)]
    view, _ = shown(active_observations_json=stored(*items, BAD))
    qtbot.keyClick(view.raw, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(view.tools.field.line, "customer 20417")
    assert view.tools.hits.text() == "50 found"
    qtbot.keyClick(view.tools.field.line, Qt.Key.Key_Return)
    qtbot.keyClick(view.tools.field.line, Qt.Key.Key_Return)
    assert view.tools.hits.text() == "2 of 50"
    view.tools.field.set_text("not there")
    assert view.tools.hits.text() == "0 found"
    qtbot.keyClick(view.tools.field.line, Qt.Key.Key_Return)
    view.tools.segments.choose(READABLE)
    assert view.table.observations.rowCount() == 0
    view.tools.field.set_text("")
    assert view.table.observations.rowCount() == 50


def test_hundreds_of_damages_in_a_megabyte_are_all_counted(shown):
    items = [{**BAD, "seq": seq, "content": "text " * 30} for seq in range(4000)]
    view, inspector = shown(active_observations_json=stored(*items))
    assert len(view.presenter.record.wrong) == 8000
    assert len(titles(inspector)) == MOST_SHOWN
    assert view.banner.accessibleName().endswith(
        "8,000 values in several places stop it. "
        "Nothing is lost: “Bytes” shows what is stored, exactly as it is."
    )
    view.presenter.choose_wrong(view.presenter.record.wrong[7000])
    assert not view.grab().isNull()


def test_a_repaired_record_leaves_nothing_behind(shown, session, qtbot):
    view, inspector = shown(active_observations_json=stored(GOOD, BAD))
    with closing(sqlite3.connect(session.source.path)) as db, db:
        db.execute(
            "UPDATE om_memory_records SET active_observations_json = ? WHERE memory_id = ?",
            (stored(GOOD), SCOPE),
        )
    with qtbot.waitSignal(session.snapshot_changed):
        session.notice_change()
    assert view.presenter.record is None
    assert titles(inspector) == []
    assert not view.banner.isVisible()


def test_a_reload_keeps_the_column_and_the_place(shown, session, qtbot):
    items = [{**GOOD, "seq": seq} for seq in range(300)]
    view, _ = shown(active_observations_json=stored(*items, BAD), created_at="yesterday")
    assert view.presenter.column == OBSERVATIONS
    lines = [view.raw.line_number(block) for block, _ in view.raw.visible_blocks()]
    assert _line(view, view.presenter.record.wrong[0]) in lines  # shown at once, without asking
    before = view.raw.verticalScrollBar().value()
    assert before > 0
    with closing(sqlite3.connect(session.source.path)) as db, db:
        db.execute(
            "UPDATE om_memory_records SET active_observations_json = ? WHERE memory_id = ?",
            (stored(*items, BAD, GOOD), SCOPE),
        )
    with qtbot.waitSignal(view.presenter.record_changed):
        session.notice_change()
    assert len(view.presenter.rows) == 301
    assert view.raw.verticalScrollBar().value() == before
