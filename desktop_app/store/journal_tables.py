"""Tables of our journal, and how an older journal becomes a newer one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    TypeDecorator,
)
from sqlalchemy.types import UserDefinedType

from desktop_app.core.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sqlalchemy import Connection, Dialect


class _Blob(UserDefinedType[Any]):
    """What is stored as a BLOB and as nothing else.

    The usual type would make as many bytes as a number says that somebody has put there.
    """

    cache_ok = True

    def get_col_spec(self, **_: Any) -> str:
        return "BLOB"

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], bytes | None]:
        return _bytes


class AnyText(TypeDecorator[str]):
    """Text with every character that Python has, also those that are not UTF-8."""

    impl = _Blob
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:
        return None if value is None else value.encode("utf-8", "surrogatepass")

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> str | None:
        return None if value is None else value.decode("utf-8", "surrogatepass")


def _bytes(value: object) -> bytes | None:
    if value is None or isinstance(value, bytes):
        return value
    raise ValueError("a value that is stored as something else")


_metadata = MetaData()

entries = Table(
    "entries",
    _metadata,
    Column("place", Integer, primary_key=True),
    Column("id", AnyText, nullable=False, unique=True),
    Column("file", AnyText, nullable=False),
    Column("kind", String, nullable=False),
    Column("of", AnyText, nullable=False),
    Column("state", String, nullable=False),
    Column("who", AnyText, nullable=False),
    Column("at_seconds", Integer, nullable=False),
    Column("at_nanoseconds", Integer, nullable=False),
    Column("at_offset", Integer, nullable=False),
    Column("label", AnyText, nullable=False),
    Column("reason", AnyText, nullable=False),
    Column("group", AnyText, nullable=False),
    Index("entries_of_file", "file", "state", "place"),
    Index("entries_about", "of", "place"),
    Index("entries_of_group", "group", "place"),
)
"""Places grow in the order of writing: nothing is ever removed."""

memories = Table(
    "memories",
    _metadata,
    Column("entry", ForeignKey("entries.place"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("memory_id", AnyText, nullable=False),
    Index("entries_of_memory", "memory_id", "entry"),
)

changes = Table(
    "changes",
    _metadata,
    Column("entry", ForeignKey("entries.place"), primary_key=True),
    Column("data", _Blob, nullable=False),
)
"""Kept apart, so that a list of entries does not read them."""


def _first(connection: Connection) -> None:
    _metadata.create_all(connection, checkfirst=False)


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (_first,)
"""What makes version 1, 2, … of the one before. Once released, one is never changed."""


def version(connection: Connection) -> int:
    """Return the version of an open journal; 0 before the first entry."""
    return int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())


class UnknownTablesError(Exception):
    """The tables of an open database are not those of a journal."""


def known_version(connection: Connection, path: Path) -> int:
    """Return the version of an open journal that this program can read.

    Raises:
        StoreError: a newer program has written it.
        UnknownTablesError: it is no journal.
    """
    found = version(connection)
    _check_version(found, path)
    wanted = {(name, "table") for name in _metadata.tables} if found else set()
    schema = connection.exec_driver_sql(
        "SELECT name, type FROM sqlite_master WHERE type != 'index' LIMIT 100"
    )
    if found < 0 or {(row[0], row[1]) for row in schema} != wanted:
        raise UnknownTablesError
    return found


def migrate(connection: Connection, path: Path) -> None:
    """Bring an open journal to the newest version, in the transaction of the caller.

    Raises:
        StoreError: a newer program has written it.
        UnknownTablesError: it is no journal.
    """
    found = known_version(connection, path)
    for number, step in enumerate(MIGRATIONS[found:], start=found + 1):
        step(connection)
        connection.exec_driver_sql(f"PRAGMA user_version = {number}")


def _check_version(found: int, path: Path) -> None:
    """Refuse a journal that a newer program has written.

    Raises:
        StoreError: it is one.
    """
    if found > len(MIGRATIONS):
        raise StoreError(
            f"The journal “{path}” was written by a newer Memloupe (version {found}; this one "
            f"knows {len(MIGRATIONS)}).",
            "Nothing was changed. Use the newer Memloupe to edit here and to see its history.",
        )
