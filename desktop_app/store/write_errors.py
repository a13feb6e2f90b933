"""What keeps SQLite from writing, in people's words."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from pathlib import Path

from desktop_app.core.editing.ports import DiskFullError, ReadOnlyError, RowsDifferError
from desktop_app.core.errors import StoreBusyError, StoreError
from desktop_app.store.file_locks import lock_owner
from desktop_app.store.file_state import companion
from desktop_app.store.sqlite_errors import explain, result_code

_READ_ONLY = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
_TAKEN = (
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
    sqlite3.SQLITE_CONSTRAINT_ROWID,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE,
)
_NO_ROOM = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))


def explain_write(error: Exception, path: Path) -> StoreError:
    """Turn one of ``SQLITE_ERRORS`` into an error that says what is safe and what to do."""
    code = result_code(error)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return _busy(path)
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _is_full(path)):
        return disk_full(path)
    if code in _READ_ONLY:
        # A reader in this process can make the index read-only for a moment.
        return (
            _busy(path) if code == sqlite3.SQLITE_READONLY and _is_ours(path) else read_only(path)
        )
    if code == sqlite3.SQLITE_CONSTRAINT:
        return _refused(error, path)
    if code == sqlite3.SQLITE_IOERR:
        return StoreError(
            f"The disk reports an error while “{path}” was written: {error}.",
            "Nothing was written. Check the drive and its connection.",
        )
    return explain(error, path)


def explain_file_error(error: OSError, path: Path) -> StoreError:
    """Put a failure of the file system while something was made or written into words."""
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return read_only(path)
    if error.errno in _NO_ROOM:
        return disk_full(path)
    return StoreError(f"“{path}” can't be written: {error.strerror or error}.")


def disk_full(path: Path) -> DiskFullError:
    """Say that there is no room."""
    return DiskFullError(
        f"The disk is full. Nothing was written to “{path}”.",
        "Your text is still here. Make room and try again, or save it elsewhere.",
    )


def read_only(path: Path) -> ReadOnlyError:
    """Say that nobody may write here."""
    return ReadOnlyError(
        f"“{path.parent}” is read-only.",
        "You can look and export; edits can't be saved here. Save a copy of the folder.",
    )


def _refused(error: Exception, path: Path) -> StoreError:
    if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CONSTRAINT) in _TAKEN:
        return RowsDifferError(
            f"“{path}” has another row in this place: {error}.", "Nothing was written."
        )
    return StoreError(
        f"“{path}” has a rule that this change does not keep: {error}.",
        "Nothing was written. The engine's own tables have no such rule; find out what made it.",
    )


def _busy(path: Path) -> StoreBusyError:
    owner = lock_owner(path)
    held = f"{owner} has locked “{path}”." if owner else f"“{path}” is locked by another program."
    return StoreBusyError(held, "Nothing was written. It works as soon as the lock is gone.")


def _is_ours(path: Path) -> bool:
    """Whether we may write everything that a change writes."""
    files = [companion(path, suffix) for suffix in ("", "-wal", "-shm")]
    return all(os.access(place, os.W_OK) for place in (path.parent, *filter(Path.exists, files)))


def _is_full(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free == 0
    except OSError:
        return False
