"""Looks for text in all memory while somebody types."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag, auto
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.services.file_memory import FileMemory
from desktop_app.services.file_search import not_searched, search_files
from desktop_app.services.harness_source import HarnessSource
from desktop_app.services.search import HitKind, search
from desktop_app.services.waiting import patiently
from ui.search.hits import AnyHit

if TYPE_CHECKING:
    from desktop_app.services.jobs import JobContext
    from ui.jobs import Job
    from ui.session import Session

SETTLE_MS = 120
FIRST = 40
_COMPLETE = True
MOST = 5000


class Stores(Flag):
    """Where memory is kept."""

    STATE = auto()
    FILES = auto()
    ALL = STATE | FILES


class SearchPresenter(QObject):
    """Asks when typing rests; a newer question ends the one before.

    ``found`` comes once with the first hits and, if there are more, again with all.
    """

    found = Signal(str, list, bool)  # text, hits, whether that is all
    unseen_found = Signal(object)  # tuple[str, ...]: folders that nobody may look into
    refused = Signal(object)

    def __init__(
        self,
        session: Session,
        parent: QObject | None = None,
        *,
        most: int = MOST,
        stores: Stores = Stores.ALL,
    ) -> None:
        super().__init__(parent)
        self._stores = stores
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
        source = self._session.source if Stores.STATE in self._stores else None
        in_files = Stores.FILES in self._stores and self._kind is None
        files = self._session.files if in_files else None
        if source is None and files is None:
            self.found.emit(self._text, [], _COMPLETE)
            return
        question = _Question(source, files, self._text, self._kind, limit)
        job = self._session.jobs.read(partial(_collect, question))
        self._job = job
        job.succeeded.connect(self._take)
        job.failed.connect(self._explain)

    @Slot(object)
    def _take(self, answer: _Answer) -> None:
        text, limit, complete = answer.text, answer.limit, answer.complete
        if text != self._text:
            return
        self._job = None
        self.found.emit(text, answer.hits, complete or limit >= self._most)
        self.unseen_found.emit(answer.unseen)
        if not complete and limit < self._most:
            self._run(self._most)

    @Slot(object)
    def _explain(self, error: Exception) -> None:
        if isinstance(error, MemloupeError):
            self.refused.emit(error)
        else:
            self._session.broke.emit(error)


@dataclass(frozen=True, slots=True)
class _Question:
    source: HarnessSource | None
    files: FileMemory | None
    text: str
    kind: HitKind | None
    limit: int


@dataclass(frozen=True, slots=True)
class _Answer:
    text: str
    hits: list[AnyHit]
    limit: int
    complete: bool
    unseen: tuple[str, ...]


def _collect(question: _Question, context: JobContext) -> _Answer:
    """Return up to ``limit`` hits of the state file and as many of files, and whether that is all.

    Neither may keep the other from being seen.
    """
    source, files, limit = question.source, question.files, question.limit

    def stopped() -> bool:
        return context.cancelled

    def in_state() -> list[AnyHit]:
        if source is None:
            return []
        hits = search(source, question.text, cancelled=stopped)
        return list(islice((hit for hit in hits if question.kind in {None, hit.kind}), limit))

    def in_files() -> list[AnyHit]:
        if files is None:
            return []
        return list(islice(search_files(files, question.text, cancelled=stopped), limit))

    try:
        stored, kept = patiently(in_state, context), in_files()
        complete = max(len(stored), len(kept)) < limit
        unseen = not_searched(files, stopped) if files is not None and complete else ()
    except MemloupeError:
        # A search that is called off ends with an error of the store.
        context.check()
        raise
    return _Answer(question.text, [*stored, *kept], limit, complete, unseen)
