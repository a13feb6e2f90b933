"""Texts of files that are not saved yet, and their way to the disk."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.editing.journal import Entry
from desktop_app.core.errors import MemloupeError
from desktop_app.services.editing.outcomes import Saved, Unchanged
from ui.jobs import Job
from ui.ledger.open_file import Draft, OpenBook, OpenFile
from ui.ledger.plans import plan_of

if TYPE_CHECKING:
    from desktop_app.core.files.plan import FilePlan
    from desktop_app.services.jobs import JobContext
    from ui.ledger.parts import Part
    from ui.session import Session


@dataclass(frozen=True, slots=True)
class _Sent:
    """A draft on its way."""

    draft: Draft
    as_draft: bool
    job: Job


class Drafts(QObject):
    """Every unsaved text, whatever file is shown; each stays until it is safe somewhere."""

    changed = Signal()
    refused = Signal(str)  # why a text can't be saved
    settled = Signal(str)  # path: what is shown of it follows the disk again

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._drafts: dict[str, Draft] = {}
        self._sent: list[_Sent] = []

    @property
    def all(self) -> tuple[Draft, ...]:
        """What is not saved."""
        return tuple(self._drafts.values())

    @property
    def is_saving(self) -> bool:
        """Whether something is on its way."""
        return bool(self._sent)

    def of(self, path: str) -> Draft | None:
        """Return what is not saved of a file."""
        return self._drafts.get(path)

    def edit(self, file: OpenFile, part: Part) -> None:
        """Take over what stands in the editor."""
        present = self._drafts.get(file.path)
        seen = present.seen if present else file
        outdated = present.is_outdated if present else False
        draft = Draft(seen, part, outdated)
        if draft.is_edited:
            self._drafts[file.path] = draft
        else:
            self._drafts.pop(file.path, None)
        self.changed.emit()

    def discard(self, path: str) -> None:
        """Give an edit up."""
        if self._drafts.pop(path, None) is not None:
            self.changed.emit()
            self.settled.emit(path)

    def discard_all(self) -> None:
        """Give everything up."""
        for path in tuple(self._drafts):
            self.discard(path)

    def forget(self) -> None:
        """Know nothing any more, because other files are shown."""
        self._drafts.clear()
        self.changed.emit()

    def follow(self, opened: OpenBook) -> None:
        """Compare the drafts of a bucket with what stands there now."""
        for path, draft in tuple(self._drafts.items()):
            if draft.seen.book.bucket != opened.book.bucket:
                continue
            now = opened.file(draft.seen.name)
            row = now.row if now else None
            if any(draft is one for one in opened.saved):
                del self._drafts[path]
                continue
            same = row == draft.seen.row or (
                row is not None and draft.seen.row is not None and row.data == draft.seen.row.data
            )
            self._drafts[path] = replace(draft, is_outdated=not same)
        self.changed.emit()

    def save(self, path: str) -> None:
        """Save one file."""
        draft = self._drafts.get(path)
        if draft is not None:
            self._send(draft, as_draft=False)

    def save_all(self) -> None:
        """Save every file."""
        for draft in self.all:
            self._send(draft, as_draft=False)

    def keep_all(self) -> None:
        """Keep every text as a draft among the changes."""
        for draft in self.all:
            self._send(draft, as_draft=True)

    def _send(self, draft: Draft, *, as_draft: bool) -> None:
        if any(sent.draft.seen.path == draft.seen.path for sent in self._sent):
            return
        job = self._session.jobs.read(partial(_plan, draft))
        self._sent.append(_Sent(draft, as_draft, job))
        job.succeeded.connect(self._take_plan)
        job.failed.connect(self._fail)
        self.changed.emit()

    @Slot(object)
    def _take_plan(self, plan: FilePlan) -> None:
        sent = self._take_sent()
        if sent is None:
            return
        editing = self._session.editing
        job = (editing.keep_draft if sent.as_draft else editing.save)(plan.change)
        self._follow(replace(sent, job=job))

    def follow_job(self, draft: Draft, job: Job) -> None:
        """Follow a text that somebody else has sent to the disk."""
        self._follow(_Sent(draft, as_draft=False, job=job))
        self.changed.emit()

    def _follow(self, sent: _Sent) -> None:
        self._sent.append(sent)
        job = sent.job
        job.succeeded.connect(self._end)
        job.failed.connect(self._stay)
        job.stopped.connect(self._stay)

    @Slot(object)
    def _end(self, outcome: object) -> None:
        sent = self._take_sent()
        if sent is not None and isinstance(outcome, Saved | Unchanged | Entry):
            path = sent.draft.seen.path
            present = self._drafts.get(path)
            if present is not None and present.part == sent.draft.part:
                del self._drafts[path]
            if isinstance(outcome, Entry):
                # What was saved is read again anyway, with its undo steps kept.
                self.settled.emit(path)
        self.changed.emit()

    @Slot()
    def _stay(self, _error: object = None) -> None:
        self._take_sent()
        self.changed.emit()

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self._take_sent()
        self.changed.emit()
        if isinstance(error, MemloupeError):
            self.refused.emit(error.words)
        else:
            self._session.broke.emit(error)

    def _take_sent(self) -> _Sent | None:
        sender = self.sender()
        found = next((sent for sent in self._sent if sent.job is sender), None)
        if found is not None:
            self._sent.remove(found)
        return found


def _plan(draft: Draft, _context: JobContext) -> FilePlan:
    return plan_of(draft.seen, draft.text)
