"""SQLite's lock bytes: hold the shared one, and find out who holds the others."""

from __future__ import annotations

import struct
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.store.raw_file import raw_descriptor

if sys.platform == "linux":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator

_FLOCK = "hhqqi0q"
_PENDING_BYTE = 0x40000000
_SHARED_FIRST = _PENDING_BYTE + 2
_SHARED_SIZE = 510
_SHM_LOCKS = (120, 9)
"""Offset and count of the lock bytes in ``-shm``: write, checkpoint, recover, readers, master."""
_SHM_OPEN = (128, 1)
"""The last of them, which everybody holds who has the file open."""


def hold_shared(descriptor: int) -> bool:
    """Take SQLite's shared lock on an open file until ``descriptor`` is closed.

    While it is held, a program that closes the database can't remove its log file. Where the
    system has no locks that belong to a descriptor, nothing is held.

    Returns:
        False when another process has the file to itself.
    """
    if sys.platform != "linux":
        return True
    request = struct.pack(_FLOCK, fcntl.F_RDLCK, 0, _SHARED_FIRST, _SHARED_SIZE, 0)
    try:
        fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, request)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        # A file system without locks: SQLite itself finds out and says so.
        return True
    return True


def release_shared(descriptor: int) -> None:
    """Give back what ``hold_shared`` took; the descriptor itself may stay open longer."""
    if sys.platform != "linux":
        return
    request = struct.pack(_FLOCK, fcntl.F_UNLCK, 0, _SHARED_FIRST, _SHARED_SIZE, 0)
    with suppress(OSError):
        fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, request)


def lock_owner(path: Path) -> str:
    """Return who keeps readers out of ``path``, such as ``harnessd (process 4711)``, or ``""``."""
    for process in _owners(path):
        name = _process_name(process)
        return f"{name} (process {process})" if name else f"process {process}"
    return ""


def others_have_open(path: Path) -> bool:
    """Whether another process has the log of ``path`` open; true where the system can't tell."""
    if sys.platform != "linux":
        return True
    try:
        with raw_descriptor(path.with_name(path.name + "-shm")) as descriptor:
            return _blocking_process(descriptor, *_SHM_OPEN, kind=fcntl.F_WRLCK) != 0
    except OSError:
        return True


def _owners(path: Path) -> Iterator[int]:
    if sys.platform != "linux":
        return
    places = (
        (path, _PENDING_BYTE, _SHARED_SIZE + 2),
        (path.with_name(path.name + "-shm"), *_SHM_LOCKS),
    )
    for place, start, length in places:
        try:
            with raw_descriptor(place) as descriptor:
                process = _blocking_process(descriptor, start, length, kind=fcntl.F_RDLCK)
        except OSError:
            continue
        if process > 0:
            yield process


def _blocking_process(descriptor: int, start: int, length: int, *, kind: int) -> int:
    """Return the process that keeps us from a lock of this kind, -1 if it is not told, or 0."""
    request = struct.pack(_FLOCK, kind, 0, start, length, 0)
    answer = struct.unpack(_FLOCK, fcntl.fcntl(descriptor, fcntl.F_GETLK, request))
    return 0 if answer[0] == fcntl.F_UNLCK else int(answer[4])


def _process_name(process: int) -> str:
    try:
        return Path(f"/proc/{process}/comm").read_text("utf-8", "replace").strip()
    except OSError:
        return ""
