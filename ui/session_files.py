"""Opens the memory files beside what the session shows, and knows what there are."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

if TYPE_CHECKING:
    from pathlib import Path

    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.file_outline import FileOutline
    from desktop_app.services.jobs import JobContext
    from desktop_app.services.workspace import Surroundings
    from ui.jobs import Job, JobRunner


class SessionFiles(QObject):
    """Reads on reader threads; what it holds never changes and is replaced as a whole."""

    taken = Signal(object)  # FileMemory | None
    outlined = Signal(object)  # FileOutline | None
    failed = Signal(object)  # an exception

    def __init__(self, jobs: JobRunner, surroundings: Surroundings | None, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs, self._surroundings = jobs, surroundings
        self._root: Path | None = None
        self._opening: Job | None = None
        self._reading: Job | None = None
        self.files: FileMemory | None = None
        self.outline: FileOutline | None = None

    def open(self, root: Path | None) -> None:
        """Take the files below a folder; ``taken`` and ``outlined``, or ``failed``, follow."""
        for job in (self._opening, self._reading):
            if job is not None:
                job.cancel()
        self._opening = self._reading = None
        if self._root != root:
            self._root = root
            self._take(None)
        if root is None:
            return
        self._opening = self._jobs.read(partial(_open, root, self._surroundings))
        self._opening.succeeded.connect(self._take)
        self._opening.failed.connect(self.failed)

    @Slot()
    def read_outline(self) -> None:
        """Find out again what files there are."""
        files = self.files
        if files is None:
            return
        if self._reading is not None:
            self._reading.cancel()
        self._reading = self._jobs.read(partial(_outline, files))
        self._reading.succeeded.connect(self._take_outline)
        self._reading.failed.connect(self.failed)

    @Slot(object)
    def _take(self, files: FileMemory | None) -> None:
        if files is not None and files.root != self._root:
            return  # another folder was opened while this one was
        self.files, self.outline = files, None
        self.taken.emit(files)
        self.outlined.emit(None)
        self.read_outline()

    @Slot(object)
    def _take_outline(self, found: tuple[FileMemory, FileOutline]) -> None:
        files, outline = found
        if files is self.files and outline != self.outline:
            self.outline = outline
            self.outlined.emit(outline)


def _open(root: Path, surroundings: Surroundings | None, _context: JobContext) -> FileMemory:
    # On the reader's thread: the window is on the screen before the files are.
    from desktop_app.services.workspace_files import open_files  # noqa: PLC0415

    return open_files(root, surroundings)


def _outline(files: FileMemory, context: JobContext) -> tuple[FileMemory, FileOutline]:
    from desktop_app.services.file_outline import read_outline  # noqa: PLC0415 - as above

    return files, read_outline(files, lambda: context.cancelled)
