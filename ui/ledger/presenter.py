"""What the window of daily logs shows: a bucket, one of its files, what is not saved of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.core.ledger.book import MEMORY_FILE
from ui.ledger.drafts import Drafts
from ui.ledger.open_file import OpenBook, OpenFile, open_book
from ui.ledger.turn_room import TurnRoom
from ui.navigation import Place
from ui.sight import Sight

if TYPE_CHECKING:
    from desktop_app.core.ledger.book import Book, Bucket
    from desktop_app.core.ledger.facts import Fact
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.file_outline import FileOutline
    from desktop_app.services.jobs import JobContext
    from ui.jobs import Job
    from ui.ledger.listing import Listing
    from ui.ledger.open_file import Draft
    from ui.ledger.parts import Part
    from ui.ledger.room import Room
    from ui.ledger.section_rows import SectionRow
    from ui.navigation import Target
    from ui.session import Session


class LedgerPresenter(QObject):
    """The files of one bucket at a time; view and inspector share one."""

    book_changed = Signal()  # another bucket, or the same, newer
    file_changed = Signal()  # another file, or the same, newer
    refused = Signal(object)  # MemloupeError: nothing can be shown
    section_changed = Signal(object)  # SectionRow | None: the one that is chosen
    above_wanted = Signal()  # move what is selected to the end of what is read
    line_wanted = Signal()  # go to where the model stops reading
    place_wanted = Signal(str, int)  # a text to find in the file that is shown, and its line or 0

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        self.drafts = Drafts(session, self)
        self.turn = TurnRoom(session, self.drafts, self)
        self._bucket: Bucket | None = None
        self._opened: OpenBook | None = None
        self._file: OpenFile | None = None
        self._name: str | None = None
        self._to_newest = False
        self._wanted_text, self._wanted_line = "", 0
        self.sight = Sight(self, self.look)
        self._wanted_bucket: str | None = None
        self._reading: Job | None = None
        session.files_taken.connect(self._forget)
        session.outline_changed.connect(self._take_outline)
        session.files_changed.connect(self.look)
        session.target_requested.connect(self._go)
        self._take_outline(session.outline)

    @staticmethod
    def of(session: Session) -> LedgerPresenter:
        """Return the presenter that all parts of one session share."""
        found = session.findChild(LedgerPresenter)
        return found if isinstance(found, LedgerPresenter) else LedgerPresenter(session)

    @property
    def buckets(self) -> tuple[Bucket, ...]:
        """Every bucket of the workspace."""
        outline = self.session.outline
        return tuple(one.bucket for one in outline.buckets) if outline else ()

    @property
    def bucket(self) -> Bucket | None:
        """The bucket that is shown."""
        return self._bucket

    @property
    def book(self) -> Book | None:
        """What it remembers; ``None`` until it was read."""
        return self._opened.book if self._opened else None

    @property
    def fresh(self) -> tuple[Fact, ...]:
        """What was saved into the memory since the last consolidation."""
        return self._opened.fresh if self._opened else ()

    @property
    def listing(self) -> Listing | None:
        """What the left column lists of the bucket."""
        return self._opened.listing if self._opened else None

    def is_saved(self, part: Part) -> bool:
        """Whether a text that was edited is in its file now, exactly as it is."""
        return self._opened is not None and any(one.part is part for one in self._opened.saved)

    @property
    def file(self) -> OpenFile | None:
        """The file that is shown."""
        return self._file

    @property
    def memory(self) -> OpenFile | None:
        """The curated memory, whatever file is shown."""
        return self._opened.memory if self._opened else None

    @property
    def room(self) -> Room | None:
        """What a turn of the bucket has room for."""
        return self.turn.room

    @property
    def files(self) -> FileMemory | None:
        """What reads the files."""
        return self.session.files

    @property
    def _wanted_path(self) -> str | None:
        shown = self._bucket.path if self._bucket else None
        return shown if self._wanted_bucket is None else self._wanted_bucket

    @Slot()
    def look(self) -> None:
        """Read the bucket as it is now, or when somebody sees it."""
        files, bucket = self.files, self._bucket
        if self.sight.puts_off() or files is None or bucket is None:
            return
        if self._reading is not None:
            self._reading.cancel()
        self._reading = self.session.jobs.read(partial(_read, files, bucket, self.drafts.all))
        self._reading.succeeded.connect(self._take)
        self._reading.failed.connect(self._fail)

    def choose(self, name: str) -> None:
        """Show a file by its path below the bucket."""
        self._name, self._to_newest = name, False
        self._show_file()

    def choose_section(self, row: SectionRow | None) -> None:
        """Tell which section of the log is chosen."""
        self.section_changed.emit(row)

    def choose_bucket(self, path: str) -> None:
        """Show another bucket."""
        self._wanted_bucket = path
        outline = self.session.outline
        bucket = outline.bucket(path) if outline else None
        if bucket is None or bucket == self._bucket:
            return
        self._bucket, self._opened, self._file = bucket, None, None
        self.book_changed.emit()
        self.file_changed.emit()
        self.look()

    @Slot(object)
    def _take_outline(self, outline: FileOutline | None) -> None:
        if outline is None:
            return
        bucket = outline.bucket(self._wanted_path)
        if bucket == self._bucket:
            return
        self._bucket, self._opened = bucket, None
        if bucket is None:
            self._file = None
            self.book_changed.emit()
            self.file_changed.emit()
        self.look()

    @Slot(object)
    def _take(self, opened: OpenBook) -> None:
        book = opened.book
        if book.bucket != self._bucket:
            return  # another one was chosen meanwhile
        self._reading = None
        self._opened = opened
        self.drafts.follow(opened)
        self.turn.show_book(book)
        self.book_changed.emit()
        self._show_file()

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        if isinstance(error, MemloupeError):
            self.refused.emit(error)
        else:
            self.session.broke.emit(error)

    def _show_file(self) -> None:
        opened = self._opened
        if opened is None:
            return
        if self._to_newest or self._name is None:
            dated = [log.name for log in opened.book.logs if log.day and not log.is_archived]
            self._name = max(dated, default=MEMORY_FILE) if self._to_newest else MEMORY_FILE
            self._to_newest = False
        found = opened.file(self._name)
        if found is None:
            self._name = MEMORY_FILE
        self._file = found or opened.memory
        self.file_changed.emit()
        wanted, self._wanted_text = self._wanted_text, ""
        if wanted:
            self.place_wanted.emit(wanted, self._wanted_line)

    @Slot(object)
    def _go(self, target: Target) -> None:
        if target.place is not Place.LEDGER:
            return
        if target.bucket is not None:
            self.choose_bucket(target.bucket)
        path, bucket = target.path, self._bucket
        self._wanted_text, self._wanted_line = target.text, target.line or 0
        if path is None:
            self._to_newest = self._name is None or target.bucket is not None
        else:
            below = f"{bucket.path}/" if bucket and bucket.path else ""
            self._name, self._to_newest = path.removeprefix(below), False
        self._show_file()

    @Slot(object)
    def _forget(self, _files: object) -> None:
        self._bucket = self._opened = self._file = None
        self.turn.show_book(None)
        self._name = self._wanted_bucket = None
        self.drafts.forget()
        self.book_changed.emit()
        self.file_changed.emit()


def _read(
    files: FileMemory, bucket: Bucket, drafts: tuple[Draft, ...], context: JobContext
) -> OpenBook:
    # On the reader's thread: the window is there before the reader of files is.
    from desktop_app.services.ledger.reading import read_book  # noqa: PLC0415

    book = read_book(files, bucket, lambda: context.cancelled)
    return open_book(book, drafts)
