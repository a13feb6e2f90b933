"""Search over everything that a state file remembers, the first hits first."""

from __future__ import annotations

from enum import Enum
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.engine_text import decode
from desktop_app.core.errors import NotFoundError, StoreBusyError
from desktop_app.core.observational.observations_reader import read_observations
from desktop_app.core.outline import scope_of_key
from desktop_app.core.scope import SEPARATOR, Scope
from desktop_app.core.search.json_text import string_values, unescaped
from desktop_app.core.search.matching import Excerpt, Mark, Needle
from desktop_app.services.harness_source import never

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.observational.record import ColumnValue
    from desktop_app.core.ports import Cancelled
    from desktop_app.core.working.entry import WorkingEntry
    from desktop_app.services.harness_source import HarnessSource

ATTEMPTS = 8
"""How often a file that changes while it is read is read again."""

NO_LIMIT = -1
_BARS = 2


class HitKind(Enum):
    """Where a hit stands."""

    OBSERVATION = "observation"
    REFLECTION = "reflection"
    WORKING = "working"


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """One place that has the text.

    Attributes:
        memory_id: Key of the scope.
        scope: Its ids, taken from the key where that is possible without doubt.
        kind: Which part of its memory.
        index: Position of the observation in the stored list, from 0; ``None`` for other
            kinds, and where the stored JSON is damaged and was searched as it stands.
        seq: Sequence number of the observation.
        key: Key of the working memory entry.
        excerpt: The text around the first occurrence.
        marks: Start and end of each occurrence in ``excerpt``.
        is_damaged: Whether the engine can't read what was searched.
    """

    memory_id: str
    scope: Scope
    kind: HitKind
    index: int | None = None
    seq: int | None = None
    key: str | None = None
    excerpt: str
    marks: tuple[Mark, ...]
    is_damaged: bool = False


def hit_place(hit: Hit) -> tuple[object, ...]:
    """Return what tells a hit from all others of the file."""
    return hit.memory_id, hit.kind, hit.index, hit.key


def search(
    source: HarnessSource, text: str, *, cancelled: Cancelled = never, limit: int = NO_LIMIT
) -> Iterator[Hit]:
    """Yield what has ``text`` in it, whatever the case: records first, then working memory.

    Each hit comes as soon as it is found. A file that changes meanwhile is read again, and
    what was yielded before is not yielded twice.

    Args:
        source: The state file.
        text: What to look for; nothing is found for an empty text.
        cancelled: Asked while reading; true ends it with an error of the store.
        limit: Stop after this many hits; negative for all.

    Raises:
        StoreError: the file can't be read.
    """
    hits = _steady_hits(source, text, cancelled) if text else iter(())
    return islice(hits, limit) if limit >= 0 else hits


def _steady_hits(source: HarnessSource, text: str, cancelled: Cancelled) -> Iterator[Hit]:
    yielded: set[tuple[object, ...]] = set()
    for attempt in range(ATTEMPTS):
        try:
            for hit in _hits(source, text, cancelled):
                place = hit_place(hit)
                if place not in yielded:
                    yielded.add(place)
                    yield hit
        except StoreBusyError:
            # Nothing read yet means locked: whoever asked decides how long to wait.
            if not yielded or attempt == ATTEMPTS - 1:
                raise
        else:
            return


def _hits(source: HarnessSource, text: str, cancelled: Cancelled) -> Iterator[Hit]:
    needle = Needle(text)
    for memory_id, observations, reflection in source.record_candidates(text, cancelled):
        found = [*_in_observations(observations, needle), *_in_reflection(reflection, needle)]
        if found:
            damaged = any(place.is_damaged for place, _excerpt in found)
            scope = _scope(source, memory_id, look_up=damaged)
            yield from (_hit(memory_id, scope, place, excerpt) for place, excerpt in found)
    for memory_id, entry in source.working_candidates(text, cancelled):
        excerpt = _in_entry(entry, needle)
        if excerpt:
            place = _Place(HitKind.WORKING, key=entry.key)
            yield _hit(memory_id, _scope(source, memory_id), place, excerpt)


class _Place(msgspec.Struct, frozen=True):
    kind: HitKind
    index: int | None = None
    seq: int | None = None
    key: str | None = None
    is_damaged: bool = False


def _hit(memory_id: str, scope: Scope, place: _Place, excerpt: Excerpt) -> Hit:
    return Hit(
        memory_id=memory_id,
        scope=scope,
        kind=place.kind,
        index=place.index,
        seq=place.seq,
        key=place.key,
        excerpt=excerpt.text,
        marks=excerpt.marks,
        is_damaged=place.is_damaged,
    )


def _in_observations(value: ColumnValue, needle: Needle) -> Iterator[tuple[_Place, Excerpt]]:
    if value is None:
        return
    observations, damages = read_observations(value)
    if damages:
        found = map(needle.excerpt, string_values(_text(value)))
        excerpt = next(filter(None, found), None)
        if excerpt:
            yield _Place(HitKind.OBSERVATION, is_damaged=True), excerpt
        return
    for index, observation in enumerate(observations or ()):
        excerpt = needle.excerpt(observation.content)
        if excerpt:
            yield _Place(HitKind.OBSERVATION, index, observation.seq), excerpt


def _in_reflection(value: ColumnValue, needle: Needle) -> Iterator[tuple[_Place, Excerpt]]:
    excerpt = needle.excerpt(_text(value))
    if excerpt:
        yield _Place(HitKind.REFLECTION), excerpt


def _in_entry(entry: WorkingEntry, needle: Needle) -> Excerpt | None:
    return needle.excerpt(unescaped(entry.value_json)) or needle.excerpt(entry.key)


def _scope(source: HarnessSource, memory_id: str, *, look_up: bool = False) -> Scope:
    """Return the ids; ``look_up`` takes the row's own, as the list of scopes does."""
    if not look_up and memory_id.count(SEPARATOR) == _BARS:
        return scope_of_key(memory_id)
    try:
        return source.entry(memory_id).scope
    except NotFoundError:
        return scope_of_key(memory_id)


def _text(value: ColumnValue) -> str:
    if isinstance(value, bytes):
        return decode(value)
    return "" if value is None else str(value)
