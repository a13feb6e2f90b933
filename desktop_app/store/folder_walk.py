"""Walks below a folder with limits, without ever following a link."""

from __future__ import annotations

import os
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.store.file_header import is_sqlite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SKIPPED = frozenset(
    (
        # Our own: its databases are open to others, and copies are not what the agent has.
        ".memloupe",
        ".git",
        ".hg",
        ".svn",
        ".cache",
        ".mypy_cache",
        ".tox",
        ".venv",
        "__pycache__",
        "node_modules",
        "site-packages",
        "venv",
    )
)
_DATABASE_ENDINGS = (".db", ".sqlite", ".sqlite3")
_SMALLEST_PAGE = 512
_STORE_FOLDER = ".harness"
_STORE_NAME = "state.db"


@dataclass(frozen=True, slots=True)
class Limits:
    """How far to look: folder levels, entries and seconds."""

    levels: int = 5
    entries: int = 50_000
    seconds: float = 2.0


@dataclass(slots=True)
class Walk:
    """What was found below a folder.

    Attributes:
        databases: Files that start as SQLite files do, or stand where the engine puts its own.
        links: Links to folders or files that may be stores, not followed.
        is_complete: False when a limit ended the walk early.
    """

    databases: list[Path] = field(default_factory=list)
    links: list[Path] = field(default_factory=list)
    is_complete: bool = True


def walk(root: Path, limits: Limits, cancelled: Callable[[], bool]) -> Walk:
    """Look for SQLite files below ``root``, nearest first."""
    found = Walk()
    end = time.monotonic() + limits.seconds
    for seen, entry in enumerate(_entries(root, limits.levels)):
        if seen >= limits.entries or cancelled() or time.monotonic() > end:
            found.is_complete = False
            break
        _note(entry, found)
    return found


def _entries(root: Path, levels: int) -> Iterator[os.DirEntry[str]]:
    waiting = deque([(os.fspath(root), levels)])
    while waiting:
        folder, left = waiting.popleft()
        for entry in _listed(folder):
            yield entry
            if left > 1 and entry.name not in _SKIPPED and entry.is_dir(follow_symlinks=False):
                waiting.append((entry.path, left - 1))


def _listed(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return []


def _note(entry: os.DirEntry[str], found: Walk) -> None:
    if entry.is_symlink():
        if entry.name == _STORE_FOLDER or entry.name.endswith(_DATABASE_ENDINGS):
            found.links.append(Path(entry.path))
    elif _is_named_as_store(entry) or (_may_be_database(entry) and is_sqlite(Path(entry.path))):
        found.databases.append(Path(entry.path))


def _is_named_as_store(entry: os.DirEntry[str]) -> bool:
    """Whether it stands where the engine puts its file, whatever is in it."""
    return entry.name == _STORE_NAME and Path(entry.path).parent.name == _STORE_FOLDER


def _may_be_database(entry: os.DirEntry[str]) -> bool:
    """Whether the size is one that a SQLite file can have; spares opening most files."""
    try:
        if not entry.is_file(follow_symlinks=False):
            return False
        size = entry.stat(follow_symlinks=False).st_size
    except OSError:
        return False
    return size > 0 and size % _SMALLEST_PAGE == 0
