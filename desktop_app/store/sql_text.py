"""Engine text in SQL statements: bound exactly, and looked for without regard to case."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import decode, encode
from desktop_app.core.observational.record import ColumnValue
from desktop_app.core.search.json_text import unescaped

if TYPE_CHECKING:
    import sqlite3


_LONGEST_PATTERN = 2_000
_SHORTEST_PART = 3
_LIKE_SPECIAL = re.compile(r"([%_\\])")
_ESCAPED = r"\\\1"
_SHARP_S = re.compile("ss", re.IGNORECASE)
_NEVER_ESCAPED = re.compile(r"[^\x00-\x1f\"\\/<>&\x7f-\U0010ffff]+")
"""Runs of characters that JSON writers leave as they are."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A piece of a WHERE clause and the values it binds, in order."""

    sql: str
    values: tuple[ColumnValue, ...] = ()


def bound(value: str | bytes) -> Condition:
    """Return an expression for one exact TEXT (``str``) or BLOB (``bytes``) value."""
    if isinstance(value, bytes):
        return Condition("?", (value,))
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return Condition("CAST(? AS TEXT)", (encode(value),))
    return Condition("?", (value,))


def holds_plain(
    connection: sqlite3.Connection, column: str, needle: str, *, past_nul: bool = True
) -> Condition:
    """Return a condition that is true where the text in ``column`` has ``needle``.

    Upper and lower case count as equal. SQLite compares only what stands before a NUL: a row
    with one is compared in Python. Without ``past_nul`` that half is left out.
    """
    if not needle.isascii() or "\x00" in needle or len(needle) > _LONGEST_PATTERN:
        return _folded(connection, column, needle, in_json=False)
    like = _like(column, needle)
    if not past_nul:
        return like
    folded = _folded(connection, column, needle, in_json=False)
    return Condition(
        f"({like.sql} OR (instr({column}, ?) AND {folded.sql}))", (*like.values, "\x00")
    )


def holds_json(connection: sqlite3.Connection, column: str, needle: str) -> Condition:
    """Return a condition like that of ``holds_plain`` for text inside JSON, escaped or not.

    It may let more rows through; whoever decodes the JSON decides. The one thing it misses is
    an ASCII letter, digit or blank that somebody wrote as an escape, which no engine does.
    """
    part = max(_NEVER_ESCAPED.findall(needle), key=len, default="")
    if len(part) >= _SHORTEST_PART or (part and part == needle):
        return _like(column, part)
    return _folded(connection, column, needle, in_json=True)


def _like(column: str, needle: str) -> Condition:
    """Compare as SQLite does: it folds ASCII letters, which leaves out ß for ss alone."""
    shortened = needle[:_LONGEST_PATTERN]
    spellings = dict.fromkeys((shortened, _SHARP_S.sub("ß", shortened)))
    values = tuple(f"%{_LIKE_SPECIAL.sub(_ESCAPED, spelling)}%" for spelling in spellings)
    return Condition(
        # Some builds of SQLite never match a BLOB, which the engine reads like any text.
        "(" + " OR ".join([f"CAST({column} AS TEXT) LIKE ? ESCAPE '\\'"] * len(values)) + ")",
        values,
    )


def _folded(
    connection: sqlite3.Connection, column: str, needle: str, *, in_json: bool
) -> Condition:
    """Compare in Python, which knows the case of every script."""
    wanted = needle.casefold()

    def matches(value: object, has_escapes: int) -> bool:
        text = decode(value) if isinstance(value, bytes) else str(value)
        if wanted in text.casefold():
            return True
        return bool(has_escapes) and "\\" in text and wanted in unescaped(text).casefold()

    # As a BLOB, because Python refuses TEXT that is not valid UTF-8.
    connection.create_function("holds_text", 2, matches, deterministic=True)
    return Condition(f"holds_text(CAST({column} AS BLOB), {int(in_json)})")
