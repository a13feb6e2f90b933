"""What a turn changed in a layer: its files when it was loaded against those at the end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeGuard

from desktop_app.core.errors import DamagedError, RefusedError
from desktop_app.core.notes.layer import Layer, normal_mount

Digests = Mapping[str, str]
"""The SHA-256 of every file by its path below the mount."""

_KIND = "memloupe notes snapshot"


@dataclass(frozen=True, slots=True)
class KeptSnapshot:
    """What a snapshot file says.

    Attributes:
        mount: The layer.
        digests: Its files.
        values: What stood for its placeholders; ``None`` if an older version wrote the file, which
            did not say so.
    """

    mount: str
    digests: Digests
    values: Mapping[str, str] | None = None


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


def write_snapshot(layer: Layer, digests: Digests) -> bytes:
    """Return a snapshot as the bytes of a file; escapes keep names that are not UTF-8."""
    content = {
        "kind": _KIND,
        "mount": layer.mount,
        "values": dict(layer.values),
        "files": dict(sorted(digests.items())),
    }
    return json.dumps(content, indent=1).encode() + b"\n"


def read_snapshot(data: bytes) -> KeptSnapshot:
    """Return what a snapshot file says.

    Raises:
        DamagedError: it is none.
    """
    try:
        read = json.loads(data)
    except (ValueError, RecursionError):
        read = None
    found = read if isinstance(read, dict) and read.get("kind") == _KIND else {}
    mount, files, values = found.get("mount"), found.get("files"), found.get("values")
    if not isinstance(mount, str) or not _are_texts(files):
        raise DamagedError("This file is no snapshot of notes.", "Nothing was compared.")
    return KeptSnapshot(mount, files, values if _are_texts(values) else None)


def check_snapshot(kept: KeptSnapshot, layer: Layer) -> str:
    """Return what is not known about a snapshot, in words; ``""`` if it is of these very notes.

    Raises:
        RefusedError: it is of another layer, or of somebody else's notes.
    """
    if normal_mount(kept.mount) != normal_mount(layer.mount):
        raise RefusedError(
            f"This snapshot is of {kept.mount}, and not of {layer.mount}.",
            "Nothing was compared. Choose the layer that it was taken of.",
        )
    now = dict(layer.values)
    if kept.values is None:
        return f"This snapshot does not say if it is of {_named(now)}." if now else ""
    if dict(kept.values) != now:
        raise RefusedError(
            f"This snapshot is of {_named(kept.values)}, and not of {_named(now)}.",
            "Nothing was compared. Choose whose notes it was taken of.",
        )
    return ""


def _are_texts(value: object) -> TypeGuard[dict[str, str]]:
    return isinstance(value, dict) and all(isinstance(one, str) for one in value.values())


def _named(values: Mapping[str, str]) -> str:
    named = (f"{name} “{value}”" for name, value in values.items())
    return " and ".join(named) or "nobody in particular"
