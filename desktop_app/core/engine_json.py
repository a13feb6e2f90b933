"""Reading JSON exactly as the engine's decoder does.

The standard library's reader differs from the engine's in what matters here: it accepts NaN,
keeps lone surrogates, hides how a number was written and where a value stands. This scanner
works on engine text and keeps all of that. It is the slow, exact path; ``record_reader`` uses
a faster one where that is known to give the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from desktop_app.core.engine_text import valid_unicode
from desktop_app.core.errors import DamagedError

MAX_DEPTH = 10_000

_BLANK = re.compile(r"[ \t\r\n]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_HEX = re.compile(r"[0-9a-fA-F]{4}")
_SHORT = {
    '"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t",
}  # fmt: skip
_WORDS = {"true": True, "false": False, "null": None}


class JsonError(DamagedError):
    """The text is not JSON.

    Attributes:
        offset: Where it stops being JSON, in characters of the engine text.
    """

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it was written."""

    raw: str
    offset: int = 0


@dataclass(frozen=True, slots=True)
class String:
    """A string: what it means, and the text between its quotes as it was written."""

    value: str
    raw: str
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Array:
    """The values of an array in order."""

    items: tuple[Value, ...]
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Object:
    """Key and value pairs in the order in which they were written, duplicates included."""

    members: tuple[tuple[String, Value], ...]
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Word:
    """``true``, ``false`` or ``null``."""

    value: bool | None
    offset: int = 0


Value = Number | String | Array | Object | Word


def parse(text: str) -> Value:
    """Return the one JSON value in ``text``.

    Args:
        text: Engine text. White space around the value is allowed, nothing else.

    Raises:
        JsonError: not JSON, text after the value, or nested deeper than 10,000 levels.
    """
    return _Scanner(text).document()


class _Open:
    """An array or object whose end has not been reached."""

    __slots__ = ("is_object", "key", "members", "offset", "values")

    def __init__(self, offset: int, *, is_object: bool) -> None:
        self.offset = offset
        self.is_object = is_object
        self.key: String | None = None
        self.members: list[tuple[String, Value]] = []
        self.values: list[Value] = []

    def add(self, value: Value) -> None:
        if self.key is not None:
            self.members.append((self.key, value))
            self.key = None
        else:
            self.values.append(value)

    def closed(self) -> Value:
        if self.is_object:
            return Object(tuple(self.members), self.offset)
        return Array(tuple(self.values), self.offset)


class _Scanner:
    """One pass over the text with a stack of its own, so that depth costs no recursion."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._stack: list[_Open] = []

    def document(self) -> Value:
        value = self._value()
        while self._stack:
            value = self._step(value)
        self._skip_blank()
        if self._at < len(self._text):
            raise self._unexpected("after the end of the value")
        assert value is not None
        return value

    def _step(self, value: Value | None) -> Value | None:
        """Put ``value`` into the innermost open container and go on behind it.

        ``None`` stands for a container that was just opened.
        """
        inner = self._stack[-1]
        close = "}" if inner.is_object else "]"
        self._skip_blank()
        if value is None and self._peek() == close:
            return self._close()
        if value is not None:
            inner.add(value)
            if self._peek() == close:
                return self._close()
            if self._peek() != ",":
                place = "an object's value" if inner.is_object else "an array's value"
                raise self._unexpected(f"after {place}")
            self._at += 1
        if inner.is_object:
            inner.key = self._key()
        return self._value()

    def _close(self) -> Value:
        self._at += 1
        return self._stack.pop().closed()

    def _key(self) -> String:
        self._skip_blank()
        if self._peek() != '"':
            raise self._unexpected("where a key should begin")
        key = self._string()
        self._skip_blank()
        if self._peek() != ":":
            raise self._unexpected("after a key")
        self._at += 1
        return key

    def _value(self) -> Value | None:
        """Read a value; ``None`` when it is a container whose content comes next."""
        self._skip_blank()
        head = self._peek()
        if head in {"[", "{"}:
            self._open(is_object=head == "{")
            return None
        if head == '"':
            return self._string()
        if head and head in "-0123456789":
            return self._number()
        return self._word()

    def _open(self, *, is_object: bool) -> None:
        if len(self._stack) >= MAX_DEPTH:
            raise JsonError(f"nested deeper than {MAX_DEPTH:,} levels", self._at)
        self._stack.append(_Open(self._at, is_object=is_object))
        self._at += 1

    def _number(self) -> Number:
        match = _NUMBER.match(self._text, self._at)
        if match is None:
            self._at += 1
            raise self._unexpected("in a number")
        number = Number(match.group(), self._at)
        self._at = match.end()
        if self._peek() in {".", "e", "E"}:
            self._at += 1
            raise self._unexpected("in a number")
        return number

    def _word(self) -> Word:
        for word, value in _WORDS.items():
            if self._text.startswith(word, self._at):
                self._at += len(word)
                return Word(value, self._at - len(word))
        raise self._unexpected("where a value should begin")

    def _string(self) -> String:
        start = self._at
        self._at += 1
        parts: list[str] = []
        while True:
            plain = _PLAIN.match(self._text, self._at)
            assert plain is not None
            parts.append(valid_unicode(plain.group()))
            self._at = plain.end()
            head = self._peek()
            if head == '"':
                break
            if head != "\\":
                raise self._unexpected("in a string")
            parts.append(self._escape())
        self._at += 1
        raw = self._text[start + 1 : self._at - 1]
        return String(_joined(parts), raw, start)

    def _escape(self) -> str:
        self._at += 1
        kind = self._peek()
        if kind == "u":
            match = _HEX.match(self._text, self._at + 1)
            if match is None:
                raise self._unexpected(r"in a \u escape")
            self._at = match.end()
            return chr(int(match.group(), 16))
        if kind not in _SHORT:
            raise self._unexpected("in an escape")
        self._at += 1
        return _SHORT[kind]

    def _skip_blank(self) -> None:
        match = _BLANK.match(self._text, self._at)
        assert match is not None
        self._at = match.end()

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _unexpected(self, where: str) -> JsonError:
        found = self._peek()
        if not found:
            return JsonError("the text ends too early", self._at)
        return JsonError(f"unexpected {found!r} {where}", self._at)


def _joined(parts: list[str]) -> str:
    r"""Join the parts of a string; ``\ud83d\ude00`` becomes one character, halves U+FFFD.

    Only escapes can hold halves here: plain parts come with their invalid bytes replaced.
    """
    text = "".join(parts)
    if text.isascii():
        return text
    paired = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return valid_unicode(paired)
