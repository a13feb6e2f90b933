"""Times as the engine reads and writes them (nanoseconds, RFC 3339, offsets kept)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EngineTime:
    """An instant with the offset it was written in.

    Attributes:
        unix_seconds: Whole seconds since 1970-01-01T00:00:00Z; negative before it.
        nanoseconds: 0 to 999 999 999, added to ``unix_seconds``.
        offset_seconds: Local time minus UTC, as written; 0 for ``Z``.
    """

    unix_seconds: int
    nanoseconds: int = 0
    offset_seconds: int = 0
