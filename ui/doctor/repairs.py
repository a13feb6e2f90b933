"""Does repairs one after the other on the writer thread, and says what became of each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.doctor.finding import Finding, Repair
from desktop_app.core.errors import MemloupeError, RefusedError
from desktop_app.services.jobs import JobCancelledError
from ui.doctor.words import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.changes import Change
    from desktop_app.services.editing.editor import Editor
    from desktop_app.services.editing.outcomes import Conflicted
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext, Progress
    from ui.jobs import Job
    from ui.session import Session

_MOST_TRIES = 3
"""A repair is made from what the file holds at that moment: trying again is all it takes."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A finding, and which of its repairs."""

    id: str
    finding: Finding
    repair: Repair


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """What became of one repair.

    Attributes:
        entries: What the journal calls its changes, in order.
        error: Why it could not be saved.
        conflicted: The engine wrote in between, again and again.
        is_cancelled: Somebody stopped it.
        mark: The state of the file right after it.
    """

    wanted: Wanted
    entries: tuple[str, ...] = ()
    error: MemloupeError | None = None
    conflicted: bool = False
    is_cancelled: bool = False
    mark: object = None

    @property
    def is_whole(self) -> bool:
        """Whether nothing of it is left to do."""
        return self.error is None and not self.conflicted and not self.is_cancelled


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
        if self.is_repairing or not wanted or self._session.source is None:
            return
        self._queue, self._ended, self._stop = list(wanted), [], False
        self._next()
        self.state_changed.emit()

    def undo(self, entries: Sequence[str]) -> None:
        """Take back what repairs have written, the last first."""
        source = self._session.source
        if source is not None:
            job = self._editing.run(partial(_undo, source, tuple(reversed(entries))))
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
        assert source is not None
        job = self._job = self._editing.run(partial(_repair, source, self._queue[0]))
        job.succeeded.connect(self._take)
        job.progressed.connect(self._show_progress)
        job.finished.connect(self._end)

    @Slot(object)
    def _take(self, ended: Ended) -> None:
        del self._queue[0]
        self._taken = True
        self._ended.append(ended)
        if ended.entries:
            self._editing.wrote.emit(ended.mark)
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
        if results.entries:
            self._session.notice_change()
        self.state_changed.emit()
        self.ended.emit(results)

    @Slot(object)
    def _end_undo(self, found: tuple[object, Conflicted | None]) -> None:
        mark, conflicted = found
        self._editing.wrote.emit(mark)
        self._session.notice_change()
        if conflicted is not None:
            self._editing.conflicted.emit(conflicted)
        self.undone.emit()


def _repair(source: HarnessSource, wanted: Wanted, editor: Editor, context: JobContext) -> Ended:
    from desktop_app.services.doctor import repairing  # noqa: PLC0415 - loaded with the findings
    from desktop_app.services.editing.outcomes import Conflicted, Saved  # noqa: PLC0415

    entries: list[str] = []
    conflicts: list[Conflicted] = []
    group = editor.new_group()

    def save(change: Change) -> bool:
        outcome = editor.apply(change, context, group=group)
        if isinstance(outcome, Conflicted):
            conflicts.append(outcome)
        elif isinstance(outcome, Saved):
            entries.append(outcome.entry.id)
        return not isinstance(outcome, Conflicted)

    error: MemloupeError | None = None
    is_cancelled = False
    try:
        for _ in range(_MOST_TRIES):
            conflicts.clear()
            repairing(wanted.repair, save, context)
            if not conflicts:
                break
    except MemloupeError as found:
        error = found
    except JobCancelledError:
        is_cancelled = True
    return Ended(
        wanted=wanted,
        entries=tuple(entries),
        error=error,
        conflicted=bool(conflicts),
        is_cancelled=is_cancelled,
        mark=_mark(source) if entries else None,
    )


def _undo(
    source: HarnessSource, entries: Sequence[str], editor: Editor, context: JobContext
) -> tuple[object, Conflicted | None]:
    from desktop_app.services.editing.outcomes import Conflicted  # noqa: PLC0415 - as above

    for done, entry in enumerate(entries):
        context.report(done, len(entries), tr("Taking back"))
        try:
            outcome = editor.undo(context, entry)
        except RefusedError:
            continue  # taken back already, by somebody or with others of its repair
        if isinstance(outcome, Conflicted):
            return _mark(source), outcome
    return _mark(source), None


def _mark(source: HarnessSource) -> object:
    try:
        return source.token()
    except MemloupeError:
        return None  # who follows the file then hears of the write once more: no harm
