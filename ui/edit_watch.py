"""Looks after each write of somebody else whether it has written over somebody's edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

if TYPE_CHECKING:
    from desktop_app.services.editing.editor import Editor
    from desktop_app.services.editing.outcomes import Saved
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext
    from ui.editing import Editing
    from ui.session import Session


class EditWatch(QObject):
    """Follows what was written, on a reader thread and with an editor of its own.

    One look at a time: an engine that writes a hundred times a second is looked at as often as
    there is time.
    """

    found = Signal(object)  # tuple[Overwritten, ...]

    def __init__(self, session: Session, editing: Editing) -> None:
        super().__init__(editing)
        self._session, self._editing = session, editing
        self._editor: Editor | None = None
        self._is_looking = self._is_stale = False
        self._is_new = True
        self._saved: list[Saved] = []
        editing.saved.connect(self._note)
        session.store_changed.connect(self._look)
        session.files_changed.connect(self._look)
        session.source_changed.connect(self._begin)
        editing.stacks_changed.connect(self._look_once)

    @Slot(object)
    def _note(self, saved: Saved) -> None:
        # A long text is not unpacked from the journal to be followed.
        self._saved.append(saved)

    @Slot(object)
    def _begin(self, _source: object) -> None:
        self._is_new = True

    @Slot()
    def _look_once(self) -> None:
        """Look at what happened while no window was open."""
        if self._is_new and self._editing.has_changes:
            self._is_new = False
            self._look()

    @Slot()
    def _look(self) -> None:
        opened = self._editing.opened
        # Who has changed nothing has nothing that could be overwritten.
        if opened is None or not self._editing.has_changes:
            return
        self._is_stale = self._is_looking
        if self._is_looking:
            return
        self._is_looking = True

        saved, self._saved = self._saved, []

        def look(_context: JobContext) -> object:
            editor = self._editor_of(opened)
            for one in saved:
                editor.know(one)
            return editor.overwritten()

        job = self._session.jobs.read_later(look)
        job.succeeded.connect(self._take)
        job.finished.connect(self._end)

    def _editor_of(self, opened: HarnessSource | FileMemory) -> Editor:
        # Only one look is under way at any time, so only one thread knows this editor.
        from desktop_app.services.workspace import open_editor  # noqa: PLC0415 - loads a store

        if self._editor is None or self._editor.path != opened.path:
            self._editor = open_editor(opened, self._session.surroundings)
        return self._editor

    @Slot(object)
    def _take(self, overwritten: tuple[object, ...]) -> None:
        if overwritten:
            self.found.emit(overwritten)

    @Slot()
    def _end(self) -> None:
        self._is_looking = False
        if self._is_stale:
            self._look()
