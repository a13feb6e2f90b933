"""SQL that swaps single rows; row ids, known last, are bound last."""

# ruff: noqa: S608 - names come from the constants of harness_tables; values are bound

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop_app.store.harness_tables import OPERATIONS
from desktop_app.store.row_sql import OPERATION_TABLE, RowTable, same_value, sql_value
from desktop_app.store.sql_text import Condition

if TYPE_CHECKING:
    from desktop_app.core.changes import Swap
    from desktop_app.core.observational.engine_log import OperationRow
    from desktop_app.store.harness_tables import HarnessShape

# What a table itself says about conflicts must not count: it can be to remove another row, or to
# do nothing and call that done.
_OR = "OR ABORT"
# Behind rows that go in the same change, so that their places stay free for their return.
_NEXT_PLACE = f"max((SELECT coalesce(max(rowid), 0) FROM {OPERATIONS}), ?) + 1"
_NEXT_SEQUENCE = (
    # One more than the highest of 64 bits would be stored as a fraction, which nobody reads.
    "(SELECT coalesce(max(CASE WHEN typeof(scope_sequence) = 'integer'"
    " AND scope_sequence < 9223372036854775807 THEN scope_sequence END), 0)"
    f" + 1 FROM {OPERATIONS} WHERE memory_id = {{memory_id}})"
)


def delete(table: RowTable) -> str:
    """Return the statement that removes a row."""
    return f"DELETE FROM {table.name} WHERE rowid = ?"


def park(table: RowTable, number: int) -> Condition:
    """Return the statement that gives a row a key that nobody has: others can take its own."""
    columns = _parking(table)
    assigned = ", ".join(f"{column} = ?" for column in columns)
    # A BLOB: no row of the engine has one here.
    values = (b"memloupe-%d" % number,) * len(columns)
    return Condition(f"UPDATE {_OR} {table.name} SET {assigned} WHERE rowid = ?", values)


def insert(table: RowTable, shape: HarnessShape, row: object) -> Condition:
    """Return the statement that adds a row."""
    known = table.shape(shape).columns
    columns = [column for column in table.columns if column in known]
    parts = [sql_value(column, getattr(row, column), shape) for column in columns]
    return Condition(
        f"INSERT {_OR} INTO {table.name} ({', '.join(columns)}, rowid)"
        f" VALUES ({', '.join(part.sql for part in parts)}, ?)",
        tuple(value for part in parts for value in part.values),
    )


def update(table: RowTable, shape: HarnessShape, swap: Swap[Any], *, is_parked: bool) -> Condition:
    """Return the statement that sets the columns that differ; others stay untouched.

    Nothing to set gives an empty one. A row that was parked gets its whole key.
    """
    parked = _parking(table) if is_parked else ()
    after = {
        column: getattr(swap.after, column)
        for column in table.columns
        if column in parked
        or not same_value(column, getattr(swap.before, column), getattr(swap.after, column))
    }
    parts = {column: sql_value(column, value, shape) for column, value in after.items()}
    if not parts:
        return Condition("")
    assigned = ", ".join(f"{column} = {part.sql}" for column, part in parts.items())
    return Condition(
        f"UPDATE {_OR} {table.name} SET {assigned} WHERE rowid = ?",
        tuple(value for part in parts.values() for value in part.values),
    )


def add_to_log(shape: HarnessShape, row: OperationRow) -> Condition:
    """Return the statement that adds a row with the next number of its memory.

    The highest row id that goes in the same change, or ``None``, is bound last.
    """
    parts = {
        column: sql_value(column, getattr(row, column), shape) for column in OPERATION_TABLE.columns
    }
    owner = parts["memory_id"]
    parts["scope_sequence"] = Condition(_NEXT_SEQUENCE.format(memory_id=owner.sql), owner.values)
    return Condition(
        f"INSERT {_OR} INTO {OPERATIONS} ({', '.join(parts)}, rowid)"
        f" VALUES ({', '.join(part.sql for part in parts.values())}, {_NEXT_PLACE})",
        tuple(value for part in parts.values() for value in part.values),
    )


def _parking(table: RowTable) -> tuple[str, ...]:
    return tuple(key[0] for key in table.keys)
