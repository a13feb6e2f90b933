"""A whole file as one row of a change."""

from __future__ import annotations

import msgspec

FILES = "."
"""What the journal calls the memory files of a workspace, as it calls a state file by its path."""


class FileRow(msgspec.Struct, frozen=True, gc=False):
    """One regular file.

    Attributes:
        path: Below the workspace, with ``/``, without ``..``, as engine text: a name that is not
            UTF-8 keeps its bytes.
        data: Every byte.
        mode: Permission bits.
        mtime_ns: When it was last written, in nanoseconds since 1970; ``None`` after a change
            means the moment of writing, before one it means that the time does not matter.
    """

    path: str
    data: bytes
    mode: int = 0o644
    mtime_ns: int | None = None


def leaves_alone(before: FileRow | None, after: FileRow | None) -> bool:
    """Return whether a file stays as it is: path, bytes, mode, and the time if one is given."""
    if before is None or after is None:
        return before is after
    if after.mtime_ns is None:
        before = msgspec.structs.replace(before, mtime_ns=None)
    return before == after
