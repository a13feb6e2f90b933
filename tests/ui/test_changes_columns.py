"""The columns of the changes are measured no more often than their width asks for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.core.editing.journal import Entry, EntryKind
from desktop_app.core.engine_time import parse_json_time
from desktop_app.core.files.row import FILES
from ui import fonts
from ui.changes import table_width
from ui.changes.model import ChangesModel
from ui.changes.rows import ChangeRow, State
from ui.changes.table_width import TextColumn
from ui.widgets.list_table import text_width


@pytest.fixture
def measured(qapp, monkeypatch):
    texts: list[str] = []

    def measure(text):
        texts.append(text)
        return text_width(text)

    monkeypatch.setattr(table_width, "text_width", measure)
    return texts


@pytest.fixture
def journal_entry():
    at = parse_json_time("2026-06-16T10:00:00Z")
    return Entry(id="", file=FILES, kind=EntryKind.CHANGE, who="me", at=at, label="Edit")


def row(key, entry):
    return ChangeRow(replace(entry, id=key), State.WRITTEN, "", "me", "", f"{key}.md")


def test_no_text_is_measured_twice(measured):
    column = TextColumn(10, 1_000)
    first = column.width_with(["a.md", "abc.md", "a.md"])
    assert first == text_width("abc.md")
    assert column.width_with(["abc.md", "abcdef.md", "b"]) == text_width("abcdef.md")
    assert measured == ["a.md", "abc.md", "abcdef.md", "b"]


def test_nothing_is_measured_behind_a_text_that_reaches_the_most(measured):
    column = TextColumn(10, 90)
    assert column.width_with(["a", "x" * 200, *map(str, range(5_000))]) == fonts.px(90)
    assert column.width_with(["y"]) == fonts.px(90)
    assert measured == ["a", "x" * 200]


def test_a_column_is_never_narrower_than_the_least_and_forgets_what_is_gone(measured):
    column = TextColumn(100, 200)
    assert column.width_with([]) == fonts.px(100)
    assert column.width_with(["x" * 200]) == fonts.px(200)
    column.forget()
    assert column.width_with(["x"]) == fonts.px(100)


def test_rows_that_changed_are_told_at_once_and_nothing_else_is(qapp, journal_entry):
    model, told = ChangesModel(), []
    rows = [row(str(at), journal_entry) for at in range(6)]
    model.replace(list(rows), has_more=False)
    model.dataChanged.connect(lambda first, last: told.append((first.row(), last.row())))
    now = [replace(one, state=State.UNDONE) if at in {2, 4} else one for at, one in enumerate(rows)]

    model.replace(now, has_more=False)
    model.replace(list(now), has_more=False)

    assert told == [(2, 4)]
    assert [one.state for one in model.rows] == [one.state for one in now]


def test_rows_behind_new_ones_change_too(qapp, journal_entry):
    model, told = ChangesModel(), []
    rows = [row(str(at), journal_entry) for at in range(3)]
    model.replace(list(rows), has_more=False)
    model.dataChanged.connect(lambda first, last: told.append((first.row(), last.row())))

    model.replace(
        [row("new", journal_entry), replace(rows[0], state=State.UNDONE), *rows[1:]], has_more=False
    )

    assert told == [(1, 1)]
    assert [one.key for one in model.rows] == ["new", "0", "1", "2"]
    assert model.rows[1].state is State.UNDONE
