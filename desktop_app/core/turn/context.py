"""The messages of a turn in the order in which the model receives them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from desktop_app.core.engine_text import trim

MODE_OFF = "off"
SYSTEM = "system"


class BlockKind(Enum):
    """What a block of a turn is; the text is its label."""

    WORKING = "Working memory"
    OBSERVATIONAL = "Observational memory"
    SYSTEM_PROMPT = "System prompt"
    RULES = "Dynamic rules"
    RUNTIME = "Runtime context"
    CONVERSATION = "Conversation"
    AGENTS = "Agent file"
    MEMORY = "Curated memory"
    KNOWLEDGE = "Knowledge"
    ADDITIONAL = "Additional files"
    NOTES = "Notes"

    @property
    def is_of_files(self) -> bool:
        """Whether memory that is kept as files adds it."""
        return self in _OF_FILES


_OF_FILES = frozenset(
    [
        BlockKind.AGENTS,
        BlockKind.MEMORY,
        BlockKind.KNOWLEDGE,
        BlockKind.ADDITIONAL,
        BlockKind.NOTES,
    ]
)


@dataclass(frozen=True, slots=True)
class TurnBlock:
    """One block: a message that memory adds, or a place where the engine adds its own.

    Attributes:
        role: Role of the message; empty for the conversation, which has many.
        text: Exact engine text; ``None`` if it is unknown.
        note: Why it is unknown; empty if ``text`` is there.
        source: The file that it comes from, below the workspace, where it comes from one.
        reason: Why it is there as it is, in sentences; of blocks of files alone.
    """

    kind: BlockKind
    role: str
    text: str | None
    note: str = ""
    source: str = ""
    reason: tuple[str, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether the text is what the model really receives."""
        return self.text is not None


_NOT_STORED = "Unknown: the engine does not store it."
_UNKNOWN = {
    BlockKind.SYSTEM_PROMPT: TurnBlock(BlockKind.SYSTEM_PROMPT, SYSTEM, None, _NOT_STORED),
    BlockKind.RULES: TurnBlock(
        BlockKind.RULES, SYSTEM, None, "Unknown: present when a rule applies; not stored."
    ),
    BlockKind.RUNTIME: TurnBlock(
        BlockKind.RUNTIME, SYSTEM, None, "Unknown: present when a run adds it; not stored."
    ),
    BlockKind.CONVERSATION: TurnBlock(
        BlockKind.CONVERSATION, "", None, "Follows here; memory changes nothing in it."
    ),
}
_AFTER_MEMORY = (
    BlockKind.SYSTEM_PROMPT,
    BlockKind.RULES,
    BlockKind.RUNTIME,
    BlockKind.CONVERSATION,
)
_AFTER_COMPACTION = (BlockKind.SYSTEM_PROMPT, BlockKind.CONVERSATION)


def turn_messages(
    working: str, observational: str, *, mode: str = "auto", compacted: bool = False
) -> tuple[TurnBlock, ...]:
    """Return the blocks of the next turn in order.

    Args:
        working: Snippet of the scope's working memory.
        observational: Snippet of its record; empty if the engine can't read the record.
        mode: The server's memory mode; ``off`` keeps back observations, never working memory.
        compacted: Whether the engine compacted the conversation in this very step: it then
            builds the list again, without rules and runtime context.
    """
    memory = (
        (BlockKind.WORKING, working),
        (BlockKind.OBSERVATIONAL, "" if mode == MODE_OFF else observational),
    )
    added = tuple(TurnBlock(kind, SYSTEM, text) for kind, text in memory if trim(text))
    rest = _AFTER_COMPACTION if compacted else _AFTER_MEMORY
    return (*added, *(_UNKNOWN[kind] for kind in rest))


def injected_texts(blocks: tuple[TurnBlock, ...]) -> tuple[str, ...]:
    """Return the texts of the system messages that memory adds, in order."""
    return tuple(block.text for block in blocks if block.text is not None)
