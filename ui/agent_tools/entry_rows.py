"""The lines of a conversation as rows; those that can't be read stand in their places."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from desktop_app.core.ledger.sessions import EntryKind, SessionEntry, TornLine
from ui.agent_tools.rows import Column, Mark
from ui.agent_tools.words import local_words, tr, utc_words
from ui.icons import Icon
from ui.naming import shown_id, shown_line
from ui.tokens import Meaning

if TYPE_CHECKING:
    from ui.agent_tools.stored_lines import Line

_TIME = re.compile(r'"timestamp"\s*:\s*([-+.0-9eE]+|"[^"]*")')
_LONGEST = 400


def entry_columns() -> tuple[Column, ...]:
    """Return the columns of the list."""
    return (
        Column(name=tr("Line"), text=_number, wide=64, right=True, tone="text2"),
        Column(name=tr("Who"), text=_who, wide=190, mark=_mark),
        Column(name=tr("Time here"), text=_time, wide=164, needs=600, tone="text2"),
        Column(name=tr("What"), text=_what),
    )


def text_of(line: Line) -> str:
    """Return what a line says, laid out to be read."""
    if isinstance(line, TornLine):
        return line.raw
    if line.kind is EntryKind.TOOL_USE:
        return json.dumps(line.input, ensure_ascii=False, indent=2, default=str)
    return line.text or ""


def facts_of(line: Line) -> tuple[str, ...]:
    """Return what there is to know about a line, in short sentences."""
    if isinstance(line, TornLine):
        return (tr("The agent skips this line."), line.problem)
    written = _TIME.search(line.raw)
    times = tr("written as {0}, which is {1}, here {2}")
    found = [
        times.format(written[1] if written else "–", utc_words(line.at), local_words(line.at)),
        _cut_words(line),
        _block_words(line),
    ]
    if line.call:
        found.append(tr("call {0}").format(shown_id(line.call)))
    return tuple(one for one in found if one)


def _cut_words(line: SessionEntry) -> str:
    if not line.is_cut:
        return ""
    if line.original_size is None:
        return tr("the history kept only its start")
    return tr("the history kept only its start; it had {0}").format(
        tr("{0} characters").format(f"{line.original_size:,}")
    )


def _block_words(line: SessionEntry) -> str:
    others = _other_blocks(line)
    return tr("with parts that the history does not keep: {0}").format(others) if others else ""


def _other_blocks(line: SessionEntry) -> str:
    return ", ".join(shown_id(kind) for kind in line.block_types if kind != "text")


def _number(line: Line) -> str:
    return f"{line.number:,}"


def _who(line: Line) -> str:
    if isinstance(line, TornLine):
        return ""
    return shown_id(line.tool) if line.tool else ""


def _mark(line: Line) -> Mark | None:
    if isinstance(line, TornLine):
        return tr("torn"), Meaning.DAMAGED, Icon.DAMAGED
    words, meaning = {
        EntryKind.MESSAGE: (shown_line(line.role).lower() or tr("message"), Meaning.ACCENT),
        EntryKind.TOOL_USE: (tr("call"), Meaning.NEUTRAL),
        EntryKind.TOOL_RESULT: (tr("result"), Meaning.NEUTRAL),
        EntryKind.COMPACTION: (tr("compaction"), Meaning.ENGINE),
        EntryKind.SUMMARY: (tr("summary"), Meaning.ENGINE),
    }[line.kind]
    if line.kind is EntryKind.MESSAGE and line.role != "USER":
        meaning = Meaning.REFLECTION
    return (words, Meaning.CAUTION, Icon.DASH) if line.is_cut else (words, meaning, None)


def _time(line: Line) -> str:
    return "" if isinstance(line, TornLine) else local_words(line.at)


def _what(line: Line) -> str:
    if isinstance(line, SessionEntry) and line.kind is EntryKind.TOOL_USE:
        return shown_line(json.dumps(line.input, ensure_ascii=False, default=str)[:_LONGEST])
    text = shown_line(text_of(line)[:_LONGEST].strip())
    if not text and isinstance(line, SessionEntry):
        # In a row there is room for what it was, and hardly for a sentence.
        others = _other_blocks(line)
        return tr("{0} (not kept)").format(others) if others else ""
    return text
