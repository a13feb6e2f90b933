"""What helps a person to decide about one item of a review."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import decode
from desktop_app.core.errors import NotFoundError
from desktop_app.core.observational.explain import Standing
from desktop_app.core.observational.observation import Observation
from desktop_app.core.observational.pairs import FoundPair, find_pairs
from desktop_app.core.review.differences import Difference, index_of
from desktop_app.core.review.item import Item, ItemKind, observation_item
from desktop_app.core.text_diff import DiffLine, diff_lines
from desktop_app.core.transcript import Message
from desktop_app.services.snapshot import ScopeSnapshot
from desktop_app.services.waiting import patiently

if TYPE_CHECKING:
    from desktop_app.core.observational.record import RecordRow
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext

_MOST_COMPARED = 1_000
"""Looking for neighbours among more observations than these takes longer than reading them."""
_MOST_MESSAGES = 40


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An observation that says the same with another value."""

    observation: Observation
    value: str
    own_value: str


@dataclass(frozen=True, slots=True)
class Sight:
    """Everything that helps to decide about one item.

    Attributes:
        difference: The item.
        lines: What differs in it from what it was before.
        snapshot: Its scope as it is; ``None`` if that is gone.
        standing: Why it is in the next turn or not; ``None`` where that is unknown.
        neighbours: What says the same with another value.
        messages: The first of the messages that it was taken from, as far as they are stored.
        has_transcripts: Whether conversations are stored at all.
    """

    difference: Difference
    lines: tuple[DiffLine, ...] = ()
    snapshot: ScopeSnapshot | None = None
    standing: Standing | None = None
    neighbours: tuple[Neighbour, ...] = ()
    messages: tuple[Message, ...] = ()
    has_transcripts: bool = False


class Sights:
    """Reads what helps to decide. Blocking; what was compared last is kept."""

    def __init__(self, source: HarnessSource) -> None:
        self._source = source
        self._pairs: tuple[RecordRow | None, tuple[FoundPair, ...]] = (None, ())

    def sight(self, difference: Difference, context: JobContext) -> Sight:
        """Return what helps to decide about an item."""
        try:
            read = partial(self._source.snapshot, difference.memory_id)
            snapshot = patiently(read, context)
        except NotFoundError:
            return Sight(difference, _lines(difference))
        index = _index(snapshot, difference.now)
        standings = snapshot.explanation.standings if snapshot.explanation else ()
        return Sight(
            difference,
            _lines(difference),
            snapshot,
            standings[index] if index is not None and standings else None,
            self._neighbours(snapshot, index, context),
            self._messages(snapshot, difference.item, context),
            self._source.transcripts is not None,
        )

    def _neighbours(
        self, snapshot: ScopeSnapshot, index: int | None, context: JobContext
    ) -> tuple[Neighbour, ...]:
        observations = (snapshot.record.observations or ()) if snapshot.record else ()
        if index is None or len(observations) > _MOST_COMPARED:
            return ()
        row, pairs = self._pairs
        if row != snapshot.row:
            pairs = find_pairs(observations, lambda: context.cancelled)
            context.check()
            self._pairs = snapshot.row, pairs
        return tuple(
            Neighbour(observations[other], value, own)
            for pair in pairs
            for mine, other, own, value in (
                (pair.first, pair.second, pair.value_a, pair.value_b),
                (pair.second, pair.first, pair.value_b, pair.value_a),
            )
            if mine == index
        )

    def _messages(
        self, snapshot: ScopeSnapshot, item: Item, context: JobContext
    ) -> tuple[Message, ...]:
        transcripts, row = self._source.transcripts, snapshot.row
        if transcripts is None or row is None or item.kind is ItemKind.REFLECTION:
            return ()
        key = row.conversation_id
        conversation = decode(key) if isinstance(key, bytes) else str(key)
        first = max(item.first, 0)
        last = min(item.last, first + _MOST_MESSAGES - 1)
        return patiently(partial(transcripts.messages, conversation, first, last), context)


def _lines(difference: Difference) -> tuple[DiffLine, ...]:
    now, before = difference.now, difference.before
    if now is None or before is None or now.content == before.content:
        return ()
    return diff_lines(before.content, now.content, context=2)


def _index(snapshot: ScopeSnapshot, item: Item | None) -> int | None:
    if item is None or item.kind is ItemKind.REFLECTION or snapshot.record is None:
        return None
    return index_of(item, [observation_item(one) for one in snapshot.record.observations or ()])
