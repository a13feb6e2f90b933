"""A message of an agent's conversation, as the parts that AgentScope keeps it in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

SYSTEM, USER, ASSISTANT, TOOL = "SYSTEM", "USER", "ASSISTANT", "TOOL"
SUMMARY_NAME = "__compaction_summary__"
"""The name of the message that stands for everything that was compacted before."""


@dataclass(frozen=True, slots=True)
class Text:
    """Something that was said."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A tool that the model calls.

    Attributes:
        input: The arguments, as they were decoded from JSON.
        raw: The arguments as the model wrote them; ``""`` where that was not kept.
    """

    id: str = ""
    name: str = ""
    input: Mapping[str, Any] = field(default_factory=dict)
    raw: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """What a tool answered.

    Attributes:
        id: The call that it answers.
        texts: The texts of the answer.
        others: How many parts it has that are no text.
        is_offloaded: Whether the text was moved into a file before.
    """

    id: str = ""
    name: str = ""
    texts: tuple[str, ...] = ()
    others: int = 0
    is_offloaded: bool = False


@dataclass(frozen=True, slots=True)
class OtherBlock:
    """An image, a thought, or another part that counts and is not written out."""

    kind: str


Block: TypeAlias = Text | ToolCall | ToolResult | OtherBlock


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnMessage:
    """One message.

    Attributes:
        role: ``USER``, ``ASSISTANT``, ``TOOL`` or ``SYSTEM``.
        blocks: Its parts in order.
        name: Who speaks; ``None`` if that is not said.
        id: What the session history calls it; ``""`` if it is not from there.
    """

    role: str
    blocks: tuple[Block, ...] = ()
    name: str | None = None
    id: str = ""

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """The tools that it calls."""
        return tuple(block for block in self.blocks if isinstance(block, ToolCall))

    @property
    def results(self) -> tuple[ToolResult, ...]:
        """The answers of tools in it."""
        return tuple(block for block in self.blocks if isinstance(block, ToolResult))
