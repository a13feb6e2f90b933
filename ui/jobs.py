"""Runs jobs on worker threads and tells the GUI thread how they go."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from time import monotonic

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from desktop_app.services.jobs import (
    Done,
    Failed,
    JobContext,
    Outcome,
    Progress,
    Stopped,
    settle,
)
from ui.right_of_way import RightOfWay

Work = Callable[[JobContext], object]
PROGRESS_MS = 150
"""The least time between two steps that are shown: nobody reads faster, and each is laid out."""
_LOOK_MS = 10
SOON_SECONDS = 2.0
"""What is read later waits no longer than that for others."""


class Job(QObject):
    """A started job; ends with one of ``succeeded``, ``failed``, ``stopped``.

    Signals come on the GUI thread and never before control is back in the event loop, so
    whoever started the job has time to connect. Connect ``@Slot`` methods, not lambdas.
    """

    progressed = Signal(object)  # Progress
    succeeded = Signal(object)  # what the function returned
    failed = Signal(object)  # the exception
    stopped = Signal()
    finished = Signal()  # after any of the three above

    _outcome_arrived = Signal(object)
    _progress_arrived = Signal()

    def __init__(self, parent: QObject, way: RightOfWay, *, gives_way: bool) -> None:
        super().__init__(parent)
        self._way = way
        self.context = JobContext(self._report, way.give if gives_way else _goes_on)
        self._lock = Lock()
        self._latest: Progress | None = None
        self._next_shown = 0.0
        self._pause = QTimer(self, singleShot=True)
        self._pause.timeout.connect(self._show_progress)
        queued = Qt.ConnectionType.QueuedConnection
        self._outcome_arrived.connect(self._settle, queued)
        self._progress_arrived.connect(self._show_progress, queued)

    @Slot()
    def cancel(self) -> None:
        """Ask the job to stop; ``stopped`` follows unless it ends first."""
        self.context.cancel()

    def run(self, function: Work) -> None:
        """Do the work. Called on the worker thread."""
        self._outcome_arrived.emit(settle(function, self.context))

    def _report(self, progress: Progress) -> None:
        # A job may report a million steps: only the latest waits in the event queue.
        with self._lock:
            waiting, self._latest = self._latest is not None, progress
        if not waiting:
            self._progress_arrived.emit()

    @Slot()
    def _show_progress(self) -> None:
        left = self._next_shown - monotonic()
        if left > 0:
            self._pause.start(1 + int(1000 * left))
            return
        with self._lock:
            progress, self._latest = self._latest, None
        if progress is not None:
            self._way.take()
            self.progressed.emit(progress)
        self._next_shown = monotonic() + PROGRESS_MS / 1000

    @Slot(object)
    def _settle(self, outcome: Outcome) -> None:
        self._way.take()
        self._pause.stop()
        self._next_shown = 0.0
        self._show_progress()
        match outcome:
            case Done(result):
                self.succeeded.emit(result)
            case Failed(error):
                self.failed.emit(error)
            case Stopped():
                self.stopped.emit()
        self.finished.emit()
        self.deleteLater()


def _goes_on() -> None:
    """Give no way: what is being written is soon done."""


class JobRunner(QObject):
    """Two lanes of threads.

    One writer: changes happen in the order in which they were asked for. Some readers:
    looking something up never waits for a slow write or for a language model. They give way
    to the window while it takes the ``way``. What nobody waits for can be read later.
    """

    def __init__(self, parent: QObject | None = None, *, readers: int = 3) -> None:
        super().__init__(parent)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._is_down = False
        self._readers = ThreadPoolExecutor(readers, thread_name_prefix="reader")
        self.way = RightOfWay(self)
        self._later: list[tuple[float, Job, Work]] = []
        self._pause = QTimer(self, interval=_LOOK_MS)
        self._pause.timeout.connect(self._start_later)

    def read(self, function: Work) -> Job:
        """Start ``function`` on a reader thread, when what asks for it is drawn."""
        self.way.take()
        return self._start(self._readers, Job(self, self.way, gives_way=True), function)

    def read_later(self, function: Work) -> Job:
        """Start ``function`` once the window rests and nothing else is read, or soon anyway."""
        job = Job(self, self.way, gives_way=True)
        self._later.append((monotonic() + SOON_SECONDS, job, function))
        self._pause.start()
        return job

    def write(self, function: Work) -> Job:
        """Start ``function`` on the writer thread, after all writes asked for before."""
        return self._start(self._writer, Job(self, self.way, gives_way=False), function)

    @property
    def is_busy(self) -> bool:
        """Whether a job runs or waits for its turn."""
        return bool(self.findChildren(Job))

    def shut_down(self) -> None:
        """Cancel what runs, drop what waits, and return when the threads are done.

        What is asked for afterwards, by timers of a window that closes, is never begun.
        """
        self._is_down = True
        for job in self.findChildren(Job):
            job.cancel()
        self._writer.shutdown(cancel_futures=True)
        self._readers.shutdown(cancel_futures=True)

    @Slot()
    def _start_later(self) -> None:
        due, job, function = self._later[0]
        others = len(self.findChildren(Job)) - len(self._later)
        if (self.way.is_free and not others) or monotonic() > due:
            del self._later[0]
            self._start(self._readers, job, function)
        if not self._later:
            self._pause.stop()

    def _start(self, lane: ThreadPoolExecutor, job: Job, function: Work) -> Job:
        if not self._is_down:
            lane.submit(job.run, function)
        return job
