"""Finds a text in everything that a workspace remembers: buckets, sessions, offloaded results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.errors import MemloupeError
from desktop_app.core.files.row import FileRow
from desktop_app.core.ledger.book import Book
from desktop_app.core.ledger.forgetting import Unit, forget
from desktop_app.core.ledger.places import Place, find_places, not_looked_into
from desktop_app.services.harness_source import never
from desktop_app.services.jobs import JobCancelledError
from desktop_app.services.ledger.reading import read_book

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.files.plan import FilePlan
    from desktop_app.core.ledger.book import Bucket
    from desktop_app.core.ports import Cancelled
    from desktop_app.services.file_memory import FileMemory


@dataclass(frozen=True, slots=True)
class Sighting:
    """Where a text stands in some buckets.

    Attributes:
        text: What was looked for.
        books: The buckets, as they were searched.
        places: Every line that it stands in; each file once, however many buckets read it.
        unseen: What was not searched, and why, in sentences.
        offloaded: Offloaded results that it stands in.
    """

    text: str
    books: tuple[Book, ...]
    places: tuple[Place, ...]
    unseen: tuple[str, ...]
    offloaded: tuple[FileRow, ...] = ()

    def forget(
        self, places: Sequence[Place], *, unit: Unit = Unit.LINE, keep_time: bool = False
    ) -> FilePlan:
        """Plan to take places out, as ``core.ledger.forgetting.forget`` does.

        Raises:
            RefusedError: nothing can be taken out.
        """
        return forget(self.books, places, unit=unit, keep_time=keep_time, others=self.offloaded)


def find_everywhere(
    files: FileMemory, buckets: Sequence[Bucket], text: str, cancelled: Cancelled = never
) -> Sighting:
    """Look for a text in whole buckets, with their session history and offloaded results.

    Looking again after forgetting is the proof that it is gone.

    Raises:
        RefusedError: there is nothing to look for.
        StoreError: the workspace can't be read.
    """
    books: list[Book] = []
    places: dict[tuple[str, int], Place] = {}
    unseen: list[str] = []
    offloaded: dict[str, FileRow] = {}
    for bucket in buckets:
        book = read_book(files, bucket, cancelled)
        rows, problems = _others(files, book, cancelled)
        unseen += [*not_looked_into(book), *map(_unlisted_words, book.unlisted), *problems]
        for place in find_places(book, text, rows):
            known = places.get((place.path, place.line))
            # The bucket that owns a file may change it, others only read it.
            if known is None or (known.kept and not place.kept):
                places[place.path, place.line] = place
        offloaded |= {row.path: row for row in rows}
        books.append(book)
    found = {place.path for place in places.values()}
    return Sighting(
        text,
        tuple(books),
        tuple(places.values()),
        tuple(dict.fromkeys(unseen)),
        tuple(row for path, row in offloaded.items() if path in found),
    )


def _unlisted_words(path: str) -> str:
    return f"Nobody may look into {path}; what is in it was not searched."


def _others(files: FileMemory, book: Book, cancelled: Cancelled) -> tuple[list[FileRow], list[str]]:
    rows: list[FileRow] = []
    problems: list[str] = []
    for facts in (*book.sessions, *book.offloaded):
        if cancelled():
            raise JobCancelledError
        try:
            row = files.folder.read(facts.path)
        except MemloupeError as error:
            problems.append(f"{facts.path} was not read. {error.words}")
            continue
        if row is not None:
            rows.append(row)
    return rows, problems
