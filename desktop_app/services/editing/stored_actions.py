"""Mending what the engine can't read: a column of a record, as it is stored."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from desktop_app.core.changes import Change, Swap
from desktop_app.core.errors import RefusedError
from desktop_app.services.editing.plans import Plan, shown_after

if TYPE_CHECKING:
    from desktop_app.core.observational.record import ColumnValue
    from desktop_app.services.editing.plans import Intent
    from desktop_app.services.snapshot import ScopeSnapshot

TEXTS = ("active_observations_json", "active_reflection", "config_json", "created_at", "updated_at")
NUMBERS = (
    "enabled",
    "state_version",
    "last_observed_message_index",
    "active_observation_tokens",
    "active_reflection_tokens",
    "last_reflected_observation_seq",
)
COLUMNS = (*NUMBERS, *TEXTS)
"""Columns that can be edited as they are stored; ids are renamed in all tables together."""

_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")


def set_stored(snapshot: ScopeSnapshot, column: str, text: str, intent: Intent) -> Plan:
    """Return the plan that stores ``text`` in a column as it is, every character of it.

    Nothing else in the row changes, not even version and time: this is for records that the
    engine can't read, and ``after`` tells whether it can then.

    Raises:
        RefusedError: there is no record, or no such column to edit.
    """
    change = stored_change(snapshot, column, text, intent.reason)
    after = shown_after(snapshot, row=change.records[0].after)
    return Plan(
        change=change,
        before=snapshot,
        after=after,
        warnings=(f"The engine still can't read this record: {after.error}",)
        if after.error
        else (),
    )


def stored_change(snapshot: ScopeSnapshot, column: str, text: str, reason: str = "") -> Change:
    """Return only the change of ``set_stored``, without reading what it leads to.

    Raises:
        RefusedError: there is no record, or no such column to edit.
    """
    if snapshot.row is None:
        raise RefusedError(f"No record is stored for “{snapshot.memory_id}”.")
    if column not in COLUMNS:
        raise RefusedError(
            f"The column “{column}” can't be edited by itself.",
            f"Those that can: {', '.join(COLUMNS)}. Ids are renamed in all tables together.",
        )
    row = replace(snapshot.row, **{column: _value(column, text)})
    return Change(
        label=f"Edit the stored {column}", reason=reason, records=(Swap(snapshot.row, row),)
    )


def _value(column: str, text: str) -> ColumnValue:
    is_number = column in NUMBERS and _WHOLE.fullmatch(text.strip())
    return int(text) if is_number else text
