"""JSON source text as people read it."""

from __future__ import annotations

import re

_ESCAPE = re.compile(r"((?:\\u[0-9A-Fa-f]{4})+)|\\(.)", re.DOTALL)
_SIMPLE_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


def unescaped(json_text: str) -> str:
    r"""Return JSON source text with its escapes resolved, wherever they stand.

    Example:
        >>> unescaped('{"a": "Tom \\u0026 Ann"}')
        '{"a": "Tom & Ann"}'
    """
    return _ESCAPE.sub(_resolved, json_text) if "\\" in json_text else json_text


def _resolved(match: re.Match[str]) -> str:
    codes, simple = match.groups()
    if simple is not None:
        return _SIMPLE_ESCAPES.get(simple, simple)
    units = bytes.fromhex(codes.replace("\\u", ""))
    return units.decode("utf-16-be", "replace")
