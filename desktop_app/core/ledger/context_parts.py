"""What shares the room of ``MEMORY.md`` in a turn: its fixed parts, and how each is counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.files.text import java_length
from desktop_app.core.ledger.java_text import is_blank, lines, strip

if TYPE_CHECKING:
    from collections.abc import Sequence

CLOSING_TAGS = ("</memory_context>", "</loaded_context>")
"""Where a memory seems to end for a version that does not escape it."""
ASSUMED_SESSION_LENGTH = 856
"""The session section names the agent, the day, the system, the folders and the session; only the
running agent knows them, so its length is assumed until a person gives it."""


def injected_tokens(length: int) -> int:
    """Return the estimate for a text of so many UTF-16 units; compaction has another one."""
    return length // 4


@dataclass(frozen=True, slots=True)
class Part:
    """One fixed part.

    Attributes:
        name: What people call it.
        length: UTF-16 units that are counted.
        is_assumed: Whether its text is not known, so that the length is somebody's guess.
    """

    name: str
    length: int
    is_assumed: bool = False

    @property
    def tokens(self) -> int:
        """Its estimate."""
        return injected_tokens(self.length)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The four parts whose estimates are taken from the limit before memory gets its share."""

    session: Part = Part("session section", ASSUMED_SESSION_LENGTH, is_assumed=True)
    agents: Part = Part("AGENTS.md", 0)
    knowledge: Part = Part("knowledge", 0)
    additional: Part = Part("additional files", 0)

    @property
    def all(self) -> tuple[Part, ...]:
        """The parts in the order in which the agent adds them up."""
        return (self.session, self.agents, self.knowledge, self.additional)

    @property
    def tokens(self) -> int:
        """The sum; each part is rounded down by itself."""
        return sum(part.tokens for part in self.all)


def context_parts(
    *,
    agents: str = "",
    knowledge: str = "",
    knowledge_files: Sequence[str] = (),
    additional: Sequence[tuple[str, str]] = (),
    session_length: int | None = None,
) -> Parts:
    """Return the fixed parts of a turn.

    Args:
        agents: ``AGENTS.md`` as the agent reads it.
        knowledge: ``knowledge/KNOWLEDGE.md``, likewise.
        knowledge_files: Every file below ``knowledge/``, as the agent lists them.
        additional: Path and text of the further files that this agent is set up with.
        session_length: UTF-16 units of the session section; ``None`` if nobody knows.
    """
    count = len(knowledge_files)
    name = f"knowledge, {count} file{'s' * (count != 1)}" if count else "knowledge"
    length = ASSUMED_SESSION_LENGTH if session_length is None else session_length
    return Parts(
        session=Part("session section", length, is_assumed=session_length is None),
        agents=Part("AGENTS.md", java_length(strip(agents))),
        knowledge=Part(name, java_length(knowledge_block(knowledge, knowledge_files))),
        additional=Part("additional files", java_length(additional_block(additional))),
    )


def knowledge_block(text: str, files: Sequence[str]) -> str:
    """Return what is counted of the knowledge: the main file, then a list of all of them."""
    found = [] if is_blank(text) else [f"{strip(text)}\n"]
    if files:
        listed = "\n".join(f"- {path}" for path in files)
        found.append(f"Knowledge files:\n{listed}\n")
    return "\n".join(found)


def additional_block(files: Sequence[tuple[str, str]]) -> str:
    """Return the blocks of the further files; blank ones have none."""
    return "".join(f"{tagged(_tag(path), text)}\n" for path, text in files if not is_blank(text))


def tagged(tag: str, text: str) -> str:
    """Return a block of the system prompt: two blanks before each line, nothing escaped."""
    if is_blank(text):
        return f"  <{tag}></{tag}>"
    inner = "\n".join(f"  {line}" for line in lines(strip(text)))
    return f"  <{tag}>\n{inner}\n  </{tag}>"


def _tag(path: str) -> str:
    return path.replace("/", "_").replace(".", "_").lower()
