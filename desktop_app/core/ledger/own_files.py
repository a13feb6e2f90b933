"""The files of a bucket that may be written, and their text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.core.files.row import FileRow
from desktop_app.core.files.text import read_text
from desktop_app.core.files.writing import written_bytes
from desktop_app.core.ledger.book import (
    AGENTS_FILE,
    KNOWLEDGE_FOLDER,
    MEMORY_FILE,
    MEMORY_FOLDER,
    WATERMARK_FILE,
    Layer,
)
from desktop_app.core.ledger.placeholder import PLACEHOLDER

if TYPE_CHECKING:
    from desktop_app.core.files.text import FileText
    from desktop_app.core.ledger.book import Book, LedgerFile, Supplied

CONVERT_FIRST = "Convert it to UTF-8 first; the history keeps its bytes as they are now."
ZERO_BYTES = "Zero bytes are in it: it is never written as text. If it is UTF-16, convert it first."


def own_row(book: Book, name: str) -> FileRow | None:
    """Return the bucket's own file under a name, ``None`` if there is none.

    Raises:
        RefusedError: it is a link, can't be read, or belongs to another folder.
    """
    if name in {MEMORY_FILE, AGENTS_FILE}:
        supplied = book.memory if name == MEMORY_FILE else book.agents
        if supplied.own is None and supplied.problem:
            raise RefusedError(f"{name} is not changed here. {supplied.problem}")
        return supplied.own
    if name == WATERMARK_FILE:
        return book.watermark.row if book.watermark.layer is Layer.BUCKET else None
    file = find_file(book, name)
    if file is None:
        return None
    if file.layer is not Layer.BUCKET:
        raise RefusedError(
            f"{name} belongs to the {file.layer.value}; this bucket only reads it.",
            "Open that folder's own memory to change it.",
        )
    if file.row is None:
        raise RefusedError(f"{name} is not changed here. {file.problem}")
    return file.row


def find_file(book: Book, name: str) -> LedgerFile | None:
    """Return a log or a file of the knowledge folder by its path below the bucket."""
    files = (*book.logs, *book.knowledge)
    return next((file for file in files if file.name == name), None)


def own_text(supplied: Supplied) -> FileText | None:
    """Return the text of the bucket's own file as it stands there, ``None`` if there is none.

    An empty one is not the sentence that the agent reads in its place.
    """
    own, text = supplied.own, supplied.text
    if own is None:
        return None
    is_read = own is supplied.row and text is not None and text.text != PLACEHOLDER
    return text if is_read else read_text(own.data)


def needed_row(book: Book, name: str) -> FileRow:
    """Return the bucket's own file under a name.

    Raises:
        NotFoundError: there is none.
        RefusedError: it is not to be changed.
    """
    row = own_row(book, name)
    if row is None:
        raise NotFoundError(f"There is no {name} in {bucket_words(book)}.")
    return row


def editable(row: FileRow, name: str) -> FileText:
    """Return the text of a file that may be written as text.

    Raises:
        RefusedError: it is not UTF-8.
    """
    text = read_text(row.data)
    if not text.is_editable:
        advice = ZERO_BYTES if text.is_utf8 else CONVERT_FIRST
        raise RefusedError(f"{name} is {text.encoding.value}.", advice)
    return text


def new_row(book: Book, name: str, text: str) -> FileRow:
    """Return a file of the bucket that is not there yet.

    Raises:
        RefusedError: no memory is kept under this name.
    """
    folder, _, last = name.partition("/")
    is_memory = folder in {MEMORY_FOLDER, KNOWLEDGE_FOLDER} and last.endswith(".md")
    if name not in {MEMORY_FILE, AGENTS_FILE} and not is_memory:
        raise RefusedError(
            f"The agent keeps no memory in {name}.",
            f"It has {MEMORY_FILE}, {AGENTS_FILE}, and Markdown files in {MEMORY_FOLDER} and "
            f"{KNOWLEDGE_FOLDER}.",
        )
    if any(part.startswith(".") or not part for part in name.split("/")):
        raise RefusedError(f"{name} would be hidden, or leads elsewhere.", "Name it otherwise.")
    return FileRow(book.bucket.at(name), written_bytes(text))


def bucket_words(book: Book) -> str:
    """Return what a sentence calls the bucket."""
    return f"the bucket “{book.bucket.name}”" if book.bucket.name else "the shared bucket"
