"""Opens an engine's file for one short write, and leaves everything else in it alone."""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from desktop_app.core.editing.ports import FileReplacedError
from desktop_app.core.errors import StoreError
from desktop_app.store.file_header import read_header, same_file, unreadable
from desktop_app.store.file_locks import hold_shared, others_have_open, release_shared
from desktop_app.store.file_state import companion, store_state
from desktop_app.store.harness_tables import MARKERS, OPERATIONS, RECORDS, WORKING
from desktop_app.store.private_copy import check_journal
from desktop_app.store.raw_file import (
    FileKey,
    connection_opening,
    connection_registered,
    raw_descriptor,
)
from desktop_app.store.shared_index import opening_index
from desktop_app.store.sqlite_errors import SQLITE_ERRORS, StoreChangedError
from desktop_app.store.sqlite_guard import SAFE_PRAGMAS, limit_values
from desktop_app.store.sqlite_ways import file_uri
from desktop_app.store.write_errors import explain_write

if TYPE_CHECKING:
    from collections.abc import Iterator

BUSY_SECONDS = 0.02
"""Whoever calls tries again; a lock must not be waited for while others wait for us."""
_SYNCS_LATER = os.name == "posix"
"""Whether a file that is open for reading can be put on the disk."""
_LARGEST_LOG_TO_CLEAR = 4 << 20
_PRAGMAS = (
    *SAFE_PRAGMAS,
    # A commit must not copy the whole log while others wait.
    "PRAGMA wal_autocheckpoint=0",
)
_READING = frozenset((sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_TRANSACTION))
_WRITING = frozenset((sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE))
_WRITTEN = frozenset((RECORDS, OPERATIONS, MARKERS, WORKING))
_FUNCTIONS = frozenset(("count", "max", "typeof", "coalesce", "like"))
_KNOWN_PRAGMAS = frozenset(("table_xinfo", "encoding", "data_version", "wal_checkpoint"))
_EAGER_SWITCHING = 0.000_1


@dataclass(slots=True)
class Lock:
    """A lock for writing; ``seconds`` says how long it was held, once it is gone."""

    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A file that is open for writing.

    Attributes:
        connection: To it.
        path: Where it was when it was opened.
        identity: Device and inode of it then.
    """

    connection: sqlite3.Connection
    path: Path
    identity: FileKey | None

    @contextmanager
    def transaction(self) -> Iterator[Lock]:
        """Lock the file until the block ends; what that did is stored, or nothing of it.

        Raises:
            StoreBusyError: another file is at its place. Nothing was written.
            FileReplacedError: stored, but in a file that is not at its place any more.
        """
        lock = Lock()
        self.connection.execute("BEGIN IMMEDIATE")
        started = perf_counter()
        # Each statement lets other threads run. A busy one would keep the lock for 5 ms each time.
        usual = sys.getswitchinterval()
        sys.setswitchinterval(_EAGER_SWITCHING)
        try:
            self._check_place()
            yield lock
            self.connection.execute("COMMIT")
            lock.seconds = perf_counter() - started
        except BaseException:
            with suppress(sqlite3.Error):
                self.connection.execute("ROLLBACK")
            raise
        finally:
            sys.setswitchinterval(usual)
        if _SYNCS_LATER:
            _put_on_disk(companion(self.path, "-wal"))
        if _identity(self.path) != self.identity:
            # The log, found by its name, must not be taken for one of the new file.
            with suppress(sqlite3.Error):
                self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            raise FileReplacedError(
                f"Another file took the place of “{self.path}” while it was written.",
                "Your edit went into the old one. Look at the new one and save again.",
            )

    def version(self) -> int:
        """Return a number that changes with every commit of others."""
        return int(self.connection.execute("PRAGMA data_version").fetchone()[0])

    def _check_place(self) -> None:
        if _identity(self.path) != self.identity:
            raise StoreChangedError(
                f"Another file took the place of “{self.path}”.", "Nothing was written."
            )


@contextmanager
def writing(path: Path) -> Iterator[OpenFile]:
    """Open ``path`` for writing rows of the engine's tables; it is closed after the block.

    Nothing is made, migrated or switched: no file, no table, no journal mode. The last one to
    close a small log clears it, as SQLite does; a large one stays for the engine, because
    nobody could open the file meanwhile.

    Raises:
        StoreBusyError: another program keeps the file locked.
        StoreError: it can't be written; says why. Nothing was written.
    """
    same_file(path)
    read_header(path)
    store_state(path)
    check_journal(path, companion(path, "-journal"))
    try:
        with ExitStack() as outlasting:
            identity = _identity(path)
            with closing(_connect(path, outlasting)) as connection:
                yield OpenFile(connection, path, identity)
                _clear_log(connection, path, outlasting)
    except SQLITE_ERRORS as error:
        raise explain_write(error, path) from error
    except FileNotFoundError as error:
        raise unreadable(path, error) from error


def _connect(path: Path, outlasting: ExitStack) -> sqlite3.Connection:
    with opening_index(path), connection_opening():
        outlasting.enter_context(connection_registered(path))
        connection = sqlite3.connect(
            f"{file_uri(path)}?mode=rw", uri=True, timeout=BUSY_SECONDS, isolation_level=None
        )
        try:
            limit_values(connection)
            # A log is put on the disk by ourselves, when the lock is gone: see `_put_on_disk`.
            level = "NORMAL" if _SYNCS_LATER and read_header(path).uses_wal else "FULL"
            for pragma in (*_PRAGMAS, f"PRAGMA synchronous={level}"):
                connection.execute(pragma).close()
            connection.set_authorizer(_authorize)
            # The first read opens the log and its index.
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            with suppress(FileNotFoundError):
                outlasting.enter_context(connection_registered(companion(path, "-shm")))
        except BaseException:
            connection.close()
            raise
    return connection


def _put_on_disk(log: Path) -> None:
    """Do what a full commit does, without keeping others waiting for the disk."""
    try:
        with raw_descriptor(log) as descriptor:
            os.fsync(descriptor)
    except FileNotFoundError:
        return  # no log, or cleared by others, who put it on the disk before
    except OSError as error:
        raise StoreError(
            f"“{log}” could not be put on the disk: {error.strerror or error}.",
            "The change is in the file unless the system stops now. Check the drive.",
        ) from error


def _clear_log(connection: sqlite3.Connection, path: Path, outlasting: ExitStack) -> None:
    """Shorten what SQLite does when the last one closes: nobody can open the file meanwhile."""
    log = store_state(path).wal
    if log is None or not log.size:
        return
    if log.size > _LARGEST_LOG_TO_CLEAR:
        descriptor = outlasting.enter_context(raw_descriptor(path))
        outlasting.callback(release_shared, descriptor)
        hold_shared(descriptor)
    elif not others_have_open(path):
        with suppress(sqlite3.Error):
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def _identity(path: Path) -> FileKey | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise unreadable(path, error) from error
    return found.st_dev, found.st_ino


def _authorize(
    action: int, first: str | None, second: str | None, _database: str | None, by: str | None
) -> int:
    allowed = action in _READING
    if action in _WRITING:
        # A trigger would change what the journal does not know.
        allowed = first in _WRITTEN and by is None
    elif action == sqlite3.SQLITE_FUNCTION:
        allowed = (second or "").lower() in _FUNCTIONS
    elif action == sqlite3.SQLITE_PRAGMA:
        allowed = first in _KNOWN_PRAGMAS
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY
