"""Text that a person or a program gives for a file, as it is written."""

from __future__ import annotations

import re

from desktop_app.core.errors import RefusedError
from desktop_app.core.files.pieces import encoded, has
from desktop_app.core.files.text import BOM
from desktop_app.core.text_diff import equal_runs

_NO_TEXT = re.compile("[\0\ud800-\udfff]")


def written_bytes(text: str) -> bytes:
    """Return the bytes of a text for a file.

    Raises:
        RefusedError: nobody could read the file as text then: a byte in it is not UTF-8, or is
            zero. An agent would pass the file over, and could replace it with its next save.
    """
    try:
        data = encoded(text)
    except UnicodeEncodeError:
        data = None
    if data is not None and not has(text, "\0"):
        return data
    # Only now: a search through a long text keeps the whole program waiting.
    found = _NO_TEXT.search(text)
    assert found is not None
    line = text.count("\n", 0, found.start()) + 1
    raise RefusedError(
        f"Line {line:,} of the text has a byte in it that no text has.",
        "Nothing was written. Take it out: the agent could not read the file.",
    )


def written_like(before: str, after: str) -> str:
    r"""Return an edited text with the line endings and the byte order mark of the old one.

    Lines that stay keep their own ending, new ones get the ending that most lines have. A text
    that brings carriage returns along is taken as it is.

    >>> written_like("a\r\nb\nc\r\n", "a\nx\nb\nc\n")
    'a\r\nx\r\nb\nc\r\n'
    """
    if before.startswith(BOM) and not after.startswith(BOM):
        after = BOM + after
    if "\r" in after or "\r" not in before:
        return after
    if "\n" not in before:
        return after.replace("\n", "\r")
    old, new = before.split("\n"), after.split("\n")
    usual = 2 * before.count("\r\n") >= before.count("\n")
    returns = [usual] * (len(new) - 1) + [False]
    bare = [line.removesuffix("\r") for line in old]
    for start_old, start_new, size in equal_runs(bare, new):
        for step in range(size):
            if start_new + step < len(new) - 1 and start_old + step < len(old) - 1:
                returns[start_new + step] = old[start_old + step].endswith("\r")
    return "\n".join(line + "\r" * has for line, has in zip(new, returns, strict=True))
