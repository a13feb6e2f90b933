"""What undo and redo would do, as the journal of the open file has it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

if TYPE_CHECKING:
    from desktop_app.core.editing.journal import Entry
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext
    from desktop_app.services.workspace import Surroundings
    from ui.editing import Editing
    from ui.session import Session

MOST_COUNTED = 999
"""Nobody needs the exact number of thousands of changes."""
_Found = tuple["Entry | None", "Entry | None", int, bool, "tuple[Entry, ...]"]


class EditStacks(QObject):
    """Read on reader threads: a little after the first page, and after every change.

    Without a state file, as soon as the first page of memory files has had its turn. Changes of
    others count: the command line takes back and does again as the window does, with the same
    journal.
    """

    changed = Signal()
    left_open = Signal()  # a process died in the middle of a change
    drafts_found = Signal(object)  # tuple[Entry, ...], newest first: what waited at the opening

    def __init__(self, session: Session, editing: Editing) -> None:
        super().__init__(editing)
        self._session, self._editing = session, editing
        self.undoable: Entry | None = None
        self.redoable: Entry | None = None
        self.count = 0
        self._is_new = self._is_reading = self._is_stale = self._is_first = False
        self._are_drafts_told = True
        session.source_changed.connect(self._take_source)
        session.snapshot_changed.connect(self._begin)
        session.files_taken.connect(self._take_files)
        session.store_changed.connect(self.read)
        session.files_changed.connect(self.read)

    @Slot()
    def read(self) -> None:
        """Find out what undo and redo would do; once more if a look is under way already."""
        opened, surroundings = self._editing.opened, self._session.surroundings
        self._is_stale = self._is_reading
        if opened is None or self._is_new or self._is_reading:
            return
        self._is_reading = True
        jobs = self._session.jobs
        # Nobody wants to undo before there is a page, and the libraries of the journal are large.
        read, self._is_first = (jobs.read_later if self._is_first else jobs.read), False
        job = read(partial(_look, opened, surroundings))
        job.succeeded.connect(self._take)
        job.failed.connect(self._forget)
        job.finished.connect(self._end)

    @Slot()
    def _end(self) -> None:
        self._is_reading = False
        if self._is_stale:
            self.read()

    @Slot(object)
    def _take_source(self, _source: object) -> None:
        self._is_new = self._is_first = True
        self._are_drafts_told = False
        self._forget()

    @Slot(object)
    def _begin(self, snapshot: object) -> None:
        if snapshot is not None and self._is_new:
            self._is_new = False
            self.read()

    @Slot(object)
    def _take_files(self, files: object) -> None:
        if self._session.source is None:
            self._begin(files)

    @Slot(object)
    def _take(self, found: _Found) -> None:
        self.undoable, self.redoable, self.count, is_open, drafts = found
        self.changed.emit()
        if is_open:
            self.left_open.emit()
        if drafts and not self._are_drafts_told:
            self.drafts_found.emit(drafts)
        self._are_drafts_told = True

    @Slot(object)
    def _forget(self, _error: object = None) -> None:
        # The page of changes says what is wrong with a journal.
        self.undoable, self.redoable, self.count = None, None, 0
        self.changed.emit()


def _look(
    opened: HarnessSource | FileMemory, surroundings: Surroundings | None, _context: JobContext
) -> _Found:
    from desktop_app.services.workspace import has_changes, open_editor  # noqa: PLC0415

    if not has_changes(opened):
        return None, None, 0, False, ()
    editor = open_editor(opened, surroundings)
    entries = editor.journal.entries(editor.names, limit=MOST_COUNTED + 1)
    drafts = tuple(entry for entry in entries if entry.is_waiting)
    is_open = bool(editor.journal.intended(editor.names))
    return *editor.stacks(), len(entries), is_open, drafts
