"""Opens our journal through SQLAlchemy: short transactions, and failures in people's words."""

from __future__ import annotations

import sqlite3
import stat
import time
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

from sqlalchemy import NullPool, create_engine, event
from sqlalchemy.exc import DatabaseError, OperationalError

from desktop_app.core.editing.ports import RowsDifferError
from desktop_app.core.errors import StoreBusyError, StoreError
from desktop_app.store.file_header import unreadable
from desktop_app.store.journal_queries import JournalQueries
from desktop_app.store.journal_tables import UnknownTablesError, known_version, migrate
from desktop_app.store.own_folder import check_inside, make_file, make_folder
from desktop_app.store.private_copy import copy_of
from desktop_app.store.raw_file import connection_registered, raw_descriptor
from desktop_app.store.sqlite_errors import DamagedStoreError, result_code
from desktop_app.store.sqlite_guard import limit_values
from desktop_app.store.sqlite_ways import file_uri
from desktop_app.store.write_errors import explain_file_error, explain_write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Connection, Engine

_BUSY_SECONDS = 2.0
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_LEFT_BY_A_CRASH = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
_WRITE_VERSION, _READ_VERSION, _LOG = 18, 19, 2
_ATTEMPTS, _PAUSE_SECONDS = 8, 0.05


@contextmanager
def reading(path: Path) -> Iterator[JournalQueries | None]:
    """Open the journal for reading; ``None`` where nothing was written yet.

    It stays as it is: what a crash has left half written is taken back in a copy.

    Raises:
        StoreError: it can't be read; says why.
    """
    check_inside(path, path.parent.parent)
    if not _check_file(path):
        yield None
        return
    with _translated(path), ExitStack() as stack:
        connection, found = _opened(path, stack)
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
    _check_file(path)
    with (
        _translated(path),
        connection_registered(path),
        _engine(path, "BEGIN IMMEDIATE", "rw").begin() as connection,
    ):
        migrate(connection, path)
        yield JournalQueries(connection)


def _check_file(path: Path) -> int:
    """Refuse what SQLite should not open as our journal, and return its size.

    Raises:
        StoreError: it is no file, or no file as we write them.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise StoreError(
                f"“{path}” is not a file. Memloupe keeps the journal of changes there.",
                "Nothing was written. Move it away to edit here.",
            )
        with raw_descriptor(path) as descriptor, open(descriptor, "rb", closefd=False) as file:
            header = file.read(_READ_VERSION + 1)
    except OSError as error:
        raise unreadable(path, error) from error
    if _LOG in header[_WRITE_VERSION:]:
        # Opening it would make files beside it, and we never write one like this.
        raise _foreign(path)
    return found.st_size


def _opened(path: Path, stack: ExitStack) -> tuple[Connection, int]:
    for _ in range(_ATTEMPTS):
        try:
            return _started(path, "ro", stack)
        except OperationalError as error:
            if result_code(error.orig or error) not in _LEFT_BY_A_CRASH:
                raise
        copy = copy_of(path)
        if copy is not None:
            return _started(copy, "rw", stack)
        time.sleep(_PAUSE_SECONDS)
    raise _busy(path)


def _started(path: Path, mode: str, stack: ExitStack) -> tuple[Connection, int]:
    with ExitStack() as attempt:
        attempt.enter_context(connection_registered(path))
        connection = attempt.enter_context(_engine(path, "BEGIN", mode).begin())
        found = known_version(connection, path)
        stack.enter_context(attempt.pop_all())
        return connection, found


@lru_cache(maxsize=8)
def _engine(path: Path, begin: str, mode: str) -> Engine:
    def connect() -> sqlite3.Connection:
        # A journal of SQLite's own, no write-ahead log: whoever looks leaves no files behind.
        connection = sqlite3.connect(
            f"{file_uri(path)}?mode={mode}", uri=True, timeout=_BUSY_SECONDS, isolation_level=None
        )
        # EXTRA also puts the end of a transaction on the disk, not only its pages.
        connection.execute("PRAGMA synchronous=EXTRA").close()
        connection.execute("PRAGMA trusted_schema=0").close()
        limit_values(connection)
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
    except UnknownTablesError as error:
        raise _foreign(path) from error


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
        return _busy(path)
    if isinstance(found, RowsDifferError):
        return StoreError(f"The journal “{path}” has this entry already: {error}.")
    return found


def _busy(path: Path) -> StoreBusyError:
    return StoreBusyError(
        f"Another Memloupe is writing to the journal “{path}”.", "Try again in a moment."
    )


def _foreign(path: Path) -> DamagedStoreError:
    return DamagedStoreError(
        f"“{path}” is not a journal of changes as Memloupe writes it.",
        "The memory itself is not touched. Nothing is edited until that file is moved aside.",
    )
