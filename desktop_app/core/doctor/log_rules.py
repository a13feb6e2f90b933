"""What dead processes leave in the engine's log: stuck operations (H3), orphaned markers (H4)."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from typing import TYPE_CHECKING

from desktop_app.core.changes import Change, Swap
from desktop_app.core.counting import counted
from desktop_app.core.doctor.finding import (
    EVERYWHERE,
    ROWS_AT_ONCE,
    Effect,
    Finding,
    Part,
    Place,
    Repair,
    Severity,
)
from desktop_app.core.doctor.words import named
from desktop_app.core.engine_text import decode
from desktop_app.core.observational.engine_log import end_operation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.doctor.cases import Bench
    from desktop_app.core.doctor.ports import OrphanCount
    from desktop_app.core.observational.engine_log import OperationRow
    from desktop_app.core.observational.record import ColumnValue

_LEFT_BEHIND = "memloupe: left behind by a process that ended; never carried out"


def check_stuck(bench: Bench) -> Iterator[Finding]:
    """Find operations that nobody will ever carry out, by scope."""
    stuck: dict[ColumnValue, list[OperationRow]] = defaultdict(list)
    for _, operation in bench.reader.stuck_operations(bench.now()).operations:
        stuck[operation.memory_id].append(operation)
    for memory_id, operations in stuck.items():
        yield Finding(
            rule="operations-stuck",
            severity=Severity.WORTH_KNOWING,
            title="Operations were left behind",
            detail=named(map(_status, operations)),
            place=Place(memory_id=_text(memory_id), part=Part.LOG),
            why="A process of the engine ended in the middle of them. Whatever their status says, "
            "the engine never carries them out: at its next start it only changes “processing” "
            "into “queued”. The memory itself is not harmed.",
            repair=Repair(
                label="Mark operations as failed",
                changes=partial(_end_stuck, bench, memory_id),
                effects=(Effect("marked as failed", counted(len(operations), "operation")),),
                before="\n".join(_status(item) for item in operations[:ROWS_AT_ONCE]),
                after="\n".join(_status(_ended(item, bench)) for item in operations[:ROWS_AT_ONCE]),
                rows=len(operations),
            ),
        )


def check_orphans(bench: Bench) -> Iterator[Finding]:
    """Find markers of observations that were never stored."""
    count = bench.reader.orphan_count(bench.cancelled)
    total = count.of_failed + count.of_absent
    if not total:
        return
    yield Finding(
        rule="markers-orphaned",
        severity=Severity.WORTH_KNOWING,
        title="Markers have no observation",
        detail=_orphan_detail(count),
        place=EVERYWHERE,
        why="The engine stores the markers of an observation before the observation. When it fails "
        "in between, they stay. Nothing reads them; they cost room and keep ids in use.",
        repair=Repair(
            label="Delete orphaned markers",
            changes=partial(_delete_orphans, bench),
            effects=(Effect("deleted", counted(total, "marker")),),
            rows=total,
        ),
    )


def check_lost_records(bench: Bench) -> Iterator[Finding]:
    """Find scopes whose observations were stored once and whose record is gone (H7)."""
    lost = bench.reader.logged_without_record()
    if not lost:
        return
    yield Finding(
        rule="records-gone",
        severity=Severity.WORTH_KNOWING,
        title="Records are gone that the log knows",
        detail=named(lost),
        place=Place(memory_id=lost[0], part=Part.LOG) if len(lost) == 1 else EVERYWHERE,
        why="The log has observations for these scopes and no record holds them. Somebody deleted "
        "the record, perhaps while the engine was at work: it reports success all the same.",
        by_hand="Nothing to do if it was meant. Otherwise a backup of the file has the record.",
        about="\n".join(lost),
    )


def _orphan_detail(count: OrphanCount) -> str:
    parts = {
        "of failed operations": count.of_failed,
        "of operations not in the log": count.of_absent,
    }
    kinds = " and ".join(f"{number:,} {kind}" for kind, number in parts.items() if number)
    return f"{kinds}, in {counted(count.scopes, 'scope')}"


def _end_stuck(bench: Bench, memory_id: ColumnValue) -> Iterator[Change]:
    found = bench.reader.stuck_operations(bench.now()).operations
    mine = [operation for _, operation in found if operation.memory_id == memory_id]
    for start in range(0, len(mine), ROWS_AT_ONCE):
        rows = mine[start : start + ROWS_AT_ONCE]
        yield Change(
            label="Mark operations as failed",
            operations=tuple(Swap(row, _ended(row, bench)) for row in rows),
        )


def _delete_orphans(bench: Bench) -> Iterator[Change]:
    after: int | None = None
    while True:
        page = bench.reader.orphans(after, ROWS_AT_ONCE).markers
        if not page:
            return
        after = page[-1][0]
        yield Change(
            label="Delete orphaned markers",
            markers=tuple(Swap(row, None, rowid) for rowid, row in page),
        )


def _ended(operation: OperationRow, bench: Bench) -> OperationRow:
    return end_operation(operation, bench.now(), _LEFT_BEHIND)


def _status(operation: OperationRow) -> str:
    return f"{_text(operation.operation_id)} {_text(operation.status)}"


def _text(value: ColumnValue) -> str:
    if isinstance(value, bytes):
        return decode(value)
    return "" if value is None else str(value)
