"""One file of a bucket as it is shown, and what a person has made of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from desktop_app.core.files.row import FileRow
from desktop_app.core.files.text import Encoding, FileText
from desktop_app.core.ledger.book import MEMORY_FILE, Book, Layer, LedgerFile
from desktop_app.core.ledger.facts import Fact, saved_since
from desktop_app.core.ledger.own_files import own_text
from ui.file_drafts import FileDraft
from ui.ledger.listing import Listing, listing_of
from ui.ledger.parts import Part
from ui.ledger.words import layer_words, tr

_MOST_COMPARED = 2_000_000
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


@dataclass(frozen=True, slots=True)
class OpenBook:
    """A bucket as it was read, with what takes a moment for a long file.

    Attributes:
        memory: The curated memory.
        saved: Texts that were not saved before and are exactly in their files now.
        fresh: What was saved into the memory since the last consolidation.
        listing: What the left column lists.
    """

    book: Book
    memory: OpenFile
    saved: tuple[Draft, ...] = ()
    fresh: tuple[Fact, ...] = ()
    listing: Listing | None = None

    def file(self, name: str) -> OpenFile | None:
        """Return a file by its path below the bucket; ``None`` for a log that is not there."""
        if name == MEMORY_FILE:
            return self.memory
        log = self.book.log(name)
        return None if log is None else open_log(self.book, log)


def open_memory(book: Book) -> OpenFile:
    """Return the curated memory: the bucket's own file, else the one that stands in for it."""
    supplied = book.memory
    if supplied.own is not None:
        # An empty one is shown as it is, not as the sentence that the agent reads in its place.
        own = own_text(supplied) or _EMPTY
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


def open_book(book: Book, drafts: tuple[Draft, ...]) -> OpenBook:
    """Return a bucket with its memory opened, and which of the unsaved texts it has."""
    opened = OpenBook(book, open_memory(book))
    here = [
        (one, opened.file(one.seen.name)) for one in drafts if one.seen.book.bucket == book.bucket
    ]
    saved = (one for one, file in here if file and file.row and one.part.says(file.text.text))
    length = len(opened.memory.text.text) + sum(len(log.text.text) for log in book.logs if log.text)
    fresh = saved_since(book) if length <= _MOST_COMPARED else ()
    return replace(opened, saved=tuple(saved), fresh=fresh, listing=listing_of(book))


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft(FileDraft):
    """A text that is not saved yet.

    Attributes:
        part: What the person has made of it, with the part that is in the editor.
    """

    seen: OpenFile
    part: Part

    @property
    def key(self) -> str:
        """The path of its file."""
        return self.seen.path

    @property
    def row(self) -> FileRow | None:
        """The file as it was seen."""
        return self.seen.row

    @property
    def text(self) -> str:
        """All of it; of a very long one this takes a moment."""
        return self.part.whole

    @property
    def is_edited(self) -> bool:
        """Whether anything would change."""
        return not self.part.says(self.seen.text.text)
