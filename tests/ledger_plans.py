"""What a plan of files would do, for tests of daily logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.engine_time import EngineTime

if TYPE_CHECKING:
    from desktop_app.core.changes import Swap
    from desktop_app.core.files.plan import FilePlan
    from desktop_app.core.files.row import FileRow

NOW = EngineTime(1781650800, 500_000_000)
"""2026-06-16T23:00:00.5Z: the next day has begun in Berlin."""


def written(plan: FilePlan, path: str) -> bytes | None:
    """Return the bytes that a path has afterwards, ``None`` if it is gone."""
    rows = [swap.after for swap in plan.change.files if path in _paths(swap)]
    assert len(rows) == 1
    return rows[0].data if rows[0] else None


def _paths(swap: Swap[FileRow]) -> set[str]:
    return {row.path for row in (swap.before, swap.after) if row is not None}


def words(plan: FilePlan, *, care: bool | None = None) -> str:
    return " ".join(one.text for one in plan.consequences if care is None or one.needs_care is care)
