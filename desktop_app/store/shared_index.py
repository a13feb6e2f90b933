"""Keeps readers in this process from making ``-shm`` read-only for our writer.

SQLite opens ``-shm`` once for all connections of a process. Where a reader that leaves no trace
comes first, no connection can write until it closes; a writer that comes first is in nobody's way.
"""

from __future__ import annotations

import threading
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

from desktop_app.core.errors import StoreBusyError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from desktop_app.store.raw_file import FileKey

_READER_WAITS_SECONDS = 0.2
_WRITER_WAITS_SECONDS = 1.0
_changed = threading.Condition()
_readers: Counter[FileKey] = Counter()
_writers: Counter[FileKey] = Counter()


@contextmanager
def reading_index(path: Path) -> Iterator[None]:
    """Say that ``-shm`` of ``path`` is open read-only for as long as the block runs.

    Lets a writer that waits go first, for a moment.
    """
    key = _key(path)
    with _changed:
        _changed.wait_for(lambda: not _writers[key], _READER_WAITS_SECONDS)
        _readers[key] += 1
    try:
        yield
    finally:
        _less(_readers, key)


@contextmanager
def opening_index(path: Path) -> Iterator[None]:
    """Wait for readers to close ``-shm`` of ``path`` and keep others from it during the block.

    Raises:
        StoreBusyError: a long reading does not end.
    """
    key = _key(path)
    with _changed:
        _writers[key] += 1
    try:
        with _changed:
            if not _changed.wait_for(lambda: not _readers[key], _WRITER_WAITS_SECONDS):
                raise StoreBusyError(
                    f"Memloupe itself still reads “{path}”.",
                    "Nothing was written. It works as soon as the reading ends.",
                )
        yield
    finally:
        _less(_writers, key)


def _key(path: Path) -> FileKey:
    found = path.stat()
    return found.st_dev, found.st_ino


def _less(counts: Counter[FileKey], key: FileKey) -> None:
    with _changed:
        counts[key] -= 1
        if not counts[key]:
            del counts[key]
        _changed.notify_all()
