"""What rules of memory files look at: one bucket of daily logs, or one layer of notes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, tzinfo

from desktop_app.core.doctor.finding import Finding, Part, Place
from desktop_app.core.files.facts import FileFacts
from desktop_app.core.ledger.book import Book, Bucket
from desktop_app.core.ledger.injection import Injection
from desktop_app.core.notes.access import Editing
from desktop_app.core.notes.layer import Layer
from desktop_app.core.notes.note import Note, NoteFolder


@dataclass(frozen=True, slots=True, kw_only=True)
class FileBench:
    """What rules and repairs of memory files work with.

    Attributes:
        book: Reads a bucket as it is now.
        note: Reads one note with all its bytes as it is now; ``None`` if there is none.
        editing: As whom notes are repaired.
        today: The local day.
        zone: Where it is that day.
        check: Raises ``JobCancelledError`` when somebody asked to stop.
    """

    book: Callable[[Bucket], Book]
    note: Callable[[Layer, str], Note | None]
    editing: Editing
    today: date
    zone: tzinfo
    check: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Torn:
    """A line that the agent skips: of which file, which one, and why."""

    path: str
    number: int
    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionCase:
    """The files of one conversation.

    Attributes:
        path: The one that a viewer shows, below the opened workspace.
        log_path: The whole history; ``""`` if there is none.
        lacks_context: Whether the file is missing that the agent reads.
        behind: Entries that the context has and the history has not.
        torn: Lines that can't be read.
        problems: Files that can't be read, each with why.
    """

    path: str
    log_path: str = ""
    lacks_context: bool = False
    behind: int = 0
    torn: tuple[Torn, ...] = ()
    problems: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BookCase:
    """One bucket.

    Attributes:
        book: What it remembers.
        injection: What of its curated memory reaches the model.
        sessions: Its conversations.
        misnamed: Moved tool results that do not hold what their names say.
        too_large: Conversations and results that are left out for their length.
    """

    book: Book
    injection: Injection
    sessions: tuple[SessionCase, ...] = ()
    misnamed: tuple[FileFacts, ...] = ()
    too_large: tuple[FileFacts, ...] = ()

    def at(self, name: str, line: int = 0) -> Place:
        """Return a place in a file, which is named by its path below the bucket."""
        return self.at_path(self.book.bucket.at(name), line)

    def at_path(self, path: str, line: int = 0, part: Part = Part.LEDGER) -> Place:
        """Return a place in a file, which is named by its path below the opened workspace."""
        bucket = self.book.bucket.path
        return Place(part=part, file=path, line=line or None, bucket=bucket)


@dataclass(frozen=True, slots=True)
class NotesCase:
    """One layer, with its placeholders filled in."""

    folder: NoteFolder

    def at(self, path: str, line: int = 0) -> Place:
        """Return a place in a note, which is named by its path below the mount."""
        source = self.folder.layer.source
        return note_place(self.folder.layer, f"{source}/{path}" if source else path, line)


def note_place(layer: Layer, path: str, line: int = 0) -> Place:
    """Return a place in a file of a layer, which is named by its path below the workspace."""
    return Place(part=Part.NOTES, file=path, line=line or None, bucket=layer.mount)


BookCheck = Callable[[BookCase, FileBench], Iterator[Finding]]
NotesCheck = Callable[[NotesCase, FileBench], Iterator[Finding]]
