"""Follow mode of memory files: what others write shows by itself, what we write at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from ui.live_files import FileFollower

if TYPE_CHECKING:
    from desktop_app.core.changes import Change
    from desktop_app.services.editing.outcomes import Saved
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.file_outline import FileOutline
    from ui.session import Session


class FileFollowing(QObject):
    """Joins the follower of files with the session."""

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self.follower = FileFollower(lambda: session.editing.is_saving, session.jobs.way.give, self)
        session.files_taken.connect(self._take_files)
        session.outline_changed.connect(self._take_outline)
        session.editing.saved.connect(self._take_saved)
        session.editing.wrote_files.connect(self._take_change)
        self.follower.changed.connect(session.files_changed)
        self.follower.stirred.connect(session.read_outline)

    @Slot(object)
    def _take_files(self, files: FileMemory | None) -> None:
        if files is None:
            self.follower.forget()

    @Slot(object)
    def _take_outline(self, outline: FileOutline | None) -> None:
        files = self._session.files
        if files is not None and outline is not None:
            self.follower.watch(files, outline)

    @Slot(object)
    def _take_saved(self, saved: Saved) -> None:
        self._take_change(saved.change)

    @Slot(object)
    def _take_change(self, change: Change) -> None:
        if change.files:
            self.follower.expect(change)
            self._session.files_changed.emit()
