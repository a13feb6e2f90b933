"""Moves lines of the curated memory above the line behind which a turn gets nothing."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.core.errors import RefusedError
from desktop_app.core.files.text import java_length


@dataclass(frozen=True, slots=True)
class Moved:
    """A text with some lines in another place.

    Attributes:
        text: All of it.
        start: Where the moved lines begin now.
        end: Where they end, their last line break included.
    """

    text: str
    start: int
    end: int


def move_lines_above(text: str, selection: tuple[int, int], limit: int) -> Moved:
    """Move whole lines up so far that a turn gets them, and no further.

    What they displace goes below the line instead.

    Args:
        text: The curated memory.
        selection: Start and end in ``text``; widened to whole lines.
        limit: How many UTF-16 units from the start a turn gets.

    Raises:
        RefusedError: they are above the line already, or too long for what is above it.
    """
    start, end = _whole_lines(text, *selection)
    lines = text[start:end]
    if java_length(text[:start]) + java_length(lines.rstrip("\r\n")) <= limit:
        raise RefusedError("These lines reach the model already.")
    rest = text[:start] + text[end:]
    if not lines.endswith("\n"):
        ending = "\r\n" if "\r\n" in text else "\n"
        lines, rest = lines + ending, rest.removesuffix(ending)
    place = _latest_place(rest, start, limit - java_length(lines))
    if place is None:
        raise RefusedError(
            f"The {java_length(lines):,} characters are more than the {limit:,} that reach the "
            "model.",
            "Move fewer lines, or shorten them.",
        )
    return Moved(rest[:place] + lines + rest[place:], place, place + len(lines))


def _whole_lines(text: str, start: int, end: int) -> tuple[int, int]:
    first = text.rfind("\n", 0, start) + 1
    if end > start and text[end - 1] == "\n":
        return first, end
    following = text.find("\n", end)
    return first, len(text) if following < 0 else following + 1


def _latest_place(text: str, most: int, units: int) -> int | None:
    """Return the last start of a line, outside of code fences, behind at most ``units`` units."""
    place: int | None = None
    at = used = 0
    fence = ""
    while used <= units:
        if not fence:
            place = at
        if at >= most:
            break
        following = text.find("\n", at) + 1
        line = text[at:following]
        fence = _fence_after(line, fence)
        at, used = following, used + java_length(line)
    return place


def _fence_after(line: str, fence: str) -> str:
    bare = line.strip()
    if not fence:
        return bare[:3] if bare[:3] in {"```", "~~~"} else ""
    return "" if bare.startswith(fence) and not bare.strip(fence[0]) else fence
