"""Columns of a table on a terminal."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

WIDEST = 60
"""Columns that a text of any length may take; a longer one pushes the rest of its line."""


def padded(text: str, width: int) -> str:
    """Return ``text`` with blanks behind it, as many columns wide as a terminal has it.

    Example:
        >>> padded("世界", 6)
        '世界  '
    """
    return text + " " * (width - _columns(text))


def widest(texts: Iterable[str]) -> int:
    """Return the width of a column that holds these texts."""
    return min(max(map(_columns, texts), default=0), WIDEST)


def _columns(text: str) -> int:
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
