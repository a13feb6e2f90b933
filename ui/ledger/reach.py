"""What of a memory reaches the model, with what people ask about it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from desktop_app.core.files.text import java_length
from desktop_app.core.ledger.context_parts import injected_tokens
from desktop_app.core.ledger.injection import Injection
from desktop_app.core.ledger.java_text import WHITE_SPACE, stripped_span
from ui.ledger.room import HEAD, TOKEN_LENGTH

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ui.ledger.parts import Part
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


def reach_of_part(part: Part, room: Room) -> Reach:
    """Return what of a text that is edited reaches the model; it is not put together if long."""
    head = part.head(HEAD + _MOST_COUNTED)
    start, end = stripped_span(head)
    is_far = room.available > 0 and start + room.available * TOKEN_LENGTH + TOKEN_LENGTH < HEAD
    beyond = _units(part.pieces(len(head))) if is_far and end > HEAD else 0
    if not beyond:
        return reach_of(part.whole, room)
    found = reach_of(head, room)
    length = found.injection.length + len(head) - end + beyond
    injected = replace(found.injection, length=length, tokens=injected_tokens(length))
    return replace(found, injection=injected, has_more_facts=True)


def reach_of(memory: str, room: Room) -> Reach:
    """Return what of a text reaches the model; takes a moment for a long one."""
    injected = room.inject(memory)
    start = memory.rfind("\n", 0, injected.cut.offset) + 1
    lost = memory[start : start + _MOST_COUNTED] if injected.lost else ""
    more = bool(lost) and start + _MOST_COUNTED < len(memory)
    return Reach(injected, _count_facts(lost), _tail(injected.block), more)


def _units(pieces: Iterable[str]) -> int:
    """Return the UTF-16 units of a text without white space at its end."""
    units = spaces = 0
    for piece in pieces:
        rest = piece.rstrip(WHITE_SPACE)
        units += java_length(piece)
        spaces = len(piece) - len(rest) + (0 if rest else spaces)
    return units - spaces


def _count_facts(text: str) -> int:
    lines = (line.strip() for line in text.split("\n"))
    return sum(bool(line) and not line.startswith("#") for line in lines)


def _tail(block: str) -> str:
    start = max(len(block) - _TAIL, 0)
    return block[block.find("\n", start) + 1 :] if start else block
