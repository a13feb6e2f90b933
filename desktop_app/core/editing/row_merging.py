"""Whole rows that come and go, and rows that are merged column by column."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Generic, TypeVar

from msgspec.structs import replace

from desktop_app.core.editing.ballot import Ballot, Question, Side, Versions, changed_by, same
from desktop_app.core.editing.conflict import Choice
from desktop_app.core.engine_json import JsonError
from desktop_app.core.engine_text import decode
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational.engine_log import MarkerRow, OperationRow
from desktop_app.core.working.value import entry_json

if TYPE_CHECKING:
    from desktop_app.core.changes import WorkingRow
    from desktop_app.core.observational.record import ColumnValue

Row = TypeVar("Row")
LogRow = TypeVar("LogRow", OperationRow, MarkerRow)


@dataclass(frozen=True, slots=True)
class RowWords(Generic[Row]):
    """What to call a row.

    Attributes:
        title: What it is.
        field: Which part of it a choice is about.
        shown: The row in few words.
        is_editable: Whether another text may be written for ``field``.
    """

    title: Callable[[Row], str]
    field: str
    shown: Callable[[Row], str]
    is_editable: bool = False


def all_there(rows: Versions[Row | None]) -> Versions[Row] | None:
    """Return the rows if all three are there."""
    if rows.seen is None or rows.theirs is None or rows.mine is None:
        return None
    return Versions(rows.seen, rows.theirs, rows.mine)


def one_row(rows: Versions[Row | None], words: RowWords[Row], ballot: Ballot) -> Row | str | None:
    """Return the one row of three, of which at least one is not there; or a text instead."""
    named = next((row for row in (rows.seen, rows.theirs, rows.mine) if row is not None), None)
    if named is None:
        return None
    title, side = words.title(named), changed_by(rows)
    if side is not None:
        after = rows.mine if side is Side.MINE else rows.theirs
        ballot.note(title, "new" if after is not None else "removed", side)
        return after
    if same(rows.mine, rows.theirs):
        return rows.theirs
    shown = rows.each(lambda row: None if row is None else words.shown(row))
    choice = ballot.ask(title, words.field, shown, is_editable=words.is_editable)
    return rows.of(choice) if isinstance(choice, Choice) else choice


def raw_text(value: ColumnValue) -> str:
    """Return what is stored in a column, as text."""
    if value is None:
        return "NULL"
    return decode(value) if isinstance(value, bytes) else str(value)


def merge_working(rows: Versions[WorkingRow | None], ballot: Ballot) -> WorkingRow | None:
    """Return the one entry of working memory; ``None`` if it goes.

    Raises:
        RefusedError: a chosen text is not JSON.
    """
    there = all_there(rows)
    if there is not None:
        return _merged_entry(there, ballot)
    row = one_row(rows, _ENTRY, ballot)
    if not isinstance(row, str):
        return row
    base = rows.mine or rows.theirs
    assert base is not None
    return replace(base, entry_json=_value(row))


def _merged_entry(rows: Versions[WorkingRow], ballot: Ballot) -> WorkingRow:
    title = _entry_title(rows.seen)
    merged: dict[str, ColumnValue] = {}
    for column, field in (("memory_id", "scope"), ("entry_key", "key"), ("entry_json", "value")):
        read = _value if column == "entry_json" else None
        question: Question[ColumnValue] = Question(title, field, raw_text, read)
        merged[column] = ballot.settle(question, rows.each(attrgetter(column)))
    return replace(rows.theirs, **merged)


def _value(text: str) -> str:
    try:
        return entry_json(text)
    except JsonError as error:
        raise RefusedError(
            f"The value is not JSON: {error.message}, at character {error.offset + 1}.",
            "A text needs quotes around it.",
        ) from error


def _entry_title(row: WorkingRow) -> str:
    return f"Working memory “{raw_text(row.entry_key)}”"


_ENTRY = RowWords(_entry_title, "value", lambda row: raw_text(row.entry_json), is_editable=True)


def merge_log_row(rows: Versions[LogRow | None], ballot: Ballot) -> LogRow | None:
    """Return the one row of the engine's log; ``None`` if it goes.

    Raises:
        RefusedError: its id is taken by another row.
    """
    named = rows.mine or rows.theirs or rows.seen
    if named is None:
        return None
    words: RowWords[LogRow] = RowWords(_log_title, "row", _log_text)
    there = all_there(rows)
    if there is not None:
        return _merged_log_row(there, words, ballot)
    if rows.seen is None and changed_by(rows) is None and not same(rows.mine, rows.theirs):
        raise RefusedError(
            f"{_log_title(named)} is in the engine's log already.",
            "Nothing was written. Do it again: it then gets another id.",
        )
    row = one_row(rows, words, ballot)
    assert not isinstance(row, str)
    return row


def _merged_log_row(rows: Versions[LogRow], words: RowWords[LogRow], ballot: Ballot) -> LogRow:
    merged: dict[str, ColumnValue] = {}
    for column in rows.seen.__struct_fields__:
        values: Versions[ColumnValue] = rows.each(attrgetter(column))
        side = changed_by(values)
        if side is None and not same(values.mine, values.theirs):
            choice = ballot.ask(words.title(rows.seen), words.field, rows.each(words.shown))
            assert isinstance(choice, Choice)
            return rows.of(choice)
        merged[column] = values.mine if side is Side.MINE else values.theirs
    return replace(rows.theirs, **merged)


def _log_title(row: OperationRow | MarkerRow) -> str:
    if isinstance(row, OperationRow):
        return f"Operation {raw_text(row.operation_id)}"
    return f"Marker {raw_text(row.marker_id)}"


def _log_text(row: OperationRow | MarkerRow) -> str:
    if isinstance(row, OperationRow):
        return f"{raw_text(row.operation_type)}, {raw_text(row.status)}"
    return raw_text(row.marker_type)
