"""One working memory entry."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WorkingEntry:
    """A key and its JSON text, both exactly as stored (engine text).

    The store writes keys untrimmed while the tool reports them trimmed (hazard H30).
    """

    key: str
    value_json: str
