"""Finds the rows that may hold a text, one by one, so that the first hits show at once."""

# ruff: noqa: S608 - names come from the constants of harness_tables; values are bound

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.observational.record import ColumnValue
from desktop_app.core.working.entry import WorkingEntry
from desktop_app.store.harness_tables import RECORDS, WORKING, as_text, read_shape
from desktop_app.store.sql_text import holds_json, holds_plain

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class RecordCandidate:
    """A record whose observations or reflection may hold the text.

    Attributes:
        memory_id: Its key, as stored.
        observations_json: The stored JSON when it may hold the text, else ``None``.
        reflection: The reflection when it may hold the text, else ``None``.
    """

    memory_id: ColumnValue
    observations_json: ColumnValue
    reflection: ColumnValue


@dataclass(frozen=True, slots=True)
class WorkingCandidate:
    """A working memory entry that may hold the text in its key or value."""

    memory_id: ColumnValue
    entry: WorkingEntry


def search_records(connection: sqlite3.Connection, needle: str) -> Iterator[RecordCandidate]:
    """Yield the records that may hold ``needle``, whatever its case.

    A superset of the hits: the caller decodes and compares exactly. Reading stops when the
    caller stops asking, or when the connection's ``cancelled`` says so.
    """
    shape = read_shape(connection)
    if not needle or "memory_id" not in shape.records.columns:
        return
    json_column = shape.records.selected("active_observations_json")
    reflection = shape.records.selected("active_reflection")
    in_json = holds_json(connection, json_column, needle)
    in_reflection = holds_plain(connection, reflection, needle)
    as_bytes = f"CAST({json_column} AS BLOB)" if shape.is_utf8 else json_column
    # The inner query says where the text may be; the values are fetched for those rows alone.
    rows = connection.execute(
        f"SELECT memory_id, CASE WHEN in_json THEN {as_bytes} END,"
        f" CASE WHEN in_reflection THEN {reflection} END"
        f" FROM (SELECT *, {in_json.sql} AS in_json, {in_reflection.sql} AS in_reflection"
        f" FROM {RECORDS}) WHERE in_json OR in_reflection",
        (*in_json.values, *in_reflection.values),
    )
    for row in rows:
        yield RecordCandidate(*row)


def search_working(connection: sqlite3.Connection, needle: str) -> Iterator[WorkingCandidate]:
    """Yield the working memory entries that may hold ``needle`` like ``search_records``."""
    shape = read_shape(connection).working
    if not needle or not shape.columns.issuperset(("memory_id", "entry_key", "entry_json")):
        return
    in_key = holds_plain(connection, "entry_key", needle)
    in_value = holds_json(connection, "entry_json", needle)
    rows = connection.execute(
        f"SELECT memory_id, entry_key, entry_json FROM {WORKING}"
        f" WHERE {in_key.sql} OR {in_value.sql} ORDER BY memory_id, entry_key",
        (*in_key.values, *in_value.values),
    )
    for memory_id, key, value in rows:
        yield WorkingCandidate(memory_id, WorkingEntry(as_text(key), as_text(value)))
