"""Times as the engine reads and writes them (nanoseconds, RFC 3339, offsets kept)."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

import msgspec

from desktop_app.core.engine_text import decode, trim
from desktop_app.core.errors import DamagedError

_DATE = "([0-9]{4})-([0-9]{2})-([0-9]{2})"
_CLOCK = "([0-9]{1,2}):([0-9]{2}):([0-9]{2})(?:[.,]([0-9]+))?"
_COLON_OFFSET = "([+-])([0-9]{2}):([0-9]{2})"
_PLAIN_OFFSET = "([+-])([0-9]{2})([0-9]{2})"
_HOURS = "[+-]0*(?:1?[0-9]|2[0-3])"
_ZONE = f"UTC|ChST|MeST|WITA|(?:GMT)?{_HOURS}|(?!UTC.|GMT.)[A-Z]{{3}}(?:[A-Z]?T)?"

_USUAL = re.compile(
    "([0-9]{4}-[0-9]{2}-[0-9]{2})T([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])(?:[.]([0-9]{1,9}))?Z"
)
_RFC3339 = re.compile(f"{_DATE}T{_CLOCK}(?:Z|{_COLON_OFFSET})")
_PRINTED = f"{_DATE} +{_CLOCK} +{_PLAIN_OFFSET} +({_ZONE})"
_SQLITE = re.compile(f"{_DATE}(?:T| +){_CLOCK}(?:{_COLON_OFFSET})?")
_SQLITE_SHORT = re.compile(f"{_DATE}(?:(?:T| +)([0-9]{{1,2}}):([0-9]{{2}}))?")

# Times that the engine writes back as they are; a day that needs the calendar is not among them.
_SETTLED = re.compile(
    r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{0,8}[1-9])?Z"
)
_RFC3339_FORM = "the engine expects the form 2026-01-31T10:00:00.5Z or 2026-01-31T12:00:00+02:00"
_LONGEST_SHOWN = 60
_DAY_SECONDS = 86_400
_DAY_HOURS = 24
# The engine's reader allows 24 hours and 59 minutes, its writer of JSON 23 hours.
_LONGEST_OFFSET = 25 * 3600 - 1
_CYCLE_YEARS = 400
_CYCLE_DAYS = 146_097
_EPOCH_DAY = date(1970, 1, 1).toordinal()
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class EngineTimeError(DamagedError, ValueError):
    """The engine can't read or write this time; the message says why."""


class EngineTime(msgspec.Struct, frozen=True, gc=False):
    """An instant with the offset it was written in.

    Attributes:
        unix_seconds: Whole seconds since 1970-01-01T00:00:00Z; negative before it.
        nanoseconds: 0 to 999 999 999, added to ``unix_seconds``.
        offset_seconds: Local time minus UTC, as written; 0 for ``Z``.
    """

    unix_seconds: int
    nanoseconds: int = 0
    offset_seconds: int = 0

    @property
    def sort_key(self) -> tuple[int, int]:
        """The instant without its offset; orders times as they happened."""
        return self.unix_seconds, self.nanoseconds


def parse_json_time(raw: str) -> EngineTime:
    """Return the time that stands between the quotes of a JSON string.

    Args:
        raw: The text as it stands there, escapes not decoded: the engine does not decode
            them for times either (hazard H34).

    Raises:
        EngineTimeError: the engine does not read it.
    """
    match = _RFC3339.fullmatch(raw)
    if match is None:
        raise _unreadable(raw, _RFC3339_FORM)
    try:
        return _assemble(*match.groups())
    except ValueError as error:
        raise _unreadable(raw, str(error)) from error


def parse_column_time(value: int | float | str | bytes | None) -> EngineTime:
    """Return the time in a TIMESTAMP column.

    The engine's database driver tries a printed Go time and SQLite's own forms first; what
    it does not know goes to the engine, which reads RFC 3339 only.

    Raises:
        EngineTimeError: the engine does not read it.
    """
    if value is None:
        raise EngineTimeError("There is no time here; the engine can't read NULL as a time.")
    if isinstance(value, int | float):
        raise EngineTimeError(f"The number {value} is stored where the engine expects a time.")
    text = decode(value) if isinstance(value, bytes) else value
    time = _usual_time(text) or _driver_time(text)
    if time is None:
        return parse_json_time(text)
    if abs(time.offset_seconds) > _LONGEST_OFFSET:
        raise _unreadable(text, "the offset is more than 24 hours")
    return time


def format_column(time: EngineTime) -> str:
    """Return what the engine writes to a TIMESTAMP column: UTC, trailing zeros cut, ``Z``."""
    return f"{_clock(time.unix_seconds)}{_fraction(time.nanoseconds)}Z"


def format_seconds(time: EngineTime) -> str:
    """Return UTC without a fraction, as in the engine's Markdown export."""
    return f"{_clock(time.unix_seconds)}Z"


