"""Where lines of the curated memory can be put so that a turn gets them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.files.text import java_length

if TYPE_CHECKING:
    from collections.abc import Iterable


def last_place(lines: Iterable[str], units: int) -> int | None:
    """Return the last line, outside of code fences, with at most ``units`` units before it.

    Args:
        lines: Of the text, without their ends; read as far as needed.
        units: UTF-16 units, each line break counted as one.

    Returns:
        The number of the line, from 0; ``None`` if ``units`` is below 0.
    """
    place: int | None = None
    used = 0
    fence = ""
    for number, line in enumerate(lines):
        if used > units:
            break
        if not fence:
            place = number
        fence = _fence_after(line, fence)
        used += java_length(line) + 1
    return place


def _fence_after(line: str, fence: str) -> str:
    bare = line.strip()
    if not fence:
        return bare[:3] if bare[:3] in {"```", "~~~"} else ""
    return "" if bare.startswith(fence) and not bare.strip(fence[0]) else fence
