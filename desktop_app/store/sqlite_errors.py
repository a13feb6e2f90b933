"""SQLite's failures in people's words."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import decode, valid_unicode
from desktop_app.core.errors import StoreBusyError, StoreError
from desktop_app.store.file_locks import lock_owner

if TYPE_CHECKING:
    from pathlib import Path

SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What the driver raises; the second when SQLite quotes a damaged schema in its message."""

_PRIMARY = 0xFF


class StoreChangedError(StoreBusyError):
    """The file changed while it was read; reading again gives one consistent state."""


class ReadStoppedError(StoreError):
    """Reading was cancelled or took longer than allowed."""


class DamagedStoreError(StoreError):
    """The file is SQLite, and parts of it can't be read."""


def result_code(error: Exception) -> int:
    """Return SQLite's primary result code, or 0 when the error is not SQLite's own."""
    if isinstance(error, UnicodeDecodeError):
        return sqlite3.SQLITE_CORRUPT
    return int(getattr(error, "sqlite_errorcode", 0) or 0) & _PRIMARY


def explain(error: Exception, path: Path) -> StoreError:
    """Turn one of ``SQLITE_ERRORS`` into an error that names the file and what to do."""
    code = result_code(error)
    reason = _reason(error)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return busy(path)
    if code == sqlite3.SQLITE_INTERRUPT:
        return ReadStoppedError(f"Reading “{path}” was stopped before it was done.")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return DamagedStoreError(
            f"“{path}” is damaged: {reason}.",
            "Nothing was changed. Use a backup, or recover what is left with sqlite3's .recover.",
        )
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY):
        return StoreError(
            f"“{path}” can't be opened for reading: {reason}.",
            "Check that you may read the file and the files beside it (-wal, -shm, -journal).",
        )
    if code == sqlite3.SQLITE_IOERR:
        return StoreError(f"The disk reports an error while reading “{path}”: {reason}.")
    return DamagedStoreError(
        f"“{path}” does not look as the engine writes it: {reason}.",
        "Nothing was changed.",
    )


def _reason(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return valid_unicode(decode(error.object))
    return str(error)


def busy(path: Path) -> StoreBusyError:
    """Say who keeps the file from being read, if the system tells."""
    owner = lock_owner(path)
    held = f"{owner} has locked “{path}”." if owner else f"“{path}” is locked by another program."
    return StoreBusyError(held, "It can be read as soon as the lock is gone.")
