"""Looks for a text in everything that is remembered, while a person still types it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop_app.core.errors import MemloupeError
from ui.ledger.forget_rows import Found, found_of
from ui.ledger.words import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.ledger.book import Bucket
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.jobs import JobContext
    from desktop_app.services.ledger.forgetting import Sighting
    from ui.jobs import Job
    from ui.ledger.forget_rows import Decisions
    from ui.session import Session

_PAUSE_MS = 250


class ForgetSearch(QObject):
    """Only the newest search is told of; an older one is given up.

    Args:
        session: Whose readers do the work.
        here: The bucket that is shown.
        buckets: Where to look.
        parent: Who listens.
        with_ticks: Whether what is found can be ticked.
    """

    started = Signal()
    found = Signal(object)  # Found
    refused = Signal(str)  # why there is nothing to list

    def __init__(
        self,
        session: Session,
        here: Bucket,
        buckets: Sequence[Bucket],
        parent: QObject,
        *,
        with_ticks: bool = True,
    ) -> None:
        super().__init__(parent)
        self._session, self._with_ticks = session, with_ticks
        self._here, self._buckets = here, tuple(buckets)
        self._text = ""
        self._decisions: Decisions = {}
        self._is_guess = False
        self._job: Job | None = None
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._start)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._job is not None or self._pause.isActive()

    def look(
        self, text: str, decisions: Decisions, *, at_once: bool = False, is_guess: bool = False
    ) -> None:
        """Look for a text; ``found`` or ``refused`` follows.

        Args:
            text: What to look for; each of its lines by itself.
            decisions: What was ticked and unticked before.
            at_once: Do not wait for the person to go on typing.
            is_guess: Nobody has said yet that this text shall go, so nothing is ticked.
        """
        self.cancel()
        self._text, self._decisions, self._is_guess = text, dict(decisions), is_guess
        self.started.emit()
        if at_once:
            self._start()
        else:
            self._pause.start()

    @Slot()
    def cancel(self) -> None:
        """Tell nothing of what was looked for before."""
        self._pause.stop()
        job, self._job = self._job, None
        if job is not None:
            job.disconnect(self)
            job.cancel()

    @Slot()
    def _start(self) -> None:
        files = self._session.files
        if files is None:
            self.refused.emit(tr("The workspace was closed."))
            return
        look = partial(_look, files, self._buckets, self._text)
        list_them = partial(
            found_of,
            here=self._here,
            decisions=self._decisions,
            with_ticks=self._with_ticks,
            is_guess=self._is_guess,
        )
        job = self._job = self._session.jobs.read(lambda context: list_them(look(context)))
        job.succeeded.connect(self._take)
        job.failed.connect(self._fail)
        job.stopped.connect(self._stop)

    @Slot(object)
    def _take(self, found: Found) -> None:
        self._job = None
        self.found.emit(found)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self._job = None
        if isinstance(error, MemloupeError):
            self.refused.emit(error.words)
        else:
            self.refused.emit(tr("The search broke off."))
            self._session.broke.emit(error)

    @Slot()
    def _stop(self) -> None:
        self._job = None
        self.refused.emit(tr("Stopped before everything was searched."))


def _look(
    files: FileMemory, buckets: tuple[Bucket, ...], text: str, context: JobContext
) -> Sighting:
    # On the reader's thread: the window is there before the reader of files is.
    from desktop_app.services.ledger.forgetting import find_everywhere  # noqa: PLC0415

    return find_everywhere(files, buckets, text, lambda: context.cancelled)
