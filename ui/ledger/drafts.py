"""Texts of a bucket that are not saved yet: what saving one writes takes a moment to work out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.core.files.plan import FilePlan
from ui.file_drafts import FileDrafts
from ui.ledger.open_file import Draft, OpenBook
from ui.ledger.plans import plan_of

if TYPE_CHECKING:
    from desktop_app.services.jobs import JobContext


@dataclass(frozen=True, slots=True)
class _Planned:
    """A draft with what saving it writes."""

    draft: Draft
    plan: FilePlan
    as_draft: bool


class Drafts(FileDrafts[Draft]):
    """The unsaved texts of every bucket."""

    refused = Signal(str)  # why a text can't be saved

    def follow(self, opened: OpenBook) -> None:
        """Compare the drafts of a bucket with what stands there now."""
        for draft in self.all:
            if draft.seen.book.bucket != opened.book.bucket:
                continue
            if any(draft is one for one in opened.saved):
                del self._drafts[draft.key]
                continue
            now = opened.file(draft.seen.name)
            same = draft.is_of(now.row if now else None)
            self._drafts[draft.key] = replace(draft, is_outdated=not same)
        self.changed.emit()

    def _send(self, draft: Draft, *, as_draft: bool) -> None:
        job = self._session.jobs.read(partial(_plan, draft, as_draft))
        job.succeeded.connect(self._take_plan)
        job.failed.connect(self._fail)
        self._hold(draft, job)

    @Slot(object)
    def _take_plan(self, planned: _Planned) -> None:
        editing = self._session.editing
        send = editing.keep_draft if planned.as_draft else editing.save
        self.follow_job(planned.draft, send(planned.plan.change))

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self._take_off()  # whoever shows what is on its way does so before the reason
        if isinstance(error, MemloupeError):
            self.refused.emit(error.words)
        else:
            self._session.broke.emit(error)


def _plan(draft: Draft, as_draft: bool, _context: JobContext) -> _Planned:  # noqa: FBT001 - bound
    return _Planned(draft, plan_of(draft.seen, draft.text), as_draft)
