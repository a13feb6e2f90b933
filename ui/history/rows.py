"""One row of the timeline: what an entry of the log says, in words."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.engine_time import EngineTimeError, to_datetime_utc
from desktop_app.core.history.entry import HistoryEntry, Source
from ui.naming import shown_id

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.observational.record import ColumnValue

_LONGEST = 400
_SECOND = 1_000_000_000
_OURS = "memloupe_"


class State(Enum):
    """What became of an operation, or what a marker is worth."""

    APPLIED = "applied"
    FAILED = "failed"
    STUCK = "stuck"
    RUNNING = "running"
    MARKER = "marker"
    ORPHAN = "orphan"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """An entry with everything that the table paints."""

    entry: HistoryEntry
    state: State
    when: str
    kind: str
    took: str
    what: str

    @property
    def key(self) -> tuple[Source, int]:
        """What tells rows apart over time."""
        return self.entry.source, self.entry.rowid


def tr(text: str) -> str:
    """Translate a text of the timeline."""
    return QCoreApplication.translate("History", text)


def build_rows(
    entries: Iterable[HistoryEntry], now: EngineTime, failed: Collection[ColumnValue]
) -> list[HistoryRow]:
    """Return the rows of ``entries``.

    Args:
        entries: In the order of the table.
        now: Decides what is stuck.
        failed: Ids of failed operations: their markers belong to nothing (H4).
    """
    return [
        HistoryRow(
            entry,
            _state(entry, now, failed),
            when_text(entry.created, entry.values["created_at"]),
            tr("changed here") if is_ours(entry) else shown_value(entry.kind),
            _took(entry),
            _what(entry),
        )
        for entry in entries
    ]


def shown_value(value: ColumnValue) -> str:
    """Return a stored value on one line."""
    if value is None:
        return "–"
    text = value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else str(value)
    return shown_id(text[:_LONGEST])


def when_text(time: EngineTime | None, stored: ColumnValue) -> str:
    """Return a time in UTC to the millisecond, or what is stored where no time can be read."""
    return _calendar(time, lambda moment: moment) or shown_value(stored)


def local_text(time: EngineTime | None) -> str:
    """Return a time on the clock of this machine; empty where there is none."""
    return _calendar(time, datetime.astimezone)


def duration_text(nanoseconds: int) -> str:
    """Return a length of time in the largest unit that says enough.

    >>> duration_text(5_834_226), duration_text(2_500_000_000), duration_text(200 * _SECOND)
    ('6 ms', '2.5 s', '3 min 20 s')
    """
    if nanoseconds < _SECOND:
        return f"{nanoseconds / 1_000_000:.0f} ms"
    minutes, seconds = divmod(nanoseconds // _SECOND, 60)
    return f"{minutes} min {seconds} s" if minutes else f"{nanoseconds / _SECOND:.1f} s"


def _calendar(time: EngineTime | None, zone: Callable[[datetime], datetime]) -> str:
    try:
        moment = None if time is None else zone(to_datetime_utc(time))
    except (EngineTimeError, OverflowError, OSError):
        return ""
    return "" if moment is None else f"{moment:%Y-%m-%d %H:%M:%S}.{moment.microsecond // 1000:03}"


def _state(entry: HistoryEntry, now: EngineTime, failed: Collection[ColumnValue]) -> State:
    if entry.source is Source.MARKER:
        return State.ORPHAN if entry.values["cycle_id"] in failed else State.MARKER
    if entry.status == "processing":
        return State.STUCK if entry.is_stuck(now) else State.RUNNING
    known = {"applied": State.APPLIED, "failed": State.FAILED, "queued": State.STUCK}
    return known.get(str(entry.status), State.OTHER)


def _took(entry: HistoryEntry) -> str:
    if entry.created is None or entry.updated is None or entry.status not in {"applied", "failed"}:
        return ""
    seconds = entry.updated.unix_seconds - entry.created.unix_seconds
    length = seconds * _SECOND + entry.updated.nanoseconds - entry.created.nanoseconds
    return duration_text(length) if length >= 0 else ""


def _what(entry: HistoryEntry) -> str:
    if entry.source is Source.MARKER:
        return _marker(entry)
    error = entry.values["error_text"]
    return shown_value(error) if error else _payload(entry)


def _marker(entry: HistoryEntry) -> str:
    first, last = entry.values["message_index_start"], entry.values["message_index_end"]
    place = shown_value(first) if first == last else f"{shown_value(first)} – {shown_value(last)}"
    stored = entry.values["token_count"]
    tokens = tr("{0} token") if stored == 1 else tr("{0} tokens")
    words = tr("{payload}, message {place}, {tokens}, of {operation}")
    return words.format(
        payload=_payload(entry),
        place=place,
        tokens=tokens.format(shown_value(stored)),
        operation=shown_value(entry.values["cycle_id"]),
    )


def is_ours(entry: HistoryEntry) -> bool:
    """Whether somebody has written this row with Memloupe; the engine takes no notice of it."""
    return entry.source is Source.OPERATION and str(entry.kind).startswith(_OURS)


def _of_somebody(fields: dict[str, object]) -> str:
    who, what, why = (shown_id(str(fields.get(name, ""))) for name in ("who", "what", "why"))
    words = tr("{what}, by {who}").format(what=what, who=who)
    return tr("{words}: {why}").format(words=words, why=why) if fields.get("why") else words


def _payload(entry: HistoryEntry) -> str:
    stored = entry.values["payload_json"]
    try:
        fields = json.loads(str(stored))
    except (ValueError, RecursionError):
        return shown_value(stored)
    if isinstance(fields, dict) and is_ours(entry):
        return _of_somebody(fields)
    if not isinstance(fields, dict) or len(fields) != 1:
        return "" if fields == {} else shown_value(stored)
    words = {
        "messages": tr("{0} message") if fields.get("messages") == 1 else tr("{0} messages"),
        "seq": tr("observation {0}"),
        "last_reflected_seq": tr("reflected up to {0}"),
    }
    name, value = next(iter(fields.items()))
    return words[name].format(value) if name in words else shown_value(stored)
