r"""TOML as the engine's library accepts it, on top of the standard library's stricter reader.

The engine's library speaks TOML 1.1: a byte order mark, ``\e`` and ``\xHH`` in strings, line
breaks and a last comma in inline tables, times without seconds. On the other side it refuses
numbers that do not fit 64 bits wherever they stand.
"""

from __future__ import annotations

import math
import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.errors import RefusedError
from desktop_app.core.harness_config.values import BrokenConfigError

if TYPE_CHECKING:
    from desktop_app.core.harness_config.values import ConfigFile

INT64_MINIMUM, INT64_MAXIMUM = -(2**63), 2**63 - 1
_PLACE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")
_TOKEN = re.compile(
    r'''(?P<basic>"""(?:[^\\]|\\.)*?"{3,5})'''
    r"""|(?P<literal>'''.*?'{3,5})"""
    # An open string takes the rest: looking for its end once is enough.
    r"""|(?P<unclosed>(?:\"{3}|'{3}).*)"""
    r"""|(?P<short_basic>"(?:[^"\\\n]|\\.)*")"""
    r"""|(?P<short_literal>'[^'\n]*')"""
    r"|(?P<comment>\#[^\n]*)"
    r"|(?P<time>(?<![:\d+-])\d\d:\d\d(?![:\d]))"
    r"|(?P<last_comma>,(?=(?:\s|\#[^\n]*\n)*\}))"
    r"|(?P<open>\{)|(?P<close>\})|(?P<newline>\n)",
    re.DOTALL,
)
MOST_KEY_PARTS = 200
_LONG_KEY = re.compile(rf"(?<![\w-])(?:[\w-]+[ \t]*\.[ \t]*){{{MOST_KEY_PARTS}}}")
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|.)", re.DOTALL)


class _OutOfRangeError(ValueError):
    """A number that the engine can't hold; the text starts with it."""


def read_toml(file: ConfigFile) -> tuple[str, dict[str, object]]:
    """Return the text and the tables of a file.

    Raises:
        BrokenConfigError: The engine's reader refuses the file.
        RefusedError: Reading the file would take minutes.
    """
    text = _decoded(file).replace("\r\n", "\n").removeprefix("\ufeff")
    if _has_long_key(text):
        raise RefusedError(
            f"{file.label}: a key has more than {MOST_KEY_PARTS} parts; the file was not read.",
            "Nobody writes such a key by hand. Look at the file in an editor.",
        )
    try:
        return text, _parsed(text)
    except (ValueError, RecursionError) as strict:
        rewritten = _Rewriter().rewrite(text)
        if rewritten == text:
            raise _broken(file, text, strict) from strict
    try:
        return text, _parsed(rewritten)
    except (ValueError, RecursionError) as error:
        raise _broken(file, text, error) from error


def _decoded(file: ConfigFile) -> str:
    try:
        return file.data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = file.data.count(b"\n", 0, error.start) + 1
        reason = f"byte 0x{file.data[error.start]:02x} is not valid UTF-8"
        raise BrokenConfigError(file.layer, file.label, line, reason) from error


def _has_long_key(text: str) -> bool:
    # The standard library's time grows with the square of a key's parts.
    if text.count(".") < MOST_KEY_PARTS:
        return False
    return _LONG_KEY.search(_TOKEN.sub(_outline, text)) is not None


def _outline(match: re.Match[str]) -> str:
    is_string = match.lastgroup in {"basic", "literal", "short_basic", "short_literal"}
    return "s" if is_string else " " if match.lastgroup == "comment" else match[0]


def _parsed(text: str) -> dict[str, object]:
    tables: dict[str, object] = tomllib.loads(text, parse_float=_float)
    _check_range(tables)
    return tables


def _float(text: str) -> float:
    number = float(text)
    if math.isinf(number) and "inf" not in text:
        raise _OutOfRangeError(f"{text} is too large for a number")
    return number


def _check_range(tables: dict[str, object]) -> None:
    waiting: list[object] = [tables]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
        elif isinstance(value, int) and not INT64_MINIMUM <= value <= INT64_MAXIMUM:
            raise _OutOfRangeError(f"{value} does not fit 64 bits")


def _broken(file: ConfigFile, text: str, error: Exception) -> BrokenConfigError:
    line, reason = _explained(text, error)
    return BrokenConfigError(file.layer, file.label, line, reason)


def _explained(text: str, error: Exception) -> tuple[int | None, str]:
    message = str(error)
    place = _PLACE.search(message)
    if isinstance(error, RecursionError):
        return None, "values are nested too deeply"
    if isinstance(error, _OutOfRangeError):
        return _line_of_number(text, message), message
    if place is None:
        return None, "a number has too many digits"
    line = int(place[1]) if place[1] else text.count("\n") + 1
    return line, f"not valid TOML ({_PLACE.sub('', message)})"


def _line_of_number(text: str, message: str) -> int | None:
    number = message.partition(" ")[0]
    for line, content in enumerate(text.split("\n"), 1):
        if number in content.replace("_", ""):
            return line
    return None


@dataclass(slots=True)
class _Rewriter:
    """Rewrites what TOML 1.1 added in terms of TOML 1.0, keeping later line numbers."""

    depth: int = 0
    held_lines: int = 0
    opened_at: int | None = None

    def rewrite(self, text: str) -> str:
        return _TOKEN.sub(self._token, text)

    def _token(self, match: re.Match[str]) -> str:
        found = match[0]
        match match.lastgroup:
            case "basic" | "short_basic":
                return _ESCAPE.sub(_escape, found)
            case "time":
                return f"{found}:00"
            case "comment":
                return "" if self.depth else found
            case "newline":
                return self._newline()
            case "last_comma":
                return self._last_comma(match)
            case _:
                self._brace(match)
                return found

    def _newline(self) -> str:
        if self.depth:
            self.held_lines += 1
            return " "
        lines = "\n" * (1 + self.held_lines)
        self.held_lines = 0
        return lines

    def _last_comma(self, match: re.Match[str]) -> str:
        before = "" if self.opened_at is None else match.string[self.opened_at : match.start()]
        follows_a_pair = self.opened_at is None or bool(before.strip())
        self.opened_at = None
        return "" if self.depth and follows_a_pair else ","

    def _brace(self, match: re.Match[str]) -> None:
        if match.lastgroup == "open":
            self.depth += 1
            self.opened_at = match.end()
        elif match.lastgroup == "close":
            self.depth = max(0, self.depth - 1)
            self.opened_at = None


def _escape(match: re.Match[str]) -> str:
    if match[1]:
        return f"\\u00{match[1]}"
    return "\\u001b" if match[0] == "\\e" else match[0]
