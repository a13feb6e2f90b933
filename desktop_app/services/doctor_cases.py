"""Reads what the doctor looks at in one bucket; one file that can't be read stops nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.doctor.file_cases import BookCase, SessionCase, Torn
from desktop_app.core.doctor.file_rules import OF_SESSIONS, OFFLOADED
from desktop_app.core.errors import MemloupeError
from desktop_app.core.files.text import read_text
from desktop_app.core.ledger.book import Layer
from desktop_app.core.ledger.injection import injection
from desktop_app.core.ledger.offloading import holds_what_its_name_says
from desktop_app.core.ledger.sessions import SessionLog, find_sessions, read_session
from desktop_app.services.jobs import JobCancelledError
from desktop_app.services.ledger.reading import read_book
from desktop_app.services.ledger.turn import TurnSettings, memory_of, parts_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from desktop_app.core.files.facts import FileFacts
    from desktop_app.core.ledger.book import Book, Bucket
    from desktop_app.core.ledger.sessions import Session
    from desktop_app.core.ports import Cancelled
    from desktop_app.services.file_memory import FileMemory

LARGEST = 64 * 1024 * 1024
"""A conversation or result with more bytes is not read for the doctor."""


@dataclass(frozen=True, slots=True)
class BookLook:
    """A bucket as the rules get it, and how many files were read for it."""

    case: BookCase
    files: int


def book_case(
    files: FileMemory, bucket: Bucket, rules: Collection[str], cancelled: Cancelled
) -> BookLook:
    """Return what some rules look at in a bucket.

    Raises:
        StoreError: the workspace can't be read.
        JobCancelledError: it was cancelled.
    """
    book = read_book(files, bucket, cancelled)
    settings = TurnSettings()
    reader = _Reader(files, cancelled)
    sessions = find_sessions(book.sessions) if not OF_SESSIONS.isdisjoint(rules) else ()
    offloaded = book.offloaded if OFFLOADED in rules else ()
    cases = tuple(reader.session(one) for one in sessions)
    misnamed = tuple(one for one in offloaded if reader.is_misnamed(one))
    case = BookCase(
        book=book,
        injection=injection(memory_of(book, settings), parts_of(book, settings)),
        sessions=cases,
        misnamed=misnamed,
        too_large=tuple(reader.too_large),
    )
    return BookLook(case, _own_files(book) + reader.count)


def _own_files(book: Book) -> int:
    """Return how many files of the bucket itself were read: not those of the next folder."""
    is_marked = book.watermark.row is not None and book.watermark.layer is Layer.BUCKET
    rows = sum(row is not None for row in (book.memory.own, book.agents.own))
    return (
        rows + is_marked + sum(file.layer is Layer.BUCKET for file in (*book.logs, *book.knowledge))
    )


class _Reader:
    def __init__(self, files: FileMemory, cancelled: Cancelled) -> None:
        self.count = 0
        self.too_large: list[FileFacts] = []
        self._files, self._cancelled = files, cancelled

    def session(self, session: Session) -> SessionCase:
        torn: list[Torn] = []
        problems: list[tuple[str, str]] = []
        ids: dict[str, set[str]] = {}
        left_out = [*self.too_large]
        for facts in filter(None, (session.context, session.log)):
            log, problem = self._log(facts)
            if problem:
                problems.append((facts.path, problem))
            ids[facts.path] = {entry.id for entry in log.entries if entry.id}
            torn += [Torn(facts.path, one.number, one.problem) for one in log.torn]
        behind = 0
        is_whole = not problems and self.too_large == left_out
        if session.context and session.log and is_whole:
            behind = len(ids[session.context.path] - ids[session.log.path])
        return SessionCase(
            path=session.shown.path,
            log_path=session.log.path if session.log else "",
            lacks_context=session.log is not None and session.context is None,
            behind=behind,
            torn=tuple(torn),
            problems=tuple(problems),
        )

    def is_misnamed(self, facts: FileFacts) -> bool:
        try:
            data = self._data(facts)
        except MemloupeError:
            return False
        return data is not None and not holds_what_its_name_says(facts.name, read_text(data).text)

    def _log(self, facts: FileFacts) -> tuple[SessionLog, str]:
        try:
            data = self._data(facts)
        except MemloupeError as error:
            return SessionLog(), error.words
        return SessionLog() if data is None else read_session(data), ""

    def _data(self, facts: FileFacts) -> bytes | None:
        """Return the bytes of a file; ``None`` if it is gone, or too large to be looked through."""
        if self._cancelled():
            raise JobCancelledError
        if facts.size > LARGEST:
            self.too_large.append(facts)
            return None
        self.count += 1
        row = self._files.folder.read(facts.path)
        return None if row is None else row.data
