"""Pairs of observations that can't both be true: stored ones at once, found ones from a job."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.observational.pairs import FoundPair, find_pairs
from desktop_app.services.waiting import patiently
from ui.navigation import Place, Target
from ui.reflection.sides import Pair, PairKind, found_pairs, observations, stored_pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.observational.observation import Observation
    from desktop_app.core.ports import Transcripts
    from desktop_app.core.transcript import Message
    from desktop_app.services.jobs import JobContext
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.jobs import Job
    from ui.session import Session

MOST_MESSAGES = 20
_Key = tuple[str, int]  # memory id, index of the observation


class ContradictionsPresenter(QObject):
    """Lists the pairs of the scope that is shown, and reads the messages behind them."""

    pairs_changed = Signal()
    messages_read = Signal(int, object)  # index of the observation, tuple[Message, ...]
    pair_wanted = Signal(object)  # Pair that somebody asked to go to

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._snapshot: ScopeSnapshot | None = None
        self._stored: tuple[Pair, ...] = ()
        self._found: tuple[Pair, ...] = ()
        self._searched: tuple[Observation, ...] = ()
        self._job: Job | None = None
        self.searching = False
        session.snapshot_changed.connect(self._take_snapshot)
        session.target_requested.connect(self._go)
        self._take_snapshot(session.snapshot)

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """All pairs: contradictions, found ones, supersessions."""
        groups = [pair for pair in self._stored if pair.kind is PairKind.CONTRADICTION]
        rest = [pair for pair in self._stored if pair.kind is not PairKind.CONTRADICTION]
        return (*groups, *self._found, *rest)

    @property
    def has_scope(self) -> bool:
        """Whether a scope is shown."""
        return self._snapshot is not None

    @property
    def has_source(self) -> bool:
        """Whether messages of conversations are stored."""
        source = self._session.source
        return source is not None and source.transcripts is not None

    def jump(self, index: int) -> None:
        """Go to an observation in the table."""
        self._session.go(Target(Place.OBSERVATIONS, index=index))

    def read_messages(self, index: int) -> None:
        """Read what an observation was taken from; ``messages_read`` follows."""
        source, snapshot = self._session.source, self._snapshot
        if source is None or source.transcripts is None or snapshot is None:
            return
        if snapshot.record is None:
            return
        item = observations(snapshot)[index]
        conversation = snapshot.record.scope.conversation
        key = (snapshot.memory_id, index)
        read = partial(_messages, source.transcripts, conversation, item, key)
        job = self._session.jobs.read(partial(patiently, read))
        job.succeeded.connect(self._take_messages)
        job.failed.connect(self._session.refused)

    @Slot(object)
    def _take_snapshot(self, snapshot: ScopeSnapshot | None) -> None:
        self._snapshot = snapshot
        self._stored = stored_pairs(snapshot) if snapshot else ()
        items = observations(snapshot) if snapshot else ()
        if items != self._searched or not items:
            self._found = ()
            self._search(items)
        self.pairs_changed.emit()

    def _search(self, items: tuple[Observation, ...]) -> None:
        if self._job is not None:
            self._job.cancel()
        self._searched = items
        self.searching = bool(items)
        if not items:
            self._job = None
            return
        self._job = self._session.jobs.read(partial(_find, items))
        self._job.succeeded.connect(self._take_found)

    @Slot(object)
    def _take_found(self, result: tuple[Sequence[Observation], tuple[FoundPair, ...]]) -> None:
        items, found = result
        if items is not self._searched or self._snapshot is None:
            return  # another scope is shown by now
        self._job, self.searching = None, False
        self._found = found_pairs(self._snapshot, found, self._stored)
        self.pairs_changed.emit()

    @Slot(object)
    def _take_messages(self, result: tuple[_Key, tuple[Message, ...]]) -> None:
        (memory_id, index), messages = result
        if self._snapshot is not None and memory_id == self._snapshot.memory_id:
            self.messages_read.emit(index, messages)

    @Slot(object)
    def _go(self, target: Target) -> None:
        if target.place is not Place.CONTRADICTIONS or target.seq is None:
            return
        for pair in self.pairs:
            if target.seq in {pair.a.seq, pair.b.seq}:
                self.pair_wanted.emit(pair)
                return


def _find(
    items: tuple[Observation, ...], context: JobContext
) -> tuple[tuple[Observation, ...], tuple[FoundPair, ...]]:
    return items, find_pairs(items, lambda: context.cancelled)


def _messages(
    transcripts: Transcripts, conversation: str, item: Observation, key: _Key
) -> tuple[_Key, tuple[Message, ...]]:
    first = item.source_start_index
    last = min(item.source_end_index, first + MOST_MESSAGES - 1)
    return key, transcripts.messages(conversation, first, last)
