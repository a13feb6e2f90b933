"""What can be seen of a SQLite file and its companions without opening any of them."""

from __future__ import annotations

import os
import stat
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.errors import StoreError

if TYPE_CHECKING:
    from pathlib import Path

UNSETTLED_NANOSECONDS = 20_000_000
"""File times move in ticks of a few milliseconds: two writes in one tick look like one."""

WAL_HEADER = 32
"""Bytes at the start of a ``-wal``, before the first frame."""


@dataclass(frozen=True, slots=True)
class FileStat:
    """Identity, size and modification time of one file."""

    device: int
    inode: int
    size: int
    modified_ns: int


@dataclass(frozen=True, slots=True)
class StoreState:
    """The main file with its ``-wal``, ``-shm`` and ``-journal``; ``None`` where there is none."""

    main: FileStat | None
    wal: FileStat | None
    shm: FileStat | None
    journal: FileStat | None

    @property
    def wal_has_content(self) -> bool:
        return self.wal is not None and self.wal.size > 0

    @property
    def wal_has_frames(self) -> bool:
        """Whether there is more than the header that a program killed in a commit may leave."""
        return self.wal is not None and self.wal.size > WAL_HEADER

    @property
    def journal_has_content(self) -> bool:
        return self.journal is not None and self.journal.size > 0

    def is_settled(self, now_ns: int) -> bool:
        """Whether no file was written so shortly before ``now_ns`` that a write could hide."""
        times = [part.modified_ns for part in (self.main, self.wal, self.journal) if part]
        return all(abs(now_ns - modified) >= UNSETTLED_NANOSECONDS for modified in times)


def companion(path: Path, suffix: str) -> Path:
    """Return the path of a companion file, such as ``state.db-wal``."""
    return path.with_name(path.name + suffix)


def store_state(path: Path) -> StoreState:
    """Look at ``path`` and its companions.

    Raises:
        StoreError: a companion is a device, a pipe, a link or a folder, which nobody may open.
    """
    name = os.fspath(path)
    return StoreState(
        main=_main_stat(name),
        wal=_companion_stat(name + "-wal"),
        shm=_companion_stat(name + "-shm"),
        journal=_companion_stat(name + "-journal"),
    )


def now_ns() -> int:
    """Return the time of day that file times are compared with."""
    return time.time_ns()


def _main_stat(name: str) -> FileStat | None:
    try:
        return _file_stat(os.stat(name))  # noqa: PTH116 - Path costs more than the call itself
    except OSError:
        return None


def _companion_stat(name: str) -> FileStat | None:
    try:
        found = os.lstat(name)
    except OSError:
        return None
    if not stat.S_ISREG(found.st_mode):
        raise StoreError(
            f"“{name}” is not a regular file, so the database beside it is not opened.",
            "Nothing was read. Find out what put it there.",
        )
    return _file_stat(found)


def _file_stat(found: os.stat_result) -> FileStat:
    return FileStat(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
