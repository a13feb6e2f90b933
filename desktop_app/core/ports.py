"""What services need from the outside, as interfaces; ``store`` has the real ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from desktop_app.core.observational.record import ColumnValue, RecordRow
from desktop_app.core.working.entry import WorkingEntry

if TYPE_CHECKING:
    from pathlib import Path

    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.history.entry import HistoryCursor, HistoryFilter, HistoryPage
    from desktop_app.core.outline import ConversationNode, ScopeEntry, TenantNode
    from desktop_app.core.transcript import Message

Cancelled = Callable[[], bool]
Contents = tuple[str, RecordRow | None, tuple[WorkingEntry, ...], bool]
"""Key, record, working memory, and whether the ids in the row lead the engine to a record."""


class StateFile(Protocol):
    """An engine's state file, read without leaving a trace.

    Every call opens the file anew, reads one consistent state and closes it.

    Raises (every call):
        StoreBusyError: a writer keeps the file locked; asking again later can work.
        StoreError: the file can't be read; says why.
    """

    @property
    def path(self) -> Path: ...

    @property
    def problems(self) -> tuple[str, ...]:
        """What differs from the tables that the engine expects; known after a first read."""

    def token(self) -> object:
        """Return what ``changed_since`` compares; take it before reading."""

    def changed_since(self, token: object) -> bool: ...

    def counts(self) -> Mapping[str, int]:
        """Return the number of rows of each of the engine's tables that is there."""

    def tenants(self, text: str = "") -> tuple[TenantNode, ...]: ...

    def conversations(self, tenant: str, text: str = "") -> tuple[ConversationNode, ...]: ...

    def scopes(
        self,
        *,
        tenant: str | None = None,
        conversation: str | None = None,
        text: str = "",
        limit: int = -1,
    ) -> tuple[ScopeEntry, ...]:
        """Return the scopes of one conversation, or of the whole file unless both ids are given."""

    def entry(self, memory_id: str) -> ScopeEntry | None: ...

    def contents(self, memory_id: str) -> Contents: ...

    def rows(self, memory_ids: Sequence[str]) -> tuple[tuple[RecordRow, bool], ...]:
        """Return these records, and whether the ids in each lead the engine to a record."""

    def all_contents(self, cancelled: Cancelled) -> Iterator[Contents]:
        """Yield every scope, those with working memory only last, in short reads."""

    def history(
        self,
        wanted: HistoryFilter,
        *,
        now: EngineTime,
        before: HistoryCursor | None,
        limit: int,
        cancelled: Cancelled,
    ) -> HistoryPage: ...

    def history_size(self, memory_id: str, most: int) -> int:
        """Return the number of a scope's entries; above ``most`` it is a lower bound."""

    def status_counts(self, memory_id: str | None = None) -> Mapping[str, int]: ...

    def record_candidates(
        self, text: str, cancelled: Cancelled
    ) -> Iterator[tuple[str, ColumnValue, ColumnValue]]:
        """Yield key, observations JSON and reflection where they may hold ``text``."""

    def working_candidates(
        self, text: str, cancelled: Cancelled
    ) -> Iterator[tuple[str, WorkingEntry]]: ...


class Transcripts(Protocol):
    """Stored conversations; raises like ``StateFile``."""

    @property
    def path(self) -> Path: ...

    def messages(self, conversation: str, first: int, last: int) -> tuple[Message, ...]:
        """Return the messages ``first`` to ``last``, both included, that are stored."""

    def count(self, conversation: str) -> int: ...
