"""Times as people and other programs write them, read without guessing."""

from __future__ import annotations

import re
from dataclasses import dataclass

from desktop_app.core.engine_text import trim
from desktop_app.core.engine_time import (
    EngineTime,
    EngineTimeError,
    format_json,
    parse_column_time,
)

_CLOCK = r"(?:[ T,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?"
_DAY_LAST = re.compile(rf"(\d{{4}})([/.-])(\d{{1,2}})\2(\d{{1,2}}){_CLOCK}")
_YEAR_LAST = re.compile(rf"(\d{{1,2}})([/.-])(\d{{1,2}})\2(\d{{4}}){_CLOCK}")
_SECONDS, _MILLISECONDS = re.compile(r"(\d{9,10})(?:\.0*)?"), re.compile(r"(\d{12,13})(?:\.0*)?")
_ZONE = re.compile(r"(?:Z|[+-]\d{2}:?\d{2}(?: [A-Z]+)?)$")
_PLAIN_OFFSET = re.compile(r"([+-]\d{2})(\d{2})$")
_MONTHS = 12


@dataclass(frozen=True, slots=True)
class GuessedTime:
    """A time, and whether its zone was written with it; it is taken as UTC if not."""

    time: EngineTime
    has_zone: bool


def guess_time(text: str) -> GuessedTime | None:
    """Return the time that ``text`` can only mean, or ``None``.

    Of a day and a month that could be either way round, nothing is guessed.

    Example:
        >>> guess_time("15/06/2026 09:05").time == parse_column_time("2026-06-15T09:05:00Z")
        True
        >>> guess_time("05/06/2026 09:05") is None
        True
    """
    plain = trim(text)
    if match := _SECONDS.fullmatch(plain):
        return _writable(EngineTime(int(match[1])), has_zone=True)
    if match := _MILLISECONDS.fullmatch(plain):
        seconds, rest = divmod(int(match[1]), 1000)
        return _writable(EngineTime(seconds, rest * 1_000_000), has_zone=True)
    has_zone = _ZONE.search(plain.upper()) is not None
    for form in (plain, _PLAIN_OFFSET.sub(r"\1:\2", plain.upper()), _ordered(plain)):
        try:
            return _writable(parse_column_time(form), has_zone=has_zone)
        except EngineTimeError:
            continue
    return None


def _writable(time: EngineTime, *, has_zone: bool) -> GuessedTime | None:
    try:
        format_json(time)
    except EngineTimeError:
        return None
    return GuessedTime(time, has_zone)


def _ordered(text: str) -> str:
    """Return a day written in another order as the engine writes it; nothing if unsure."""
    bare = text.upper().removesuffix("Z")
    if match := _DAY_LAST.fullmatch(bare):
        year, _, month, day, *clock = match.groups()
        return _joined(year, month, day, clock)
    match = _YEAR_LAST.fullmatch(bare)
    if match is None:
        return ""
    first, mark, second, year, *clock = match.groups()
    if mark == "." or int(first) > _MONTHS or first == second:
        return _joined(year, second, first, clock)
    return _joined(year, first, second, clock) if int(second) > _MONTHS else ""


def _joined(year: str, month: str, day: str, clock: list[str | None]) -> str:
    hour, minute, second = (int(part or 0) for part in clock)
    return f"{year}-{int(month):02}-{int(day):02}T{hour:02}:{minute:02}:{second:02}Z"
