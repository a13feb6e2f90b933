"""Reads a file that a person has named."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from desktop_app.core.errors import StoreError
from desktop_app.store.file_header import unreadable

if TYPE_CHECKING:
    from pathlib import Path

MOST_BYTES = 64 * 1024 * 1024


def read_whole(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return the bytes of a regular file.

    Args:
        path: The file.
        most: Bytes; a larger one is not read.

    Raises:
        StoreError: it is too large, no file, or can't be read.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as file:
            found = os.fstat(descriptor)
            if not stat.S_ISREG(found.st_mode):
                raise StoreError(
                    f"“{path}” is not a file, but a folder, a pipe or a device.",
                    "Nothing was read.",
                )
            data = file.read(most + 1)
    except OSError as error:
        raise unreadable(path, error) from error
    if len(data) > most:
        raise StoreError(f"“{path}” is larger than {most // 2**20} MB.", "Nothing of it was read.")
    return data
