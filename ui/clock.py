"""Times as people read them, on the clock of this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.engine_time import EngineTimeError, to_datetime_utc

if TYPE_CHECKING:
    from datetime import datetime

    from desktop_app.core.engine_time import EngineTime


def local_time(time: EngineTime) -> datetime | None:
    """Return a time on this machine's clock; ``None`` for one that no calendar has."""
    try:
        return to_datetime_utc(time).astimezone()
    except (EngineTimeError, OverflowError, OSError):
        return None


def hour_and_minute(time: EngineTime) -> str:
    """Return a time of day: ``12:04``; ``–`` where there is none."""
    moment = local_time(time)
    return f"{moment:%H:%M}" if moment else "–"


def hour_to_second(time: EngineTime) -> str:
    """Return a time of day: ``12:04:09``; ``–`` where there is none."""
    moment = local_time(time)
    return f"{moment:%H:%M:%S}" if moment else "–"


def day_and_time(time: EngineTime) -> str:
    """Return a day and a time: ``2026-04-20 12:04:09``; ``–`` where there is none."""
    moment = local_time(time)
    return f"{moment:%Y-%m-%d %H:%M:%S}" if moment else "–"
