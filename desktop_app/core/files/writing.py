"""Text that a person or a program gives for a file, as the bytes that are written."""

from __future__ import annotations

import re

from desktop_app.core.errors import RefusedError

_NO_TEXT = re.compile("[\0\ud800-\udfff]")


def written_bytes(text: str) -> bytes:
    """Return the bytes of a text for a file.

    Raises:
        RefusedError: nobody could read the file as text then: a byte in it is not UTF-8, or is
            zero. An agent would pass the file over, and could replace it with its next save.
    """
    if ("\0" in text or not text.isascii()) and (found := _NO_TEXT.search(text)):
        line = text.count("\n", 0, found.start()) + 1
        raise RefusedError(
            f"Line {line:,} of the text has a byte in it that no text has.",
            "Nothing was written. Take it out: the agent could not read the file.",
        )
    return text.encode()
