"""Working memory entries as rows: what a value is, and what is odd about an entry."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from desktop_app.core.engine_json import JsonError, parse
from desktop_app.core.engine_text import encode, trim
from desktop_app.core.working.entry import WorkingEntry
from ui.naming import shown_id

if TYPE_CHECKING:
    from collections.abc import Iterable


SAFE_INTEGER = 2**53
_CHECKED = 100_000
"""Values with more characters are told by their first one only, in the list."""
_SHOWN = 300
_DIGITS = 400  # enough to know that a number is large
_STRING_OR_NUMBER = re.compile(r'"(?:[^"\\]|\\.)*"|(?<![\d.eE+])-?\d+(?![\d.eE])')


class ValueKind(Enum):
    """What a stored value is; the text is what the list says."""

    OBJECT = "object"
    ARRAY = "array"
    STRING = "string"
    NUMBER = "number"
    BOOLEAN = "boolean"
    NULL = "null"
    INVALID = "not JSON"


class Column(Enum):
    """Columns of the table, in order."""

    KEY = "key"
    VALUE = "value"
    TYPE = "type"
    SIZE = "size"


class Oddity(Enum):
    """What a person should know of an entry."""

    BLANKS = "blanks around the key"
    BREAKS_KEY = "line breaks in the key"
    BREAKS_VALUE = "line breaks in the value"
    BIG_NUMBERS = "numbers beyond 2^53"
    NOT_JSON = "not JSON"


@dataclass(frozen=True, slots=True)
class WorkingRow:
    """One entry as the table shows it.

    Attributes:
        place: Position in the engine's order.
        size: Bytes of the stored value.
    """

    place: int
    entry: WorkingEntry
    kind: ValueKind
    size: int
    oddities: tuple[Oddity, ...]

    @property
    def key_words(self) -> str:
        """The key on one line, blanks around it made visible."""
        return shown_key(self.entry.key)

    @property
    def value_words(self) -> str:
        """The beginning of the value on one line."""
        value = self.entry.value_json
        words = shown_id(value[:_SHOWN]) if value else "‹empty›"
        return words + "…" if len(value) > _SHOWN else words

    @property
    def line(self) -> str:
        """The line that the turn receives, exactly."""
        return f"{self.entry.key}: {self.entry.value_json}"


def working_rows(
    entries: Iterable[WorkingEntry], known: Iterable[WorkingRow] = ()
) -> tuple[WorkingRow, ...]:
    """Return a row for each entry, in the engine's order.

    Args:
        entries: The entries.
        known: Rows from before; those whose entries are the same are taken over.
    """
    before = {row.entry: row for row in known}
    rows = []
    for place, entry in enumerate(entries):
        row = before.get(entry) or _row(place, entry)
        rows.append(row if row.place == place else replace(row, place=place))
    return tuple(rows)


def arranged(
    rows: Iterable[WorkingRow], text: str, column: Column | None, *, falling: bool
) -> list[WorkingRow]:
    """Return the rows with ``text`` in key or value, ordered; no column is the engine's order."""
    wanted = text.casefold()
    found = [
        row
        for row in rows
        if wanted in row.entry.key.casefold() or wanted in row.entry.value_json.casefold()
    ]
    if column is Column.KEY:
        found.sort(key=lambda row: row.entry.key.casefold(), reverse=falling)
    elif column is Column.VALUE:
        found.sort(key=lambda row: row.entry.value_json[:_SHOWN].casefold(), reverse=falling)
    elif column is Column.TYPE:
        found.sort(key=lambda row: row.kind.value, reverse=falling)
    elif column is Column.SIZE:
        found.sort(key=lambda row: row.size, reverse=falling)
    return found


def shown_key(key: str) -> str:
    """Return a key on one line; blanks around it are drawn as dots.

    Example:
        >>> shown_key(" port ")
        '·port·'
    """
    body = trim(key)
    if not body:
        return shown_id(key)
    start = key.index(body)
    return _dots(key[:start]) + shown_id(body) + _dots(key[start + len(body) :])


def big_numbers(value_json: str) -> tuple[str, ...]:
    """Return whole numbers that are not exact as the engine keeps numbers (hazard H30).

    Example:
        >>> big_numbers('{"id":9007199254740992,"text":"9007199254740993","n":1}')
        ('9007199254740992',)
    """
    return tuple(
        found
        for found in _STRING_OR_NUMBER.findall(value_json)
        if found[0] != '"' and abs(int(found[:_DIGITS])) >= SAFE_INTEGER
    )


def json_problem(value_json: str) -> tuple[str, int] | None:
    """Return why a value is not JSON and where, in characters; ``None`` if it is."""
    try:
        parse(value_json)
    except JsonError as error:
        return error.message, error.offset
    return None


def _row(place: int, entry: WorkingEntry) -> WorkingRow:
    kind = _kind(entry.value_json)
    return WorkingRow(place, entry, kind, len(encode(entry.value_json)), _oddities(entry, kind))


def _kind(value: str) -> ValueKind:
    if len(value) > _CHECKED:
        return _kind_of_first(trim(value[:_SHOWN])[:1])
    try:
        decoded = json.loads(value, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return ValueKind.INVALID
    kinds: dict[type, ValueKind] = {
        bool: ValueKind.BOOLEAN,
        str: ValueKind.STRING,
        list: ValueKind.ARRAY,
    }
    kinds |= {dict: ValueKind.OBJECT, int: ValueKind.NUMBER, float: ValueKind.NUMBER}
    return kinds.get(type(decoded), ValueKind.NULL)


def _kind_of_first(character: str) -> ValueKind:
    return {
        "{": ValueKind.OBJECT,
        "[": ValueKind.ARRAY,
        '"': ValueKind.STRING,
    }.get(character, ValueKind.INVALID)


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _oddities(entry: WorkingEntry, kind: ValueKind) -> tuple[Oddity, ...]:
    checks = (
        (Oddity.BLANKS, entry.key != trim(entry.key)),
        (Oddity.BREAKS_KEY, "\n" in entry.key or "\r" in entry.key),
        (Oddity.BREAKS_VALUE, "\n" in entry.value_json or "\r" in entry.value_json),
        (Oddity.BIG_NUMBERS, bool(big_numbers(entry.value_json[:_CHECKED]))),
        (Oddity.NOT_JSON, kind is ValueKind.INVALID),
    )
    return tuple(oddity for oddity, found in checks if found)


def _dots(blanks: str) -> str:
    return "".join("·" if blank == " " else shown_id(blank) for blank in blanks)
