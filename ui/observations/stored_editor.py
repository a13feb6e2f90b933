"""Keeps edits of stored columns until they are saved, and works out what they would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.services.editing.outcomes import Conflicted
from ui.observations.damaged_words import column_words
from ui.observations.saving import shown_ids
from ui.observations.stored_draft import Key, StoredDraft
from ui.planning import PlanReader

if TYPE_CHECKING:
    from desktop_app.core.changes import Change
    from desktop_app.core.editing.journal import Entry
    from desktop_app.services.editing.outcomes import Outcome, Saved
    from ui.jobs import Job
    from ui.observations.damaged_record import DamagedRecord
    from ui.session import Session


class StoredEditor(QObject):
    """All edits of stored columns of a session, whatever scope is shown."""

    changed = Signal()
    ready = Signal(object)  # StoredEffect
    refused = Signal(str)  # why it can't be saved
    gone = Signal(object)  # Key: the edit is in the file, or kept elsewhere

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._drafts: dict[Key, StoredDraft] = {}
        self._sent: list[tuple[StoredDraft, Change, Job]] = []
        self._planner = PlanReader(session, self)
        self._planner.ready.connect(self.ready)
        self._planner.refused.connect(self.refused)
        session.editing.saved.connect(self._take_saved)
        session.editing.drafted.connect(self._settle)
        session.editing.unchanged.connect(self._settle_unchanged)

    def is_saving(self, draft: StoredDraft) -> bool:
        """Whether an edit is on its way."""
        return any(sent.key == draft.key for sent, _, _ in self._sent)

    def draft(self, record: DamagedRecord, column: str) -> StoredDraft:
        """Return the edit of a column as it was left, else a new one."""
        source = self._session.source
        key = (str(source.path if source else ""), record.snapshot.memory_id, column)
        text = record.columns[column]
        stored = text.layout.raw if text.value is not None else ""
        found = self._drafts.get(key)
        return found or StoredDraft(key=key, base=record.snapshot, stored=stored, text=stored)

    def keep(self, draft: StoredDraft) -> None:
        """Take over what was made of a column, and work out what it would do."""
        if draft.is_edited:
            self._drafts[draft.key] = draft
        else:
            self._drafts.pop(draft.key, None)
        self._planner.request(draft.effect)
        self.changed.emit()

    def discard(self, draft: StoredDraft) -> None:
        """Give an edit up."""
        self._drafts.pop(draft.key, None)
        self._planner.cancel()
        self.changed.emit()

    def discard_all(self) -> None:
        """Give everything up."""
        self._drafts.clear()
        self.changed.emit()

    def unsaved(self) -> str:
        """Return what is not saved, in words; empty for nothing."""
        names = (column_words(draft.column) for draft in self._drafts.values())
        return ", ".join(self.tr("the stored text of {0}").format(name) for name in names)

    def is_unsaved(self, record: DamagedRecord | None, column: str) -> bool:
        """Whether a column has an edit that is not saved."""
        return record is not None and self.draft(record, column).is_edited

    def save_all(self) -> None:
        """Save every edit."""
        for draft in tuple(self._drafts.values()):
            self._send(draft)

    def keep_all(self) -> None:
        """Keep every edit as a draft among the changes."""
        for draft in tuple(self._drafts.values()):
            self._send(draft, as_draft=True)

    def save(self, draft: StoredDraft) -> None:
        """Save one edit; it leaves once it is in the file."""
        if draft.is_edited:
            self._send(draft)

    def _send(self, draft: StoredDraft, *, as_draft: bool = False) -> None:
        if self.is_saving(draft):
            return
        try:
            change = draft.change()
        except MemloupeError as error:
            self.refused.emit(error.words)
            return
        editing = self._session.editing
        job = (editing.keep_draft if as_draft else editing.save)(change)
        self._sent.append((draft, change, job))
        job.succeeded.connect(self._end)
        job.failed.connect(self._let_stay)
        job.stopped.connect(self._let_stay)
        self.changed.emit()

    @Slot(object)
    def _end(self, outcome: Outcome | Entry) -> None:
        if not isinstance(outcome, Conflicted):
            self._leave(next((one for one in self._sent if one[2] is self.sender()), None))

    @Slot()
    def _let_stay(self, _error: object = None) -> None:
        """Keep the edit here: nothing was written."""
        self._sent = [one for one in self._sent if one[2] is not self.sender()]
        self.changed.emit()

    @Slot(object)
    def _take_saved(self, saved: Saved) -> None:
        self._settle(saved.entry)

    @Slot(object)
    def _settle(self, entry: Entry) -> None:
        """Let an edit go whose conflict was settled."""
        for sent in self._sent:
            change = sent[1]
            if (entry.label, entry.memory_ids) == (change.label, shown_ids(change)):
                self._leave(sent)
                return

    @Slot()
    def _settle_unchanged(self) -> None:
        self._leave(self._sent[0] if self._sent else None)

    def _leave(self, sent: tuple[StoredDraft, Change, Job] | None) -> None:
        if sent is None:
            return
        self._sent.remove(sent)
        draft = sent[0]
        self._drafts.pop(draft.key, None)
        self.gone.emit(draft.key)
        self.changed.emit()
