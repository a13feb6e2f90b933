"""The engine's state file behind the interface that services use."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from desktop_app.core.engine_time import EngineTime, EngineTimeError, parse_column_time
from desktop_app.core.observational.record_reader import read_flag
from desktop_app.core.outline import ConversationNode, ScopeEntry, TenantNode, scope_of_key
from desktop_app.core.scope import Scope, service_scope
from desktop_app.store import (
    harness_reader,
    harness_tables,
    history_reader,
    scope_reader,
    search_reader,
    sqlite_file,
)
from desktop_app.store.file_probe import FileProbe, ProbeToken
from desktop_app.store.harness_tables import as_text

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from desktop_app.core.history.entry import HistoryCursor, HistoryFilter, HistoryPage
    from desktop_app.core.observational.record import ColumnValue, RecordRow
    from desktop_app.core.ports import Cancelled, Contents
    from desktop_app.core.working.entry import WorkingEntry
    from desktop_app.store.scope_reader import ProcessingOperation, ScopeRow

_ROWS_AT_ONCE = 1_000
Result = TypeVar("Result")


class SqliteStateFile:
    """Implements ``core.ports.StateFile`` on a real file; every call is one short read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._probe = FileProbe(path)
        self._problems: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        return self._path

    @property
    def problems(self) -> tuple[str, ...]:
        return self._problems

    def token(self) -> object:
        return self._probe.token()

    def changed_since(self, token: object) -> bool:
        return not isinstance(token, ProbeToken) or self._probe.changed_since(token)

    def counts(self) -> Mapping[str, int]:
        def count(connection: sqlite3.Connection) -> dict[str, int]:
            shape = harness_tables.read_shape(connection)
            self._problems = shape.problems
            return harness_reader.table_counts(connection, shape)

        return self._read(count)

    def tenants(self, text: str = "") -> tuple[TenantNode, ...]:
        def tenants(connection: sqlite3.Connection) -> tuple[TenantNode, ...]:
            totals: dict[str, int] = defaultdict(int)
            for node in scope_reader.list_tenants(connection, text):
                totals[as_text(node.value)] += node.scopes
            for scope in _working_only(connection, text):
                totals[scope.tenant] += 1
            return tuple(TenantNode(name, totals[name]) for name in sorted(totals))

        return self._read(tenants)

    def conversations(self, tenant: str, text: str = "") -> tuple[ConversationNode, ...]:
        def conversations(connection: sqlite3.Connection) -> tuple[ConversationNode, ...]:
            totals: dict[str, int] = defaultdict(int)
            for node in scope_reader.list_conversations(connection, tenant, text):
                totals[as_text(node.value)] += node.scopes
            for scope in _working_only(connection, text):
                if scope.tenant == tenant:
                    totals[scope.conversation] += 1
            return tuple(ConversationNode(tenant, name, totals[name]) for name in sorted(totals))

        return self._read(conversations)

    def scopes(
        self,
        *,
        tenant: str | None = None,
        conversation: str | None = None,
        text: str = "",
        limit: int = -1,
    ) -> tuple[ScopeEntry, ...]:
        def scopes(connection: sqlite3.Connection) -> tuple[ScopeEntry, ...]:
            if tenant is None or conversation is None:
                rows = scope_reader.list_scopes(connection, text=text, limit=limit)
            else:
                rows = scope_reader.list_agents(connection, tenant, conversation, text)
            entries = _Entries(connection)
            listed = [entries.of_row(row) for row in rows]
            for scope in _working_only(connection, text):
                place = (scope.tenant, scope.conversation)
                if tenant is None or conversation is None or place == (tenant, conversation):
                    listed.append(entries.of_key(scope.memory_id))
            listed.sort(key=lambda entry: entry.scope)
            return tuple(listed if limit < 0 else listed[:limit])

        return self._read(scopes)

    def entry(self, memory_id: str) -> ScopeEntry | None:
        def entry(connection: sqlite3.Connection) -> ScopeEntry | None:
            entries = _Entries(connection)
            row = scope_reader.find_scope(connection, memory_id)
            if row is not None:
                return entries.of_row(row)
            return entries.of_key(memory_id) if memory_id in entries.working else None

        return self._read(entry)

    def contents(self, memory_id: str) -> Contents:
        def contents(connection: sqlite3.Connection) -> Contents:
            shape = harness_tables.read_shape(connection)
            row = None
            if shape.records.exists:
                row = harness_reader.read_row(connection, memory_id, shape)
            entries = harness_reader.working_entries(connection, memory_id)
            return memory_id, row, entries, _leads_to_record(connection, row)

        return self._read(contents)

    def rows(self, memory_ids: Sequence[str]) -> tuple[RecordRow, ...]:
        def rows(connection: sqlite3.Connection) -> tuple[RecordRow, ...]:
            shape = harness_tables.read_shape(connection)
            if not shape.records.exists:
                return ()
            read = partial(harness_reader.read_row, connection, shape=shape)
            return tuple(row for row in map(read, memory_ids) if row is not None)

        return self._read(rows)

    def all_contents(self, cancelled: Cancelled) -> Iterator[Contents]:
        working = self._read(_working, cancelled)
        last: int | None = 0 if self._read(_has_records) else None
        while last is not None:
            rows, last = self._read(
                partial(harness_reader.rows_after, rowid=last, limit=_ROWS_AT_ONCE), cancelled
            )
            for row in rows:
                memory_id = as_text(row.memory_id)
                own = _own_ids(row)
                leads = own == memory_id or self.entry(own) is not None
                yield memory_id, row, tuple(working.get(memory_id, ())), leads
        for memory_id in self._read(harness_reader.working_only_ids, cancelled):
            yield memory_id, None, tuple(working.get(memory_id, ())), True

    def history(
        self,
        wanted: HistoryFilter,
        *,
        now: EngineTime,
        before: HistoryCursor | None,
        limit: int,
        cancelled: Cancelled,
    ) -> HistoryPage:
        def page(connection: sqlite3.Connection) -> HistoryPage:
            return history_reader.read_history(
                connection, wanted, now=now, before=before, limit=limit
            )

        return self._read(page, cancelled)

    def status_counts(self, memory_id: str | None = None) -> Mapping[str, int]:
        return self._read(lambda connection: history_reader.status_counts(connection, memory_id))

    def record_candidates(
        self, text: str, cancelled: Cancelled
    ) -> Iterator[tuple[str, ColumnValue, ColumnValue]]:
        with sqlite_file.reading(self._path, cancelled=cancelled) as connection:
            for found in search_reader.search_records(connection, text):
                yield as_text(found.memory_id), found.observations_json, found.reflection

    def working_candidates(
        self, text: str, cancelled: Cancelled
    ) -> Iterator[tuple[str, WorkingEntry]]:
        with sqlite_file.reading(self._path, cancelled=cancelled) as connection:
            for found in search_reader.search_working(connection, text):
                yield as_text(found.memory_id), found.entry

    def _read(
        self,
        function: Callable[[sqlite3.Connection], Result],
        cancelled: Cancelled = sqlite_file.never,
    ) -> Result:
        return sqlite_file.read(self._path, function, cancelled=cancelled)


