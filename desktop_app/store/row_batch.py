"""The statements of one change, made before the engine's file is locked."""

# ruff: noqa: S608 - names come from the constants of harness_tables; values are bound

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from desktop_app.core.changes import Swap
from desktop_app.core.editing.ports import RowsDifferError
from desktop_app.core.errors import StoreError
from desktop_app.store import row_statements
from desktop_app.store.harness_tables import as_text
from desktop_app.store.row_sql import (
    OPERATION_TABLE,
    TABLES,
    RowTable,
    find,
    same_row,
)
from desktop_app.store.sql_text import Condition

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterator, Sequence

    from desktop_app.core.changes import Change
    from desktop_app.core.observational.engine_log import OperationRow
    from desktop_app.store.harness_tables import HarnessShape


@dataclass(frozen=True, slots=True)
class _Item:
    """One swap: its SQL and values do not depend on what the file holds."""

    table: RowTable
    swap: Swap[Any]
    write: Condition
    """``UPDATE`` or ``INSERT`` that lacks the row id, which is bound last; may be empty."""
    moves: bool = False
    follows: bool = False
    """Whether a new row takes a key that another one of the change gives up."""


class RowBatch:
    """A change and its log rows, ready to be written to one file.

    Args:
        shape: What the file has of the tables.
        change: The change.
        log: Rows for the engine's log; left out where there is none.

    Raises:
        StoreError: the tables can't take the change.
    """

    def __init__(self, shape: HarnessShape, change: Change, log: Sequence[OperationRow]) -> None:
        self._shape = shape
        parts = [(table, getattr(change, table.part)) for table in TABLES]
        self.tables = tuple(table.name for table, swaps in parts if swaps)
        for table, swaps in parts:
            if swaps:
                _check_columns(table, shape, swaps)
        self._parked = {table.name for table, swaps in parts if _are_parked(table, swaps)}
        self._items = [item for table, swaps in parts for item in self._prepared(table, swaps)]
        self._log = [
            row_statements.add_to_log(shape, row) for row in log if shape.operations.exists
        ]

    def _prepared(self, table: RowTable, swaps: Sequence[Swap[Any]]) -> Iterator[_Item]:
        given_up = {
            table.key_of(swap.before)
            for swap in swaps
            if swap.before is not None and (swap.after is None or _moves(table, swap))
        }
        for swap in swaps:
            yield self._item(table, swap, given_up)

    def _item(self, table: RowTable, swap: Swap[Any], given_up: Collection[Any]) -> _Item:
        if swap.after is None:
            return _Item(table, swap, Condition(""))
        if swap.before is None:
            write = row_statements.insert(table, self._shape, swap.after)
            return _Item(table, swap, write, follows=table.key_of(swap.after) in given_up)
        moves = _moves(table, swap)
        is_parked = moves and table.name in self._parked
        write = row_statements.update(table, self._shape, swap, is_parked=is_parked)
        return _Item(table, swap, write, moves=moves)

    def statements(self, connection: sqlite3.Connection) -> list[Condition]:
        """Compare every row with the file and return what to run, in order.

        Raises:
            RowsDifferError: a row is not as the change expects.
        """
        places = [(item, _place(connection, self._shape, item)) for item in self._items]
        gone = [
            Condition(row_statements.delete(item.table), (rowid,))
            for item, rowid in places
            if item.swap.after is None and rowid is not None
        ]
        parked = [
            _bound(row_statements.park(item.table, number), rowid)
            for number, (item, rowid) in enumerate(places)
            if item.moves and item.table.name in self._parked
        ]
        written = [
            _bound(item.write, rowid)
            for item, rowid in sorted(places, key=lambda place: place[0].swap.before is None)
            if item.write.sql
        ]
        left = [
            rowid
            for item, rowid in places
            if item.table is OPERATION_TABLE and item.swap.after is None and rowid is not None
        ]
        last_left = max(left, default=None)
        return [*gone, *parked, *written, *(_bound(row, last_left) for row in self._log)]


def _bound(statement: Condition, last: int | None) -> Condition:
    return Condition(statement.sql, (*statement.values, last))


def _check_columns(table: RowTable, shape: HarnessShape, swaps: Sequence[Swap[Any]]) -> None:
    found = table.shape(shape)
    found.require(*table.keys[0])
    missing = [
        column
        for column in table.columns
        if column not in found.columns
        and any(
            swap.after is not None and getattr(swap.after, column) is not None for swap in swaps
        )
    ]
    if missing:
        raise StoreError(
            f"{table.name} has no column {missing[0]}, so this can't be stored.",
            "Nothing was written. The engine makes its tables when it starts.",
        )
    foreign = sorted(found.columns.difference(table.columns))
    if foreign and any(swap.after is None for swap in swaps):
        raise StoreError(
            f"{table.name} has a column that the engine does not know, {foreign[0]}. Its rows are "
            "not removed, because that could not be undone.",
            "Nothing was written.",
        )


def _are_parked(table: RowTable, swaps: Sequence[Swap[Any]]) -> bool:
    """Whether a row takes a key that another one of the change gives up."""
    moved = [swap for swap in swaps if _moves(table, swap)]
    return any(
        {_values(swap.before, key) for swap in moved} & {_values(swap.after, key) for swap in moved}
        for key in table.keys
        if len(moved) > 1
    )


def _moves(table: RowTable, swap: Swap[Any]) -> bool:
    if swap.before is None or swap.after is None:
        return False
    return any(_values(swap.before, key) != _values(swap.after, key) for key in table.keys)


def _values(row: object, columns: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(getattr(row, column) for column in columns)


def _place(connection: sqlite3.Connection, shape: HarnessShape, item: _Item) -> int | None:
    """Return the row id of the row that goes or changes, or the one that a new row takes."""
    table, swap = item.table, item.swap
    if swap.before is None:
        key = None if swap.after is None or item.follows else table.key_of(swap.after)
        if key is not None and find(connection, table, shape, key):
            raise _differ(table, swap.after, "is there already")
        return _free_place(connection, table, swap.rowid)
    found = find(connection, table, shape, table.key_of(swap.before))
    if not found:
        raise _differ(table, swap.before, "is gone")
    for rowid, row in found:
        if same_row(table, swap.before, row):
            return rowid
    raise _differ(table, swap.before, "is not as it was")


def _free_place(connection: sqlite3.Connection, table: RowTable, rowid: int | None) -> int | None:
    if rowid is None:
        return None
    taken = connection.execute(f"SELECT 1 FROM {table.name} WHERE rowid = ?", (rowid,)).fetchone()
    return None if taken else rowid


def _differ(table: RowTable, row: object, how: str) -> RowsDifferError:
    key = " / ".join(as_text(value) for value in table.key_of(row))
    return RowsDifferError(
        f"The row “{key}” of {table.name} {how}: another program has changed it.",
        "Nothing was written.",
    )
