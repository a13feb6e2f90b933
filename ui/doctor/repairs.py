"""Does repairs one after the other on the writer thread, and says what became of each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.errors import RefusedError
from ui.doctor.repair_jobs import Ended, Undone, Wanted, repair, undo
from ui.doctor.words import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.changes import Change
    from desktop_app.services.jobs import Progress
    from ui.jobs import Job
    from ui.session import Session


@dataclass(frozen=True, slots=True)
class Results:
    """What became of everything that was asked for.

    Attributes:
        ended: What was tried, in order.
        left: What was not tried, because the one before could not be saved.
    """

    ended: tuple[Ended, ...]
    left: tuple[Wanted, ...]

    @property
    def done(self) -> tuple[Ended, ...]:
        """What is repaired."""
        return tuple(one for one in self.ended if one.is_whole)

    @property
    def not_done(self) -> tuple[Wanted, ...]:
        """What can be tried again."""
        return (*(one.wanted for one in self.ended if not one.is_whole), *self.left)

    @property
    def entries(self) -> tuple[str, ...]:
        """Everything that was written, in order."""
        return tuple(entry for one in self.ended for entry in one.entries)


class Repairs(QObject):
    """Runs what is wanted in order; one that can't be saved stops those after it."""

    ended = Signal(object)  # Results
    undone = Signal()  # repairs were taken back, as far as that was possible
    state_changed = Signal()
    progressed = Signal(str)  # how far, who waits for what

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._editing = session, session.editing
        self._queue: list[Wanted] = []
        self._ended: list[Ended] = []
        self._job: Job | None = None
        self._stop = self._taken = False

    @property
    def is_repairing(self) -> bool:
        """Whether a repair is on its way."""
        return self._job is not None

    def start(self, wanted: Sequence[Wanted]) -> None:
        """Repair these, unless others are being repaired."""
        if self.is_repairing or not wanted or self._editing.opened is None:
            return
        self._queue, self._ended, self._stop = list(wanted), [], False
        self._next()
        self.state_changed.emit()

    def undo(self, entries: Sequence[str]) -> None:
        """Take back what repairs have written, the last first."""
        if self._editing.opened is not None:
            source = self._session.source
            job = self._editing.run(partial(undo, source, tuple(reversed(entries))))
            job.progressed.connect(self._show_progress)
            job.succeeded.connect(self._end_undo)

    @Slot()
    def cancel(self) -> None:
        """Stop; what is written already stays, which is safe."""
        self._stop = True
        if self._job is not None:
            self._job.cancel()

    def _next(self) -> None:
        source = self._session.source
        job = self._job = self._editing.run(partial(repair, source, self._queue[0]))
        job.succeeded.connect(self._take)
        job.progressed.connect(self._show_progress)
        job.finished.connect(self._end)

    @Slot(object)
    def _take(self, ended: Ended) -> None:
        del self._queue[0]
        self._taken = True
        self._ended.append(ended)
        self._tell_written(ended.mark if ended.entries else None, ended.files)
        # Another row may be fine; a file that can't be written is not written by the next one.
        refused = isinstance(ended.error, RefusedError) or ended.conflicted
        self._stop |= not ended.is_whole and not refused

    @Slot(object)
    def _show_progress(self, progress: Progress) -> None:
        words = progress.note
        if progress.total > 1:
            words = tr("{0}: {1} of {2}").format(words, f"{progress.done:,}", f"{progress.total:,}")
        self.progressed.emit(words)

    @Slot()
    def _end(self) -> None:
        self._job = None
        # One that did not come so far is left, as those after it.
        self._stop |= not self._taken
        self._taken = False
        if self._queue and not self._stop:
            self._next()
            return
        results = Results(tuple(self._ended), tuple(self._queue))
        self._queue = []
        if any(one.entries and not one.files for one in results.ended):
            self._session.notice_change()
        self.state_changed.emit()
        self.ended.emit(results)

    @Slot(object)
    def _end_undo(self, undone: Undone) -> None:
        self._tell_written(undone.mark, undone.files)
        if self._session.source is not None:
            self._session.notice_change()
        if undone.conflicted is not None:
            self._editing.conflicted.emit(undone.conflicted)
        self.undone.emit()

    def _tell_written(self, mark: object, files: Sequence[Change]) -> None:
        if mark is not None:
            self._editing.wrote.emit(mark)
        for change in files:
            self._editing.wrote_files.emit(change)
