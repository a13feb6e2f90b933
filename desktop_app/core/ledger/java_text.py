"""White space and lines as Java sees them."""

from __future__ import annotations

import re

WHITE_SPACE = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a"
    "\u2028\u2029\u205f\u3000"
)
"""What ``String.strip`` removes and ``isBlank`` overlooks; no-break spaces are not among it."""

_LINE_END = re.compile(r"\r\n|\r|\n")
_CHUNK = 4096


def strip(text: str) -> str:
    r"""Return a text without white space at both ends.

    >>> strip(" a\u3000"), strip("\xa0a")
    ('a', '\xa0a')
    """
    return text.strip(WHITE_SPACE)


def is_blank(text: str) -> bool:
    """Return whether there is nothing but white space in a text."""
    return not text.strip(WHITE_SPACE)


def lines(text: str) -> list[str]:
    r"""Return the lines of a text, whatever ends them; a line break at the end opens none.

    >>> lines("a\r\nb\r\rc\n")
    ['a', 'b', '', 'c']
    """
    found = _LINE_END.split(text)
    return found[:-1] if not found[-1] else found


def stripped_span(text: str) -> tuple[int, int]:
    """Return where ``strip`` would begin and end, without a copy of a long text.

    >>> stripped_span("  ab ")
    (2, 4)
    """
    start = 0
    while start < len(text):
        chunk = text[start : start + _CHUNK]
        rest = chunk.lstrip(WHITE_SPACE)
        start += len(chunk) - len(rest)
        if rest:
            break
    end = len(text)
    while end > start:
        chunk = text[max(start, end - _CHUNK) : end]
        rest = chunk.rstrip(WHITE_SPACE)
        end -= len(chunk) - len(rest)
        if rest:
            break
    return start, end
