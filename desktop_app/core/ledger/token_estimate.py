"""Tokens as compaction estimates them; what is injected is estimated in another way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.files.text import java_length
from desktop_app.core.ledger.java_text import plain
from desktop_app.core.ledger.turn_message import Block, Text, ToolCall, ToolResult, TurnMessage

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_OF_MESSAGE, _OF_CALL, _OF_RESULT, _OF_OTHERS = 5, 10, 8, 5


def text_tokens(text: str) -> int:
    """Return the estimate for a text: its UTF-16 units by 2.5, rounded up."""
    return (java_length(text) * 2 + 4) // 5


def message_tokens(message: TurnMessage) -> int:
    """Return the estimate for one message with everything in it."""
    tokens = _OF_MESSAGE + text_tokens(message.role) + text_tokens(message.name or "")
    return tokens + sum(map(_block_tokens, message.blocks))


def conversation_tokens(messages: Iterable[TurnMessage]) -> int:
    """Return the estimate for a conversation."""
    return sum(map(message_tokens, messages))


def _block_tokens(block: Block) -> int:
    if isinstance(block, Text):
        return text_tokens(block.text)
    if isinstance(block, ToolCall):
        arguments = text_tokens(_arguments(block.input)) if block.input else 0
        named = text_tokens(block.name) + text_tokens(block.id)
        return _OF_CALL + named + arguments + text_tokens(block.raw)
    if isinstance(block, ToolResult):
        named = text_tokens(block.name) + text_tokens(block.id)
        inner = sum(map(text_tokens, block.texts)) + _OF_OTHERS * block.others
        return _OF_RESULT + named + inner
    return _OF_OTHERS


def _arguments(values: Mapping[str, object]) -> str:
    """Return the arguments as they are counted: like JSON, but nothing is escaped."""
    written = (
        f'"{key}":' + (f'"{value}"' if isinstance(value, str) else plain(value))
        for key, value in values.items()
    )
    return "{" + ",".join(written) + "}"
