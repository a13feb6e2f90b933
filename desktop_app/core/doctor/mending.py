"""Values that the engine refuses, in the form that it takes, where that is beyond doubt (H10)."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from desktop_app.core.doctor.time_guess import GuessedTime, guess_time
from desktop_app.core.engine_encode import quote
from desktop_app.core.engine_text import decode, estimate_tokens, trim
from desktop_app.core.engine_time import (
    EngineTime,
    EngineTimeError,
    format_column,
    format_json,
    parse_column_time,
)
from desktop_app.core.observational.json_fields import INT64_MAX, INT64_MIN
from desktop_app.core.observational.record import ColumnValue

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.observational.record import RecordRow

_JSON_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_MOST_DIGITS = 25
_FLAGS = {"yes": 1, "on": 1, "y": 1, "no": 0, "off": 0, "n": 0, "true": 1, "false": 0}
AS_UTC = "not stored, taken as UTC"


@dataclass(frozen=True, slots=True)
class Mended:
    """A value in a form that the engine takes.

    Attributes:
        value: For a place inside JSON the text that goes there, else the column's value.
        note: What was assumed; empty if nothing was.
    """

    value: ColumnValue
    note: str = ""


def mend_json(key: str, raw: str) -> Mended | None:
    """Return what belongs where ``raw`` stands under ``key``; ``None`` if nobody can know."""
    return _MENDERS[key](raw) if key in _MENDERS else None


def mend_column(column: str, row: RecordRow, now: EngineTime) -> Mended | None:
    """Return what belongs in a column that the engine refuses; ``None`` if nobody can know.

    Args:
        column: The column.
        row: The row that it is in.
        now: The clock; the engine itself writes it to ``updated_at`` with every change.
    """
    value: ColumnValue = getattr(row, column)
    text = decode(value) if isinstance(value, bytes) else str(value)
    if value is None:
        return None
    if column in {"created_at", "updated_at"}:
        return _column_time(column, text, row, now)
    if column == "enabled":
        return _flag(text)
    if column == "active_reflection_tokens":
        reflection = row.active_reflection
        return Mended(estimate_tokens(reflection)) if isinstance(reflection, str) else None
    whole = _whole_number(text)
    return None if whole is None else Mended(whole)


def _column_time(column: str, text: str, row: RecordRow, now: EngineTime) -> Mended | None:
    guess = guess_time(text)
    if guess is not None:
        return Mended(format_column(guess.time), _zone_note(guess))
    if column == "updated_at":
        return Mended(format_column(now), "last changed now; what stood there is no time")
    try:
        parse_column_time(row.updated_at)
    except EngineTimeError:
        return None
    return Mended(row.updated_at, "made when it was last changed; what stood there is no time")


def _whole(raw: str) -> Mended | None:
    number = _whole_number(_unquoted(raw))
    return None if number is None else Mended(str(number))


def _number(raw: str) -> Mended | None:
    inner = trim(_unquoted(raw))
    is_number = _JSON_NUMBER.fullmatch(inner) and math.isfinite(float(inner))
    return Mended(inner) if is_number else None


def _text(raw: str) -> Mended | None:
    return Mended(quote(raw)) if _JSON_NUMBER.fullmatch(raw) or raw in {"true", "false"} else None


def _time(raw: str) -> Mended | None:
    guess = guess_time(_unquoted(raw).replace("\\/", "/"))
    return Mended(f'"{format_json(guess.time)}"', _zone_note(guess)) if guess else None


def _zone_note(guess: GuessedTime) -> str:
    return "" if guess.has_zone else AS_UTC


_MENDERS: dict[str, Callable[[str], Mended | None]] = {
    "seq": _whole,
    "content": _text,
    "token_count": _whole,
    "importance": _number,
    "created_at": _time,
    "source_start_index": _whole,
    "source_end_index": _whole,
    "observe_min_tokens": _whole,
    "snippet_max_tokens": _whole,
    "reflect_threshold_tokens": _whole,
}


def _unquoted(raw: str) -> str:
    return raw[1:-1] if raw.startswith('"') else raw


def _whole_number(text: str) -> int | None:
    try:
        number = Decimal(trim(text))
    except InvalidOperation:
        return None
    if not number.is_finite() or number.adjusted() > _MOST_DIGITS:
        return None
    whole = int(number)
    return whole if whole == number and INT64_MIN <= whole <= INT64_MAX else None


def _flag(text: str) -> Mended | None:
    word = trim(text).lower()
    if word in _FLAGS:
        return Mended(_FLAGS[word])
    number = _whole_number(word)
    if number is None:
        return None
    return Mended(int(number != 0), f"{word} taken as {'on' if number else 'off'}")
