"""Messages of a conversation that observations were taken from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """One stored message.

    Attributes:
        step: Its index, which observations give as their source; true until the conversation is
            compacted or its context is reset.
        content: Engine text; data, never markup.
        tool_calls_json: The calls that an assistant made, as stored; empty if none.
    """

    step: int
    role: str
    content: str
    tool_calls_json: str = ""
