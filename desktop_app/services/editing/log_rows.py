"""Rows of ours in the engine's log: who, what kind, why, and where the journal has the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.engine_encode import encode
from desktop_app.core.engine_time import format_column
from desktop_app.core.observational.engine_log import APPLIED, OUR_PREFIX, OperationRow

if TYPE_CHECKING:
    from desktop_app.core.changes import Change
    from desktop_app.core.editing.journal import Entry
    from desktop_app.core.observational.record import ColumnValue

RUN_ID = "memloupe"


def log_rows(entry: Entry, change: Change) -> tuple[OperationRow, ...]:
    """Return what the engine's log says about a change; nothing of the memory's content.

    A step that writes an operation of its own, such as an accepted reflection, needs no other.
    """
    if any(swap.before is None and swap.after is not None for swap in change.operations):
        return ()
    time = format_column(entry.at)
    payload = {"who": entry.who, "what": entry.label, "why": entry.reason, "journal": entry.id}
    return tuple(
        OperationRow(
            operation_id=operation_id(entry.id, place),
            memory_id=memory_id,
            run_id=RUN_ID,
            tool_call_id=RUN_ID,
            scope_sequence=0,
            operation_type=f"memloupe_{entry.kind.value.replace(' ', '_')}",
            status=APPLIED,
            payload_json=encode(payload),
            error_text="",
            created_at=time,
            updated_at=time,
        )
        for place, memory_id in enumerate(_memories(change))
    )


def operation_id(entry_id: str, place: int = 0) -> str:
    """Return the id of an entry's row in the engine's log; one change may have several."""
    return f"{OUR_PREFIX}{entry_id}" + (f"-{place + 1}" if place else "")


def proof_id(entry: Entry, change: Change) -> str:
    """Return the operation that is in the engine's log if, and only if, the change is."""
    rows = log_rows(entry, change)
    if rows:
        return str(rows[0].operation_id)
    inserted = (swap.after for swap in change.operations if swap.before is None)
    # A change without rows, which only a damaged journal has, left none: it is never found.
    found = (str(row.operation_id) for row in inserted if row is not None)
    return next(found, operation_id(entry.id))


def _memories(change: Change) -> tuple[ColumnValue, ...]:
    """Return the memories that have something to say about it, under their new names."""
    rows = [
        *(swap.after or swap.before for swap in change.records),
        *(swap.after or swap.before for swap in change.working),
    ]
    if not rows:
        # Rows of the log alone may belong to thousands of scopes: one entry says it.
        return change.memory_ids[:1]
    return tuple(dict.fromkeys(row.memory_id for row in rows if row is not None))
