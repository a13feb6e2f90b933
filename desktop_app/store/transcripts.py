"""Reads messages of a conversation from the engine's conversation database."""

# ruff: noqa: S608 - names come from the constants of harness_tables; values are bound

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.observational.record import ColumnValue
from desktop_app.store.harness_tables import TableShape, read_table
from desktop_app.store.sql_text import bound

if TYPE_CHECKING:
    import sqlite3

MESSAGES = "conversation_messages"
_KEYS = ("conversation_id", "step")
_COLUMNS = (
    "is_meta",
    "is_compact_summary",
    "step",
    "role",
    "content",
    "tool_calls_json",
    "tool_call_id",
    "name",
)


@dataclass(frozen=True, slots=True)
class TranscriptMessage:
    """One message as stored; ``None`` where the table lacks the column.

    ``step`` is the index that observations give as their source, until the conversation is
    compacted or its context is reset.
    """

    is_meta: bool
    is_compact_summary: bool
    step: ColumnValue
    role: ColumnValue
    content: ColumnValue
    tool_calls_json: ColumnValue
    tool_call_id: ColumnValue
    name: ColumnValue


def read_messages(
    connection: sqlite3.Connection, conversation: str | bytes, first: int, last: int
) -> tuple[TranscriptMessage, ...]:
    """Return the messages ``first`` to ``last`` (both included) that are stored, in order.

    Raises:
        StoreError: the file has no readable table of messages.
    """
    shape = _shape(connection)
    key = bound(conversation)
    columns = ", ".join(map(shape.selected, _COLUMNS))
    rows = connection.execute(
        f"SELECT {columns} FROM {MESSAGES}"
        f" WHERE conversation_id = {key.sql} AND step BETWEEN ? AND ? ORDER BY step",
        (*key.values, first, last),
    )
    return tuple(TranscriptMessage(bool(row[0]), bool(row[1]), *row[2:]) for row in rows)


def count_messages(connection: sqlite3.Connection, conversation: str | bytes) -> int:
    """Return how many messages of the conversation are stored.

    Raises:
        StoreError: the file has no readable table of messages.
    """
    _shape(connection)
    key = bound(conversation)
    (count,) = connection.execute(
        f"SELECT count(*) FROM {MESSAGES} WHERE conversation_id = {key.sql}", key.values
    ).fetchone()
    return int(count)


def _shape(connection: sqlite3.Connection) -> TableShape:
    shape = read_table(connection, MESSAGES, ("conversation_id", *_COLUMNS))
    shape.require(*_KEYS)
    return shape
