"""A scope as the dialogs about it need it, read on a reader thread when one is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.scope import Scope
from desktop_app.core.scope_changes import ScopeRows
from desktop_app.services.snapshot import ScopeSnapshot

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.services.harness_source import HarnessSource
    from ui.session import Session

    ReadRows = Callable[[str], ScopeRows]


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A scope with every row that belongs to it.

    Attributes:
        scope: Its ids; of a key with more bars than two, a guess.
        messages: How many messages are stored of its conversation.
        read_rows: Reads the rows under another key; blocking.
    """

    snapshot: ScopeSnapshot
    scope: Scope
    rows: ScopeRows
    messages: int
    read_rows: ReadRows


def open_scope(source: HarnessSource, memory_id: str, read_rows: ReadRows) -> Opened:
    """Read a scope; blocking.

    Raises:
        NotFoundError: there is neither a record nor working memory under this key.
        StoreError: the file can't be read.
    """
    snapshot, scope = source.snapshot(memory_id), source.entry(memory_id).scope
    stored = source.transcripts
    return Opened(
        snapshot=snapshot,
        scope=scope,
        rows=read_rows(memory_id),
        messages=stored.count(scope.conversation) if stored else 0,
        read_rows=read_rows,
    )


def rows_reader(session: Session) -> ReadRows:
    """Return what reads all rows under a key, for the session's file; call it on a reader."""
    source, surroundings = session.source, session.surroundings

    def read(memory_id: str) -> ScopeRows:
        from desktop_app.services.workspace import open_editor  # noqa: PLC0415 - loads a store

        assert source is not None
        return open_editor(source, surroundings).scope_rows(memory_id)

    return read
