"""Looks for text in all memory while somebody types."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.services.search import Hit, HitKind, search
from desktop_app.services.waiting import patiently

if TYPE_CHECKING:
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext
    from ui.jobs import Job
    from ui.session import Session

SETTLE_MS = 120
FIRST = 40
_COMPLETE = True
MOST = 5000


class SearchPresenter(QObject):
    """Asks when typing rests; a newer question ends the one before.

    ``found`` comes once with the first hits and, if there are more, again with all.
    """

    found = Signal(str, list, bool)  # text, hits, whether that is all
    refused = Signal(object)

    def __init__(
        self, session: Session, parent: QObject | None = None, *, most: int = MOST
    ) -> None:
        super().__init__(parent)
        self._kind: HitKind | None = None
        self._session, self._most = session, most
        self._text = ""
        self._job: Job | None = None
        self._timer = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._timer.timeout.connect(self._start)

    @property
    def text(self) -> str:
        """What is looked for."""
        return self._text

    @Slot(str)
    def ask(self, text: str, kind: HitKind | None = None) -> None:
        """Look for ``text``; an empty one only ends the search before.

        Args:
            text: What to look for.
            kind: Which part of memory to look in; ``None`` for all.
        """
        self._text, self._kind = text, kind
        self.stop()
        if text.strip():
            self._timer.start()
        else:
            self.found.emit(text, [], _COMPLETE)

    @Slot()
    def stop(self) -> None:
        """End the search that runs."""
        self._timer.stop()
        if self._job is not None:
            self._job.cancel()
            self._job = None

    @Slot()
    def _start(self) -> None:
        self._run(min(FIRST, self._most))

    def _run(self, limit: int) -> None:
        source = self._session.source
        if source is None:
            self.found.emit(self._text, [], _COMPLETE)
            return
        job = self._session.jobs.read(partial(_collect, source, self._text, self._kind, limit))
        self._job = job
        job.succeeded.connect(self._take)
        job.failed.connect(self._explain)

    @Slot(object)
    def _take(self, result: tuple[str, list[Hit], int]) -> None:
        text, hits, limit = result
        if text != self._text:
            return
        self._job = None
        complete = len(hits) < limit
        self.found.emit(text, hits, complete or limit >= self._most)
        if not complete and limit < self._most:
            self._run(self._most)

    @Slot(object)
    def _explain(self, error: Exception) -> None:
        if isinstance(error, MemloupeError):
            self.refused.emit(error)
        else:
            self._session.broke.emit(error)


def _collect(
    source: HarnessSource, text: str, kind: HitKind | None, limit: int, context: JobContext
) -> tuple[str, list[Hit], int]:
    def stopped() -> bool:
        return context.cancelled

    def collect() -> list[Hit]:
        try:
            hits = search(source, text, cancelled=stopped)
            return list(islice((hit for hit in hits if kind in {None, hit.kind}), limit))
        except MemloupeError:
            # A search that is called off ends with an error of the store.
            context.check()
            raise

    return text, patiently(collect, context), limit
