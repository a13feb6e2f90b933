"""Renames the ids of earlier runs out of the engine's way, a few rows at a time (H1, H31)."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from typing import TYPE_CHECKING

from msgspec.structs import replace

from desktop_app.core.changes import Change, Swap
from desktop_app.core.doctor.engine_id import MARKER, OPERATION, engine_number
from desktop_app.core.doctor.finding import ROWS_AT_ONCE
from desktop_app.core.engine_time import format_column
from desktop_app.core.observational.engine_log import OUR_PREFIX, MarkerRow, OperationRow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from desktop_app.core.doctor.cases import Bench
    from desktop_app.core.doctor.ports import LastRows, Page
    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.observational.record import ColumnValue

    ReadPage = Callable[[int | None, int, int, frozenset[ColumnValue]], Page]

OLD_PREFIX = f"{OUR_PREFIX}old-"
"""What ids start with that were the engine's own once; the old id stands at the end."""
LABEL = "Rename ids of earlier runs"
_MARKS = re.compile("[-:]")


def old_prefix(now: EngineTime) -> str:
    """Return what stands before each renamed id; two repairs never give the same."""
    return f"{OLD_PREFIX}{_MARKS.sub('', format_column(now))}-"


def renaming(bench: Bench) -> Iterator[Change]:
    """Yield the changes that rename every id of the engine's own.

    An operation comes in one change with all of its markers, so that stopping in between
    leaves no marker without its operation. Scopes with a call running are left out: the engine
    still looks for that operation by its id. So is all that is written from now on.
    """
    # In this order: what is finished by then has all of its markers in the index.
    last = bench.reader.last_rows()
    renamer = _Renamer(bench, last)
    yield from renamer.changes(renamer.operations())
    yield from renamer.changes(renamer.markers())


class _Names:
    def __init__(self, prefix: str) -> None:
        self._prefix = prefix

    def operation(self, row: OperationRow) -> Swap[OperationRow]:
        return Swap(row, replace(row, operation_id=self._new(row.operation_id, OPERATION)))

    def marker(self, row: MarkerRow) -> Swap[MarkerRow]:
        ids = {
            "marker_id": self._new(row.marker_id, MARKER),
            "cycle_id": self._new(row.cycle_id, OPERATION),
        }
        return Swap(row, replace(row, **ids))

    def _new(self, old: ColumnValue, prefix: str) -> ColumnValue:
        return old if engine_number(old, prefix) is None else f"{self._prefix}{old!s}"


Bundle = tuple[tuple[Swap[OperationRow], ...], tuple[Swap[MarkerRow], ...]]
"""Rows that have to change together."""


class _Renamer:
    """One pass over the log, then one over what is left of the markers."""

    def __init__(self, bench: Bench, last: LastRows) -> None:
        self._bench = bench
        self._last = last
        self._names = _Names(old_prefix(bench.now()))
        self._done: set[int] = set()
        self._without: frozenset[ColumnValue] = frozenset()
        self._leave_busy_scopes()
        self._index = bench.reader.markers_by_operation()

    def changes(self, bundles: Iterator[Bundle]) -> Iterator[Change]:
        """Yield the bundles in changes of few rows."""
        waiting: list[Bundle] = []
        size = 0
        for bundle in bundles:
            rows = len(bundle[0]) + len(bundle[1])
            if waiting and size + rows > ROWS_AT_ONCE:
                yield from self._change(waiting)
                waiting, size = [], 0
            waiting.append(bundle)
            size += rows
        yield from self._change(waiting)

    def operations(self) -> Iterator[Bundle]:
        """Yield every operation with its markers."""
        for page in self._pages(self._bench.reader.engine_operations, self._last.operations):
            markers = self._markers_of(page.operations)
            self._done.update(map(_number, page.operations))
            for _, row in page.operations:
                yield (self._names.operation(row),), tuple(markers[row.operation_id])

    def markers(self) -> Iterator[Bundle]:
        """Yield the markers that belong to none of these operations."""
        for page in self._pages(self._bench.reader.engine_markers, self._last.markers):
            for _, row in page.markers:
                # Where nothing is saved, as in a preview, those of the first pass come once more.
                if engine_number(row.cycle_id, OPERATION) not in self._done:
                    yield (), (self._names.marker(row),)

    def _pages(self, read: ReadPage, last: int) -> Iterator[Page]:
        after: int | None = None
        while after is None or after < last:
            page = read(after, last, ROWS_AT_ONCE, self._without)
            rowids = [rowid for rowid, _ in (*page.operations, *page.markers)]
            if not rowids:
                return
            after = rowids[-1]
            yield page

    def _change(self, bundles: Sequence[Bundle]) -> Iterator[Change]:
        self._leave_busy_scopes()
        free = [bundle for bundle in bundles if _owner(bundle) not in self._without]
        if free:
            yield Change(
                label=LABEL,
                operations=tuple(swap for operations, _ in free for swap in operations),
                markers=tuple(swap for _, markers in free for swap in markers),
            )

    def _leave_busy_scopes(self) -> None:
        # For good: a marker must not be renamed when its operation was left out.
        self._without |= self._bench.reader.at_work(self._bench.now())

    def _markers_of(
        self, operations: Sequence[tuple[int, OperationRow]]
    ) -> Mapping[ColumnValue, list[Swap[MarkerRow]]]:
        rowids = [rowid for operation in operations for rowid in self._rowids(_number(operation))]
        found: dict[ColumnValue, list[Swap[MarkerRow]]] = defaultdict(list)
        for start in range(0, len(rowids), ROWS_AT_ONCE):
            page = self._bench.reader.markers_at(rowids[start : start + ROWS_AT_ONCE])
            for _, marker in page.markers:
                found[marker.cycle_id].append(self._names.marker(marker))
        return found

    def _rowids(self, number: int) -> list[int]:
        numbers = self._index.numbers
        start, end = bisect_left(numbers, number), bisect_right(numbers, number)
        return self._index.rowids[start:end].tolist()


def _number(operation: tuple[int, OperationRow]) -> int:
    return engine_number(operation[1].operation_id, OPERATION) or 0


def _owner(bundle: Bundle) -> ColumnValue:
    swaps: Sequence[Swap[OperationRow] | Swap[MarkerRow]] = bundle[0] or bundle[1]
    row = swaps[0].before
    return row.memory_id if row else None
