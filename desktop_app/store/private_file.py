"""Small files of Memloupe's own: for this person only, replaced as a whole or not at all."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING

from desktop_app.core.errors import StoreError

if TYPE_CHECKING:
    from pathlib import Path

LARGEST = 64 * 1024
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_MAKE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def read_private(path: Path) -> bytes | None:
    """Return what is in the file, ``None`` if there is none.

    Raises:
        StoreError: It can't be read, or is nothing that Memloupe wrote.
    """
    try:
        descriptor = os.open(path, _READ)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise StoreError(f"“{path}” is not a regular file.")
            data = file.read(LARGEST + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise StoreError(f"“{path}” can't be read: {error.strerror}.") from error
    if len(data) > LARGEST:
        raise StoreError(f"“{path}” is larger than Memloupe ever writes it.")
    return data


def write_private(path: Path, data: bytes) -> None:
    """Put ``data`` in place of the file; missing folders are made.

    Raises:
        StoreError: It can't be written; what was there before still is.
    """
    temporary = path.with_name(f".{path.name}.{os.urandom(8).hex()}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with os.fdopen(os.open(temporary, _MAKE, 0o600), "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except OSError:
            with suppress(OSError):
                temporary.unlink()
            raise
    except OSError as error:
        message = f"“{path}” can't be written: {error.strerror}."
        raise StoreError(message, "What was there before is unchanged.") from error
