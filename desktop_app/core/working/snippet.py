"""The working memory text that a turn receives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.engine_text import encode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from desktop_app.core.working.entry import WorkingEntry


def working_snippet(entries: Iterable[WorkingEntry]) -> str:
    """Return the engine's snippet: keys in order of their bytes, nothing escaped (hazard H27)."""
    lines = [f"{entry.key}: {entry.value_json}" for entry in in_order(entries)]
    if not lines:
        return ""
    return "\n".join(("<working-memory>", *lines, "</working-memory>"))


def in_order(entries: Iterable[WorkingEntry]) -> list[WorkingEntry]:
    """Return the entries in the order in which the engine lists them."""
    return sorted(entries, key=lambda entry: encode(entry.key))
