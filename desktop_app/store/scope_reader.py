"""Lists scopes from cheap columns only; never reads observations or reflection text."""

# ruff: noqa: S608 - names come from the constants of harness_tables; values are bound

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.observational.record import ColumnValue
from desktop_app.store.harness_tables import OPERATIONS, RECORDS, TableShape, read_shape
from desktop_app.store.sql_text import Condition, bound, holds_plain

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

Id = str | bytes
"""A tenant, conversation or agent as stored: engine text, or a BLOB's bytes."""

_ID_COLUMNS = ("tenant_id", "conversation_id", "agent_id")
_ORDER = ", ".join(_ID_COLUMNS)
_CHEAP_COLUMNS = (
    "memory_id",
    *_ID_COLUMNS,
    "enabled",
    "state_version",
    "last_observed_message_index",
    "active_observation_tokens",
    "active_reflection_tokens",
    "last_reflected_observation_seq",
    "config_json",
    "created_at",
    "updated_at",
)


class ScopeRow(msgspec.Struct, frozen=True, gc=False):
    """One record's cheap columns, as stored; ``None`` where the table lacks the column."""

    has_reflection: bool
    memory_id: ColumnValue
    tenant: ColumnValue
    conversation: ColumnValue
    agent: ColumnValue
    enabled: ColumnValue
    state_version: ColumnValue
    last_observed_message_index: ColumnValue
    observation_tokens: ColumnValue
    reflection_tokens: ColumnValue
    last_reflected_seq: ColumnValue
    config_json: ColumnValue
    created_at: ColumnValue
    updated_at: ColumnValue


@dataclass(frozen=True, slots=True)
class IdCount:
    """An id and the number of scopes below it."""

    value: ColumnValue
    scopes: int


@dataclass(frozen=True, slots=True)
class ProcessingOperation:
    """An operation that the engine has started and not ended (or died in)."""

    operation_id: ColumnValue
    operation_type: ColumnValue
    updated_at: ColumnValue


def list_tenants(connection: sqlite3.Connection, text: str = "") -> list[IdCount]:
    """Return the tenants in order, with the number of scopes that match ``text``."""
    return _list_ids(connection, "tenant_id", [], text)


def list_conversations(connection: sqlite3.Connection, tenant: Id, text: str = "") -> list[IdCount]:
    """Return the tenant's conversations in order, with the number of scopes that match."""
    return _list_ids(connection, "conversation_id", [_equals("tenant_id", tenant)], text)


def list_agents(
    connection: sqlite3.Connection, tenant: Id, conversation: Id, text: str = ""
) -> list[ScopeRow]:
    """Return the scopes of one conversation, ordered by agent."""
    where = [_equals("tenant_id", tenant), _equals("conversation_id", conversation)]
    return _scopes(connection, where, text, limit=-1)


def list_scopes(
    connection: sqlite3.Connection,
    *,
    text: str = "",
    after: ScopeRow | None = None,
    limit: int = -1,
) -> list[ScopeRow]:
    """Return scopes ordered by tenant, conversation and agent.

    Args:
        connection: From ``sqlite_file.reading``.
        text: Only scopes with this in one of their ids, whatever its case.
        after: The last scope of the page before.
        limit: The longest page; -1 for all.
    """
    where = [] if after is None else [_follows(after)]
    return _scopes(connection, where, text, limit)


def find_scope(connection: sqlite3.Connection, memory_id: Id) -> ScopeRow | None:
    """Return the scope with this key, or ``None``."""
    found = _scopes(connection, [_equals("memory_id", memory_id)], "", limit=1)
    return found[0] if found else None


def processing_operations(
    connection: sqlite3.Connection,
) -> dict[ColumnValue, list[ProcessingOperation]]:
    """Return the operations in progress for each memory id that has any."""
    shape = read_shape(connection).operations
    if not shape.columns.issuperset(("memory_id", "status")):
        return {}
    columns = [shape.selected(name) for name in ("operation_id", "operation_type", "updated_at")]
    found: dict[ColumnValue, list[ProcessingOperation]] = {}
    for memory_id, *values in connection.execute(
        f"SELECT memory_id, {', '.join(columns)} FROM {OPERATIONS} WHERE status = 'processing'"
    ):
        found.setdefault(memory_id, []).append(ProcessingOperation(*values))
    return found


def _list_ids(
    connection: sqlite3.Connection, column: str, where: list[Condition], text: str
) -> list[IdCount]:
    shape = read_shape(connection).records
    if not shape.exists:
        return []
    shape.require(*_ID_COLUMNS)
    condition = _joined([*where, *_matching(connection, text)])
    rows = connection.execute(
        f"SELECT {column}, count(*) FROM {RECORDS}{condition.sql}"
        f" GROUP BY {column} ORDER BY {column}",
        condition.values,
    )
    return [IdCount(value, count) for value, count in rows]


def _scopes(
    connection: sqlite3.Connection, where: list[Condition], text: str, limit: int
) -> list[ScopeRow]:
    shape = read_shape(connection).records
    if not shape.exists:
        return []
    shape.require("memory_id", *_ID_COLUMNS)
    condition = _joined([*where, *_matching(connection, text)])
    # The inner query is served by the index over the ids alone; only rows of the page are read.
    rows = connection.execute(
        f"SELECT {_selected(shape)} FROM {RECORDS} WHERE rowid IN"
        f" (SELECT rowid FROM {RECORDS}{condition.sql} ORDER BY {_ORDER} LIMIT ?)"
        f" ORDER BY {_ORDER}",
        (*condition.values, limit),
    )
    return [ScopeRow(bool(row[0]), *row[1:]) for row in rows]


def _selected(shape: TableShape) -> str:
    reflection = shape.selected("active_reflection")
    return ", ".join([f"{reflection} <> ''", *map(shape.selected, _CHEAP_COLUMNS)])


def _matching(connection: sqlite3.Connection, text: str) -> list[Condition]:
    if not text:
        return []
    parts = [holds_plain(connection, column, text) for column in _ID_COLUMNS]
    values = tuple(value for part in parts for value in part.values)
    return [Condition(f"({' OR '.join(part.sql for part in parts)})", values)]


def _equals(column: str, value: Id) -> Condition:
    key = bound(value)
    return Condition(f"{column} = {key.sql}", key.values)


def _follows(scope: ScopeRow) -> Condition:
    keys = [bound(_id(value)) for value in (scope.tenant, scope.conversation, scope.agent)]
    values = tuple(value for key in keys for value in key.values)
    return Condition(f"({_ORDER}) > ({', '.join(key.sql for key in keys)})", values)


def _id(value: ColumnValue) -> Id:
    return value if isinstance(value, bytes) else str(value)


def _joined(parts: Sequence[Condition]) -> Condition:
    if not parts:
        return Condition("")
    sql = " WHERE " + " AND ".join(part.sql for part in parts)
    return Condition(sql, tuple(value for part in parts for value in part.values))
