"""What of a memory reaches the model, with what people ask about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.ledger.injection import Injection

if TYPE_CHECKING:
    from ui.ledger.room import Room

_TAIL = 700
_MOST_COUNTED = 1_000_000


@dataclass(frozen=True, slots=True)
class Reach:
    """The memory of the next turn.

    Attributes:
        injection: All of it.
        lost_facts: How many lines that say something are cut, in part or whole.
        tail: The end of the block, from the beginning of a line.
        has_more_facts: Whether there are more of them, which nobody would count.
    """

    injection: Injection
    lost_facts: int
    tail: str
    has_more_facts: bool = False


def reach_of(memory: str, room: Room) -> Reach:
    """Return what of a text reaches the model; takes a moment for a long one."""
    injected = room.inject(memory)
    start = memory.rfind("\n", 0, injected.cut.offset) + 1
    lost = memory[start : start + _MOST_COUNTED] if injected.lost else ""
    more = bool(lost) and start + _MOST_COUNTED < len(memory)
    return Reach(injected, _count_facts(lost), _tail(injected.block), more)


def _count_facts(text: str) -> int:
    lines = (line.strip() for line in text.split("\n"))
    return sum(bool(line) and not line.startswith("#") for line in lines)


def _tail(block: str) -> str:
    start = max(len(block) - _TAIL, 0)
    return block[block.find("\n", start) + 1 :] if start else block
