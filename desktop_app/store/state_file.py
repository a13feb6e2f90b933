"""The engine's state file behind the interface that services use."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from desktop_app.core.engine_text import trim
from desktop_app.core.scope import SEPARATOR, Scope, service_scope
from desktop_app.store import (
    harness_reader,
    harness_tables,
    history_reader,
    outline_reader,
    scope_reader,
    search_reader,
    sqlite_file,
)
from desktop_app.store.file_header import same_file
from desktop_app.store.file_probe import FileProbe, ProbeToken
from desktop_app.store.harness_tables import as_text

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.history.entry import HistoryCursor, HistoryFilter, HistoryPage
    from desktop_app.core.observational.record import ColumnValue, RecordRow
    from desktop_app.core.outline import ConversationNode, ScopeEntry, TenantNode
    from desktop_app.core.ports import Cancelled, Contents
    from desktop_app.core.working.entry import WorkingEntry

_ROWS_AT_ONCE = 1_000
Result = TypeVar("Result")


class SqliteStateFile:
    """Implements ``core.ports.StateFile`` on a real file; every call is one short read.

    The path is one that discovery found: absolute, with no link in it.
    """

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
        return self._read(partial(outline_reader.tenants, text=text))

    def conversations(self, tenant: str, text: str = "") -> tuple[ConversationNode, ...]:
        return self._read(partial(outline_reader.conversations, tenant=tenant, text=text))

    def scopes(
        self,
        *,
        tenant: str | None = None,
        conversation: str | None = None,
        text: str = "",
        limit: int = -1,
    ) -> tuple[ScopeEntry, ...]:
        place = None if tenant is None or conversation is None else (tenant, conversation)
        return self._read(partial(outline_reader.scopes, place=place, text=text, limit=limit))

    def entry(self, memory_id: str) -> ScopeEntry | None:
        return self._read(partial(outline_reader.entry, memory_id=memory_id))

    def contents(self, memory_id: str) -> Contents:
        def contents(connection: sqlite3.Connection) -> Contents:
            shape = harness_tables.read_shape(connection)
            row = None
            if shape.records.exists:
                row = harness_reader.read_row(connection, memory_id, shape)
            entries = harness_reader.working_entries(connection, memory_id, shape)
            return memory_id, row, entries, _leads_to_record(connection, row)

        return self._read(contents)

    def rows(self, memory_ids: Sequence[str]) -> tuple[tuple[RecordRow, bool], ...]:
        def rows(connection: sqlite3.Connection) -> tuple[tuple[RecordRow, bool], ...]:
            shape = harness_tables.read_shape(connection)
            if not shape.records.exists:
                return ()
            read = partial(harness_reader.read_row, connection, shape=shape)
            found = (row for row in map(read, memory_ids) if row is not None)
            return tuple((row, _leads_to_record(connection, row)) for row in found)

        return self._read(rows)

    def all_contents(self, cancelled: Cancelled) -> Iterator[Contents]:
        working = self._read(_working, cancelled)
        for row, leads in self._all_rows(cancelled):
            memory_id = as_text(row.memory_id)
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

    def history_size(self, memory_id: str, most: int) -> int:
        return self._read(
            lambda connection: history_reader.history_size(connection, memory_id, most)
        )

    def status_counts(self, memory_id: str | None = None) -> Mapping[str, int]:
        return self._read(lambda connection: history_reader.status_counts(connection, memory_id))

    def record_candidates(
        self, text: str, cancelled: Cancelled
    ) -> Iterator[tuple[str, ColumnValue, ColumnValue]]:
        with sqlite_file.reading(same_file(self._path), cancelled=cancelled) as connection:
            for found in search_reader.search_records(connection, text):
                yield as_text(found.memory_id), found.observations_json, found.reflection

    def working_candidates(
        self, text: str, cancelled: Cancelled
    ) -> Iterator[tuple[str, WorkingEntry]]:
        with sqlite_file.reading(same_file(self._path), cancelled=cancelled) as connection:
            for found in search_reader.search_working(connection, text):
                yield as_text(found.memory_id), found.entry

    def _all_rows(self, cancelled: Cancelled) -> Iterator[tuple[RecordRow, bool]]:
        if not self._read(_has_records):
            return
        last = None
        while True:
            rows, last = self._read(partial(_some_rows, after=last), cancelled)
            yield from rows
            if last is None:
                return

    def _read(
        self,
        function: Callable[[sqlite3.Connection], Result],
        cancelled: Cancelled = sqlite_file.never,
    ) -> Result:
        return sqlite_file.read(same_file(self._path), function, cancelled=cancelled)


def _working(connection: sqlite3.Connection) -> dict[str, list[WorkingEntry]]:
    entries: dict[str, list[WorkingEntry]] = defaultdict(list)
    for memory_id, entry in harness_reader.iter_working(connection):
        entries[memory_id].append(entry)
    return entries


def _has_records(connection: sqlite3.Connection) -> bool:
    return harness_tables.read_shape(connection).records.exists


def _some_rows(
    connection: sqlite3.Connection, after: int | None
) -> tuple[list[tuple[RecordRow, bool]], int | None]:
    rows, last = harness_reader.rows_after(connection, after, _ROWS_AT_ONCE)
    return [(row, _leads_to_record(connection, row)) for row in rows], last


def _makes_its_key(row: RecordRow) -> bool:
    """Whether the ids in the row plainly are its key, as in all that the engine writes."""
    ids = [as_text(row.tenant_id), as_text(row.conversation_id), as_text(row.agent_id)]
    return SEPARATOR.join(ids) == as_text(row.memory_id) and all(map(trim, ids))


def _own_ids(row: RecordRow) -> str:
    ids = map(as_text, (row.tenant_id, row.conversation_id, row.agent_id))
    return service_scope(Scope(*ids)).memory_id


def _leads_to_record(connection: sqlite3.Connection, row: RecordRow | None) -> bool:
    """Whether the engine finds some record by the ids in the row (H11)."""
    if row is None or _makes_its_key(row):
        return True
    own = _own_ids(row)
    return own == as_text(row.memory_id) or scope_reader.find_scope(connection, own) is not None
