"""What a person hands over besides the options: a file, or the standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from desktop_app.core.engine_text import decode
from desktop_app.core.errors import RefusedError, StoreError
from desktop_app.services.workspace import read_named

_MOST_BYTES = 64 * 1024 * 1024
"""More is no text of a memory; a device can give bytes without end."""


def standard_input() -> str:
    """Return all of the standard input as engine text.

    Raises:
        RefusedError: it is closed, or gives too much.
    """
    if sys.stdin is None:
        raise RefusedError("There is no standard input.", "Nothing was written.")
    try:
        data = sys.stdin.buffer.read(_MOST_BYTES + 1)
    except OSError as error:
        reason = error.strerror or str(error)
        raise RefusedError(
            f"The standard input can't be read: {reason}.", "Nothing was written."
        ) from error
    if len(data) > _MOST_BYTES:
        raise RefusedError(
            f"The standard input gives more than {_MOST_BYTES >> 20} MB.", "Nothing was written."
        )
    return decode(data)


def named_file(name: str) -> str:
    """Return a file as engine text; the standard input for ``-``.

    Raises:
        RefusedError: it can't be read.
    """
    if name == "-":
        return standard_input()
    try:
        return decode(read_named(Path(name)))
    except StoreError as error:
        raise RefusedError(error.message, "Nothing was written.") from error
