"""A text as it is put into the editor: in parts if it is long, line ends as line feeds.

Nothing here copies a long text where a part of it will do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from desktop_app.core.files.pieces import PIECE, count_before, joined
from desktop_app.core.files.text import java_length
from desktop_app.core.pauses import pause
from ui.widgets.mapped_text import WINDOW, window_end

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.files.text import FileText

_LEAD = WINDOW // 4
_BREAKS = {"CRLF": "\r\n", "CR": "\r"}


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a text that is in the editor, and what was made of it.

    A file that ends all of its lines alike is shown without the carriage returns, which come back
    when it is written; others show each by its name.

    Attributes:
        text: The whole text when the part was put into the editor.
        start: Where the part begins in it.
        end: Where it ends in it.
        stored: The part as it shall be stored.
        line_break: How every line ends.
    """

    text: str
    start: int
    end: int
    stored: str
    line_break: str = "\n"

    @property
    def shown(self) -> str:
        """The part as the editor has it."""
        if self.line_break == "\n":
            return self.stored
        return self.stored.replace(self.line_break, "\n")

    @property
    def whole(self) -> str:
        """The whole text as it shall be; of a very long one this takes a moment."""
        return joined(self.pieces()) if self.is_changed else self.text

    @property
    def length(self) -> int:
        """How many characters the whole text has then."""
        return len(self.text) + len(self.stored) - (self.end - self.start)

    @property
    def stop(self) -> int:
        """Where the part ends in the text as it shall be."""
        return self.start + len(self.stored)

    @property
    def is_changed(self) -> bool:
        """Whether the part is another one than when it was put into the editor."""
        same = len(self.stored) == self.end - self.start
        return not (same and self.text.startswith(self.stored, self.start))

    @property
    def is_whole(self) -> bool:
        """Whether the editor has the whole text."""
        return not self.start and self.end == len(self.text)

    @property
    def first_line(self) -> int:
        """How many lines stand before it."""
        return count_before(self.text, self.line_break[-1], self.start)

    def head(self, most: int) -> str:
        """Return the first characters of the text as it shall be."""
        found = self.text[: min(self.start, most)]
        found += self.stored[: most - len(found)]
        return found + self.text[self.end : self.end + most - len(found)]

    def pieces(self, start: int = 0) -> Iterator[str]:
        """Yield the text as it shall be from a place on, no piece of it long."""
        runs = (
            (self.text, 0, self.start),
            (self.stored, 0, len(self.stored)),
            (self.text, self.end, len(self.text)),
        )
        for text, begin, end in runs:
            skipped = min(start, end - begin)
            start -= skipped
            for place in range(begin + skipped, end, PIECE):
                pause()
                yield text[place : min(place + PIECE, end)]

    def says(self, text: str) -> bool:
        """Whether the text as it shall be is this one."""
        if text is self.text:
            return not self.is_changed
        if len(text) != self.length:
            return False
        place = 0
        for piece in self.pieces():
            if not text.startswith(piece, place):
                return False
            place += len(piece)
        return True

    def of(self, text: str) -> Part:
        """Return the same part of a text that is as this one shall be."""
        return replace(self, text=text, end=self.stop)

    def with_shown(self, text: str) -> Part:
        """Return it with another text in the editor."""
        stored = text if self.line_break == "\n" else text.replace("\n", self.line_break)
        return replace(self, stored=stored)

    def units_to(self, offset: int) -> int:
        """Return how many UTF-16 units of the shown text stand before a place of the whole one."""
        head = self.stored[: max(offset - self.start, 0)]
        if self.line_break == "\r\n":
            # A place between the two characters of a line end is before it.
            return java_length(head.replace("\r\n", "\n").removesuffix("\r"))
        return java_length(head)


def first_part(text: FileText) -> Part:
    """Return the part with which a text begins."""
    return part_at(text.text, 0, _BREAKS.get(text.endings, "\n"))


def part_at(text: str, start: int, line_break: str, limit: int | None = None) -> Part:
    """Return the part of a text that begins at a place, and ends at ``limit`` at the latest."""
    end = window_end(text, start)
    if start + 1 < end < len(text) and text[end - 1 : end + 1] == "\r\n":
        end -= 1  # a line end is never torn apart
    end = end if limit is None else min(end, limit)
    return Part(text, start, end, text[start:end], line_break)


def part_from(text: str, place: int, line_break: str) -> Part:
    """Return the part of a text that begins with the line of a place."""
    start = text.rfind(line_break, 0, place)
    return part_at(text, start + len(line_break) if start >= 0 else 0, line_break)


def part_with(text: str, place: int, line_break: str) -> Part:
    """Return a part of a text that has a place in it, with some lines before it."""
    part = part_at(text, _line_start(text, place - _LEAD, place, line_break), line_break)
    while part.end < len(text) and part.end <= place:
        part = part_at(text, part.end, line_break)
    return part


def next_part(part: Part) -> Part:
    """Return the part after this one."""
    return part_at(part.whole, part.stop, part.line_break)


def previous_part(part: Part) -> Part:
    """Return the part before this one."""
    text = part.whole
    start = _line_start(text, part.start - WINDOW, part.start, part.line_break)
    return part_at(text, start, part.line_break, limit=part.start)


def _line_start(text: str, start: int, end: int, line_break: str) -> int:
    """Return where the first line from ``start`` on begins; if none does before ``end``, there."""
    if start <= 0:
        return 0
    found = text.find(line_break, start - len(line_break), end - 1)
    if found >= 0:
        return found + len(line_break)
    return start + (text[start - 1 : start + 1] == "\r\n")
