"""Reads a whole file in one of its states, while others may be writing it."""

from __future__ import annotations

import os
import stat
import time
from typing import TYPE_CHECKING

from desktop_app.core.errors import StoreBusyError, StoreError
from desktop_app.core.files.row import FileRow
from desktop_app.store.open_folder import shown

if TYPE_CHECKING:
    from desktop_app.store.open_folder import OpenFolder

MOST_BYTES = 256 * 1024 * 1024
ATTEMPTS = 6
_PAUSE = 0.002
_SETTLING_NS = 50_000_000


def read_row(folder: OpenFolder, path: str, name: str) -> tuple[FileRow, os.stat_result]:
    """Read a file that nobody writes meanwhile, and what the system says about it.

    Raises:
        OSError: there is none, or it can't be read.
        StoreBusyError: another program did not stop writing it.
        StoreError, RefusedError: it is no regular file, or too large.
    """
    for attempt in range(ATTEMPTS):
        time.sleep(_PAUSE * attempt)
        row, found = _read_once(folder, path, name)
        if row is not None and (row.data or _has_settled(found)):
            break
    if row is None:
        raise StoreBusyError(
            f"“{shown(path)}” is being written by another program.",
            "It works as soon as that is done.",
        )
    return row, found


def _read_once(folder: OpenFolder, path: str, name: str) -> tuple[FileRow | None, os.stat_result]:
    """Return no row if the file changed while it was read."""
    with os.fdopen(folder.open(name), "rb") as file:
        before = os.fstat(file.fileno())
        if before.st_size > MOST_BYTES:
            raise StoreError(
                f"“{shown(path)}” is larger than {MOST_BYTES // 2**20} MB.",
                "Nothing of it was read.",
            )
        data = file.read(MOST_BYTES + 1)
        after = os.fstat(file.fileno())
    if _stamp(before) != _stamp(after) or len(data) != after.st_size:
        return None, after
    return FileRow(path, data, stat.S_IMODE(after.st_mode), after.st_mtime_ns), after


def _has_settled(found: os.stat_result) -> bool:
    """Whether an empty file is empty, and not about to be written by who has just emptied it."""
    return not 0 <= time.time_ns() - found.st_mtime_ns < _SETTLING_NS


def _stamp(found: os.stat_result) -> tuple[int, ...]:
    """Return what tells one state of a file from another without reading it."""
    return (found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
