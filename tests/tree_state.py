"""Remembers a whole folder, to prove that looking at it changed nothing."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Entry:
    mode: int
    modified_ns: int
    content: str


def snapshot(root: Path) -> dict[str, Entry]:
    """Return every name below ``root`` with its mode, modification time and content.

    Two snapshots are equal exactly when names, bytes, link targets, modes and times are.
    """
    entries = {".": _entry(root)}
    for folder, folders, files in os.walk(root):
        for name in (*folders, *files):
            path = Path(folder) / name
            entries[str(path.relative_to(root))] = _entry(path)
    return entries


def _entry(path: Path) -> Entry:
    found = path.lstat()
    return Entry(found.st_mode, found.st_mtime_ns, _content(path, found.st_mode))


def _content(path: Path, mode: int) -> str:
    if stat.S_ISLNK(mode):
        return str(path.readlink())
    if not stat.S_ISREG(mode):
        return ""
    return sha256(path.read_bytes()).hexdigest()
