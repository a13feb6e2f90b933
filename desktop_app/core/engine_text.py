"""Text as the engine handles it: bytes that are usually, but not always, UTF-8.

Engine text is kept as ``str`` decoded with ``surrogateescape``: every invalid byte becomes one
lone surrogate, so nothing is lost, ``encode`` gives back the exact bytes, and ``len`` counts
runes as the engine does.
"""

from __future__ import annotations

import re

TRIMMED = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""Every character that the engine's trimming removes: Unicode White_Space, no other."""

_SURROGATE = re.compile("[\ud800-\udfff]")


def decode(data: bytes) -> str:
    """Return ``data`` as engine text; the inverse of ``encode`` for any bytes."""
    return data.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    """Return the exact bytes of engine text."""
    return text.encode("utf-8", "surrogateescape")


def valid_unicode(text: str) -> str:
    """Return ``text`` with every invalid byte (and lone surrogate) replaced by U+FFFD."""
    return _SURROGATE.sub("\ufffd", text)


def trim(text: str) -> str:
    """Return ``text`` without the engine's white space at both ends."""
    return text.strip(TRIMMED)


def estimate_tokens(text: str) -> int:
    """Return the engine's token estimate: a quarter of the runes, rounded up."""
    return (len(text) + 3) // 4
