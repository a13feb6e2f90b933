"""Looks for what is wrong on a reader thread: when asked, late after opening, after writes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop_app.core.doctor.words import SCOPES
from desktop_app.core.errors import MemloupeError
from desktop_app.services.waiting import patiently
from ui.doctor.items import Examined, examined

if TYPE_CHECKING:
    from pathlib import Path

    from desktop_app.services.doctor import Report
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext, Progress
    from ui.jobs import Job
    from ui.session import Session

LARGEST_BYTES = 8 * 1024 * 1024
"""More is looked at only when somebody asks: that would take many seconds of a core."""
MOST_FILES = 5_000
"""More logs and notes are looked at only when somebody asks, likewise."""
REST_IN_SIGHT, REST = 4, 20
"""After a write the file is left alone for so many times as long as the last look took."""
_LEAST_MS = 400


class Examiner(QObject):
    """One look at a time; a look that is under way when the file changes is followed by another."""

    found = Signal(object)  # Examined
    refused = Signal(object)  # why the file can't be looked at
    progressed = Signal(int, bool)  # what was looked at, and whether those are scopes
    state_changed = Signal()  # whether a look is under way, or skipped

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._job: Job | None = None
        self._is_stale = False
        self._is_skipped = False
        self._is_in_sight = False
        self._seconds: float | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._look_again)
        session.source_changed.connect(self._on_source)
        session.store_changed.connect(self._on_write)
        session.files_taken.connect(self._on_files)
        session.files_changed.connect(self._on_write)

    @property
    def is_looking(self) -> bool:
        """Whether a look is under way."""
        return self._job is not None

    @property
    def is_skipped(self) -> bool:
        """Whether the file was too large to be looked at without being asked."""
        return self._is_skipped

    def set_in_sight(self, in_sight: bool) -> None:  # noqa: FBT001 - a state, set as it is
        """Say whether somebody sees the findings: then they are renewed sooner."""
        self._is_in_sight = in_sight
        if in_sight and self._is_stale:
            self._rest()

    @Slot()
    def look(self) -> None:
        """Look now, because somebody wants to know."""
        self._start(None)

    @Slot()
    def look_quietly(self) -> None:
        """Look now unless that was done before, or takes too long to be done unasked."""
        if self._seconds is None:
            self._start_quietly()

    @Slot()
    def cancel(self) -> None:
        """Stop looking."""
        if self._job is not None:
            self._job.cancel()

    def _start_quietly(self) -> None:
        outline = self._session.outline
        if outline is not None and outline.logs + outline.notes > MOST_FILES:
            self._is_skipped = True
            self.state_changed.emit()
        else:
            self._start(LARGEST_BYTES)

    def _start(self, most_bytes: int | None) -> None:
        source, files = self._session.source, self._session.files
        if source is None and files is None:
            return
        self._timer.stop()
        if self._job is not None:
            self._is_stale = True
            return
        self._is_stale = self._is_skipped = False
        job = self._job = self._session.jobs.read(partial(_examine, source, files, most_bytes))
        job.succeeded.connect(self._take)
        job.failed.connect(self._refuse)
        job.progressed.connect(self._show_progress)
        job.finished.connect(self._end)
        self.state_changed.emit()

    @Slot(object)
    def _on_source(self, _source: object) -> None:
        self.cancel()
        self._job, self._seconds = None, None
        self._is_stale = self._is_skipped = False
        self._timer.stop()
        self.state_changed.emit()

    @Slot(object)
    def _on_files(self, files: FileMemory | None) -> None:
        if files is not None:
            self._on_write()

    @Slot()
    def _on_write(self) -> None:
        self._is_stale = True
        if self._seconds is not None and self._job is None:
            self._rest()

    def _rest(self) -> None:
        """Look again after a while; a file that is written all the time is looked at that often."""
        if not self._timer.isActive() and self._seconds is not None:
            times = REST_IN_SIGHT if self._is_in_sight else REST
            self._timer.start(max(_LEAST_MS, round(1_000 * times * self._seconds)))

    @Slot()
    def _look_again(self) -> None:
        if self._is_in_sight:
            self._start(None)
        else:
            self._start_quietly()

    @Slot(object)
    def _take(self, result: Examined | None) -> None:
        if self.sender() is not self._job:
            return
        self._is_skipped = result is None
        if result is not None:
            self._seconds = result.report.seconds
            self.found.emit(result)

    @Slot(object)
    def _refuse(self, error: Exception) -> None:
        if self.sender() is not self._job:
            return
        if isinstance(error, MemloupeError):
            self.refused.emit(error)
        else:
            self._session.broke.emit(error)

    @Slot(object)
    def _show_progress(self, progress: Progress) -> None:
        if self.sender() is self._job:
            self.progressed.emit(progress.done, progress.note == SCOPES)

    @Slot()
    def _end(self) -> None:
        if self.sender() is not self._job:
            return
        self._job = None
        self.state_changed.emit()
        if self._is_stale:
            self._rest()


def _examine(
    source: HarnessSource | None,
    files: FileMemory | None,
    most_bytes: int | None,
    context: JobContext,
) -> Examined | None:
    # Here, on the reader's thread: the rules are loaded when somebody needs them.
    from desktop_app.services.doctor import joined  # noqa: PLC0415

    if most_bytes is not None and _is_large(source, files, most_bytes, context):
        return None
    reports = [] if source is None else [_of_state(source, context)]
    if files is not None:
        found = _of_files(files, context)
        reports += [found] if found is not None else []
    return examined(joined(*reports))


def _is_large(
    source: HarnessSource | None, files: FileMemory | None, most: int, context: JobContext
) -> bool:
    from desktop_app.services.doctor_files import memory_size  # noqa: PLC0415 - as above

    if source is not None and _size(source.path) > most:
        return True
    return files is not None and memory_size(files, lambda: context.cancelled) > most


def _of_state(source: HarnessSource, context: JobContext) -> Report:
    from desktop_app.services.doctor import examine  # noqa: PLC0415 - as above
    from desktop_app.services.workspace import open_doctor_reader  # noqa: PLC0415

    return patiently(partial(examine, source, open_doctor_reader(source), context), context)


def _of_files(files: FileMemory, context: JobContext) -> Report | None:
    from desktop_app.services.doctor_files import examine_files, has_memory  # noqa: PLC0415
    from desktop_app.services.workspace_files import note_layers  # noqa: PLC0415

    by_hand, _ = note_layers(files).read()
    if not has_memory(files, by_hand, lambda: context.cancelled):
        return None
    return examine_files(files, context, by_hand=by_hand)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0  # who reads it says what is wrong
