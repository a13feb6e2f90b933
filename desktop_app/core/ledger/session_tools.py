"""The agent's tools for its session history, with the texts that they answer with."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from desktop_app.core.ledger.java_text import is_blank, plain, shortened
from desktop_app.core.ledger.matching import MODE_ERROR, MatchMode, matches_folded, read_mode
from desktop_app.core.ledger.sessions import CONTEXT_ENDING, EntryKind, SessionEntry
from desktop_app.core.ledger.tools import Answer, Hit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from desktop_app.core.ledger.sessions import SessionLog

DEFAULT_RESULTS, DEFAULT_MESSAGES = 10, 20
_PREVIEW, _CONTENT = 200, 500
_LABELS = {EntryKind.TOOL_USE: "TOOL_USE", EntryKind.TOOL_RESULT: "TOOL_RESULT"}


def session_search(
    contexts: Iterable[tuple[str, SessionLog]],
    query: str,
    *,
    max_results: int | None = None,
    match_mode: str | None = None,
) -> Answer:
    """Return what ``session_search`` answers.

    Args:
        contexts: For each ``.log.jsonl`` its path below the workspace, and what is in the context
            file beside it: the tool lists the one and reads the other. Read as far as needed.
        query: What is looked for, in upper or lower case.
        max_results: The most entries; 10 if it is ``None`` or below 1.
        match_mode: ``phrase``, ``all`` or ``any``; a phrase if it is ``None``.
    """
    if is_blank(query):
        return Answer("Error: query is required", is_error=True)
    mode = read_mode(match_mode)
    if mode is None:
        return Answer(MODE_ERROR, is_error=True)
    limit = max_results if max_results and max_results > 0 else DEFAULT_RESULTS
    found = tuple(islice(_hits(contexts, query, mode), limit))
    if not found:
        return Answer(f"No matches found for: {query}")
    lines = "".join(f"{hit.line}\n" for hit in found)
    return Answer(f'Found {len(found)} matches for "{query}":\n\n{lines}', found)


def session_list(agent: str, index: str | None, names: Iterable[str]) -> Answer:
    """Return what ``session_list`` answers.

    Args:
        agent: Whose sessions.
        index: ``sessions.json`` as the agent reads it, ``None`` if there is none.
        names: The files beside it, for an agent without one.
    """
    if is_blank(agent):
        return Answer("Error: agentId is required", is_error=True)
    if index is not None and not is_blank(index):
        return Answer(index)
    found = [name for name in names if name.endswith(CONTEXT_ENDING)]
    if not found:
        return Answer(f"No sessions found for agent: {agent}")
    listed = "".join(f"  - {name.replace(CONTEXT_ENDING, '')}\n" for name in found)
    return Answer(f"Sessions for agent {agent}:\n{listed}")


def session_history(session: str, log: SessionLog, last: int | None = None) -> Answer:
    """Return what ``session_history`` answers for a conversation that has a context file."""
    said = [entry for entry in log.entries if entry.kind is EntryKind.MESSAGE]
    limit = _limit(last)
    written = "".join(f"[{entry.role}]: {_content(entry)}\n" for entry in said[-limit:])
    shown = min(limit, len(said))
    opening = f"AgentStateStore {session} ({len(said)} total messages, showing last {shown}):\n\n"
    return Answer(opening + written)


def legacy_history(text: str, last: int | None = None) -> Answer:
    """Return what ``session_history`` answers for a conversation of an early version."""
    lines = text.rstrip("\n").split("\n") if text.strip("\n") or not text else []
    limit = _limit(last)
    written = "".join(f"{line}\n" for line in lines[-limit:])
    shown = min(limit, len(lines))
    return Answer(f"Legacy session ({len(lines)} lines, showing last {shown}):\n{written}")


def no_history(agent: str, session: str) -> Answer:
    """Return what ``session_history`` answers where there is no such conversation."""
    if is_blank(agent) or is_blank(session):
        return Answer("Error: agentId and sessionId are required", is_error=True)
    return Answer(f"AgentStateStore not found: {session}")


def searched_text(entry: SessionEntry) -> str | None:
    """Return what a search looks into; ``None`` for an entry that is not searched."""
    if entry.kind is EntryKind.MESSAGE:
        return entry.text
    if entry.kind is EntryKind.TOOL_USE:
        return f"{entry.tool} {'' if entry.input is None else plain(entry.input)}"
    if entry.kind is EntryKind.TOOL_RESULT:
        return f"{entry.tool} " * bool(entry.tool) + (entry.text or "")
    return None


def _hits(contexts: Iterable[tuple[str, SessionLog]], query: str, mode: MatchMode) -> Iterator[Hit]:
    for path, log in contexts:
        for entry in log.entries:
            text = searched_text(entry)
            if text is None or not matches_folded(text, query, mode):
                continue
            label = _LABELS.get(entry.kind, entry.role)
            shown = shortened(text, _PREVIEW, "...")
            yield Hit(path, entry.number, f"  [{path}] {entry.id} — [{label}]: {shown}")


def _content(entry: SessionEntry) -> str:
    return "null" if entry.text is None else shortened(entry.text, _CONTENT, "... [truncated]")


def _limit(last: int | None) -> int:
    return last if last and last > 0 else DEFAULT_MESSAGES
