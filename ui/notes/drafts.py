"""Notes that are not saved yet, and their way to the disk."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.editing.journal import Entry
from desktop_app.services.editing.outcomes import Conflicted, Saved, Unchanged
from ui.jobs import Job
from ui.notes.open_note import Draft

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.changes import Change
    from desktop_app.core.notes.access import Editing
    from desktop_app.services.jobs import JobContext
    from ui.notes.open_note import Key, OpenNote
    from ui.session import Session


@dataclass(frozen=True, slots=True)
class _Sent:
    """A draft on its way."""

    draft: Draft
    job: Job


class Drafts(QObject):
    """Every unsaved note, whichever is shown; each stays until it is safe somewhere."""

    changed = Signal()
    settled = Signal(object)  # Key: what is shown of it follows the disk again

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._drafts: dict[Key, Draft] = {}
        self._sent: list[_Sent] = []
        self._asked: list[Key] = []  # the window asks which version shall be kept
        session.editing.saved.connect(self._take_saved)
        session.editing.drafted.connect(self._take_drafted)
        session.editing.unchanged.connect(self._take_unchanged)

    @property
    def all(self) -> tuple[Draft, ...]:
        """What is not saved."""
        return tuple(self._drafts.values())

    @property
    def is_saving(self) -> bool:
        """Whether something is on its way."""
        return bool(self._sent)

    def of(self, key: Key) -> Draft | None:
        """Return what is not saved of a note."""
        return self._drafts.get(key)

    def edit(self, opened: OpenNote, description: str, body: str) -> None:
        """Take over what stands in the fields."""
        present = self._drafts.get(opened.key)
        draft = Draft(seen=opened, description=description, body=body)
        if present is not None:
            draft = replace(present, description=description, body=body)
        if draft.is_edited:
            self._drafts[opened.key] = draft
        else:
            self._drafts.pop(opened.key, None)
        self.changed.emit()

    def discard(self, key: Key) -> None:
        """Give an edit up."""
        if self._drafts.pop(key, None) is not None:
            self.changed.emit()
            self.settled.emit(key)

    def discard_all(self) -> None:
        """Give everything up."""
        for key in tuple(self._drafts):
            self.discard(key)

    def forget(self) -> None:
        """Know nothing any more, because other files are shown."""
        self._drafts.clear()
        self._asked.clear()
        self.changed.emit()

    def follow(self, opened: OpenNote) -> None:
        """Compare the draft of a note with what stands in its file now."""
        draft = self._drafts.get(opened.key)
        if draft is None:
            return
        before, now = draft.seen.note, opened.note
        same = (
            before is not None
            and now is not None
            and before.row is not None
            and now.row is not None
            and before.row.data == now.row.data
        )
        if same:
            # The role may be another one, the list too.
            draft = replace(draft, seen=opened)
        self._drafts[opened.key] = replace(draft, is_outdated=not same)
        self.changed.emit()

    def save(self, key: Key, editing: Editing) -> None:
        """Save one note."""
        draft = self._drafts.get(key)
        if draft is not None:
            self._send(draft, editing, as_draft=False)

    def save_all(self, editing: Editing) -> None:
        """Save every note."""
        for draft in self.all:
            self._send(draft, editing, as_draft=False)

    def keep_all(self, editing: Editing) -> None:
        """Keep every note as a draft among the changes."""
        for draft in self.all:
            self._send(draft, editing, as_draft=True)

    def follow_job(self, draft: Draft, job: Job) -> None:
        """Follow a note that is on its way to the disk."""
        self._sent.append(_Sent(draft, job))
        job.succeeded.connect(self._end)
        job.finished.connect(self._take_off)
        self.changed.emit()

    def _send(self, draft: Draft, editing: Editing, *, as_draft: bool) -> None:
        if any(sent.draft.seen.key == draft.seen.key for sent in self._sent):
            return
        way = self._session.editing
        send = way.draft_made if as_draft else way.save_made
        self.follow_job(draft, send(partial(_change, draft, editing)))

    @Slot(object)
    def _end(self, outcome: object) -> None:
        sent = self._of_sender()
        if sent is None:
            return
        key = sent.draft.seen.key
        if isinstance(outcome, Conflicted):
            self._asked.append(key)
        if not isinstance(outcome, Saved | Unchanged | Entry):
            return
        present = self._drafts.get(key)
        if present is not None and (present.description, present.body) == (
            sent.draft.description,
            sent.draft.body,
        ):
            del self._drafts[key]
        if isinstance(outcome, Entry):
            # What was saved is read again anyway, with its undo steps kept.
            self.settled.emit(key)

    @Slot(object)
    def _take_saved(self, saved: Saved) -> None:
        self._let_go(lambda draft: draft.path in saved.change.paths)

    @Slot(object)
    def _take_drafted(self, entry: Entry) -> None:
        self._let_go(lambda draft: entry.label == draft.label)

    @Slot()
    def _take_unchanged(self) -> None:
        first = self._asked[:1]
        self._let_go(lambda draft: draft.seen.key in first)

    def _let_go(self, is_meant: Callable[[Draft], bool]) -> None:
        """Show the file again once somebody has settled which version is kept."""
        for key in tuple(self._asked):
            draft = self._drafts.get(key)
            if draft is None or is_meant(draft):
                self._asked.remove(key)
                self.discard(key)

    @Slot()
    def _take_off(self) -> None:
        sent = self._of_sender()
        if sent is not None:
            self._sent.remove(sent)
        self.changed.emit()

    def _of_sender(self) -> _Sent | None:
        sender = self.sender()
        return next((sent for sent in self._sent if sent.job is sender), None)


def _change(draft: Draft, editing: Editing, _context: JobContext) -> Change:
    return draft.plan(editing).change
