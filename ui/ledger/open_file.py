"""One file of a bucket as it is shown, and what a person has made of it."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.core.files.row import FileRow
from desktop_app.core.files.text import Encoding, FileText, read_text
from desktop_app.core.ledger.book import MEMORY_FILE, Book, Layer, LedgerFile
from ui.ledger.words import layer_words, tr

_EMPTY = FileText("", Encoding.UTF8, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenFile:
    """A file to show.

    Attributes:
        book: What it was read with; an edit is compared with that.
        name: Its path below the bucket.
        row: The file; ``None`` if there is none, or if it can't be read.
        text: Its text.
        layer: Which folder it stands in; ``None`` if nobody has it.
        problem: What is wrong with it; ``""`` for nothing.
        log: The log, if it is one.
    """

    book: Book
    name: str
    row: FileRow | None
    text: FileText
    layer: Layer | None
    problem: str = ""
    log: LedgerFile | None = None

    @property
    def path(self) -> str:
        """Its path below the workspace, where a save writes."""
        return self.book.bucket.at(self.name)

    @property
    def is_memory(self) -> bool:
        """Whether it is the curated memory."""
        return self.name == MEMORY_FILE

    @property
    def log_has_sections(self) -> bool:
        """Whether it is a log with dated sections."""
        return self.log is not None and bool(self.log.sections)

    @property
    def is_foreign(self) -> bool:
        """Whether another folder than the bucket supplies it."""
        return self.layer is not None and self.layer is not Layer.BUCKET

    @property
    def is_convertible(self) -> bool:
        """Whether it is text in another encoding than UTF-8."""
        return not self.is_foreign and self.text.encoding is Encoding.NOT_UTF8

    @property
    def locked(self) -> str:
        """Why it can only be read; ``""`` if it can be edited."""
        if self.is_foreign:
            return tr("This text is {0}; edit it there.").format(layer_words(self.layer))
        if not self.text.is_editable:
            return tr("It is {0}: it is converted before it can be edited.").format(
                tr("not UTF-8") if self.is_convertible else tr("not text")
            )
        return self.problem if self.row is None and self.layer is not None else ""


def open_memory(book: Book) -> OpenFile:
    """Return the curated memory: the bucket's own file, else the one that stands in for it."""
    supplied = book.memory
    if supplied.own is not None:
        own = read_text(supplied.own.data)
        return OpenFile(
            book=book,
            name=MEMORY_FILE,
            row=supplied.own,
            text=own,
            layer=Layer.BUCKET,
            problem=supplied.problem,
        )
    return OpenFile(
        book=book,
        name=MEMORY_FILE,
        row=supplied.row,
        text=supplied.text or _EMPTY,
        layer=supplied.layer,
        problem=supplied.problem,
    )


def open_log(book: Book, log: LedgerFile) -> OpenFile:
    """Return a log."""
    return OpenFile(
        book=book,
        name=log.name,
        row=log.row,
        text=log.text or _EMPTY,
        layer=log.layer,
        problem=log.problem,
        log=log,
    )


def open_file(book: Book, name: str) -> OpenFile | None:
    """Return a file by its path below the bucket; ``None`` if there is no such log any more."""
    if name == MEMORY_FILE:
        return open_memory(book)
    log = book.log(name)
    return None if log is None else open_log(book, log)


@dataclass(frozen=True, slots=True)
class Draft:
    """A text that is not saved yet.

    Attributes:
        seen: The file as the person saw it when the edit began.
        before: What stands before the part that is on the screen.
        part: That part as it shall be.
        after: What stands after it.
        is_outdated: Whether the file was written by somebody else meanwhile.
    """

    seen: OpenFile
    before: str
    part: str
    after: str
    is_outdated: bool = False

    @property
    def text(self) -> str:
        """All of it; of a very long one this takes a moment."""
        return f"{self.before}{self.part}{self.after}" if self.before or self.after else self.part

    @property
    def is_edited(self) -> bool:
        """Whether anything would change."""
        old = self.seen.text.text
        length = len(self.before) + len(self.part) + len(self.after)
        return length != len(old) or self.text != old
