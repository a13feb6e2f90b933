"""Texts of files that are not saved yet, and their way to the disk."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.editing.journal import Entry
from desktop_app.services.editing.outcomes import Conflicted, Saved, Unchanged
from ui.jobs import Job

if TYPE_CHECKING:
    from collections.abc import Hashable

    from desktop_app.core.files.row import FileRow
    from ui.session import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class FileDraft:
    """What was made of a file and is not saved; a feature adds what was typed.

    Attributes:
        seen: The file as the person saw it when the edit began.
        is_outdated: Whether somebody else has written the file since.
    """

    seen: object
    is_outdated: bool = False

    @property
    def key(self) -> Hashable:
        """Which file it is about."""
        raise NotImplementedError

    @property
    def row(self) -> FileRow | None:
        """The file as it was seen; ``None`` if there was none."""
        raise NotImplementedError

    @property
    def is_edited(self) -> bool:
        """Whether saving it would change anything."""
        raise NotImplementedError

    def is_of(self, row: FileRow | None) -> bool:
        """Whether a file still has the bytes that were seen."""
        seen = self.row
        return seen is row if seen is None or row is None else seen.data == row.data

    def begun_as(self, earlier: Self) -> Self:
        """Return it as a later state of an edit that has begun already."""
        return replace(self, seen=earlier.seen, is_outdated=earlier.is_outdated)


Draft = TypeVar("Draft", bound=FileDraft)


@dataclass(frozen=True, slots=True)
class _Sent(Generic[Draft]):
    """A draft on its way.

    Attributes:
        is_settled: Whether somebody has chosen what shall be in the file instead of it.
    """

    draft: Draft
    job: Job
    is_settled: bool = False


class FileDrafts(QObject, Generic[Draft]):
    """Every unsaved text, whichever is shown; each stays until it is safe somewhere.

    A feature says how one is sent, and compares them with what it reads.
    """

    changed = Signal()
    settled = Signal(object)  # key: what is shown of the file follows the disk again

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._drafts: dict[Hashable, Draft] = {}
        self._sent: list[_Sent[Draft]] = []
        self._asked: list[tuple[Conflicted, Draft]] = []  # the window asks which version is kept
        session.editing.settling.connect(self._follow_choice)

    @property
    def all(self) -> tuple[Draft, ...]:
        """What is not saved."""
        return tuple(self._drafts.values())

    @property
    def is_saving(self) -> bool:
        """Whether something is on its way."""
        return bool(self._sent)

    def of(self, key: Hashable) -> Draft | None:
        """Return what is not saved of a file."""
        return self._drafts.get(key)

    def edit(self, draft: Draft) -> None:
        """Take over what stands in the editor."""
        present = self._drafts.get(draft.key)
        if present is not None:
            draft = draft.begun_as(present)
        if draft.is_edited:
            self._drafts[draft.key] = draft
        else:
            self._drafts.pop(draft.key, None)
        self.changed.emit()

    def discard(self, key: Hashable) -> None:
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

    def save(self, key: Hashable) -> None:
        """Save one file."""
        draft = self._drafts.get(key)
        if draft is not None:
            self._send_once(draft, as_draft=False)

    def save_all(self) -> None:
        """Save every file."""
        for draft in self.all:
            self._send_once(draft, as_draft=False)

    def keep_all(self) -> None:
        """Keep every text as a draft among the changes."""
        for draft in self.all:
            self._send_once(draft, as_draft=True)

    def follow_job(self, draft: Draft, job: Job) -> None:
        """Follow a text that is on its way to the disk, whoever has sent it."""
        job.succeeded.connect(self._end)
        self._hold(draft, job)

    def _send(self, draft: Draft, *, as_draft: bool) -> None:
        """Send a text to the disk, or to the drafts among the changes."""
        raise NotImplementedError

    def _send_once(self, draft: Draft, *, as_draft: bool) -> None:
        if all(sent.draft.key != draft.key for sent in self._sent):
            self._send(draft, as_draft=as_draft)

    def _hold(self, draft: Draft, job: Job, *, is_settled: bool = False) -> None:
        self._sent.append(_Sent(draft, job, is_settled))
        job.finished.connect(self._take_off)
        self.changed.emit()

    @Slot(object, object)
    def _follow_choice(self, conflicted: Conflicted, job: Job) -> None:
        for asked in self._asked:
            if asked[0] is conflicted:
                self._asked.remove(asked)
                job.succeeded.connect(self._end)
                self._hold(asked[1], job, is_settled=True)
                return

    @Slot(object)
    def _end(self, outcome: object) -> None:
        sent = self._of_sender()
        if sent is None:
            return
        key = sent.draft.key
        if isinstance(outcome, Conflicted):
            self._asked.append((outcome, sent.draft))
        elif isinstance(outcome, Saved | Unchanged | Entry):
            present = self._drafts.get(key)
            if present is not None and present == sent.draft.begun_as(present):
                del self._drafts[key]
            # What was saved is read again anyway, with its undo steps kept.
            if isinstance(outcome, Entry) or (sent.is_settled and isinstance(outcome, Unchanged)):
                self.settled.emit(key)

    @Slot()
    def _take_off(self) -> None:
        sent = self._of_sender()
        if sent is not None:
            self._sent.remove(sent)
            self.changed.emit()

    def _of_sender(self) -> _Sent[Draft] | None:
        sender = self.sender()
        return next((sent for sent in self._sent if sent.job is sender), None)
