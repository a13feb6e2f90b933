"""Reads conversations: from the session history, or from JSON as model servers use it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

import msgspec

from desktop_app.core.errors import RefusedError
from desktop_app.core.ledger.sessions import EntryKind, SessionEntry, SessionLog, read_session
from desktop_app.core.ledger.turn_message import (
    ASSISTANT,
    SUMMARY_NAME,
    SYSTEM,
    TOOL,
    USER,
    Block,
    OtherBlock,
    Text,
    ToolCall,
    ToolResult,
    TurnMessage,
)
from desktop_app.core.transcript_text import read_items

if TYPE_CHECKING:
    from collections.abc import Sequence

_ROLES = {"human": USER, "ai": ASSISTANT, "model": ASSISTANT, "function": TOOL, "developer": SYSTEM}
_SAID_BY = {EntryKind.TOOL_USE: ASSISTANT, EntryKind.TOOL_RESULT: TOOL, EntryKind.SUMMARY: USER}


@dataclass(frozen=True, slots=True)
class Transcript:
    """A conversation.

    Attributes:
        messages: What was said, in order.
        remarks: What is missing of it, in sentences.
    """

    messages: tuple[TurnMessage, ...]
    remarks: tuple[str, ...] = ()


def read_transcript(data: bytes, name: str) -> Transcript:
    """Return the conversation in a file: a session history, or messages in JSON.

    Args:
        data: The file.
        name: What to call it when something is wrong.

    Raises:
        RefusedError: it is no transcript; says where that shows.
    """
    log = read_session(data)
    if log.entries:
        return session_transcript(log)
    items = read_items(data, name)
    if not all(isinstance(item, dict) and isinstance(item.get("role"), str) for item in items):
        raise RefusedError(
            f"“{name}” is no transcript: an item of it is not a message with a role.",
            "A message is an object with role and content.",
        )
    return Transcript(tuple(map(_message, items)))


def session_transcript(log: SessionLog) -> Transcript:
    """Return the conversation that a session history keeps."""
    spoken = [entry for entry in log.entries if entry.kind is not EntryKind.COMPACTION]
    messages = tuple(
        _from_entries(name, tuple(entries)) for name, entries in groupby(spoken, _message_id)
    )
    remarks = []
    cut = sum(entry.is_cut for entry in spoken)
    if cut:
        remarks.append(
            f"The history kept only the start of {_arguments(cut)}, so that the real numbers are "
            "higher."
        )
    if log.torn:
        count = len(log.torn)
        said = (
            "1 line can't be read and is"
            if count == 1
            else f"{count:,} lines can't be read and are"
        )
        remarks.append(f"{said} left out.")
    return Transcript(messages, tuple(remarks))


def _arguments(count: int) -> str:
    return "1 argument or result" if count == 1 else f"{count:,} arguments and results"


def _message_id(entry: SessionEntry) -> str:
    """Return the message that an entry is part of; calls and results have longer ids."""
    marks = {EntryKind.TOOL_USE: ":use:", EntryKind.TOOL_RESULT: ":result:"}
    mark = marks.get(entry.kind)
    return entry.id.rpartition(mark)[0] or entry.id if mark else entry.id


def _from_entries(name: str, entries: tuple[SessionEntry, ...]) -> TurnMessage:
    first = entries[0]
    is_summary = first.kind is EntryKind.SUMMARY
    return TurnMessage(
        role=_role(_SAID_BY.get(first.kind, first.role)),
        blocks=tuple(block for entry in entries for block in _entry_blocks(entry)),
        name=SUMMARY_NAME if is_summary else None,
        id=name,
    )


def _entry_blocks(entry: SessionEntry) -> tuple[Block, ...]:
    others = [kind for kind in entry.block_types if kind != "text"]
    if entry.kind is EntryKind.TOOL_USE:
        given = entry.input if isinstance(entry.input, dict) else {}
        return (ToolCall(id=entry.call, name=entry.tool, input=given),)
    if entry.kind is EntryKind.TOOL_RESULT:
        texts = (entry.text,) if entry.text else ()
        return (ToolResult(id=entry.call, name=entry.tool, texts=texts, others=len(others)),)
    said = (Text(entry.text),) if entry.text else ()
    return (*said, *map(OtherBlock, others))


def _message(item: dict[str, Any]) -> TurnMessage:
    role, name = _role(item["role"]), item.get("name")
    content, calls = item.get("content"), item.get("tool_calls")
    if role == TOOL and isinstance(item.get("tool_call_id"), str):
        result = _result(item["tool_call_id"], name, content)
        return TurnMessage(role=role, blocks=(result,))
    blocks = [*_blocks(content)]
    blocks += [_call(call) for call in calls if isinstance(call, dict)] if calls else []
    return TurnMessage(
        role=role, blocks=tuple(blocks), name=name if isinstance(name, str) else None
    )


def _blocks(content: object) -> Sequence[Block]:
    if isinstance(content, str):
        return (Text(content),)
    parts = content if isinstance(content, list) else []
    return [_block(part) for part in parts if isinstance(part, dict)]


def _block(part: dict[str, Any]) -> Block:
    kind = part.get("type")
    if kind == "tool_use":
        return _call(part)
    if kind == "tool_result":
        call = part.get("tool_use_id") or part.get("id") or ""
        return _result(str(call), part.get("name"), part.get("output", part.get("content")))
    text = part.get("text")
    return Text(text) if isinstance(text, str) else OtherBlock(str(kind or "unknown"))


def _call(part: dict[str, Any]) -> ToolCall:
    function = part.get("function")
    inner = function if isinstance(function, dict) else part
    given = inner.get("arguments", inner.get("input"))
    if isinstance(given, str):
        given = _decoded(given)
    return ToolCall(
        id=str(part.get("id") or part.get("toolCallId") or ""),
        name=str(inner.get("name") or ""),
        input=given if isinstance(given, Mapping) else {},
    )


def _result(call: str, name: object, content: object) -> ToolResult:
    blocks = _blocks(content)
    texts = tuple(block.text for block in blocks if isinstance(block, Text))
    named = name if isinstance(name, str) else ""
    return ToolResult(id=call, name=named, texts=texts, others=len(blocks) - len(texts))


def _decoded(text: str) -> object:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return {"": text}


def _role(role: str) -> str:
    return _ROLES.get(role.lower(), role.upper())
