"""JSON source text as people read it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_ESCAPE = re.compile(r"((?:\\u[0-9A-Fa-f]{4})+)|\\(.)", re.DOTALL)
_TOKEN = re.compile(
    r"""\s*+(?:"((?:[^"\\]|\\.)*+)"\s*+(:)?|[][{},:]|-?[0-9][-+.0-9eE]*+|true|false|null)""",
    re.DOTALL,
)
_SIMPLE_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


def unescaped(json_text: str) -> str:
    r"""Return JSON source text with its escapes resolved, wherever they stand.

    Example:
        >>> unescaped('{"a": "Tom \\u0026 Ann"}')
        '{"a": "Tom & Ann"}'
    """
    return _ESCAPE.sub(_resolved, json_text) if "\\" in json_text else json_text


def string_values(json_text: str) -> Iterator[str]:
    r"""Yield the strings that are values, as people read them, keys left out.

    From where the text is no JSON any more, what is left comes as it stands.

    Example:
        >>> list(string_values('[{"content": "a \u0026 b", "seq": 1}, oops "x": "y"'))
        ['a & b', 'oops "x": "y"']
    """
    place = 0
    while match := _TOKEN.match(json_text, place):
        place = match.end()
        string, colon = match.groups()
        if string is not None and not colon:
            yield unescaped(string)
    rest = json_text[place:].strip()
    if rest:
        yield unescaped(rest)


def _resolved(match: re.Match[str]) -> str:
    codes, simple = match.groups()
    if simple is not None:
        return _SIMPLE_ESCAPES.get(simple, simple)
    units = bytes.fromhex(codes.replace("\\u", ""))
    return units.decode("utf-16-be", "replace")