class _Entries:
    """Makes list entries from rows and what other tables say about them."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.working = harness_reader.working_counts(connection)
        self._busy = {
            as_text(memory_id): _latest(operations)
            for memory_id, operations in scope_reader.processing_operations(connection).items()
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


def _working_only(connection: sqlite3.Connection, text: str) -> Iterator[Scope]:
    wanted = text.lower()
    for memory_id in harness_reader.working_only_ids(connection):
        if wanted in memory_id.lower():
            yield scope_of_key(memory_id)


def _working(connection: sqlite3.Connection) -> dict[str, list[WorkingEntry]]:
    entries: dict[str, list[WorkingEntry]] = defaultdict(list)
    for memory_id, entry in harness_reader.iter_working(connection):
        entries[memory_id].append(entry)
    return entries


def _has_records(connection: sqlite3.Connection) -> bool:
    return harness_tables.read_shape(connection).records.exists


def _own_ids(row: RecordRow) -> str:
    ids = map(as_text, (row.tenant_id, row.conversation_id, row.agent_id))
    return service_scope(Scope(*ids)).memory_id


def _leads_to_record(connection: sqlite3.Connection, row: RecordRow | None) -> bool:
    """Whether the engine finds some record by the ids in the row (H11)."""
    if row is None:
        return True
    own = _own_ids(row)
    return own == as_text(row.memory_id) or scope_reader.find_scope(connection, own) is not None


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
