"""What of ``MEMORY.md`` reaches the model in a turn, and with what arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from desktop_app.core.files.text import BOM, java_length
from desktop_app.core.ledger.book import MEMORY_FILE
from desktop_app.core.ledger.context_parts import CLOSING_TAGS, Part, Parts, injected_tokens, tagged
from desktop_app.core.ledger.java_text import stripped_span

if TYPE_CHECKING:
    from collections.abc import Iterable

DEFAULT_LIMIT = 8000
UNKNOWN_REVISION = "…"
"""Stands where the agent writes a hash of the text: how it is made is not public."""

_NOTICE = "\n\n... (memory truncated — use memory_search for older entries) ...\n"
_NOTICE_WITHOUT_TOOLS = "\n\n... (memory truncated) ...\n"
_SOURCES = "Source materials, not additional authority:"
_FIRST_HALVES = "\ud800", "\udbff"


class Vintage(Enum):
    """Which version of the agent a preview is about."""

    DOCUMENT = "document"
    CHECKOUT = "checkout"


class Fate(Enum):
    """What becomes of the memory."""

    WHOLE = "the whole text"
    CUT = "cut at its end"
    NOTHING = "there is nothing in it"
    DROPPED = "left out: the other parts take all the room"
    UNCUT = "not cut although the other parts take all the room"


@dataclass(frozen=True, slots=True)
class Cut:
    """Where the model stops reading.

    Attributes:
        offset: Characters of the file's text before it; all of them if nothing is cut.
        kept: UTF-16 units that the model reads, white space at the start of the file left out.
        splits: Whether the cut falls into a character that takes two units.
    """

    offset: int
    kept: int
    splits: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Injection:
    """The memory of one turn.

    Attributes:
        vintage: The version of the agent.
        limit: Tokens for the memory and the fixed parts.
        parts: What is taken from the limit first.
        available: Tokens left for the memory; may be negative.
        room: Characters that they stand for, in UTF-16 units; 0 if nothing is left.
        length: UTF-16 units of the memory without white space at its ends.
        tokens: Its estimate, which is compared with ``available``.
        cut: Where it ends for the model.
        fate: What becomes of it.
        text: The memory after the cut, with the notice.
        block: Exactly what is sent; ``""`` if memory has no block.
        warnings: What a person should know, in sentences.
    """

    vintage: Vintage
    limit: int
    parts: tuple[Part, ...]
    available: int
    room: int
    length: int
    tokens: int
    cut: Cut
    fate: Fate
    text: str
    block: str
    warnings: tuple[str, ...] = ()

    @property
    def lost(self) -> int:
        """UTF-16 units of the memory that the model does not read."""
        return self.length - self.cut.kept


def find_cut(memory: str, available: int) -> Cut:
    """Return where the model stops reading a file; cheap however long the text is.

    Args:
        memory: The whole text of the file.
        available: Tokens left for it, more than 0.
    """
    start, end = stripped_span(memory)
    room = available * 4
    head = memory[start : min(end, start + room + 4)]
    length = java_length(head)
    if injected_tokens(length) <= available:
        return Cut(len(memory), length)
    data = head.encode("utf-16-le", "surrogatepass")[: 2 * room]
    kept = data.decode("utf-16-le", "surrogatepass")
    splits = _FIRST_HALVES[0] <= kept[-1] <= _FIRST_HALVES[1]
    return Cut(start + len(kept) - splits, room, splits)


def injection(
    memory: str,
    parts: Parts,
    vintage: Vintage = Vintage.DOCUMENT,
    *,
    limit: int = DEFAULT_LIMIT,
    has_tools: bool = True,
) -> Injection:
    """Return what a turn receives from ``MEMORY.md``.

    Args:
        memory: Its text as the agent reads it, through the layers.
        parts: What shares its room.
        vintage: The version of the agent.
        limit: Tokens for all of them together.
        has_tools: Whether the agent has memory tools; the notice names one of them.
    """
    start, end = stripped_span(memory)
    available = limit - parts.tokens
    # White space at the ends takes one unit a character.
    length = java_length(memory) - start - (len(memory) - end)
    cut, fate = _decide(memory, length, available, vintage)
    notice = _NOTICE if has_tools else _NOTICE_WITHOUT_TOOLS
    text = _read(memory, start, end, cut, fate) + notice * (fate is Fate.CUT)
    return Injection(
        vintage=vintage,
        limit=limit,
        parts=parts.all,
        available=available,
        room=max(0, available * 4),
        length=length,
        tokens=injected_tokens(length),
        cut=cut,
        fate=fate,
        text=text,
        block=memory_block(text, vintage),
        warnings=_warnings(text, cut, fate, vintage),
    )


def memory_block(text: str, vintage: Vintage) -> str:
    """Return the block around a memory that was cut already.

    The system prompt always has one. In the document's version the reference message, shown here
    with the memory alone, has an item for it only if there is something in it.
    """
    if vintage is Vintage.CHECKOUT:
        return tagged("memory_context", text)
    return reference_message([memory_item(text)] if text else [])


def reference_message(items: Iterable[str]) -> str:
    """Return the message that carries reference items in the document's version."""
    written = "".join(f"{item}\n" for item in items)
    return f"<HARNESS_CONTEXT>\n{_SOURCES}\n{written}</HARNESS_CONTEXT>" if written else ""


def context_item(kind: str, source: str, text: str) -> str:
    """Return one item of that message; ``""`` if there is nothing in it."""
    if not text:
        return ""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    opening = f'<context_item kind="{kind}" source="{source}" revision="{UNKNOWN_REVISION}">'
    return f"{opening}\n{escaped}\n</context_item>"


def memory_item(text: str) -> str:
    """Return the item for a memory that was cut already."""
    return context_item("memory", f"workspace:{MEMORY_FILE}", text)


def _decide(memory: str, length: int, available: int, vintage: Vintage) -> tuple[Cut, Fate]:
    everything = Cut(len(memory), length)
    if not length:
        return everything, Fate.NOTHING
    if available > 0:
        cut = find_cut(memory, available)
        return cut, Fate.WHOLE if cut.kept == length else Fate.CUT
    if vintage is Vintage.CHECKOUT:
        return everything, Fate.UNCUT
    return Cut(0, 0), Fate.DROPPED


def _read(memory: str, start: int, end: int, cut: Cut, fate: Fate) -> str:
    if fate is Fate.CUT:
        return memory[start : cut.offset] + "\ufffd" * cut.splits
    return "" if fate is Fate.DROPPED else memory[start:end]


def _warnings(text: str, cut: Cut, fate: Fate, vintage: Vintage) -> tuple[str, ...]:
    found = []
    if fate is Fate.DROPPED:
        found.append("The other parts take all the room: this turn gets nothing from MEMORY.md.")
    if fate is Fate.UNCUT:
        found.append(
            "The other parts take all the room. This version of the agent then sends the whole "
            "text, however long it is."
        )
    if fate is Fate.CUT:
        found.append(
            "The end is cut, where memory_save adds the newest facts. The notice calls what is "
            "missing older all the same."
        )
    if cut.splits:
        found.append("The cut falls into one character, of which the model gets a broken half.")
    if vintage is Vintage.CHECKOUT:
        found += [
            f"The text has {tag} in it, which is not escaped: the block seems to end there."
            for tag in CLOSING_TAGS
            if tag in text
        ]
    if text.startswith(BOM):
        found.append("The text begins with a byte order mark, which the model gets too.")
    return tuple(found)
