"""``MEMORY.md`` with the statements of the logs put where they belong."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from desktop_app.core.files.text import line_endings
from desktop_app.core.ledger.java_text import is_blank
from desktop_app.core.ledger.statement_blocks import heading_key
from desktop_app.core.proposals.statements import content_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.ledger.kernel import Dropped, Statement
    from desktop_app.core.ledger.statement_blocks import Block, Outline

OWN_HEADING = "## From the daily logs"
"""Above what is like nothing that ``MEMORY.md`` has."""

_LEAST_SHARED, _LEAST_SHARE = 2, 0.5
_COMMON = 12
"""A word in more statements than these tells nothing about where one belongs."""


class Places:
    """Where each statement of the logs goes.

    Args:
        memory: ``MEMORY.md`` as it is.
        kept: The statements that stay.
        dropped: The ones that go, each with the one that stays.

    Attributes:
        instead: By the line where a statement begins that goes: what takes its place.
        gone: By the line where a statement begins that goes: the statement.
        below: By the line that follows a section's last statement: what is put there.
        at_end: By a heading that is put at the end: what is put below it.
    """

    def __init__(
        self, memory: Outline, kept: Sequence[Statement], dropped: Sequence[Dropped]
    ) -> None:
        self._memory = memory
        self._standing = [statement.block for statement in kept if statement.is_memory]
        self._sizes: list[int] = []
        self._by_word: dict[str, list[int]] = defaultdict(list)
        for place, block in enumerate(self._standing):
            words = content_words(block.text)
            self._sizes.append(len(words))
            for word in words:
                self._by_word[word].append(place)
        self._ends: dict[int | None, int] = {line: line + 1 for line in memory.headings}
        self._ends |= {block.heading: block.end for block in memory.blocks}
        self.gone = {gone.block.start: gone.block for gone, _ in dropped if gone.is_memory}
        self.instead: dict[int, Block] = {}
        self.below: dict[int, list[Block]] = defaultdict(list)
        self.at_end: dict[str, list[Block]] = defaultdict(list)
        taking = self._take_places(dropped)
        for statement in kept:
            if not statement.is_memory and id(statement.block) not in taking:
                self._find_place(statement)

    def _take_places(self, dropped: Sequence[Dropped]) -> set[int]:
        """Let a statement of a log stand in the place of the first that it makes needless."""
        taking: set[int] = set()
        for gone, by in dropped:
            same_kind = gone.block.is_bullet == by.block.is_bullet
            if gone.is_memory and not by.is_memory and same_kind and id(by.block) not in taking:
                taking.add(id(by.block))
                self.instead[gone.block.start] = by.block
        return taking

    def _find_place(self, statement: Statement) -> None:
        own = statement.heading
        if own is None:
            like = self._most_like(statement.block)
            if like is not None:
                self.below[self._ends[like.heading]].append(statement.block)
                return
            own = OWN_HEADING
        wanted = heading_key(own)
        for line in self._memory.headings:
            if self._memory.heading_key(line) == wanted:
                self.below[self._ends[line]].append(statement.block)
                return
        known = next((head for head in self.at_end if heading_key(head) == wanted), own)
        self.at_end[known].append(statement.block)

    def _most_like(self, block: Block) -> Block | None:
        words = content_words(block.text)
        shared = Counter(
            place
            for word in words
            if len(self._by_word.get(word, ())) <= _COMMON
            for place in self._by_word.get(word, ())
        )
        alike = [
            (count, -place)
            for place, count in shared.items()
            if count >= max(_LEAST_SHARED, _LEAST_SHARE * min(len(words), self._sizes[place]))
        ]
        return self._standing[-max(alike)[1]] if alike else None


def merged_text(memory: Outline, places: Places) -> str:
    """Return ``MEMORY.md`` with what is put into it, and with its own line endings."""
    written = _Written()
    starts = {block.start: block for block in memory.blocks}
    place = 0
    while place < len(memory.lines):
        block = starts.get(place)
        if block is None:
            written.line(memory.lines[place])
            place += 1
        else:
            if place in places.instead:
                written.block(places.instead[place])
            elif place not in places.gone:
                written.lines(memory.lines[place : block.end], block)
            place = block.end
        for inserted in places.below.pop(place, ()):
            written.block(inserted)
    for heading, blocks in places.at_end.items():
        written.heading(heading)
        for inserted in blocks:
            written.block(inserted)
    ending = "\r\n" if line_endings("\n".join(memory.lines)) == "CRLF" else "\n"
    return ending.join(line.removesuffix("\r") for line in written.text)


class _Written:
    """The lines of the new text; a blank line parts what Markdown would take together."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self._last: Block | None = None
        self._is_new = False

    def line(self, line: str) -> None:
        """Write a line that is no statement's."""
        if self._last is not None and self._is_new and not is_blank(line):
            self.text.append("")
        self.text.append(line)
        self._last = None

    def block(self, block: Block) -> None:
        """Write a statement that was not there."""
        if self._last is not None and not (self._last.is_bullet and block.is_bullet):
            self.text.append("")
        self.text += block.lines
        self._last, self._is_new = block, True

    def lines(self, lines: Sequence[str], block: Block) -> None:
        """Write a statement that stays, as it was."""
        if self._last is not None and self._is_new and not self._last.is_bullet:
            self.text.append("")
        self.text += lines
        self._last, self._is_new = block, False

    def heading(self, line: str) -> None:
        """Begin a section at the end."""
        while self.text and is_blank(self.text[-1]):
            self.text.pop()
        self.text += ["", line.strip()] if self.text else [line.strip()]
        self._last = None
