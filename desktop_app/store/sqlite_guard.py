"""Makes a connection safe for files that nobody vouches for."""

from __future__ import annotations

import sqlite3
import time
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

STEPS_BETWEEN_CHECKS = 20_000
# ``engine_text.decode`` without a call into Python for each of the many values of a list.
_ENGINE_TEXT = partial(str, encoding="utf-8", errors="surrogateescape")
_SECONDS_TO_OPEN = 10.0
_LONGEST_VALUE = 512 * 1024 * 1024
_LIMITS = (
    (sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE),
    (sqlite3.SQLITE_LIMIT_ATTACHED, 0),
    (sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 1),
    (sqlite3.SQLITE_LIMIT_WORKER_THREADS, 0),
)
SAFE_PRAGMAS = ("PRAGMA trusted_schema=0", "PRAGMA cell_size_check=1", "PRAGMA mmap_size=0")
"""For any connection to a file that nobody vouches for."""
_STATEMENTS = frozenset(
    (
        sqlite3.SQLITE_SELECT,
        sqlite3.SQLITE_READ,
        sqlite3.SQLITE_TRANSACTION,
        sqlite3.SQLITE_RECURSIVE,
    )
)
_FUNCTIONS = frozenset(
    ("count", "sum", "min", "max", "length", "instr", "like", "typeof", "coalesce", "holds_text")
)
_READING_PRAGMAS = frozenset(("table_xinfo", "encoding", "page_count"))


def guard(connection: sqlite3.Connection) -> None:
    """Allow nothing but reading plain tables, with text as engine text."""
    limit_values(connection)
    for pragma in (*SAFE_PRAGMAS, "PRAGMA query_only=1"):
        connection.execute(pragma).close()
    connection.set_authorizer(_authorize)
    limit_time(connection, None, _SECONDS_TO_OPEN)


def limit_values(connection: sqlite3.Connection) -> None:
    """Bound what a file can make SQLite do, and get text as engine text."""
    connection.text_factory = _ENGINE_TEXT
    for limit, value in _LIMITS:
        connection.setlimit(limit, value)


def limit_time(
    connection: sqlite3.Connection, cancelled: Callable[[], bool] | None, seconds: float
) -> None:
    """Interrupt any statement once ``cancelled`` says so or ``seconds`` have passed."""
    end = time.monotonic() + seconds

    def should_stop() -> bool:
        return (cancelled is not None and cancelled()) or time.monotonic() > end

    connection.set_progress_handler(should_stop, STEPS_BETWEEN_CHECKS)


def _authorize(
    action: int, first: str | None, second: str | None, _database: str | None, _by: str | None
) -> int:
    if action in _STATEMENTS:
        return sqlite3.SQLITE_OK
    if action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in _FUNCTIONS:
        return sqlite3.SQLITE_OK
    if action == sqlite3.SQLITE_PRAGMA and first in _READING_PRAGMAS:
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_DENY
