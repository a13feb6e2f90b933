"""Lists what a state file holds: records, and scopes that have working memory only."""

from __future__ import annotations

import sqlite3
from collections import Counter
from typing import TYPE_CHECKING, TypeVar

from desktop_app.core.engine_time import EngineTime, EngineTimeError, parse_column_time
from desktop_app.core.errors import StoreError
from desktop_app.core.observational.record_reader import read_flag
from desktop_app.core.outline import ConversationNode, ScopeEntry, TenantNode, scope_of_key
from desktop_app.core.scope import Scope
from desktop_app.store import harness_reader, scope_reader
from desktop_app.store.harness_tables import as_text
from desktop_app.store.sqlite_errors import SQLITE_ERRORS, result_code

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from desktop_app.core.observational.record import ColumnValue
    from desktop_app.store.scope_reader import ProcessingOperation, ScopeRow

Result = TypeVar("Result")
_DAMAGE = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_TOOBIG)


def tenants(connection: sqlite3.Connection, text: str) -> tuple[TenantNode, ...]:
    """Return the tenants in order, with the number of scopes that match ``text``."""
    totals: Counter[str] = Counter()
    for node in scope_reader.list_tenants(connection, text):
        totals[as_text(node.value)] += node.scopes
    totals.update(scope.tenant for _, scope in _working_only(connection, text))
    return tuple(TenantNode(name, totals[name]) for name in sorted(totals))


def conversations(
    connection: sqlite3.Connection, tenant: str, text: str
) -> tuple[ConversationNode, ...]:
    """Return the tenant's conversations in order, with the number of scopes that match."""
    totals: Counter[str] = Counter()
    for node in scope_reader.list_conversations(connection, tenant, text):
        totals[as_text(node.value)] += node.scopes
    totals.update(
        scope.conversation for _, scope in _working_only(connection, text) if scope.tenant == tenant
    )
    return tuple(ConversationNode(tenant, name, totals[name]) for name in sorted(totals))


def scopes(
    connection: sqlite3.Connection, place: tuple[str, str] | None, text: str, limit: int
) -> tuple[ScopeEntry, ...]:
    """Return scopes ordered by their ids.

    Args:
        connection: From ``sqlite_file.reading``.
        place: Only those of this tenant and conversation.
        text: Only scopes with this in one of their ids, whatever its case.
        limit: The longest answer; -1 for all.
    """
    if place is None:
        rows = scope_reader.list_scopes(connection, text=text, limit=limit)
    else:
        rows = scope_reader.list_agents(connection, *place, text)
    entries = _Entries(connection)
    listed = [entries.of_row(row) for row in rows]
    listed += (
        entries.of_key(memory_id)
        for memory_id, scope in _working_only(connection, text)
        if place in (None, (scope.tenant, scope.conversation))
    )
    listed.sort(key=_ids)
    return tuple(listed if limit < 0 else listed[:limit])


def entry(connection: sqlite3.Connection, memory_id: str) -> ScopeEntry | None:
    """Return the scope with this key, or ``None``."""
    entries = _Entries(connection)
    row = scope_reader.find_scope(connection, memory_id)
    if row is not None:
        return entries.of_row(row)
    return entries.of_key(memory_id) if memory_id in entries.working else None


class _Entries:
    """Makes list entries from rows and what other tables say about them."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.working = _beside(harness_reader.working_counts, connection) or {}
        processing = _beside(scope_reader.processing_operations, connection) or {}
        self._busy = {
            as_text(memory_id): _latest(operations) for memory_id, operations in processing.items()
        }

    def of_row(self, row: ScopeRow) -> ScopeEntry:
        memory_id = as_text(row.memory_id)
        return ScopeEntry(
            memory_id=memory_id,
            scope=Scope(as_text(row.tenant), as_text(row.conversation), as_text(row.agent)),
            enabled=read_flag(row.enabled),
            state_version=_whole(row.state_version),
            observation_tokens=_whole(row.observation_tokens),
            reflection_tokens=_whole(row.reflection_tokens),
            has_reflection=row.has_reflection,
            working_count=self.working.get(memory_id, 0),
            updated_at=_time(row.updated_at),
            busy_since=self._busy.get(memory_id),
        )

    def of_key(self, memory_id: str) -> ScopeEntry:
        return ScopeEntry(
            memory_id=memory_id,
            scope=scope_of_key(memory_id),
            has_record=False,
            working_count=self.working.get(memory_id, 0),
        )


def _working_only(connection: sqlite3.Connection, text: str) -> Iterator[tuple[str, Scope]]:
    wanted = text.casefold()
    for memory_id in _beside(harness_reader.working_only_ids, connection) or ():
        scope = scope_of_key(memory_id)
        ids = (scope.tenant, scope.conversation, scope.agent)
        if any(wanted in part.casefold() for part in ids):
            yield memory_id, scope


def _beside(
    read: Callable[[sqlite3.Connection], Result], connection: sqlite3.Connection
) -> Result | None:
    """Return what a table beside the records says, or ``None`` where that table is damaged.

    Whoever asks for its rows is told of the damage; the records are listed all the same.
    """
    try:
        return read(connection)
    except StoreError:
        return None
    except SQLITE_ERRORS as error:
        if result_code(error) not in _DAMAGE:
            raise
        return None


def _ids(entry: ScopeEntry) -> tuple[str, str, str]:
    # Plain tuples compare several times faster than scopes do.
    return entry.scope.tenant, entry.scope.conversation, entry.scope.agent


def _latest(operations: Iterable[ProcessingOperation]) -> EngineTime | None:
    times = [time for operation in operations if (time := _time(operation.updated_at))]
    return max(times, key=lambda time: time.sort_key, default=None)


def _time(value: ColumnValue) -> EngineTime | None:
    try:
        return parse_column_time(value)
    except EngineTimeError:
        return None


def _whole(value: ColumnValue) -> int | None:
    return value if isinstance(value, int) else None
