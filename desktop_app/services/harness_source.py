"""The engine's state file as a source of scopes, snapshots, history and snippets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.engine_text import estimate_tokens
from desktop_app.core.errors import NotFoundError
from desktop_app.core.observational.damage import DamagedRecordError
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.snippet import build_snippet
from desktop_app.core.working.snippet import working_snippet
from desktop_app.services.snapshot import LOST_IDS, ScopeDigest, ScopeSnapshot, digest, snapshot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.harness_config.reading import ConfigReading
    from desktop_app.core.history.entry import HistoryCursor, HistoryFilter, HistoryPage
    from desktop_app.core.observational.record import ColumnValue, RecordRow
    from desktop_app.core.outline import ConversationNode, ScopeEntry, TenantNode
    from desktop_app.core.ports import Cancelled, Contents, StateFile, Transcripts
    from desktop_app.core.working.entry import WorkingEntry

BUSY_SECONDS = 300
"""An operation in progress for longer was left behind by a process that died (H3)."""


class TurnTexts(msgspec.Struct, frozen=True, gc=False):
    """What memory adds to one scope's next turn.

    Attributes:
        observational, working: Engine text, exactly as injected; empty if nothing is.
        counted: Tokens that the engine counts against its budget.
        measured: Tokens of the observational text, by the engine's own estimate.
        error: Why the engine fails to build the observational text; empty if it doesn't.
    """

    memory_id: str
    observational: str
    working: str
    counted: int
    measured: int
    error: str


def never() -> bool:
    """Nobody asks to stop."""
    return False


class HarnessSource:
    """Reads one state file. Blocking; every call may raise ``StoreError``.

    Args:
        file: The state file.
        workspace: The folder that it belongs to.
        config: The engine's configuration there.
        transcripts: Stored conversations, if there are any.
        now: The clock.
    """

    def __init__(
        self,
        file: StateFile,
        *,
        workspace: Path,
        config: ConfigReading,
        transcripts: Transcripts | None,
        now: Callable[[], EngineTime],
    ) -> None:
        self._file = file
        self.workspace = workspace
        self.config = config
        self.transcripts = transcripts
        self.now = now

    @property
    def mode(self) -> str:
        """The engine's memory mode; ``auto`` while its configuration can't be read."""
        return self.config.view.mode if self.config.view else "auto"

    @property
    def path(self) -> Path:
        """The state file."""
        return self._file.path

    @property
    def problems(self) -> tuple[str, ...]:
        """What differs from the tables that the engine expects."""
        return self._file.problems

    def token(self) -> object:
        """Return a mark of the file's present state, to take before reading."""
        return self._file.token()

    def changed_since(self, token: object) -> bool:
        """Whether anything was written since ``token`` was taken."""
        return self._file.changed_since(token)

    def counts(self) -> Mapping[str, int]:
        """Return the number of rows of each of the engine's tables that is there."""
        return self._file.counts()

    def tenants(self, text: str = "") -> tuple[TenantNode, ...]:
        """Return the tenants in order, with the number of scopes whose ids have ``text``."""
        return self._file.tenants(text)

    def conversations(self, tenant: str, text: str = "") -> tuple[ConversationNode, ...]:
        """Return a tenant's conversations in order."""
        return self._file.conversations(tenant, text)

    def agents(self, tenant: str, conversation: str, text: str = "") -> tuple[ScopeEntry, ...]:
        """Return the scopes of one conversation, ordered by agent."""
        return self._file.scopes(tenant=tenant, conversation=conversation, text=text)

    def scopes(self, text: str = "", limit: int = -1) -> tuple[ScopeEntry, ...]:
        """Return scopes ordered by their ids; at most ``limit`` if it is not negative."""
        return self._file.scopes(text=text, limit=limit)

    def entry(self, memory_id: str) -> ScopeEntry:
        """Return one scope of the list.

        Raises:
            NotFoundError: there is neither a record nor working memory under this key.
        """
        found = self._file.entry(memory_id)
        if found is None:
            raise _missing(memory_id, self.path)
        return found

    def is_busy(self, entry: ScopeEntry) -> bool:
        """Whether the engine is in the middle of a call on this scope."""
        if entry.busy_since is None:
            return False
        return self.now().unix_seconds - entry.busy_since.unix_seconds < BUSY_SECONDS

    def snapshot(self, memory_id: str) -> ScopeSnapshot:
        """Return everything about one scope.

        Raises:
            NotFoundError: there is neither a record nor working memory under this key.
        """
        return snapshot(self._contents(memory_id), self.mode)

    def digests(self, memory_ids: Sequence[str]) -> tuple[ScopeDigest, ...]:
        """Return what only decoding tells of these scopes; those without a record are left out."""
        return tuple(digest(row, leads) for row, leads in self._file.rows(memory_ids))

    def record_rows(self, memory_ids: Sequence[str]) -> tuple[RecordRow, ...]:
        """Return the records of these scopes as stored; those without one are left out."""
        return tuple(row for row, _leads in self._file.rows(memory_ids))

    def turn_texts(self, memory_id: str) -> TurnTexts:
        """Return what memory adds to the next turn of one scope.

        Raises:
            NotFoundError: there is neither a record nor working memory under this key.
        """
        return _turn_texts(self._contents(memory_id), memory_is_on=self.mode != "off")

    def all_turn_texts(self, cancelled: Cancelled = never) -> Iterator[TurnTexts]:
        """Yield what memory adds to the next turn of every scope."""
        memory_is_on = self.mode != "off"
        for contents in self._file.all_contents(cancelled):
            yield _turn_texts(contents, memory_is_on=memory_is_on)

    def history(
        self,
        wanted: HistoryFilter,
        *,
        before: HistoryCursor | None = None,
        limit: int = 200,
        cancelled: Cancelled = never,
    ) -> HistoryPage:
        """Return a page of operations and markers, newest first."""
        return self._file.history(
            wanted, now=self.now(), before=before, limit=limit, cancelled=cancelled
        )

    def history_size(self, memory_id: str, most: int) -> int:
        """Return how many operations and markers a scope has.

        It costs the same for every log that has more than ``most``: the result is then above
        ``most``, and a lower bound.
        """
        return self._file.history_size(memory_id, most)

    def status_counts(self, memory_id: str | None = None) -> Mapping[str, int]:
        """Return the number of operations for each status, of one scope or of all."""
        return self._file.status_counts(memory_id)

    def record_candidates(
        self, text: str, cancelled: Cancelled = never
    ) -> Iterator[tuple[str, ColumnValue, ColumnValue]]:
        """Yield key, observations JSON and reflection of records where they may hold ``text``."""
        return self._file.record_candidates(text, cancelled)

    def working_candidates(
        self, text: str, cancelled: Cancelled = never
    ) -> Iterator[tuple[str, WorkingEntry]]:
        """Yield key and entry of the working memory that may hold ``text``."""
        return self._file.working_candidates(text, cancelled)

    def _contents(self, memory_id: str) -> Contents:
        contents = self._file.contents(memory_id)
        if contents[1] is None and not contents[2]:
            raise _missing(memory_id, self.path)
        return contents


def _turn_texts(contents: Contents, *, memory_is_on: bool) -> TurnTexts:
    memory_id, row, entries, leads = contents
    working = working_snippet(entries) if entries else ""
    if row is None or not leads:
        return TurnTexts(memory_id, "", working, 0, 0, "" if leads else LOST_IDS)
    try:
        snippet = build_snippet(read_record(row))
    except DamagedRecordError as error:
        return TurnTexts(memory_id, "", working, 0, 0, str(error))
    if not memory_is_on:
        return TurnTexts(memory_id, "", working, 0, 0, "")
    text = snippet.text
    return TurnTexts(memory_id, text, working, snippet.counted, estimate_tokens(text), "")


def _missing(memory_id: str, path: Path) -> NotFoundError:
    return NotFoundError(
        f"There is no scope “{memory_id}” in “{path}”.",
        "The list of scopes shows every one that is there.",
    )
