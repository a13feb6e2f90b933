"""A file as lines that people can compare."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from desktop_app.core.files.text import Encoding, read_text

if TYPE_CHECKING:
    from desktop_app.core.files.row import FileRow

_BILLION = 1_000_000_000


def file_title(row: FileRow) -> str:
    """Return what a file is called: its path."""
    return row.path


def file_words(row: FileRow) -> str:
    """Return the text of a file; of one that is no text, size and hash."""
    text = read_text(row.data)
    return fingerprint(row) if text.encoding is Encoding.BINARY else text.text


def file_lines(row: FileRow | None) -> str:
    """Return a file with its permissions and time in a last line; ``""`` for none."""
    if row is None:
        return ""
    words = file_words(row)
    is_closed = not words or words.endswith("\n")
    return f"{words}{'' if is_closed else chr(10)}{_facts(row)}"


def fingerprint(row: FileRow) -> str:
    """Return size and hash of a file."""
    return f"{len(row.data):,} bytes, SHA-256 {sha256(row.data).hexdigest()}"


def _facts(row: FileRow) -> str:
    # Said before it is written as well as afterwards.
    when = "at the time of writing" if row.mtime_ns is None else _time(row.mtime_ns)
    return f"[mode {row.mode:04o}, modified {when}]"


def _time(nanoseconds: int) -> str:
    seconds, rest = divmod(nanoseconds, _BILLION)
    try:
        time = datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return f"{nanoseconds} ns after 1970"
    return f"{time:%Y-%m-%dT%H:%M:%S}.{rest:09d}Z"
