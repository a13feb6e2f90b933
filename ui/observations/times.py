"""Times of observations as people read them."""

from __future__ import annotations

from desktop_app.core.engine_time import (
    EngineTime,
    EngineTimeError,
    format_seconds,
    parse_json_time,
    to_datetime_utc,
)
from desktop_app.core.observational.observation import ZERO_TIME
from ui.observations.words import tr


def utc_text(raw: str) -> str:
    """Return a stored time in UTC, to the second.

    Example:
        >>> utc_text("2026-04-20T10:15:30+02:00")
        '2026-04-20 08:15:30 UTC'
    """
    if raw == ZERO_TIME:
        return tr("not recorded")
    time = _parsed(raw)
    if time is None:
        return raw
    return format_seconds(time).replace("T", " ").replace("Z", " UTC")


def local_text(raw: str) -> str:
    """Return a stored time in the time zone of this computer; empty if that makes no sense."""
    time = _parsed(raw) if raw != ZERO_TIME else None
    if time is None:
        return ""
    try:
        utc = to_datetime_utc(time)
        local = utc.astimezone()
    except (EngineTimeError, OverflowError, ValueError, OSError):
        return ""
    form = "%H:%M:%S" if local.date() == utc.date() else "%Y-%m-%d %H:%M:%S"
    return tr("{0} local").format(local.strftime(form))


def _parsed(raw: str) -> EngineTime | None:
    try:
        return parse_json_time(raw)
    except EngineTimeError:
        return None
