"""What a turn changed in a layer: its files when it was loaded against those at the end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from desktop_app.core.errors import DamagedError

Digests = Mapping[str, str]
"""The SHA-256 of every file by its path below the mount."""

_KIND = "memloupe notes snapshot"


@dataclass(frozen=True, slots=True)
class TurnDiff:
    """What the harness hands over to be stored; paths below the mount, in order.

    A renamed file is one that was deleted and one that was created.

    Attributes:
        created: Files that were not there.
        updated: Files with other bytes.
        deleted: Files that are gone.
        renamed: Pairs of ``deleted`` and ``created`` with the same bytes.
    """

    created: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing would be stored at all."""
        return not (self.created or self.updated or self.deleted)


def turn_diff(before: Digests, after: Digests) -> TurnDiff:
    """Return what differs.

    >>> turn_diff({"a": "1", "b": "2"}, {"a": "3", "c": "2"})
    TurnDiff(created=('c',), updated=('a',), deleted=('b',), renamed=(('b', 'c'),))
    """
    created = tuple(sorted(path for path in after if path not in before))
    deleted = tuple(sorted(path for path in before if path not in after))
    updated = tuple(
        sorted(path for path, digest in after.items() if before.get(path, digest) != digest)
    )
    moved: dict[str, list[str]] = {}
    for path in created:
        moved.setdefault(after[path], []).append(path)
    renamed = tuple(
        (path, moved[before[path]].pop(0)) for path in deleted if moved.get(before[path])
    )
    return TurnDiff(created, updated, deleted, renamed)


def write_snapshot(mount: str, digests: Digests) -> bytes:
    """Return a snapshot as the bytes of a file; escapes keep names that are not UTF-8."""
    content = {"kind": _KIND, "mount": mount, "files": dict(sorted(digests.items()))}
    return json.dumps(content, indent=1).encode() + b"\n"


def read_snapshot(data: bytes) -> Digests:
    """Return the files of a snapshot.

    Raises:
        DamagedError: it is none.
    """
    try:
        read = json.loads(data)
    except (ValueError, RecursionError):
        read = None
    files = read.get("files") if isinstance(read, dict) and read.get("kind") == _KIND else None
    if not isinstance(files, dict) or not all(isinstance(one, str) for one in files.values()):
        raise DamagedError("This file is no snapshot of notes.", "Nothing was compared.")
    return files
