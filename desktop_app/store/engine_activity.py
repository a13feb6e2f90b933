"""Whether the engine is in the middle of a call on a memory (H3, H6)."""

# ruff: noqa: S608 - names come from the constants of harness_tables; values are bound

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.engine_time import EngineTime, EngineTimeError, parse_column_time
from desktop_app.core.history.entry import STUCK_AFTER_SECONDS
from desktop_app.core.observational.engine_log import OUR_PREFIX, PROCESSING
from desktop_app.store.harness_tables import OPERATIONS, HarnessShape, as_text
from desktop_app.store.row_sql import sql_value

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence

    from desktop_app.core.observational.record import ColumnValue

_FARTHEST_CLOCK_SECONDS = STUCK_AFTER_SECONDS
"""How far ahead of ours the engine's clock may be. Both run on the machine that has the file, so
more means that a clock was set back; nobody should wait for the rest of that time."""


def at_work_since(
    connection: sqlite3.Connection,
    shape: HarnessShape,
    memory_ids: Sequence[ColumnValue],
    now: EngineTime,
) -> EngineTime | None:
    """Return when the newest call in progress on one of the memories began, ``None`` if none is.

    A time that can't be read counts as none: the engine writes readable ones, and waiting for
    it would never end.
    """
    if not shape.operations.columns.issuperset(("operation_id", "memory_id", "status")):
        return None
    times = [
        time
        for memory_id in memory_ids
        for time in _processing(connection, shape, memory_id)
        if _is_fresh(time, now)
    ]
    return max(times, key=lambda time: time.sort_key, default=None)


def _processing(
    connection: sqlite3.Connection, shape: HarnessShape, memory_id: ColumnValue
) -> Iterator[EngineTime]:
    owner = sql_value("memory_id", memory_id, shape)
    # The plus sign leaves the index of the memory aside: there are few rows in this status.
    rows = connection.execute(
        f"SELECT operation_id, {shape.operations.selected('updated_at')} FROM {OPERATIONS}"
        f" WHERE status = ? AND +memory_id IS {owner.sql}",
        (PROCESSING, *owner.values),
    ).fetchall()
    for operation_id, updated_at in rows:
        if not as_text(operation_id).startswith(OUR_PREFIX):
            try:
                yield parse_column_time(updated_at)
            except EngineTimeError:
                continue


def _is_fresh(time: EngineTime, now: EngineTime) -> bool:
    age = now.unix_seconds - time.unix_seconds
    return -_FARTHEST_CLOCK_SECONDS < age < STUCK_AFTER_SECONDS
