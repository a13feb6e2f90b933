"""The ways into a SQLite file that leave no trace, and which one fits.

SQLite's own read-only mode is not enough. For a file in write-ahead-log mode it makes ``-wal`` and
``-shm``, and with ``immutable`` it ignores a ``-wal`` that holds the newest rows. So the way in
depends on which companions are there:

- no log to read: ``immutable``, and the main file is compared before and after;
- a log with its index (``-shm``): the index is read and never written (``readonly_shm``);
- a log without an index, or a journal left by a crash: a private copy, where SQLite may write;
- a rollback-journal file: plain read-only, under SQLite's shared lock.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from contextlib import ExitStack, closing
from enum import Enum
from typing import TYPE_CHECKING
from urllib.parse import quote

from desktop_app.store.file_header import FileHeader, check_length, read_header, unreadable
from desktop_app.store.file_locks import hold_shared, release_shared
from desktop_app.store.file_state import StoreState, companion, store_state
from desktop_app.store.private_copy import copy_of
from desktop_app.store.raw_file import connection_registered, raw_descriptor
from desktop_app.store.shared_index import reading_index
from desktop_app.store.sqlite_errors import SQLITE_ERRORS, busy, explain, result_code
from desktop_app.store.sqlite_guard import guard

if TYPE_CHECKING:
    from pathlib import Path

BUSY_SECONDS = 0.2
ATTEMPTS = 8
_PAUSE_SECONDS = 0.025
_INDEX_HEADER = 48
"""Bytes of one header at the start of ``-shm``; the second follows."""
_NEEDS_ANOTHER_WAY = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)


class _Way(Enum):
    IMMUTABLE = "mode=ro&immutable=1"
    SHARED_INDEX = "mode=ro&readonly_shm=1"
    JOURNAL = "mode=ro"
    COPY = "mode=rw"


def open_settled(path: Path, stack: ExitStack) -> tuple[sqlite3.Connection, StoreState | None]:
    """Open ``path``, again while it changes under our hands.

    Args:
        path: The file, without links in it.
        stack: Closes the connection and what belongs to it.

    Returns:
        The connection, and the state to compare with afterwards if no lock guards the file.

    Raises:
        StoreBusyError: a writer keeps the file locked, or never pauses.
        StoreError: the file can't be read; says why.
    """
    for _ in range(ATTEMPTS):
        header = read_header(path)
        state = store_state(path)
        way = _choose(path, header, state)
        with ExitStack() as attempt:
            connection = _open(path, way, attempt)
            if connection is not None and way is not _Way.IMMUTABLE:
                stack.enter_context(attempt.pop_all())
                return connection, None
            if connection is not None and store_state(path) == state:
                stack.enter_context(attempt.pop_all())
                return connection, state
        time.sleep(_PAUSE_SECONDS)
    raise busy(path)


def _choose(path: Path, header: FileHeader, state: StoreState) -> _Way:
    if state.wal_has_content:
        # Without frames, SQLite looks again and again for as long as it may, and then gives up.
        is_shared = state.shm and state.wal_has_frames and _index_is_whole(path)
        return _Way.SHARED_INDEX if is_shared else _Way.COPY
    if header.uses_wal and state.journal_has_content:
        # A crash in the middle of the change to write-ahead-log mode.
        return _Way.COPY
    if state.main is not None and not state.journal_has_content:
        check_length(path, header, state.main.size)
    if state.wal is not None and state.shm is not None:
        return _Way.SHARED_INDEX
    if header.uses_wal or state.wal is not None:
        return _Way.IMMUTABLE
    return _Way.JOURNAL


def _index_is_whole(path: Path) -> bool:
    """Whether the two headers of ``-shm`` agree, as they do unless a writer is at them.

    SQLite would wait ten seconds for that writer before it gives up; garbage never agrees.
    """
    index = companion(path, "-shm")
    for _ in range(ATTEMPTS):
        try:
            with raw_descriptor(index) as descriptor:
                headers = os.read(descriptor, 2 * _INDEX_HEADER)
        except OSError:
            return False  # gone, or nobody may read it: the copy needs none
        if headers[:_INDEX_HEADER] == headers[_INDEX_HEADER:]:
            return True
        time.sleep(_PAUSE_SECONDS)
    return False


def _open(path: Path, way: _Way, stack: ExitStack) -> sqlite3.Connection | None:
    """Open ``path`` in one way, or in a copy where that way can't work.

    Returns:
        ``None`` when the file changed meanwhile; look again.
    """
    if way is _Way.COPY:
        return _open_copy(path, stack)
    if way is not _Way.IMMUTABLE and not _hold(path, way, stack):
        return None
    try:
        return _connect(path, way, stack)
    except FileNotFoundError:
        return None
    except SQLITE_ERRORS as error:
        if way is _Way.IMMUTABLE or result_code(error) not in _NEEDS_ANOTHER_WAY:
            raise explain(error, path) from error
    return _open_copy(path, stack)


def _hold(path: Path, way: _Way, stack: ExitStack) -> bool:
    """Keep the engine from removing or starting its log between our look and SQLite's.

    Without that, SQLite would make a new, empty log in its place.
    """
    try:
        descriptor = stack.enter_context(raw_descriptor(path))
    except OSError as error:
        raise unreadable(path, error) from error
    stack.callback(release_shared, descriptor)
    if not hold_shared(descriptor):
        return False
    if way is _Way.SHARED_INDEX:
        return companion(path, "-wal").exists()
    return not read_header(path).uses_wal


def _open_copy(path: Path, stack: ExitStack) -> sqlite3.Connection | None:
    copy = copy_of(path)
    if copy is None:
        return None
    try:
        return _connect(copy, _Way.COPY, stack)
    except (*SQLITE_ERRORS, FileNotFoundError) as error:
        if isinstance(error, FileNotFoundError) or not copy.exists():
            # Another thread has replaced this copy by a newer one.
            return None
        raise explain(error, path) from error


def _connect(path: Path, way: _Way, stack: ExitStack) -> sqlite3.Connection:
    stack.enter_context(connection_registered(path))
    if way is _Way.SHARED_INDEX:
        stack.enter_context(reading_index(path))
        stack.enter_context(connection_registered(companion(path, "-shm")))
    connection = sqlite3.connect(
        f"{file_uri(path)}?{way.value}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    stack.enter_context(closing(connection))
    guard(connection)
    connection.execute("BEGIN")
    # The first read takes the lock, recovers a copy and finds out whether this is a database.
    connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return connection


def file_uri(path: Path) -> str:
    """Return ``path`` as SQLite takes it with options behind it."""
    text = quote(os.fsencode(path), safe="/")
    if sys.platform == "win32":
        text = "/" + quote(path.as_posix(), safe="/:")
    return f"file://{text}"
