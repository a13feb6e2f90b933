"""JSON to read: indented and coloured, with every value spelled as it is stored."""

from __future__ import annotations

import json
import re

from ui.widgets.exact_text import ExactText

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
_INDENT = "  "
_LONGEST = 100_000
_DEEPEST = 64
_MOST_COLOURED = 5_000
"""Beyond these the text stays as stored: laying it out would stop the window, or fill memory."""


class JsonView(ExactText):
    """Shows JSON indented; what is no JSON is shown as it is."""

    def show_json(self, text: str) -> None:
        """Show the JSON in ``text``."""
        pretty = indent(text)
        self.marker.json = pretty is not None and pretty.count("\n") < _MOST_COLOURED
        self.show_text(text if pretty is None else pretty)


def indent(text: str) -> str | None:
    """Return ``text`` indented, or ``None`` if it is not JSON.

    Works on the tokens, so numbers, escapes and repeated keys stay as they are written. Very
    long or deep JSON comes back as it is.

    Example:
        >>> print(indent('{"a":1.50,"a":[]}'))
        {
          "a": 1.50,
          "a": []
        }
    """
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return None
    if len(text) > _LONGEST:
        return text
    pieces: list[str] = []
    depth, before = 0, ""
    for piece in _TOKEN.findall(text):
        if piece in "}]":
            depth -= 1
            if before not in {"{", "["}:
                pieces.append(_line(depth))
        elif before in {"{", "["}:
            pieces.append(_line(depth))
        pieces.append(_spaced(piece, depth))
        depth += piece in "{["
        if depth > _DEEPEST:
            return text
        before = piece
    return "".join(pieces)


def _spaced(piece: str, depth: int) -> str:
    if piece == ",":
        return "," + _line(depth)
    return ": " if piece == ":" else piece


def _line(depth: int) -> str:
    return "\n" + _INDENT * depth
