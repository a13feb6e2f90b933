"""Notes that are not saved yet: each is written as the person who edits now."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from ui.file_drafts import FileDrafts
from ui.notes.open_note import Draft

if TYPE_CHECKING:
    from desktop_app.core.changes import Change
    from desktop_app.core.notes.access import Editing
    from desktop_app.services.jobs import JobContext
    from ui.notes.open_note import OpenNote
    from ui.notes.presenter import NotesPresenter


class Drafts(FileDrafts[Draft]):
    """The unsaved notes of every layer."""

    def __init__(self, presenter: NotesPresenter) -> None:
        super().__init__(presenter.session, presenter)
        self._presenter = presenter

    def follow(self, opened: OpenNote) -> None:
        """Compare the draft of a note with what stands in its file now."""
        draft = self._drafts.get(opened.key)
        if draft is None:
            return
        anew = replace(draft, seen=opened, is_outdated=False)
        if draft.is_of(anew.row):
            self._drafts[opened.key] = anew  # the role may be another one, the list too
        elif anew.row is not None and not anew.is_edited:
            del self._drafts[opened.key]  # what was typed is in the file
        else:
            self._drafts[opened.key] = replace(draft, is_outdated=True)
        self.changed.emit()

    def _send(self, draft: Draft, *, as_draft: bool) -> None:
        way, editing = self._session.editing, self._presenter.editing
        if editing is not None:
            send = way.draft_made if as_draft else way.save_made
            self.follow_job(draft, send(partial(_change, draft, editing)))


def _change(draft: Draft, editing: Editing, _context: JobContext) -> Change:
    return draft.plan(editing).change
