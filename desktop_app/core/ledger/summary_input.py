"""The messages as the model that sums them up reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.ledger.java_text import is_blank, shortened, strip
from desktop_app.core.ledger.pruning import result_text
from desktop_app.core.ledger.turn_message import (
    ASSISTANT,
    SYSTEM,
    TOOL,
    USER,
    Block,
    Text,
    ToolCall,
    ToolResult,
    TurnMessage,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

_SPEAKERS = {USER: "Human", ASSISTANT: "AI", TOOL: "Tool"}
_RESULT_LIMIT = 500


def summary_input(messages: Iterable[TurnMessage]) -> str:
    """Return the messages, an empty line between two; system messages are left out."""
    return "\n\n".join(_written(message) for message in messages if message.role != SYSTEM)


def _written(message: TurnMessage) -> str:
    speaker = _SPEAKERS.get(message.role, message.role)
    return strip(f"{speaker}: " + " ".join(map(_block, message.blocks)))


def _block(block: Block) -> str:
    if isinstance(block, Text):
        return strip(block.text)
    if isinstance(block, ToolCall):
        return f"[tool_call: {block.name}]"
    if isinstance(block, ToolResult):
        text = result_text(block)
        short = shortened(text, _RESULT_LIMIT, "...")
        return f"[tool_result: {block.name or '?'}] " + ("" if is_blank(text) else short)
    return ""
