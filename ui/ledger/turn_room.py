"""What a turn has room for, and what of the memory it therefore receives."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.ledger.book import MEMORY_FILE
from desktop_app.services.ledger.turn import TurnSettings
from ui.ledger.newest import Newest
from ui.ledger.reach import Reach, reach_of, reach_of_part
from ui.ledger.room import TOKEN_LENGTH, Room, room_of

if TYPE_CHECKING:
    from desktop_app.core.ledger.book import Book
    from desktop_app.core.ledger.injection import Vintage
    from ui.ledger.drafts import Drafts
    from ui.ledger.open_file import Draft
    from ui.session import Session


class TurnRoom(QObject):
    """Follows a bucket, what is typed into its memory, and what the person says of the agent."""

    room_changed = Signal()  # what a turn has room for
    reach_changed = Signal(object)  # Reach: what of the memory the next turn receives

    def __init__(self, session: Session, drafts: Drafts, parent: QObject) -> None:
        super().__init__(parent)
        self._drafts = drafts
        self._settings = TurnSettings()
        self._book: Book | None = None
        self._room: Room | None = None
        self._reach: Reach | None = None
        self._worker = Newest(session, self)
        self._worker.ready.connect(self._take)
        drafts.changed.connect(self._work_out)

    @property
    def room(self) -> Room | None:
        """What a turn of the bucket has room for."""
        return self._room

    @property
    def reach(self) -> Reach | None:
        """What of the memory the next turn receives; ``None`` until that is worked out."""
        return self._reach

    @property
    def is_busy(self) -> bool:
        """Whether what the next turn receives is still to come."""
        return self._worker.is_busy

    def show_book(self, book: Book | None) -> None:
        """Follow another bucket, or the same one as it is now."""
        self._book = book
        if book is None:
            self._room = self._reach = None
            self._worker.forget()
        else:
            self._make()

    @Slot(object)
    def set_session_tokens(self, count: int | None) -> None:
        """Say how much the session section takes; ``None`` for a guess."""
        length = None if count is None else count * TOKEN_LENGTH
        self._settings = replace(self._settings, session_length=length)
        self._make()

    def set_vintage(self, vintage: Vintage) -> None:
        """Ask about another version of the agent."""
        self._settings = replace(self._settings, vintage=vintage)
        self._make()

    def _make(self) -> None:
        if self._book is not None:
            self._room = room_of(self._book, self._settings)
            self.room_changed.emit()
            self._work_out()

    @Slot()
    def _work_out(self) -> None:
        book, room = self._book, self._room
        if book is None or room is None:
            return
        draft = self._drafts.of(book.bucket.at(MEMORY_FILE))
        stored = book.memory.text.text if book.memory.text else ""
        self._worker.ask(partial(_reach, draft, stored, room))

    @Slot(object)
    def _take(self, reach: Reach) -> None:
        self._reach = reach
        self.reach_changed.emit(reach)


def _reach(draft: Draft | None, stored: str, room: Room) -> Reach:
    return reach_of(stored, room) if draft is None else reach_of_part(draft.part, room)
