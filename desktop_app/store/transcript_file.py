"""The engine's conversation database behind the interface that services use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.transcript import Message
from desktop_app.store import sqlite_file
from desktop_app.store.file_header import same_file
from desktop_app.store.harness_tables import as_text
from desktop_app.store.transcripts import TranscriptMessage, count_messages, read_messages

if TYPE_CHECKING:
    from pathlib import Path


class SqliteTranscripts:
    """Implements ``core.ports.Transcripts`` on a real file; every call is one short read.

    The path is one that discovery found: absolute, with no link in it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def path(self) -> Path:
        return self._path

    def messages(self, conversation: str, first: int, last: int) -> tuple[Message, ...]:
        found = sqlite_file.read(
            same_file(self._path),
            lambda connection: read_messages(connection, conversation, first, last),
        )
        return tuple(map(_message, found))

    def count(self, conversation: str) -> int:
        return sqlite_file.read(
            same_file(self._path), lambda connection: count_messages(connection, conversation)
        )


def _message(stored: TranscriptMessage) -> Message:
    return Message(
        step=stored.step if isinstance(stored.step, int) else -1,
        role=as_text(stored.role),
        content=as_text(stored.content),
        tool_calls_json=as_text(stored.tool_calls_json),
    )
