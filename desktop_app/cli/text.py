"""Memory text made safe to show: nothing in it moves a cursor, hides or reorders."""

from __future__ import annotations

import re

_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)
_LINE_BREAKING = re.compile("[\t\n]")
_FIRST_BYTE, _LAST_BYTE = 0xDC80, 0xDCFF
_INVALID = 0xDC00
_ONE_BYTE, _TWO_BYTES = 0xFF, 0xFFFF
_NAMES = {"\t": r"\t", "\n": r"\n", "\r": r"\r"}


def visible(text: str) -> str:
    r"""Return ``text`` on one line, with everything that nobody could see written as an escape.

    Example:
        >>> visible("red\x1b[31m\n" + "\udcff")
        'red\\x1b[31m\\n\\xff'
    """
    return _LINE_BREAKING.sub(_escape, _UNSAFE.sub(_escape, text))


def visible_lines(text: str) -> list[str]:
    """Return the lines of ``text`` like ``visible``; tabs stay."""
    return [_UNSAFE.sub(_escape, line) for line in text.split("\n")]


def has_unsafe(text: str) -> bool:
    """Whether printing ``text`` as it is could do something to a terminal."""
    return _UNSAFE.search(text) is not None


def shortened(text: str, longest: int) -> str:
    """Return the first line of ``text`` that is not blank, made visible and cut."""
    line = visible(text.strip().partition("\n")[0])
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    code = ord(character)
    if character in _NAMES:
        return _NAMES[character]
    if _FIRST_BYTE <= code <= _LAST_BYTE:
        # One byte that is not UTF-8.
        return f"\\x{code - _INVALID:02x}"
    if code <= _ONE_BYTE:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= _TWO_BYTES else f"\\U{code:08x}"
