"""What of a memory reaches the model, with what people ask about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.ledger.injection import Injection

if TYPE_CHECKING:
    from ui.ledger.room import Room

_TAIL = 700


@dataclass(frozen=True, slots=True)
class Reach:
    """The memory of the next turn.

    Attributes:
        injection: All of it.
        lost_facts: How many lines that say something are cut, in part or whole.
        tail: The end of the block, from the beginning of a line.
    """

    injection: Injection
    lost_facts: int
    tail: str


def reach_of(memory: str, room: Room) -> Reach:
    """Return what of a text reaches the model; takes a moment for a long one."""
    injected = room.inject(memory)
    return Reach(injected, _lost_facts(memory, injected), _tail(injected.block))


def _lost_facts(memory: str, injected: Injection) -> int:
    if not injected.lost:
        return 0
    start = memory.rfind("\n", 0, injected.cut.offset) + 1
    lines = (line.strip() for line in memory[start:].split("\n"))
    return sum(bool(line) and not line.startswith("#") for line in lines)


def _tail(block: str) -> str:
    start = max(len(block) - _TAIL, 0)
    return block[block.find("\n", start) + 1 :] if start else block
