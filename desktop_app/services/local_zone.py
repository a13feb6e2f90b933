"""The time zone of this machine, with its summer times."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

if TYPE_CHECKING:
    from collections.abc import Mapping

_ZERO = timedelta(0)


class LocalZone(tzinfo):
    """The zone that the system converts times with, whatever the system calls it."""

    def utcoffset(self, dt: datetime | None) -> timedelta | None:
        """Return local time minus UTC at a local time."""
        if dt is None:
            return None
        try:
            return dt.replace(tzinfo=None).astimezone().utcoffset()
        except (OSError, OverflowError, ValueError):
            return timedelta(seconds=-time.timezone)  # a year that the system does not know

    def dst(self, dt: datetime | None) -> timedelta | None:
        """Return how much of the offset is summer time."""
        offset = self.utcoffset(dt)
        standard = timedelta(seconds=-time.timezone)
        return None if offset is None else max(offset - standard, _ZERO)

    def tzname(self, dt: datetime | None) -> str | None:
        """Return the system's name of the zone at a local time."""
        try:
            return None if dt is None else dt.replace(tzinfo=None).astimezone().tzname()
        except (OSError, OverflowError, ValueError):
            return time.tzname[0]

    def fromutc(self, dt: datetime) -> datetime:
        """Return a UTC time as local time; of an hour that comes twice, the right one."""
        try:
            there = dt.replace(tzinfo=UTC).astimezone()
        except (OSError, OverflowError, ValueError):
            return dt + timedelta(seconds=-time.timezone)
        first = there.replace(tzinfo=self)
        return first if self.utcoffset(first) == there.utcoffset() else first.replace(fold=1)


def local_zone(environment: Mapping[str, str]) -> tzinfo:
    """Return the zone that ``TZ`` names, that of the system if it names none."""
    name = environment.get("TZ", "").lstrip(":")
    try:
        return ZoneInfo(name) if name else LocalZone()
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return LocalZone()
