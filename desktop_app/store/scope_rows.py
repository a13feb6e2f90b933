"""Reads every row that belongs to one scope, with its place in its table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop_app.core.scope_changes import ScopeRows
from desktop_app.store.harness_tables import read_shape
from desktop_app.store.row_sql import TABLES, rows_where, sql_value
from desktop_app.store.sql_text import Condition

if TYPE_CHECKING:
    import sqlite3


def scope_rows(connection: sqlite3.Connection, memory_id: str) -> ScopeRows:
    """Return the rows whose ``memory_id`` is this one, from all four tables.

    Raises:
        StoreError: one of the tables has no ``memory_id``.
    """
    shape = read_shape(connection)
    owner = sql_value("memory_id", memory_id, shape)
    condition = Condition(f"memory_id = {owner.sql}", owner.values)
    found: dict[str, list[tuple[int, Any]]] = {}
    for table in TABLES:
        place = table.shape(shape)
        if place.exists:
            place.require("memory_id")
            found[table.part] = rows_where(connection, table, shape, condition)
    rows = {part: tuple(row for _, row in places) for part, places in found.items()}
    return ScopeRows(
        record=next(iter(rows.get("records", ())), None),
        working=rows.get("working", ()),
        operations=rows.get("operations", ()),
        markers=rows.get("markers", ()),
        rowids={row: rowid for places in found.values() for rowid, row in places},
    )
