"""What one bucket has for the tools to look at."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from desktop_app.core.ledger.book import Book
from desktop_app.core.ledger.sessions import IndexEntry
from desktop_app.core.ledger.sessions import Session as Conversation

if TYPE_CHECKING:
    from desktop_app.core.ledger.book import Bucket
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.jobs import JobContext


@dataclass(frozen=True, slots=True)
class Shelf:
    """What one bucket has, read at one time.

    Attributes:
        book: Memory, logs, moved results and the rest.
        sessions: Its conversations.
        index: What the index of each agent says about them.
    """

    book: Book
    sessions: tuple[Conversation, ...] = ()
    index: dict[tuple[str, str], IndexEntry] = field(default_factory=dict)

    @property
    def paths(self) -> tuple[str, ...]:
        """The files that ``memory_get`` may be asked for, by their paths below the bucket."""
        book = self.book
        below = len(book.bucket.path) + 1 if book.bucket.path else 0
        single = ((book.memory, "MEMORY.md"), (book.agents, "AGENTS.md"))
        found = [name for supplied, name in single if supplied.text is not None or supplied.own]
        found += [file.name for file in (*book.knowledge, *book.logs)]
        found += [facts.path[below:] for facts in (*book.sessions, *book.offloaded)]
        return tuple(dict.fromkeys(found))


def read_shelf(files: FileMemory, bucket: Bucket, context: JobContext) -> Shelf:
    """Return what a bucket has; called on a reader's thread."""
    # On the reader's thread: the window is there before the readers of files are.
    from desktop_app.services.ledger.reading import read_book  # noqa: PLC0415
    from desktop_app.services.ledger.transcripts import (  # noqa: PLC0415
        list_sessions,
        read_session_index,
    )

    def cancelled() -> bool:
        return context.cancelled

    sessions = list_sessions(files, bucket, cancelled)
    index = {
        (agent, entry.id): entry
        for agent in sorted({one.agent for one in sessions})
        for entry in read_session_index(files, bucket, agent)
    }
    return Shelf(read_book(files, bucket, cancelled), sessions, index)
