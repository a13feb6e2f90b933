"""The conversation as the model that extracts facts reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.ledger.java_text import is_blank, shortened
from desktop_app.core.ledger.turn_message import (
    SUMMARY_NAME,
    SYSTEM,
    USER,
    Block,
    Text,
    ToolCall,
    ToolResult,
    TurnMessage,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

ARGUMENTS_LIMIT = 500
RESULT_LIMIT = 1000
_INJECTED = "<session_context>"
_ENCODER = msgspec.json.Encoder(order="sorted")


def conversation_text(messages: Iterable[TurnMessage]) -> str:
    """Return the conversation, one entry a message; ``""`` if there is nothing to extract from.

    The agent writes the arguments of a call in an order of its own; here it is the alphabet's.
    """
    entries = (_entry(message) for message in messages if not _is_left_out(message))
    return "\n".join(entry for entry in entries if entry)


def _is_left_out(message: TurnMessage) -> bool:
    if message.role == SYSTEM or message.name == SUMMARY_NAME:
        return True
    texts = (block.text for block in message.blocks if isinstance(block, Text))
    return message.role == USER and any(_INJECTED in text for text in texts)


def _entry(message: TurnMessage) -> str:
    written = [text for block in message.blocks if (text := _rendered(block))]
    return f"[{message.role}]: " + "\n".join(written) if written else ""


def _rendered(block: Block) -> str:
    if isinstance(block, Text):
        return "" if is_blank(block.text) else block.text
    if isinstance(block, ToolCall):
        return f"[tool_call: {block.name}{_arguments(block)}]"
    if isinstance(block, ToolResult):
        texts = (shortened(text, RESULT_LIMIT, "...(truncated)") for text in block.texts)
        return f"[tool_result: {block.name}] " + " ".join(texts)
    return ""


def _arguments(call: ToolCall) -> str:
    if not call.input:
        return ""
    written = _ENCODER.encode(call.input).decode()
    return f"({shortened(written, ARGUMENTS_LIMIT, '...')})"
