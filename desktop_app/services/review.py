"""Finds what is new since a person last looked, and plans what they want to be done about it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import decode
from desktop_app.core.errors import RefusedError
from desktop_app.core.review.differences import Difference, differences, index_of
from desktop_app.core.review.item import (
    ItemKind,
    item_count,
    items_of,
    observation_item,
    row_mark,
)
from desktop_app.core.review.progress import SeenScope
from desktop_app.services.editing.observation_actions import edit_observation, remove_observations
from desktop_app.services.editing.reflection_actions import clear_reflection, set_reflection_text
from desktop_app.services.waiting import patiently

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.observational.record import RecordRow
    from desktop_app.core.review.item import Item
    from desktop_app.core.review.progress import ReviewProgress
    from desktop_app.services.editing.plans import Intent, Plan
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext
    from desktop_app.services.snapshot import ScopeSnapshot

_AT_ONCE = 128
"""Scopes that one short read takes."""
_FIRST = 128
_READS = 16
_ENOUGH = 200


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which items are asked for.

    Attributes:
        memory_id: Only those of this scope; ``None`` for the whole file.
        text: Only those that say this, whatever the case.
    """

    memory_id: str | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Cursor:
    """How far a list was read.

    Attributes:
        memory_ids: The scopes of the list.
        at: How many of them were read.
        is_whole: Whether the list has every scope; the first page of a large file does not wait
            for that.
    """

    memory_ids: tuple[str, ...]
    at: int = 0
    is_whole: bool = True


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the open items.

    Attributes:
        found: The items, by scope and number; no more than were asked for.
        count: How many there are in the scopes that were read.
        rest: Where to go on; ``None`` at the end.
    """

    found: tuple[Difference, ...]
    count: int
    rest: Cursor | None


class Review:
    """The review of one state file by one person. Blocking; writes only the progress."""

    def __init__(self, source: HarnessSource, progress: ReviewProgress) -> None:
        self._source = source
        self.progress = progress

    def now(self) -> EngineTime:
        """Return the time of the source's clock."""
        return self._source.now()

    def page(
        self, wanted: Wanted, context: JobContext, cursor: Cursor | None = None, *, limit: int
    ) -> Page:
        """Return the next open items; read on from ``rest``.

        Args:
            wanted: Which ones.
            context: Waits for a locked file; a cancel ends it.
            cursor: The ``rest`` of the page before; ``None`` for the first.
            limit: The most to return; further ones are only counted.
        """
        cursor = patiently(partial(self._list, wanted, cursor), context)
        found: list[Difference] = []
        count, at, memory_ids = 0, cursor.at, cursor.memory_ids
        for _ in range(_READS):
            batch = memory_ids[at : at + _AT_ONCE]
            if not batch or len(found) >= _ENOUGH:
                break
            room = limit - len(found)
            opened, items = patiently(partial(self._open_in, batch, wanted.text, room), context)
            found += items
            count, at = count + opened, at + len(batch)
        is_over = at >= len(memory_ids) and cursor.is_whole
        return Page(tuple(found), count, None if is_over else replace(cursor, at=at))

    def count(self, context: JobContext) -> int:
        """Return how many items are open in the whole file; 0 before a review has begun."""
        if not self.progress.is_begun():
            return 0
        return self.count_all(context)

    def count_all(self, context: JobContext) -> int:
        """Return how many items are open, also where nobody has begun."""
        page = self.page(Wanted(), context, limit=0)
        total = page.count
        while page.rest is not None:
            context.report(page.rest.at, len(page.rest.memory_ids))
            page = self.page(Wanted(), context, page.rest, limit=0)
            total += page.count
        return total

    def start_from_now(self, context: JobContext) -> None:
        """Count everything that is there as seen; a cancel leaves all as it was."""
        self.progress.see(self._all_seen(context))

    def edit_plan(
        self, difference: Difference, intent: Intent, *, text: str, importance: float
    ) -> tuple[Plan, Item]:
        """Return the plan that rewrites an item in its scope as that is now, and what it becomes.

        Raises:
            RefusedError: it is not there any more, or can't be edited so.
        """
        snapshot, item = self._source.snapshot(difference.memory_id), difference.item
        if item.kind is ItemKind.REFLECTION:
            _found(snapshot, difference)
            plan = set_reflection_text(snapshot, text, intent)
            assert plan.after.row is not None
            return plan, next(reversed(items_of(plan.after.row)), item)
        index = _found(snapshot, difference)
        plan = edit_observation(
            snapshot,
            index,
            intent,
            text=text if text != item.content else None,
            importance=importance if importance != item.importance else None,
        )
        assert plan.after.record is not None
        return plan, observation_item((plan.after.record.observations or ())[index])

    def removal_plan(self, difference: Difference, intent: Intent) -> Plan:
        """Return the plan that removes an item from its scope as that is now.

        Raises:
            RefusedError: it is not there any more.
        """
        snapshot = self._source.snapshot(difference.memory_id)
        index = _found(snapshot, difference)
        if difference.item.kind is ItemKind.REFLECTION:
            return clear_reflection(snapshot, intent)
        return remove_observations(snapshot, [index], intent)

    def _list(self, wanted: Wanted, cursor: Cursor | None) -> Cursor:
        """Return the list to read on in: at first a short one, for listing a large file takes."""
        if cursor is not None and (cursor.is_whole or cursor.at < len(cursor.memory_ids)):
            return cursor
        if wanted.memory_id is not None:
            return Cursor((wanted.memory_id,))
        limit = _FIRST if cursor is None else -1
        entries = self._source.scopes(limit=limit)
        present = [one.memory_id for one in entries if one.has_record]
        if len(entries) == limit:
            return Cursor(tuple(present), is_whole=False)
        read = frozenset(cursor.memory_ids) if cursor else frozenset[str]()
        gone = sorted(self.progress.known().difference(present))
        return Cursor(tuple(one for one in (*present, *gone) if one not in read))

    def _open_in(
        self, memory_ids: Sequence[str], text: str, room: int
    ) -> tuple[int, list[Difference]]:
        """Return how many items are open in these scopes, and the first ``room`` of them."""
        seen = self.progress.seen(memory_ids)
        rows = {_key(row): row for row in self._source.record_rows(memory_ids)}
        wanted = text.casefold()
        count, found = 0, list[Difference]()
        for memory_id in memory_ids:
            row, before = rows.get(memory_id), seen.get(memory_id)
            if row is not None and before is not None and before.mark == row_mark(row):
                continue
            if row is not None and before is None and not wanted and len(found) >= room:
                count += item_count(row)
                continue
            present = items_of(row) if row is not None else ()
            opened = differences(memory_id, before.items if before else (), present)
            if wanted:
                opened = tuple(one for one in opened if wanted in one.item.content.casefold())
            count += len(opened)
            found += opened[: max(room - len(found), 0)]
        return count, found

    def _all_seen(self, context: JobContext) -> Iterator[SeenScope]:
        present = [entry.memory_id for entry in self._source.scopes() if entry.has_record]
        for start in range(0, len(present), _AT_ONCE):
            context.report(start, len(present))
            read = partial(self._source.record_rows, present[start : start + _AT_ONCE])
            for row in patiently(read, context):
                yield SeenScope(_key(row), items_of(row), row_mark(row))


def _key(row: RecordRow) -> str:
    key = row.memory_id
    return decode(key) if isinstance(key, bytes) else str(key)


def _found(snapshot: ScopeSnapshot, difference: Difference) -> int:
    """Return where an item is in its scope.

    Raises:
        RefusedError: it is not there any more.
    """
    present = items_of(snapshot.row) if snapshot.row is not None else ()
    index = index_of(difference.item, present) if difference.now is not None else None
    if index is None:
        raise RefusedError(
            "This is not in the file any more: somebody has changed it meanwhile.",
            "Nothing was written. The list shows it as it is now.",
        )
    return index
