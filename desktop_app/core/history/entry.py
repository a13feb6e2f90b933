"""Entries of the engine's operation log and markers, and how to ask for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.observational.record import ColumnValue

STUCK_AFTER_SECONDS = 300
"""The engine itself takes older ``processing`` rows for left behind, at its next start (H3)."""

MOST_COUNTED = 9_999
"""Entries of a longer log are not counted one by one: nobody needs the number while looking."""

NO_ROW_ID = (1 << 63) - 1
"""Greater than any row id in use."""


class Source(Enum):
    """The table that an entry comes from."""

    OPERATION = "operation"
    MARKER = "marker"


class StatusFilter(Enum):
    """Which operations a person wants to see."""

    ALL = "all"
    FAILED = "failed"
    STUCK = "stuck"


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One operation or marker.

    Attributes:
        source: Where it comes from.
        rowid: Its place in the table; grows in the order of writing, unlike the text of times.
        values: The expected columns as stored, by name; ``None`` where the table lacks one.
        created: ``created_at`` parsed, or ``None`` when it can't be read.
        updated: ``updated_at`` parsed; ``None`` for markers.
    """

    source: Source
    rowid: int
    values: Mapping[str, ColumnValue]
    created: EngineTime | None
    updated: EngineTime | None

    @property
    def memory_id(self) -> ColumnValue:
        return self.values["memory_id"]

    @property
    def kind(self) -> ColumnValue:
        """The operation's or marker's type."""
        name = "operation_type" if self.source is Source.OPERATION else "marker_type"
        return self.values[name]

    @property
    def status(self) -> ColumnValue:
        """The operation's status; ``None`` for markers."""
        return self.values.get("status")

    def is_stuck(self, now: EngineTime) -> bool:
        """Whether nothing will come of it: queued, or in progress for over five minutes."""
        if self.status == "queued":
            return True
        if self.status != "processing":
            return False
        started = self.updated
        return started is None or now.unix_seconds - started.unix_seconds > STUCK_AFTER_SECONDS


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """What to show.

    Attributes:
        memory_id: Only this scope; ``None`` for the whole file.
        status: Anything but ``ALL`` leaves only operations.
        kind: Only this operation or marker type; ``""`` for all.
        text: Only entries with this in their ids, kind, payload or error, whatever its case.
        sources: Only from these tables.
    """

    memory_id: str | bytes | None = None
    status: StatusFilter = StatusFilter.ALL
    kind: str = ""
    text: str = ""
    sources: frozenset[Source] = frozenset(Source)


@dataclass(frozen=True, slots=True)
class HistoryCursor:
    """Where the next page starts: before these row ids."""

    operations: int = NO_ROW_ID
    markers: int = NO_ROW_ID


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Entries, newest first, and the cursor of the next page (``None`` after the last one)."""

    entries: tuple[HistoryEntry, ...]
    following: HistoryCursor | None
