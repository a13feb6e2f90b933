"""Tool results that are too long for a conversation and are moved into files."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import valid_unicode
from desktop_app.core.files.text import java_length
from desktop_app.core.ledger.book import OFFLOADED_FOLDER
from desktop_app.core.ledger.java_text import head, tail

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from desktop_app.core.ledger.turn_message import ToolResult, TurnMessage

LONGEST, PREVIEW = 80_000, 2_000
NEVER_OFFLOADED = frozenset(
    {
        "read_file",
        "write_file",
        "edit_file",
        "grep_files",
        "glob_files",
        "list_files",
        "memory_search",
        "memory_get",
        "session_search",
    }
)
_UNSAFE = re.compile("[^A-Za-z0-9_-]")
_NAME = re.compile("(.*)-([0-9a-f]{16})", re.DOTALL)


class Stays(Enum):
    """Why a result stays in the conversation."""

    SHORT = "it is not longer than 80,000 characters"
    EXCLUDED = "results of this tool are never moved"
    MOVED = "it was moved before"
    NO_CALL = "it does not say which call it answers"
    EXISTS = "a file of that name is there already, and is not replaced"


@dataclass(frozen=True, slots=True, kw_only=True)
class Offloading:
    """What becomes of one result.

    Attributes:
        length: UTF-16 units of its text.
        path: The file, below the bucket; ``""`` if it stays.
        placeholder: What the conversation holds in its place; ``""`` if it stays.
        stays: Why it stays; ``None`` if it is moved.
    """

    length: int
    path: str = ""
    placeholder: str = ""
    stays: Stays | None = None


def offload(
    result: ToolResult,
    agent: str,
    *,
    existing: AbstractSet[str] = frozenset(),
    longest: int = LONGEST,
    excluded: frozenset[str] = NEVER_OFFLOADED,
) -> Offloading:
    """Return what becomes of a result when the input of the model is made.

    Args:
        result: What a tool answered.
        agent: Whose conversation it is.
        existing: Paths below the bucket that are taken.
        longest: UTF-16 units that stay.
        excluded: Tools whose results are never moved.
    """
    text = "".join(result.texts)
    length = java_length(text)
    stays = _why_not(result, length, longest, excluded)
    if stays is not None:
        return Offloading(length=length, stays=stays)
    path = offload_path(agent, result.id, text)
    if path in existing:
        return Offloading(length=length, stays=Stays.EXISTS)
    return Offloading(length=length, path=path, placeholder=placeholder(text, path))


def offload_all(
    messages: Iterable[TurnMessage], agent: str, existing: frozenset[str] = frozenset()
) -> tuple[tuple[int, Offloading], ...]:
    """Return every result of a conversation that would be moved, with its message from 0."""
    taken = set(existing)
    found: list[tuple[int, Offloading]] = []
    for index, message in enumerate(messages):
        for result in message.results:
            one = offload(result, agent, existing=taken)
            if one.stays is None:
                taken.add(one.path)
                found.append((index, one))
    return tuple(found)


def offload_path(agent: str, call: str, text: str) -> str:
    """Return the name of the file, which holds the start of the hash of its text."""
    return f"{OFFLOADED_FOLDER}/{_safe(agent)}/{_safe(call)}-{_hash(text)}"


def placeholder(text: str, path: str) -> str:
    """Return what stands in the place of a text that was moved."""
    length = java_length(text)
    shown = min(PREVIEW, length // 2)
    written = (
        f"Tool output was too large ({length:,} chars) and has been saved to `{path}`.\n"
        f"To read the full output, use `read_file` with path `{path}`.\n\n"
    )
    if not shown:
        return written
    return (
        f"{written}Preview (first {shown:,} chars):\n{head(text, shown)}"
        f"\n\n... and last {shown:,} chars:\n{tail(text, shown)}"
    )


def holds_what_its_name_says(name: str, text: str) -> bool:
    """Return whether the name of a moved result has the hash of its text at its end."""
    match = _NAME.fullmatch(name)
    return match is not None and match[2] == _hash(text)


def _why_not(
    result: ToolResult, length: int, longest: int, excluded: frozenset[str]
) -> Stays | None:
    reasons = {
        Stays.MOVED: result.is_offloaded,
        Stays.EXCLUDED: result.name in excluded,
        Stays.SHORT: length <= longest,
        Stays.NO_CALL: not result.id,
    }
    return next((reason for reason, is_so in reasons.items() if is_so), None)


def _safe(name: str) -> str:
    return _UNSAFE.sub("_", name)


def _hash(text: str) -> str:
    return hashlib.sha256(valid_unicode(text).encode()).hexdigest()[:16]
