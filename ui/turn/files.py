"""Reads what memory files add to the turn, while somebody looks at it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.services.turn.files import FileBlocks, FileWish, read_file_blocks
from ui.navigation import Place
from ui.person import SessionPerson

if TYPE_CHECKING:
    from desktop_app.core.ledger.injection import Vintage
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.jobs import JobContext
    from ui.jobs import Job
    from ui.navigation import Target
    from ui.person import Person
    from ui.session import Session


class TurnFiles(QObject):
    """Keeps the blocks of the bucket, role and version that were chosen."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._job: Job | None = None
        self._is_shown, self._is_stale = False, True
        self._whose = SessionPerson.of(session)
        self.wish = _wish_of(FileWish(), self._whose.person)
        self.found = FileBlocks()
        self.problem = ""
        self._whose.changed.connect(self._follow_person)
        session.files_taken.connect(self._forget)
        session.outline_changed.connect(self._read_again)
        session.files_changed.connect(self._read_again)
        session.target_requested.connect(self._go)

    def set_shown(self, shown: bool) -> None:  # noqa: FBT001 - a state, set as it is
        """Read while the turn is looked at, and not behind another page."""
        self._is_shown = shown
        if shown and self._is_stale:
            self._read()

    def choose_bucket(self, path: str) -> None:
        """Show the turn of another bucket."""
        self._choose(replace(self.wish, bucket=path))

    def choose_role(self, role: str) -> None:
        """Show the turn of somebody else; ``""`` for nobody in particular."""
        self._whose.become(role or None)

    def choose_value(self, name: str, value: str) -> None:
        """Say what a placeholder of a layer stands for; ``""`` for nothing."""
        self._whose.set_value(name, value)

    def choose_vintage(self, vintage: Vintage) -> None:
        """Show the turn of another version of the agent."""
        self._choose(replace(self.wish, vintage=vintage))

    @Slot(object)
    def _go(self, target: Target) -> None:
        if target.place is Place.TURN and target.bucket is not None:
            self.choose_bucket(target.bucket)

    @Slot()
    def _follow_person(self) -> None:
        """Take over who was chosen, here or on the page of notes."""
        self._choose(_wish_of(self.wish, self._whose.person))

    def _choose(self, wish: FileWish) -> None:
        if wish != self.wish:
            self.wish = wish
            self._read_again()

    @Slot(object)
    def _forget(self, _files: object) -> None:
        self.wish, self._is_stale = FileWish(), True
        self._show(FileBlocks())

    @Slot()
    def _read_again(self, _outline: object = None) -> None:
        self._is_stale = True
        if self._is_shown:
            self._read()

    def _read(self) -> None:
        files, outline = self._session.files, self._session.outline
        if self._job is not None:
            self._job.cancel()
        if files is None or outline is None:
            return
        self._is_stale = False
        self._job = self._session.jobs.read(partial(_blocks, files, self.wish))
        self._job.succeeded.connect(self._take)
        self._job.failed.connect(self._explain)

    @Slot(object)
    def _take(self, result: tuple[FileMemory, FileWish, FileBlocks]) -> None:
        files, wish, found = result
        if files is self._session.files and wish == self.wish:
            self._show(found)

    def _show(self, found: FileBlocks, problem: str = "") -> None:
        if (found, problem) != (self.found, self.problem):
            self.found, self.problem = found, problem
            self.changed.emit()

    @Slot(object)
    def _explain(self, error: Exception) -> None:
        if isinstance(error, MemloupeError):
            self._show(FileBlocks(), error.words)
        else:
            self._session.broke.emit(error)


def _wish_of(wish: FileWish, person: Person) -> FileWish:
    return replace(wish, role=person.role, values=dict(person.values))


def _blocks(
    files: FileMemory, wish: FileWish, context: JobContext
) -> tuple[FileMemory, FileWish, FileBlocks]:
    return files, wish, read_file_blocks(files, wish, lambda: context.cancelled)
