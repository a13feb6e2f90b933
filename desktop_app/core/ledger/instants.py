"""Times as AgentScope writes them into markers and into the watermark."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, tzinfo

import msgspec

from desktop_app.core.engine_time import (
    EngineTime,
    EngineTimeError,
    format_json,
    parse_json_time,
    to_datetime_utc,
)

_INSTANT = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.([0-9]{0,9}))?"
    r"(Z|[+-][0-9]{2}:[0-9]{2})",
    re.IGNORECASE,
)
NANOSECONDS = 1_000_000_000
# Java takes midnight at the end of a day, and a leap second for the second before it.
_LEAP_SECOND = {"23:59:60": "23:59:59"}
_DAY = 24 * 3600
_LONGEST_OFFSET = 18 * 3600


def read_instant(text: str) -> EngineTime | None:
    """Return a time with ``Z`` or an offset; ``None`` for what Java does not read."""
    match = _INSTANT.fullmatch(text)
    if match is None:
        return None
    day, clock, fraction, offset = match.groups()
    is_next_day = clock == "24:00:00" and int(fraction or 0) == 0
    clock = "00:00:00" if is_next_day else _LEAP_SECOND.get(clock, clock)
    try:
        time = parse_json_time(f"{day}T{clock}.{fraction or 0}{offset}".upper())
    except EngineTimeError:
        return None
    if abs(time.offset_seconds) > _LONGEST_OFFSET:
        return None
    return msgspec.structs.replace(time, unix_seconds=time.unix_seconds + _DAY * is_next_day)


def nanoseconds(time: EngineTime) -> int:
    """Return nanoseconds since 1970, as file times are counted."""
    return time.unix_seconds * NANOSECONDS + time.nanoseconds


def time_of_file(mtime_ns: int) -> EngineTime:
    """Return the time of a file."""
    return EngineTime(*divmod(mtime_ns, NANOSECONDS))


def in_zone(time: EngineTime, zone: tzinfo) -> EngineTime:
    """Return the same instant with the offset that it has in a zone."""
    offset = to_datetime_utc(time).astimezone(zone).utcoffset()
    seconds = 0 if offset is None else int(offset.total_seconds())
    return EngineTime(time.unix_seconds, time.nanoseconds, seconds)


def offset_text(time: EngineTime, zone: tzinfo) -> str:
    """Return a time as newer versions write it into markers: local, with its offset."""
    return format_json(in_zone(time, zone))


def utc_text(time: EngineTime) -> str:
    """Return a time as Java prints an instant: UTC, with 0, 3, 6 or 9 digits of a second."""
    whole = format_json(EngineTime(time.unix_seconds))
    digits = f"{time.nanoseconds:09}"
    while digits.endswith("000"):
        digits = digits[:-3]
    return whole if not digits else f"{whole[:-1]}.{digits}Z"


def local_day(time: EngineTime, zone: tzinfo) -> date:
    """Return the day that it is in a zone: logs are named after it."""
    return to_datetime_utc(time).astimezone(zone).date()


def own_day(time: EngineTime) -> date:
    """Return the day in the offset that a time was written with."""
    return datetime.fromtimestamp(time.unix_seconds + time.offset_seconds, UTC).date()
