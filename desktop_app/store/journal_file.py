"""Opens our journal through SQLAlchemy: short transactions, and failures in people's words."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

from sqlalchemy import NullPool, create_engine, event
from sqlalchemy.exc import DatabaseError

from desktop_app.core.editing.ports import RowsDifferError
from desktop_app.core.errors import StoreBusyError, StoreError
from desktop_app.store.journal_queries import JournalQueries
from desktop_app.store.journal_tables import check_version, migrate, version
from desktop_app.store.own_folder import check_inside, make_file, make_folder
from desktop_app.store.sqlite_errors import DamagedStoreError, result_code
from desktop_app.store.sqlite_ways import file_uri
from desktop_app.store.write_errors import explain_file_error, explain_write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Connection, Engine

_BUSY_SECONDS = 2.0
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


@contextmanager
def reading(path: Path) -> Iterator[JournalQueries | None]:
    """Open the journal for reading; ``None`` where nothing was written yet.

    Raises:
        StoreError: it can't be read; says why.
    """
    check_inside(path, path.parent.parent)
    with _translated(path), _engine(path, "BEGIN").begin() as connection:
        found = version(connection)
        check_version(found, path)
        yield JournalQueries(connection) if found else None


@contextmanager
def writing(path: Path) -> Iterator[JournalQueries]:
    """Open the journal for writing, made or brought to the newest form if need be.

    What the block did is on the disk when it ends, or nothing of it.

    Raises:
        StoreError: it can't be written; says why.
    """
    make_folder(path.parent)
    check_inside(path, path.parent.parent)
    try:
        make_file(path)
    except OSError as error:
        raise explain_file_error(error, path) from error
    with _translated(path), _engine(path, "BEGIN IMMEDIATE").begin() as connection:
        migrate(connection, path)
        yield JournalQueries(connection)


@lru_cache(maxsize=8)
def _engine(path: Path, begin: str) -> Engine:
    def connect() -> sqlite3.Connection:
        # A journal of SQLite's own, no write-ahead log: whoever looks leaves no files behind.
        connection = sqlite3.connect(
            f"{file_uri(path)}?mode=rw", uri=True, timeout=_BUSY_SECONDS, isolation_level=None
        )
        # EXTRA also puts the end of a transaction on the disk, not only its pages.
        connection.execute("PRAGMA synchronous=EXTRA").close()
        connection.execute("PRAGMA trusted_schema=0").close()
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


@contextmanager
def _translated(path: Path) -> Iterator[None]:
    try:
        yield
    except DatabaseError as error:
        raise _explained(error.orig, path) from error
    except sqlite3.Error as error:
        raise _explained(error, path) from error


def _explained(error: BaseException | None, path: Path) -> StoreError:
    if not isinstance(error, sqlite3.Error):
        raise TypeError("a failure that is not SQLite's") from error
    found = explain_write(error, path)
    if result_code(error) in _DAMAGED:
        return DamagedStoreError(
            f"The journal of changes “{path}” is damaged: {error}.",
            "The memory itself is not touched. Nothing is edited until the journal is moved "
            "aside; a new one starts empty, and the old one can still be looked into.",
        )
    if isinstance(found, StoreBusyError):
        return StoreBusyError(
            f"Another Memloupe is writing to the journal “{path}”.", "Try again in a moment."
        )
    if isinstance(found, RowsDifferError):
        return StoreError(f"The journal “{path}” has this entry already: {error}.")
    return found
