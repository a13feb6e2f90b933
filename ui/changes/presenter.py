"""Loads pages of the journal on reader threads, and asks for the way back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from ui.changes.details import Details
from ui.changes.model import ChangesModel
from ui.changes.rows import ChangeRow, build_row
from ui.navigation import Place, Target

if TYPE_CHECKING:
    from desktop_app.services.editing.editor import Editor
    from ui.session import Session

PAGE = 200


@dataclass(frozen=True, slots=True)
class _Wanted:
    ticket: int
    memory_id: str | None
    before: str
    limit: int


@dataclass(frozen=True, slots=True)
class _Loaded:
    wanted: _Wanted
    rows: list[ChangeRow]


class ChangesPresenter(QObject):
    """The changes of the open file. Loads only while a view is in sight."""

    selected_changed = Signal(object)  # ChangeRow | None
    settled = Signal()  # a load is over
    refused = Signal(object)  # why nothing could be loaded

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.model = ChangesModel(self)
        self._session, self._editing = session, session.editing
        self._only_scope = False
        self._selected: ChangeRow | None = None
        self._wanted_key = ""
        self._ticket = 0
        self.details = Details(session.editing, self)
        self.details.entry_found.connect(self.select)
        self._active, self._stale, self._loading = False, True, False
        self.model.more_wanted.connect(self._load_more)
        session.source_changed.connect(self._on_source)
        session.snapshot_changed.connect(self._on_scope)
        session.files_taken.connect(self._on_files)
        session.target_requested.connect(self._go)
        self._editing.stacks_changed.connect(self._on_journal)

    @property
    def has_scopes(self) -> bool:
        """Whether changes may be of scopes; without a state file they are of files alone."""
        return self._session.source is not None

    @property
    def only_scope(self) -> bool:
        """Whether only changes of the shown scope are listed."""
        return self._only_scope

    @property
    def selected(self) -> ChangeRow | None:
        """The change that the inspector shows."""
        return self._selected

    def set_active(self, active: bool) -> None:  # noqa: FBT001 - a state, set as it is
        """Say whether the view can be seen; what changed meanwhile is loaded then."""
        self._active = active
        if active and self._stale:
            self._load_again()

    def set_only_scope(self, only: bool) -> None:  # noqa: FBT001 - a state, set as it is
        """List the changes of the shown scope only, or all."""
        if only != self._only_scope:
            self._only_scope = only
            self._load("", PAGE)

    @Slot(object)
    def select(self, row: ChangeRow | None) -> None:
        """Show a change in the inspector."""
        if row == self._selected:
            return
        before, self._selected = self._selected, row
        self.selected_changed.emit(row)
        if row is None or before is None or before.key != row.key:
            self.details.show(row)

    @Slot()
    def undo(self) -> None:
        """Take the selected change back."""
        if self._selected is not None and self._selected.can_undo:
            self._editing.undo(self._selected.key)

    @Slot()
    def redo(self) -> None:
        """Do the selected change again."""
        if self._selected is not None and self._selected.can_redo:
            self._editing.redo(self._selected.key)

    @Slot()
    def restore_before(self) -> None:
        """Give the rows the content from before the selected change."""
        self._restore(before=True)

    @Slot()
    def restore_after(self) -> None:
        """Give the rows the content from after the selected change."""
        self._restore(before=False)

    @Slot()
    def show_saved(self) -> None:
        """Go to the change that has saved the selected draft."""
        if self._selected is not None and self._selected.entry.saved_as:
            self._session.go(Target(Place.CHANGES, key=self._selected.entry.saved_as))

    @Slot()
    def apply(self) -> None:
        """Save the selected draft."""
        if self._selected is not None and self._selected.is_draft:
            self._editing.apply_again(self._selected.key)

    @Slot()
    def discard(self) -> None:
        """Give the selected draft up."""
        if self._selected is not None and self._selected.is_draft:
            self._editing.discard_draft(self._selected.key)

    @Slot()
    def move_aside(self) -> None:
        """Give a damaged journal another name; a new one starts with the next change."""
        self._editing.run(lambda editor, _context: editor.journal.move_aside())

    def _restore(self, *, before: bool) -> None:
        if self._selected is not None and self._selected.can_restore:
            self._editing.restore(self._selected.key, before=before)

    @Slot(object)
    def _on_source(self, _source: object) -> None:
        self.select(None)
        self.model.replace([], has_more=False)
        self._on_journal()

    @Slot(object)
    def _on_files(self, _files: object) -> None:
        if self._session.source is None:
            self._on_journal()

    @Slot(object)
    def _on_scope(self, _snapshot: object) -> None:
        if self._only_scope:
            self._on_journal()

    @Slot(object)
    def _go(self, target: Target) -> None:
        if target.place is Place.CHANGES and target.key:
            self._wanted_key = target.key
            if target.text:
                self.details.set_form(target.text)
            self._on_journal()

    @Slot()
    def _on_journal(self) -> None:
        self._stale = True
        if self._active:
            self._load_again()

    def _load_again(self) -> None:
        self._load("", max(len(self.model.rows), PAGE))

    @Slot()
    def _load_more(self) -> None:
        if self.model.has_more and not self._loading:
            self._load(self.model.rows[-1].key, PAGE)

    def _load(self, before: str, limit: int) -> None:
        if not self._editing.is_possible:
            return
        self._ticket += 1
        self._stale, self._loading = False, True
        memory_id = self._session.memory_id if self._only_scope else None
        job = self._editing.read(partial(_read, _Wanted(self._ticket, memory_id, before, limit)))
        job.succeeded.connect(self._take)
        job.failed.connect(self._refuse)

    @Slot(object)
    def _take(self, loaded: _Loaded) -> None:
        wanted = loaded.wanted
        if wanted.ticket != self._ticket:
            return
        self._loading = False
        has_more = len(loaded.rows) == wanted.limit
        if wanted.before:
            self.model.append(loaded.rows, has_more=has_more)
        else:
            self.model.replace(loaded.rows, has_more=has_more)
        self._renew_selected()
        self.settled.emit()

    @Slot(object)
    def _refuse(self, error: Exception) -> None:
        self._loading, self._stale = False, True
        self.refused.emit(error)

    def _renew_selected(self) -> None:
        rows = self.model.rows
        key, self._wanted_key = self._wanted_key, ""
        if not key and self._selected is not None:
            key = self._selected.key
        at = self.model.row_of(key)
        if at >= 0:
            self.select(rows[at])
        elif key:
            # It is not in the list, for it is old or of another scope.
            self.details.find(key)
        elif rows:
            self.select(rows[0])
        else:
            self.select(None)


def shared_presenter(session: Session) -> ChangesPresenter:
    """Return the presenter that view and inspector of one session share."""
    found = session.findChild(ChangesPresenter)
    return found if isinstance(found, ChangesPresenter) else ChangesPresenter(session)


def _read(wanted: _Wanted, editor: Editor) -> _Loaded:
    entries = editor.journal.entries(
        editor.names, before=wanted.before, limit=wanted.limit, memory_id=wanted.memory_id
    )
    return _Loaded(wanted, [build_row(entry) for entry in entries])
