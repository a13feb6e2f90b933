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
    from collections.abc import Iterator

    from desktop_app.core.doctor.cases import Bench
    from desktop_app.core.doctor.ports import MarkersByOperation
    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.observational.record import ColumnValue

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
    still looks for that operation by its id.
    """
    now = bench.now()
    names = _Names(old_prefix(now))
    without = bench.reader.at_work(now)
    done: set[int] = set()
    yield from _packed(_operations_first(bench, names, without, done))
    yield from _packed(_markers_left(bench, names, without, done))


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


def _operations_first(
    bench: Bench, names: _Names, without: frozenset[ColumnValue], done: set[int]
) -> Iterator[Bundle]:
    index = bench.reader.markers_by_operation()
    after: int | None = None
    while page := bench.reader.engine_operations(after, ROWS_AT_ONCE, without).operations:
        after = page[-1][0]
        rowids = [rowid for _, row in page for rowid in _rowids(index, row)]
        markers: dict[ColumnValue, list[Swap[MarkerRow]]] = defaultdict(list)
        for start in range(0, len(rowids), ROWS_AT_ONCE):
            for _, marker in bench.reader.markers_at(rowids[start : start + ROWS_AT_ONCE]).markers:
                markers[marker.cycle_id].append(names.marker(marker))
        done.update(engine_number(row.operation_id, OPERATION) or 0 for _, row in page)
        for _, row in page:
            yield (names.operation(row),), tuple(markers[row.operation_id])


def _markers_left(
    bench: Bench, names: _Names, without: frozenset[ColumnValue], done: set[int]
) -> Iterator[Bundle]:
    after: int | None = None
    while page := bench.reader.engine_markers(after, ROWS_AT_ONCE, without).markers:
        after = page[-1][0]
        # Where nothing is saved, as in a preview, those of the first pass come by once more.
        rest = (row for _, row in page if engine_number(row.cycle_id, OPERATION) not in done)
        yield from (((), (names.marker(row),)) for row in rest)


def _rowids(index: MarkersByOperation, row: OperationRow) -> list[int]:
    number = engine_number(row.operation_id, OPERATION) or 0
    start, end = bisect_left(index.numbers, number), bisect_right(index.numbers, number)
    return index.rowids[start:end].tolist()


def _packed(bundles: Iterator[Bundle]) -> Iterator[Change]:
    operations: list[Swap[OperationRow]] = []
    markers: list[Swap[MarkerRow]] = []
    for more_operations, more_markers in bundles:
        size = len(operations) + len(markers)
        if size and size + len(more_operations) + len(more_markers) > ROWS_AT_ONCE:
            yield Change(label=LABEL, operations=tuple(operations), markers=tuple(markers))
            operations, markers = [], []
        operations += more_operations
        markers += more_markers
    if operations or markers:
        yield Change(label=LABEL, operations=tuple(operations), markers=tuple(markers))
