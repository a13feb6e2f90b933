"""Saves one edit of an observation, or keeps it as a draft."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from desktop_app.core.engine_text import decode
from desktop_app.core.errors import MemloupeError
from desktop_app.services.editing.outcomes import Conflicted
from desktop_app.services.editing.plans import Intent
from ui.observations.draft import Addition, Draft

if TYPE_CHECKING:
    from desktop_app.core.changes import Change
    from desktop_app.core.editing.journal import Entry
    from desktop_app.services.editing.outcomes import Outcome, Saved
    from desktop_app.services.editing.plans import Plan
    from ui.observations.editor import ObservationEditor
    from ui.session import Session


class Saving(QObject):
    """Makes the change on a reader thread unless it is there already, and saves it."""

    def __init__(
        self,
        editor: ObservationEditor,
        session: Session,
        edit: Draft | Addition,
        *,
        as_draft: bool = False,
    ) -> None:
        super().__init__(editor)
        self._editor, self._session, self._edit = editor, session, edit
        self._as_draft, self._is_open = as_draft, False
        self._change: Change | None = None

    def start(self) -> None:
        """Begin; the edit leaves the view once it is in the file."""
        source, edit = self._session.source, self._edit
        if source is None or not self._editor.begin_saving(edit):
            self.deleteLater()
            return
        change = self._editor.prepared.change(edit)
        if change is not None:
            self._write(change)
            return
        job = self._session.jobs.read(lambda _context: edit.plan(Intent(source.now())))
        job.succeeded.connect(self._save)
        job.failed.connect(self._fail)

    @Slot(object)
    def _save(self, plan: Plan) -> None:
        self._write(plan.change)

    def _write(self, change: Change) -> None:
        editing = self._session.editing
        self._change = change
        job = (editing.keep_draft if self._as_draft else editing.save)(change)
        job.succeeded.connect(self._end)
        job.failed.connect(self._hold)
        job.finished.connect(self._finish)

    @Slot(object)
    def _end(self, outcome: Outcome | Entry) -> None:
        if isinstance(outcome, Conflicted):
            self._session.editing.unchanged.connect(self._let_go)
            self._hold()
        else:
            self._let_go(in_file=not self._as_draft)

    @Slot()
    def _hold(self, _error: object = None) -> None:
        """Keep the edit: the window asks, and somebody settles it."""
        self._is_open = True
        self._session.editing.saved.connect(self._take_saved)
        self._session.editing.drafted.connect(self._take_drafted)

    @Slot(object)
    def _take_saved(self, saved: Saved) -> None:
        if self._is_ours(saved.entry):
            self._let_go(in_file=True)

    @Slot(object)
    def _take_drafted(self, entry: Entry) -> None:
        if self._is_ours(entry):
            self._let_go()

    def _is_ours(self, entry: Entry) -> bool:
        change = self._change
        if change is None or entry.label != change.label:
            return False
        return entry.memory_ids == shown_ids(change)

    @Slot()
    def _let_go(self, *, in_file: bool = False) -> None:
        """Take the edit out of the view: it is in the file, kept elsewhere, or not wanted."""
        edit, editor = self._edit, self._editor
        if isinstance(edit, Draft):
            editor.drafts.mark_sent(edit, gone=not in_file)
        elif editor.drafts.discard_addition(edit.scope, edit) and in_file:
            editor.reveal_later(edit.base.memory_id, edit.base.observation_count)
            editor.left.emit()
        if self._is_open:
            self._is_open = False
            self.deleteLater()

    @Slot()
    def _finish(self) -> None:
        self._editor.end_saving(self._edit)
        if not self._is_open:
            self.deleteLater()

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self._finish()
        if isinstance(error, MemloupeError):
            self._editor.refused.emit(error.words)
        else:
            self._session.broke.emit(error)


def shown_ids(change: Change) -> tuple[str, ...]:
    """Return the memories of a change as the journal notes them."""
    return tuple(decode(one) if isinstance(one, bytes) else str(one) for one in change.memory_ids)
