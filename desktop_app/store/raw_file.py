"""Opens a database file beside SQLite without disturbing SQLite's locks.

POSIX drops all locks that a process holds on a file as soon as the process closes any descriptor
of it. So a descriptor opened here is closed only when no connection of ours is open on that file;
until then it is used again.
"""

from __future__ import annotations

import os
import stat
import threading
from collections import Counter, defaultdict
from contextlib import contextmanager
from typing import TYPE_CHECKING

from desktop_app.core.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FileKey = tuple[int, int]

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_lock = threading.Lock()
_connections: Counter[FileKey] = Counter()
_opening = 0
_waiting: defaultdict[FileKey, list[int]] = defaultdict(list)


@contextmanager
def connection_registered(path: Path) -> Iterator[None]:
    """Say that SQLite has ``path`` open for as long as the block runs."""
    found = path.stat()
    key = (found.st_dev, found.st_ino)
    with _lock:
        _connections[key] += 1
    try:
        yield
    finally:
        with _lock:
            _connections[key] -= 1
            _close_waiting(key)


@contextmanager
def connection_opening() -> Iterator[None]:
    """Close no descriptor at all while SQLite makes and locks files not to be named before."""
    global _opening  # noqa: PLW0603 - like the table of connections, of the whole process
    with _lock:
        _opening += 1
    try:
        yield
    finally:
        with _lock:
            _opening -= 1
            for key in list(_waiting):
                _close_waiting(key)


@contextmanager
def raw_descriptor(path: Path) -> Iterator[int]:
    """Open a regular file for reading, never waiting for it.

    Raises:
        StoreError: ``path`` is not a regular file.
        OSError: it can't be opened.
    """
    descriptor = _waiting_descriptor(path)
    if descriptor is None:
        descriptor = os.open(path, _FLAGS)
    found = os.fstat(descriptor)
    key = (found.st_dev, found.st_ino)
    try:
        if not stat.S_ISREG(found.st_mode):
            raise StoreError(f"“{path}” is not a regular file.")
        os.lseek(descriptor, 0, os.SEEK_SET)
        yield descriptor
    finally:
        with _lock:
            _waiting[key].append(descriptor)
            _close_waiting(key)


def _waiting_descriptor(path: Path) -> int | None:
    found = path.stat()
    with _lock:
        waiting = _waiting.get((found.st_dev, found.st_ino))
        return waiting.pop() if waiting else None


def _close_waiting(key: FileKey) -> None:
    if _opening or _connections[key]:
        return
    del _connections[key]
    for descriptor in _waiting.pop(key, ()):
        os.close(descriptor)