def format_json(time: EngineTime) -> str:
    """Return what the engine writes inside JSON, without the quotes; the offset is kept.

    Raises:
        EngineTimeError: the engine refuses to write it.
    """
    local = _clock(time.unix_seconds + time.offset_seconds)
    if local[4] != "-":
        raise EngineTimeError(f"The engine can't write {local}: the year is not 0 to 9999.")
    if not time.offset_seconds:
        return f"{local}{_fraction(time.nanoseconds)}Z"
    hours, minutes = divmod(abs(time.offset_seconds) // 60, 60)
    if hours >= _DAY_HOURS:
        raise EngineTimeError(f"The engine can't write {local}: its offset is {hours} hours.")
    sign = "-" if time.offset_seconds < 0 else "+"
    return f"{local}{_fraction(time.nanoseconds)}{sign}{hours:02}:{minutes:02}"


def rewrite_json_time(raw: str) -> str:
    """Return what the engine writes after it has read ``raw``, both without the quotes.

    Raises:
        EngineTimeError: the engine can't read it or can't write it.
    """
    return raw if _SETTLED.fullmatch(raw) else format_json(parse_json_time(raw))


def to_datetime_utc(time: EngineTime) -> datetime:
    """Return the instant in UTC for display, cut to microseconds.

    Raises:
        EngineTimeError: the year is outside 1 to 9999, which the engine allows.
    """
    try:
        return _EPOCH + timedelta(seconds=time.unix_seconds, microseconds=time.nanoseconds // 1000)
    except OverflowError as error:
        raise EngineTimeError(
            f"The year of {format_column(time)} is outside what a calendar shows (1 to 9999)."
        ) from error


def _usual_time(text: str) -> EngineTime | None:
    """Read the form that the engine writes, quickly; ``None`` for any other."""
    match = _USUAL.fullmatch(text)
    if match is None:
        return None
    day, hour, minute, second, fraction = match.groups()
    try:
        seconds = _day_start(day) + int(hour) * 3600 + int(minute) * 60 + int(second)
    except ValueError:
        return None
    return EngineTime(seconds, int(fraction.ljust(9, "0")) if fraction else 0)


@lru_cache(maxsize=512)
def _day_start(day: str) -> int:
    # Records of one file were written on few days.
    return (date.fromisoformat(day).toordinal() - _EPOCH_DAY) * _DAY_SECONDS


def _driver_time(text: str) -> EngineTime | None:
    # No text has both forms, so the rare one can come last.
    short = text.removesuffix("Z")
    match = _SQLITE.fullmatch(short) or _SQLITE_SHORT.fullmatch(short)
    try:
        if match is not None:
            return _assemble(*match.groups())
        before, _, _ = text.partition("m=")
        printed = re.fullmatch(_PRINTED, trim(before or text))
        return None if printed is None else _printed_time(*printed.groups())
    except ValueError:
        return None


def _printed_time(*parts: str | None) -> EngineTime:
    time = _assemble(*parts[:-1])
    if parts[-1] != "UTC":
        return time
    # The engine takes the clock as UTC then, whatever number stands before the name.
    return EngineTime(time.unix_seconds + time.offset_seconds, time.nanoseconds)


def _assemble(
    year: str | None, month: str | None, day: str | None, *rest: str | None
) -> EngineTime:
    hour, minute, second, fraction, sign, offset_hour, offset_minute = (*rest, *[None] * 7)[:7]
    offset = 0
    if sign:
        offset = _up_to(offset_hour, _DAY_HOURS, "the hour of the offset") * 3600
        offset += _up_to(offset_minute, 60, "the minute of the offset") * 60
        offset = -offset if sign == "-" else offset
    month_number = _up_to(month, 12, "the month")
    seconds = _day_number(int(year or 0), month_number, int(day or 0)) * _DAY_SECONDS
    seconds += _up_to(hour, 23, "the hour") * 3600 + _up_to(minute, 59, "the minute") * 60
    seconds += _up_to(second, 59, "the second") - offset
    return EngineTime(seconds, int(fraction[:9].ljust(9, "0")) if fraction else 0, offset)


def _up_to(digits: str | None, highest: int, name: str) -> int:
    number = int(digits or 0)
    if number > highest:
        raise ValueError(f"{name} is {number}, more than {highest}")
    return number


def _day_number(year: int, month: int, day: int) -> int:
    """Return days since 1970-01-01; the calendar repeats every 400 years, so year 0 works."""
    cycle, year_in_cycle = divmod(year, _CYCLE_YEARS)
    try:
        ordinal = date(year_in_cycle + _CYCLE_YEARS, month, day).toordinal()
    except ValueError as error:
        raise ValueError("the calendar has no such day") from error
    return ordinal + (cycle - 1) * _CYCLE_DAYS - _EPOCH_DAY


def _clock(unix_seconds: int) -> str:
    days, second = divmod(unix_seconds, _DAY_SECONDS)
    cycle, day = divmod(days + _EPOCH_DAY - 1, _CYCLE_DAYS)
    in_cycle = date.fromordinal(day + 1)
    year = in_cycle.year + cycle * _CYCLE_YEARS
    sign = "-" if year < 0 else ""
    clock = f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"
    return f"{sign}{abs(year):04}-{in_cycle.month:02}-{in_cycle.day:02}T{clock}"


def _fraction(nanoseconds: int) -> str:
    return f".{nanoseconds:09}".rstrip("0") if nanoseconds else ""


def _unreadable(text: str, reason: str) -> EngineTimeError:
    shown = text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…"
    return EngineTimeError(f"{shown!r} is not a time that the engine reads: {reason}.")
