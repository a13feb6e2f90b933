"""White space and lines as Java sees them."""

from __future__ import annotations

import re
from decimal import Decimal

from desktop_app.core.files.text import java_head, java_length

WHITE_SPACE = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a"
    "\u2028\u2029\u205f\u3000"
)
"""What ``String.strip`` removes and ``isBlank`` overlooks; no-break spaces are not among it."""

_LINE_END = re.compile(r"\r\n|\r|\n")
_CHUNK = 4096
_PLAIN_FROM, _PLAIN_TO = 1e-3, 1e7


def strip(text: str) -> str:
    r"""Return a text without white space at both ends.

    >>> strip(" a\u3000"), strip("\xa0a")
    ('a', '\xa0a')
    """
    return text.strip(WHITE_SPACE)


def is_blank(text: str) -> bool:
    """Return whether there is nothing but white space in a text."""
    # Of a long text, the beginning nearly always says it.
    return not (text[:_CHUNK].strip(WHITE_SPACE) or text.strip(WHITE_SPACE))


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


def head(text: str, units: int) -> str:
    """Return the first UTF-16 units; half a character at the end becomes a replacement."""
    found = java_head(text, units)
    if found and "\ud800" <= found[-1] <= "\udbff":
        return f"{found[:-1]}\ufffd"
    return found


def shortened(text: str, units: int, notice: str) -> str:
    """Return a text of at most so many UTF-16 units, else its first ones and a notice."""
    return head(text, units) + notice if java_length(text) > units else text


def tail(text: str, units: int) -> str:
    r"""Return the last UTF-16 units; half a character at the start becomes a replacement.

    >>> tail("\U0001f600ab", 3)
    '\ufffdab'
    """
    near = text[-units:] if units else ""
    surplus = java_length(near) - units
    while surplus > 0:
        width = java_length(near[0])
        near = near[1:] if width <= surplus else f"\ufffd{near[1:]}"
        surplus -= width
    return near


def plain(value: object) -> str:
    """Return a decoded JSON value as Java's ``toString`` writes it: ``{k=v}``, ``[a, b]``."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}={plain(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(plain, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _double(value)
    return "null" if value is None else str(value)


def _double(value: float) -> str:
    """Return a number as ``Double.toString`` does: with an exponent outside of 0.001 to 10^7."""
    if value == 0 or _PLAIN_FROM <= abs(value) < _PLAIN_TO:
        return format(Decimal(repr(value)), "f") if value else repr(value)
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    written = "".join(map(str, digits))
    power = int(exponent) + len(written) - 1
    return f"{'-' * sign}{written[0]}.{written[1:] or '0'}E{power}"
