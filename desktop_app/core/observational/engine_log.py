"""Rows of the engine's operation log and its markers, as the engine writes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from desktop_app.core.engine_encode import Encodable, encode
from desktop_app.core.engine_text import encode as to_bytes
from desktop_app.core.engine_time import EngineTime, format_column
from desktop_app.core.history.entry import STUCK_AFTER_SECONDS
from desktop_app.core.observational.record import ColumnValue
from desktop_app.core.observational.selection import wrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

OUR_PREFIX = "memloupe-"
"""What ids of ours start with: the engine's own are hit again by a restarted engine (H1, H2)."""

PROCESSING, APPLIED, FAILED, QUEUED = "processing", "applied", "failed", "queued"
REQUEUED = "requeued after stale processing operation"
_UNKNOWN_RUN = "unknown"
_NO_TOOL_CALL = "system"


class OperationRow(msgspec.Struct, frozen=True, gc=False):
    """The 11 columns of ``om_operation_log``."""

    operation_id: ColumnValue
    memory_id: ColumnValue
    run_id: ColumnValue
    tool_call_id: ColumnValue
    scope_sequence: ColumnValue
    operation_type: ColumnValue
    status: ColumnValue
    payload_json: ColumnValue
    error_text: ColumnValue
    created_at: ColumnValue
    updated_at: ColumnValue


class MarkerRow(msgspec.Struct, frozen=True, gc=False):
    """The 9 columns of ``om_markers``."""

    marker_id: ColumnValue
    memory_id: ColumnValue
    marker_type: ColumnValue
    cycle_id: ColumnValue
    message_index_start: ColumnValue
    message_index_end: ColumnValue
    token_count: ColumnValue
    payload_json: ColumnValue
    created_at: ColumnValue


@dataclass(frozen=True, slots=True)
class Ids:
    """The one counter that operation and marker ids come from.

    Attributes:
        prefix: Stands before every id: nothing in the engine's own, ``memloupe-`` and something
            unique in ours.
        used: The last number given out; the engine starts at 0 in every process (hazard H1).
    """

    prefix: str = ""
    used: int = 0

    @property
    def operation(self) -> str:
        """The id of an operation that comes next."""
        return f"{self.prefix}op_{self.used + 1}"

    @property
    def marker(self) -> str:
        """The id of a marker that comes next."""
        return f"{self.prefix}mk_{self.used + 1}"

    def after(self, count: int) -> Ids:
        """Return the counter after ``count`` more ids."""
        return Ids(self.prefix, self.used + count)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What a step needs to know besides the record.

    Attributes:
        run_id: Who asks; the engine puts ``unknown`` where it is empty.
        tool_call_id: Likewise; ``system`` where it is empty.
        last_sequence: The highest ``scope_sequence`` of this record, 0 if there is none.
        ids: Where the ids come from.
        now: The clock.
    """

    run_id: str = ""
    tool_call_id: str = ""
    last_sequence: int
    ids: Ids
    now: EngineTime


@dataclass(frozen=True, slots=True)
class Running:
    """An operation that the engine is at work on.

    Attributes:
        operation: Its row, in status ``processing``.
        ids: The counter after its id.
        now: The clock; set it anew with ``dataclasses.replace`` after a model call.
    """

    operation: OperationRow
    ids: Ids
    now: EngineTime


def begin_operation(
    memory_id: str, kind: str, payload: Mapping[str, Encodable], call: Call
) -> Running:
    """Return the operation as the engine stores it before it does the work.

    Args:
        memory_id: The record it belongs to.
        kind: ``observe``, ``reflect_now``, ``enable`` or ``disable``.
        payload: What the engine notes about it.
        call: Who asks, and when.
    """
    time = format_column(call.now)
    operation = OperationRow(
        operation_id=call.ids.operation,
        memory_id=memory_id,
        run_id=call.run_id or _UNKNOWN_RUN,
        tool_call_id=call.tool_call_id or _NO_TOOL_CALL,
        scope_sequence=wrap(call.last_sequence + 1),
        operation_type=kind,
        status=PROCESSING,
        payload_json=encode(payload),
        error_text="",
        created_at=time,
        updated_at=time,
    )
    return Running(operation, call.ids.after(1), call.now)


def end_operation(operation: OperationRow, now: EngineTime, error: str = "") -> OperationRow:
    """Return the row after the work: applied, or failed with ``error``."""
    return replace(
        operation,
        status=FAILED if error else APPLIED,
        error_text=error,
        updated_at=format_column(now),
    )


def requeue_stale(
    operations: Iterable[OperationRow], *, now: EngineTime, wall_clock: EngineTime
) -> tuple[OperationRow, ...]:
    """Return the rows that a starting engine changes, as it leaves them (hazard H3).

    Args:
        operations: The whole log, or a part of it.
        now: The service's clock, which decides what is older than five minutes.
        wall_clock: What the engine notes as the time of the change.
    """
    limit = format_column(EngineTime(now.unix_seconds - STUCK_AFTER_SECONDS, now.nanoseconds))
    time = format_column(wall_clock)
    return tuple(
        replace(operation, status=QUEUED, error_text=REQUEUED, updated_at=time)
        for operation in operations
        if operation.status == PROCESSING and _sorts_before(operation.updated_at, limit)
    )


def _sorts_before(value: ColumnValue, text: str) -> bool:
    """Compare as the database does: numbers before texts before BLOBs, texts by their bytes."""
    if isinstance(value, str):
        return to_bytes(value) < to_bytes(text)
    return isinstance(value, int | float)
