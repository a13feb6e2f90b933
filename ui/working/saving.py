"""Follows one value on its way into the file, or among the drafts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from desktop_app.services.editing.outcomes import Conflicted, Unchanged

if TYPE_CHECKING:
    from desktop_app.core.editing.journal import Entry
    from desktop_app.services.editing.outcomes import Outcome
    from ui.jobs import Job
    from ui.working.drafts import Draft
    from ui.working.editor import WorkingEditor


class Saving(QObject):
    """The draft leaves the view once it is in the file; a conflict keeps it."""

    def __init__(self, draft: Draft, key: str, editor: WorkingEditor, *, as_draft: bool) -> None:
        super().__init__(editor)
        self._draft, self._key, self._editor = draft, key, editor
        self._as_draft = as_draft

    def follow(self, job: Job) -> None:
        """Listen to the job that writes it."""
        job.succeeded.connect(self._end)
        job.finished.connect(self.deleteLater)

    @Slot(object)
    def _end(self, outcome: Outcome | Entry) -> None:
        if isinstance(outcome, Conflicted):
            return  # the window asks; the text stays until it is settled
        drafts, draft = self._editor.drafts, self._draft
        if self._as_draft or isinstance(outcome, Unchanged):
            drafts.discard(draft)
            return
        drafts.mark_sent(draft)
        self._editor.key_saved.emit(draft.scope[1], self._key)
