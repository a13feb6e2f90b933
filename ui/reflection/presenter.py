"""Pairs of observations that can't both be true: stored, found, and those that are settled."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.services.waiting import patiently
from ui.clock import local_time
from ui.navigation import Place, Target
from ui.reflection.choices import tr
from ui.reflection.dismissed import Dismissed
from ui.reflection.listing import Listing, MessageKey, list_stored, messages, search
from ui.reflection.sides import Pair, PairKind, observations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.transcript import Message
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.jobs import Job
    from ui.session import Session


class ContradictionsPresenter(QObject):
    """Lists the pairs of the scope that is shown, and reads the messages behind them."""

    pairs_changed = Signal()
    messages_read = Signal(int, object)  # index of the observation, tuple[Message, ...]
    pair_wanted = Signal(object)  # Pair that somebody asked to go to

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._memory_id: str | None = None
        self._listing: Listing | None = None
        self._settled: tuple[Pair, ...] = ()
        self._job: Job | None = None
        self.pairs: tuple[Pair, ...] = ()
        self.dismissed = Dismissed(self)
        self.dismissed.changed.connect(self._sort)
        session.source_changed.connect(self._take_source)
        session.snapshot_changed.connect(self._take_snapshot)
        session.target_requested.connect(self._go)
        self._take_snapshot(session.snapshot)

    @property
    def snapshot(self) -> ScopeSnapshot | None:
        """The scope whose pairs are listed."""
        return self._listing.snapshot if self._listing else None

    @property
    def has_scope(self) -> bool:
        """Whether a scope is shown."""
        return self._memory_id is not None

    @property
    def searching(self) -> bool:
        """Whether more pairs may come."""
        return self._job is not None

    @property
    def has_source(self) -> bool:
        """Whether messages of conversations are stored."""
        source = self._session.source
        return source is not None and source.transcripts is not None

    @property
    def open_pairs(self) -> tuple[Pair, ...]:
        """The pairs that wait for somebody to settle them."""
        return tuple(pair for pair in self.pairs if pair.is_open)

    def jump(self, index: int) -> None:
        """Go to an observation in the table."""
        self._session.go(Target(Place.OBSERVATIONS, index=index))

    def show_change(self, entry: str) -> None:
        """Go to the change that settled a pair."""
        self._session.go(Target(Place.CHANGES, key=entry))

    def dismiss(self, pair: Pair) -> None:
        """Remember that a pair is no contradiction."""
        if self._memory_id is not None:
            self.dismissed.add(self._memory_id, pair, self._today())

    def look_again(self, pair: Pair) -> None:
        """Forget that a pair is no contradiction."""
        if self._memory_id is not None:
            self.dismissed.remove(self._memory_id, pair)

    def read_messages(self, index: int) -> None:
        """Read what an observation was taken from; ``messages_read`` follows."""
        source, snapshot = self._session.source, self.snapshot
        if source is None or source.transcripts is None or snapshot is None:
            return
        if snapshot.record is None:
            return
        item = observations(snapshot)[index]
        conversation = snapshot.record.scope.conversation
        key = (snapshot.memory_id, index)
        read = partial(messages, source.transcripts, conversation, item, key)
        job = self._session.jobs.read(partial(patiently, read))
        job.succeeded.connect(self._take_messages)
        job.failed.connect(self._session.refused)

    @Slot(object)
    def _take_source(self, _source: object) -> None:
        self.dismissed.read()

    @Slot(object)
    def _take_snapshot(self, snapshot: ScopeSnapshot | None) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None
        memory_id = snapshot.memory_id if snapshot else None
        if memory_id != self._memory_id:
            self._memory_id, self._listing, self._settled = memory_id, None, ()
        if snapshot is not None:
            self._job = self._session.jobs.read(partial(list_stored, snapshot, self._listing))
            self._job.succeeded.connect(self._take_listing)
            self._job.failed.connect(self._session.broke)
        self._sort()

    @Slot(object)
    def _take_listing(self, listing: Listing) -> None:
        if self.sender() is not self._job:
            return  # another scope is shown by now
        self._job = None
        if self._listing is None or self._listing.snapshot is not listing.snapshot:
            self._read_settled(listing.snapshot.memory_id)
        self._listing = listing
        if listing.raw is None:
            self._job = self._session.jobs.read(partial(search, listing))
            self._job.succeeded.connect(self._take_listing)
            self._job.failed.connect(self._session.broke)
        self._sort()

    def _read_settled(self, memory_id: str) -> None:
        source = self._session.source
        if source is None:
            return
        from ui.reflection.settled import settled_today  # noqa: PLC0415 - loads the editor

        now = source.now()
        job = self._session.editing.read(
            lambda editor: (memory_id, settled_today(editor, memory_id, now))
        )
        # A journal that can't be read is told of where the changes are listed.
        job.succeeded.connect(self._take_settled)

    @Slot(object)
    def _take_settled(self, result: tuple[str, tuple[Pair, ...]]) -> None:
        memory_id, settled = result
        if memory_id == self._memory_id and settled != self._settled:
            self._settled = settled
            self._sort()

    @Slot()
    def _sort(self) -> None:
        self.pairs = tuple(self._sorted())
        self.pairs_changed.emit()

    def _sorted(self) -> Iterator[Pair]:
        if self._listing is None:
            return
        stored, settled = self._listing.stored, {pair.numbers for pair in self._settled}
        yield from (pair for pair in stored if pair.kind is PairKind.CONTRADICTION)
        found = [self._judged(pair) for pair in self._listing.found]
        rest = [pair for pair in stored if pair.kind is PairKind.SUPERSESSION]
        shown = [*found, *self._settled, *rest]
        for pair in shown:
            if not (pair.superseded and pair.numbers in settled):
                yield pair

    def _judged(self, pair: Pair) -> Pair:
        day = self.dismissed.day(self._memory_id or "", pair) if pair.is_open else ""
        if not day:
            return pair
        kind = PairKind.SETTLED if day == self._today() else PairKind.KEPT
        return replace(pair, kind=kind, words=tr("kept both"))

    def _today(self) -> str:
        source = self._session.source
        moment = local_time(source.now()) if source is not None else None
        return f"{moment:%Y-%m-%d}" if moment else ""

    @Slot(object)
    def _take_messages(self, result: tuple[MessageKey, tuple[Message, ...]]) -> None:
        (memory_id, index), found = result
        if memory_id == self._memory_id:
            self.messages_read.emit(index, found)

    @Slot(object)
    def _go(self, target: Target) -> None:
        if target.place is not Place.CONTRADICTIONS or target.seq is None:
            return
        for pair in self.pairs:
            if target.seq in pair.numbers:
                self.pair_wanted.emit(pair)
                return
