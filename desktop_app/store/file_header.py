"""The first 100 bytes of a SQLite file, checked before SQLite sees the rest."""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.errors import StoreError
from desktop_app.store.raw_file import raw_descriptor

if TYPE_CHECKING:
    from pathlib import Path

MAGIC = b"SQLite format 3\x00"
_HEADER_SIZE = 100
_WAL_VERSION = 2
_PAGE_SIZES = frozenset(1 << power for power in range(9, 17))


@dataclass(frozen=True, slots=True)
class FileHeader:
    """What the header says.

    Attributes:
        page_size: Bytes in a page.
        page_count: Pages the file should have; 0 when the header does not vouch for it.
        uses_wal: Whether the file is in write-ahead-log mode.
    """

    page_size: int
    page_count: int
    uses_wal: bool


def is_sqlite(path: Path) -> bool:
    """Return whether ``path`` is a regular file that starts as a SQLite file does."""
    try:
        with raw_descriptor(path) as descriptor:
            return os.read(descriptor, len(MAGIC)) == MAGIC
    except (OSError, StoreError):
        return False


def read_header(path: Path) -> FileHeader:
    """Read and check the header.

    Raises:
        StoreError: missing, not readable, not a regular file, empty, or not SQLite; says which.
    """
    check_regular(path)
    try:
        with raw_descriptor(path) as descriptor:
            data = os.read(descriptor, _HEADER_SIZE)
    except OSError as error:
        raise unreadable(path, error) from error
    return _parse(path, data)


def check_regular(path: Path) -> None:
    """Refuse what is not a regular file, without opening it.

    Raises:
        StoreError: says what is there instead.
    """
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from error
    if stat.S_ISREG(mode):
        return
    kind = "a folder" if stat.S_ISDIR(mode) else "a pipe, a socket or a device"
    raise StoreError(f"“{path}” is {kind}, not a database file.", "Choose a file or a workspace.")


def is_folder(path: Path) -> bool:
    """Return whether ``path`` is a folder; false also where nobody may look."""
    try:
        return path.is_dir()
    except OSError:
        return False


def real_path(path: Path) -> Path:
    """Return the path with every link in it followed.

    Raises:
        StoreError: no file can have this name.
    """
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise unreadable(path, error) from error


def same_file(path: Path) -> Path:
    """Return ``path``, which led to its file without a link when it was found.

    Raises:
        StoreError: somebody has put a link there since, which may lead anywhere.
    """
    real = real_path(path)
    if real != path:
        raise StoreError(
            f"“{path}” has become a link to “{real}”. It was not followed.",
            "Open the file that it leads to, if you trust it.",
        )
    return path


def unreadable(path: Path, error: Exception) -> StoreError:
    """Put a failure of the file system into words."""
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return StoreError(f"There is no file “{path}”.", "Check the path.")
    if isinstance(error, PermissionError):
        return StoreError(
            f"You may not read “{path}”.", "Ask its owner for permission to read the file."
        )
    reason = getattr(error, "strerror", None) or str(error)
    return StoreError(f"“{path}” can't be read: {reason}.")


def check_length(path: Path, header: FileHeader, size: int) -> None:
    """Refuse a file that is shorter than its header says.

    Raises:
        StoreError: pages are missing at the end.
    """
    expected = header.page_size * header.page_count
    if expected > size:
        raise StoreError(
            f"“{path}” is cut off: its header promises {header.page_count:,} pages "
            f"({expected:,} bytes), the file has {size:,} bytes.",
            "It was probably copied while it was being written. Copy it again, or use a backup.",
        )


def _parse(path: Path, data: bytes) -> FileHeader:
    if not data:
        raise StoreError(
            f"No memory here yet: “{path}” is empty (0 bytes).",
            "The engine fills it when it starts. Open it again after the first run.",
        )
    if not data.startswith(MAGIC):
        raise StoreError(
            f"“{path}” is not a SQLite file: it starts with {_shown(data)}.",
            "Choose the engine's state file, usually .harness/state.db in a workspace.",
        )
    page_size = int.from_bytes(data[16:18], "big")
    page_size = 65536 if page_size == 1 else page_size
    if len(data) < _HEADER_SIZE or page_size not in _PAGE_SIZES:
        raise StoreError(
            f"“{path}” starts as a SQLite file does, but its header is damaged.",
            "Use a backup of the file.",
        )
    # The count is valid only when it was written by the same change as the counter beside it.
    is_vouched_for = data[24:28] == data[92:96]
    page_count = int.from_bytes(data[28:32], "big") if is_vouched_for else 0
    return FileHeader(page_size, page_count, uses_wal=data[19] == _WAL_VERSION)


def _shown(data: bytes) -> str:
    start = data[:16].decode("latin-1")
    printable = re.match(r"[ -~]*", start)
    text = printable.group() if printable else ""
    return f"“{text}”" if len(text) > 1 else f"the bytes {data[:8].hex(' ')}"
