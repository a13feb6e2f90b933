"""The tables of a review's progress, and what is read from and written to them."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import decode, encode
from desktop_app.core.errors import DamagedError, StoreError
from desktop_app.core.review.differences import applied
from desktop_app.core.review.item import Item, pack_items, unpack_items
from desktop_app.core.review.progress import Decision, Round, SeenScope, Verdict

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence
    from pathlib import Path

VERSION = 1
_FAST = 1
_AT_ONCE = 500
_TABLES = (
    "CREATE TABLE round (number INTEGER NOT NULL, is_done INTEGER NOT NULL)",
    "INSERT INTO round VALUES (1, 0)",
    "CREATE TABLE seen (memory_id BLOB PRIMARY KEY, mark BLOB NOT NULL, items BLOB NOT NULL)",
    (
        "CREATE TABLE decision (id INTEGER PRIMARY KEY AUTOINCREMENT, round INTEGER NOT NULL, "
        "memory_id BLOB NOT NULL, verdict TEXT NOT NULL, item BLOB NOT NULL, keep BLOB, "
        "dropped BLOB, entry TEXT NOT NULL, reason BLOB NOT NULL)"
    ),
    "CREATE INDEX decision_of_round ON decision (round)",
)


def version(connection: sqlite3.Connection, path: Path) -> int:
    """Return the version of the tables; 0 before they are made.

    Raises:
        StoreError: a newer Memloupe has written them.
    """
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if found > VERSION:
        raise StoreError(
            f"The progress of reviews in “{path}” was written by a newer Memloupe.",
            "Nothing was changed. Use the newer program to go on.",
        )
    return int(found)


def make_tables(connection: sqlite3.Connection) -> None:
    """Make the tables in an empty file."""
    for statement in _TABLES:
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {VERSION}")


def write_seen(connection: sqlite3.Connection, scopes: Iterable[SeenScope]) -> None:
    """Let these scopes count as seen, and keep all others."""
    connection.executemany(
        "INSERT OR REPLACE INTO seen VALUES (?, ?, ?)",
        ((encode(one.memory_id), one.mark, _packed(one.items)) for one in scopes),
    )


def forget_seen(connection: sqlite3.Connection) -> None:
    """Let nothing count as seen."""
    connection.execute("DELETE FROM seen")


def read_seen(connection: sqlite3.Connection, memory_ids: Sequence[str]) -> dict[str, SeenScope]:
    """Return what was seen of these scopes."""
    found: dict[str, SeenScope] = {}
    for start in range(0, len(memory_ids), _AT_ONCE):
        keys = [encode(one) for one in memory_ids[start : start + _AT_ONCE]]
        marks = ", ".join("?" * len(keys))
        query = f"SELECT memory_id, mark, items FROM seen WHERE memory_id IN ({marks})"  # noqa: S608 - only question marks
        for key, mark, items in connection.execute(query, keys):
            memory_id = decode(key)
            found[memory_id] = SeenScope(memory_id, _unpacked(items), mark)
    return found


def known(connection: sqlite3.Connection) -> frozenset[str]:
    """Return the scopes of which something was seen."""
    return frozenset(decode(key) for (key,) in connection.execute("SELECT memory_id FROM seen"))


def add_decision(connection: sqlite3.Connection, decision: Decision) -> int:
    """Store a decision and what follows from it; return its id."""
    _apply(connection, decision.memory_id, decision.keep, decision.drop)
    connection.execute("UPDATE round SET number = number + is_done, is_done = 0")
    cursor = connection.execute(
        "INSERT INTO decision (round, memory_id, verdict, item, keep, dropped, entry, reason) "
        "SELECT number, ?, ?, ?, ?, ?, ?, ? FROM round",
        (
            encode(decision.memory_id),
            decision.verdict.value,
            pack_items([decision.item]),
            _one(decision.keep),
            _one(decision.drop),
            decision.entry,
            encode(decision.reason),
        ),
    )
    return int(cursor.lastrowid or 0)


def take_decision_back(connection: sqlite3.Connection, decision: Decision) -> bool:
    """Undo a decision; false if it is not there any more."""
    gone = connection.execute("DELETE FROM decision WHERE id = ?", (decision.id,)).rowcount
    if gone:
        _apply(connection, decision.memory_id, decision.drop, decision.keep)
        connection.execute("UPDATE round SET is_done = 0")
    return bool(gone)


def read_round(connection: sqlite3.Connection) -> Round:
    """Return the decisions of the newest round."""
    number, is_done = connection.execute("SELECT number, is_done FROM round").fetchone()
    rows = connection.execute(
        "SELECT memory_id, verdict, item, keep, dropped, entry, reason, id FROM decision "
        "WHERE round = ? ORDER BY id",
        (number,),
    )
    return Round(tuple(_decision(*row) for row in rows), bool(is_done))


def end_round(connection: sqlite3.Connection) -> None:
    """Note that nothing is left."""
    connection.execute("UPDATE round SET is_done = 1 WHERE number IN (SELECT round FROM decision)")


def _apply(
    connection: sqlite3.Connection, memory_id: str, keep: Item | None, drop: Item | None
) -> None:
    seen = read_seen(connection, [memory_id]).get(memory_id)
    items = applied(seen.items if seen else (), keep, drop)
    if items:
        write_seen(connection, [SeenScope(memory_id, items)])
    else:
        connection.execute("DELETE FROM seen WHERE memory_id = ?", (encode(memory_id),))


def _decision(  # noqa: PLR0913, PLR0917 - the columns of a row
    memory_id: bytes,
    verdict: str,
    item: bytes,
    keep: bytes | None,
    drop: bytes | None,
    entry: str,
    reason: bytes,
    decision_id: int,
) -> Decision:
    return Decision(
        memory_id=decode(memory_id),
        verdict=Verdict(verdict),
        item=unpack_items(item)[0],
        keep=unpack_items(keep)[0] if keep else None,
        drop=unpack_items(drop)[0] if drop else None,
        entry=entry,
        reason=decode(reason),
        id=decision_id,
    )


def _one(item: Item | None) -> bytes | None:
    return None if item is None else pack_items([item])


def _packed(items: Sequence[Item]) -> bytes:
    return zlib.compress(pack_items(items), _FAST)


def _unpacked(data: bytes) -> tuple[Item, ...]:
    try:
        return unpack_items(zlib.decompress(data))
    except zlib.error as error:
        raise DamagedError(f"What was stored of a review is damaged: {error}.") from error
