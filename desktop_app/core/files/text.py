"""Text of files, and its length as Java counts it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from desktop_app.core.files.pieces import decoded, pieces_of

BOM = "\ufeff"
_INVALID = re.compile("[\udc80-\udcff]")


class Encoding(Enum):
    """How the bytes of a file were read."""

    UTF8 = "UTF-8"
    UTF8_BOM = "UTF-8 with BOM"
    NOT_UTF8 = "not UTF-8"
    BINARY = "not text"


@dataclass(frozen=True, slots=True)
class FileText:
    """The text of a file.

    Attributes:
        text: With every character that is in the file, byte order mark and carriage returns
            too; bytes that are not UTF-8 are kept as ``engine_text.decode`` keeps them.
        encoding: What the bytes are.
        endings: ``LF``, ``CRLF``, ``CR``, ``mixed``, or ``""`` for a single line.
    """

    text: str
    encoding: Encoding
    endings: str

    @property
    def is_editable(self) -> bool:
        """Whether it may be written as text: other bytes are converted first, with a copy."""
        return self.encoding in {Encoding.UTF8, Encoding.UTF8_BOM}

    @property
    def is_utf8(self) -> bool:
        """Whether a strict reader takes the bytes: to such a one a zero byte is a character."""
        if self.encoding is Encoding.BINARY:
            return not _has_invalid(self.text)
        return self.is_editable


def read_text(data: bytes) -> FileText:
    """Return the bytes of a file as text; never fails."""
    try:
        text, is_valid = decoded(data), True
    except UnicodeDecodeError:
        text, is_valid = decoded(data, "surrogateescape"), False
    return FileText(text, _encoding(data, text, is_valid=is_valid), line_endings(text))


def line_endings(text: str) -> str:
    r"""Return which line endings a text has.

    >>> line_endings("a\r\nb\r\n"), line_endings("a\nb\r\n"), line_endings("a")
    ('CRLF', 'mixed', '')
    """
    if "\r" not in text:
        return "LF" * ("\n" in text)  # counting in a very long text holds everybody up
    pairs = text.count("\r\n")
    found = {
        "CRLF": pairs,
        "LF": text.count("\n") - pairs,
        "CR": text.count("\r") - pairs,
    }
    used = [name for name, count in found.items() if count]
    return used[0] if len(used) == 1 else "mixed" * bool(used)


def java_length(text: str) -> int:
    r"""Return the length in UTF-16 code units, which is what Java's ``length`` counts.

    >>> java_length("a\U0001f600")
    3
    """
    if text.isascii():
        return len(text)
    return sum(len(piece.encode("utf-16-le", "surrogatepass")) for piece in pieces_of(text)) // 2


def java_head(text: str, units: int) -> str:
    r"""Return the first ``units`` UTF-16 code units.

    A pair that is cut in two leaves its first half, as in Java; that can't be encoded.

    >>> java_head("ab\U0001f600", 3)
    'ab\ud83d'
    """
    if len(text) <= units and java_length(text) <= units:
        return text
    data = text[:units].encode("utf-16-le", "surrogatepass")[: 2 * units]
    return data.decode("utf-16-le", "surrogatepass")


def _encoding(data: bytes, text: str, *, is_valid: bool) -> Encoding:
    if b"\0" in data or data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        return Encoding.BINARY
    if not is_valid:
        return Encoding.NOT_UTF8
    return Encoding.UTF8_BOM if text.startswith(BOM) else Encoding.UTF8


def _has_invalid(text: str) -> bool:
    return any(_INVALID.search(piece) for piece in pieces_of(text))
