"""Notes that are not saved yet, and what becomes of them once a conflict is settled."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from desktop_app.services.editing.outcomes import Conflicted, Saved
from ui.file_drafts import FileDrafts
from ui.notes.open_note import Draft

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.changes import Change
    from desktop_app.core.editing.journal import Entry
    from desktop_app.core.notes.access import Editing
    from desktop_app.services.jobs import JobContext
    from ui.notes.open_note import Key, OpenNote
    from ui.notes.presenter import NotesPresenter


class Drafts(FileDrafts[Draft]):
    """The unsaved notes of every layer."""

    def __init__(self, presenter: NotesPresenter) -> None:
        super().__init__(presenter.session, presenter)
        self._presenter = presenter
        self._asked: list[Key] = []  # the window asks which version shall be kept
        editing = presenter.session.editing
        editing.saved.connect(self._take_saved)
        editing.drafted.connect(self._take_drafted)
        editing.unchanged.connect(self._take_unchanged)

    def forget(self) -> None:
        """Know nothing any more, because other files are shown."""
        self._asked.clear()
        super().forget()

    def follow(self, opened: OpenNote) -> None:
        """Compare the draft of a note with what stands in its file now."""
        draft = self._drafts.get(opened.key)
        if draft is None:
            return
        same = draft.is_of(opened.note.row if opened.note else None)
        if same:
            # The role may be another one, the list too.
            draft = replace(draft, seen=opened)
        self._drafts[opened.key] = replace(draft, is_outdated=not same)
        self.changed.emit()

    def _send(self, draft: Draft, *, as_draft: bool) -> None:
        way, editing = self._session.editing, self._presenter.editing
        if editing is not None:
            send = way.draft_made if as_draft else way.save_made
            self.follow_job(draft, send(partial(_change, draft, editing)))

    def _take_outcome(self, draft: Draft, outcome: object) -> None:
        if isinstance(outcome, Conflicted):
            self._asked.append(draft.key)
        super()._take_outcome(draft, outcome)

    @Slot(object)
    def _take_saved(self, saved: Saved) -> None:
        self._let_go(lambda draft: draft.path in saved.change.paths)

    @Slot(object)
    def _take_drafted(self, entry: Entry) -> None:
        self._let_go(lambda draft: entry.label == draft.label)

    @Slot()
    def _take_unchanged(self) -> None:
        first = self._asked[:1]
        self._let_go(lambda draft: draft.key in first)

    def _let_go(self, is_meant: Callable[[Draft], bool]) -> None:
        """Show the file again once somebody has settled which version is kept."""
        for key in tuple(self._asked):
            draft = self._drafts.get(key)
            if draft is None or is_meant(draft):
                self._asked.remove(key)
                self.discard(key)


def _change(draft: Draft, editing: Editing, _context: JobContext) -> Change:
    return draft.plan(editing).change
