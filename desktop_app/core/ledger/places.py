"""Every place of a bucket where a text stands."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

import msgspec

from desktop_app.core.engine_text import decode
from desktop_app.core.errors import RefusedError
from desktop_app.core.files.pieces import lines_of
from desktop_app.core.files.row import FileRow
from desktop_app.core.files.text import read_text
from desktop_app.core.ledger.book import AGENTS_FILE, MEMORY_FILE, SESSIONS_FOLDER, Layer
from desktop_app.core.ledger.facts import fact_key
from desktop_app.core.ledger.own_files import ZERO_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from desktop_app.core.ledger.book import Book, LedgerFile, Supplied

NOT_UTF8 = "The file is not UTF-8: convert it first."
SESSION_STAYS = "The history of a conversation is not changed here; the agent can still search it."


class PlaceKind(Enum):
    """What sort of file a place is in."""

    MEMORY = "curated memory"
    LOG = "daily log"
    ARCHIVE = "archive"
    KNOWLEDGE = "knowledge"
    SESSION = "session history"
    OFFLOADED = "offloaded result"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One line that a text stands in; offsets count characters of the file's text.

    Attributes:
        path: The file, below the opened workspace.
        name: The file, below its bucket.
        bucket: The path of the bucket.
        kind: What sort of file it is.
        line: The number of the line, from 1.
        start: Where it begins.
        end: Where it ends, its line break not included.
        text: The line.
        kept: Why it can't be forgotten here; ``""`` if it can. Of an offloaded result the whole
            file goes.
    """

    path: str
    name: str
    bucket: str
    kind: PlaceKind
    line: int
    start: int
    end: int
    text: str
    kept: str = ""


class Phrase:
    """What is looked for: any of its lines, whatever the case, the white space and list marks.

    Raises:
        RefusedError: there is nothing in it.
    """

    def __init__(self, text: str) -> None:
        self._keys = [key for key in map(_folded, lines_of(text)) if key]
        if not self._keys:
            raise RefusedError("There is nothing to look for.", "Give a few words of it.")
        self._words = [key.split() for key in self._keys]

    def is_in(self, line: str) -> bool:
        """Whether one of its lines stands in a line."""
        quick = _letters(line)
        if not any(all(word in quick for word in words) for words in self._words):
            return False
        folded = _folded(line)
        return any(key in folded for key in self._keys)


def find_places(book: Book, text: str, others: Iterable[FileRow] = ()) -> tuple[Place, ...]:
    """Return every line of a bucket that a text stands in, in the order of the files.

    Args:
        book: The bucket.
        text: What is looked for, as ``Phrase`` says.
        others: Files of the session history and offloaded results that were read for this.

    Raises:
        RefusedError: there is nothing to look for.
    """
    phrase = Phrase(text)
    return tuple(place for source in _sources(book, others) for place in source.places(phrase))


def not_looked_into(book: Book) -> tuple[str, ...]:
    """Say what of a bucket was not searched, and why: a text can stand there too."""
    said = [f"{one.path} is a link; it was not followed." for one in book.links]
    said += [
        f"{file.name} was not read. {file.problem}"
        for file in (*book.logs, *book.knowledge)
        if file.row is None and file.facts not in book.links
    ]
    if book.opaque:
        count = f"{len(book.opaque):,} file{'s' * (len(book.opaque) > 1)}"
        said.append(
            f"The native session log ({count} below .agentscope-runtime) is never read or changed "
            "here."
        )
    return tuple(said)


@dataclass(frozen=True, slots=True)
class _Source:
    """One file that is searched, with what all of its places have in common."""

    row: FileRow
    name: str
    bucket: str
    kind: PlaceKind
    kept: str

    def places(self, phrase: Phrase) -> Iterator[Place]:
        is_session = self.kind is PlaceKind.SESSION
        for number, start, line in _lines(decode(self.row.data)):
            if phrase.is_in(line) or (is_session and any(map(phrase.is_in, _strings_in(line)))):
                yield Place(
                    path=self.row.path,
                    name=self.name,
                    bucket=self.bucket,
                    kind=self.kind,
                    line=number,
                    start=start,
                    end=start + len(line),
                    text=line,
                    kept=self.kept,
                )


def _sources(book: Book, others: Iterable[FileRow]) -> Iterator[_Source]:
    yield from _supplied(book, MEMORY_FILE, book.memory, PlaceKind.MEMORY)
    for file in book.logs:
        kind = PlaceKind.ARCHIVE if file.is_archived else PlaceKind.LOG
        yield from _file(book, file, kind)
    yield from _supplied(book, AGENTS_FILE, book.agents, PlaceKind.KNOWLEDGE)
    for file in book.knowledge:
        yield from _file(book, file, PlaceKind.KNOWLEDGE)
    for row in others:
        yield _other(book, row)


def _supplied(book: Book, name: str, supplied: Supplied, kind: PlaceKind) -> Iterator[_Source]:
    # The bucket's own file also where the agent can't read it and falls back to another.
    if supplied.own is not None:
        yield _own(book, name, supplied.own, kind)
    if supplied.row is not None and supplied.row is not supplied.own and supplied.layer:
        yield _foreign(book, name, supplied.row, kind, supplied.layer)


def _file(book: Book, file: LedgerFile, kind: PlaceKind) -> Iterator[_Source]:
    if file.row is not None and file.layer is Layer.BUCKET:
        yield _own(book, file.name, file.row, kind)
    elif file.row is not None:
        yield _foreign(book, file.name, file.row, kind, file.layer)


def _own(book: Book, name: str, row: FileRow, kind: PlaceKind) -> _Source:
    text = read_text(row.data)
    unread = ZERO_BYTES if text.is_utf8 else NOT_UTF8
    return _Source(row, name, book.bucket.path, kind, "" if text.is_editable else unread)


def _foreign(book: Book, name: str, row: FileRow, kind: PlaceKind, layer: Layer) -> _Source:
    return _Source(row, name, book.bucket.path, kind, f"It belongs to the {layer.value}.")


def _other(book: Book, row: FileRow) -> _Source:
    name = row.path[len(book.bucket.at("")) :]
    is_session = name.startswith(f"{SESSIONS_FOLDER}/")
    kind = PlaceKind.SESSION if is_session else PlaceKind.OFFLOADED
    return _Source(row, name, book.bucket.path, kind, SESSION_STAYS if is_session else "")


def _lines(text: str) -> Iterator[tuple[int, int, str]]:
    start = 0
    for number, line in enumerate(lines_of(text), 1):
        yield number, start, line.removesuffix("\r")
        start += len(line) + 1


def _folded(line: str) -> str:
    return fact_key(unicodedata.normalize("NFC", line))


def _letters(line: str) -> str:
    return (line if line.isascii() else unicodedata.normalize("NFC", line)).casefold()


def _strings_in(line: str) -> Iterator[str]:
    """Yield the texts in a line of JSON: there a quote or a line break is written otherwise."""
    try:
        waiting: list[Any] = [msgspec.json.decode(line)]
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield from value.split("\n")
        elif isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
