"""A text as it is put into the editor: in parts if it is long, line ends as line feeds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from desktop_app.core.files.text import java_length
from ui.widgets.mapped_text import WINDOW, window_end

if TYPE_CHECKING:
    from desktop_app.core.files.text import FileText

_BREAKS = {"CRLF": "\r\n", "CR": "\r"}


@dataclass(frozen=True, slots=True)
class Part:
    """The part that is in the editor.

    A file that ends all of its lines alike is shown without the carriage returns, which come back
    when it is written; others show each by its name.

    Attributes:
        before: What stands before it.
        stored: The part as it is stored.
        after: What stands after it.
        line_break: How every line ends.
    """

    before: str
    stored: str
    after: str
    line_break: str = "\n"

    @property
    def shown(self) -> str:
        """The part as the editor has it."""
        return (
            self.stored if self.line_break == "\n" else self.stored.replace(self.line_break, "\n")
        )

    @property
    def is_whole(self) -> bool:
        """Whether the editor has the whole text."""
        return not self.before and not self.after

    @property
    def first_line(self) -> int:
        """How many lines stand before it."""
        return self.before.count("\n") if self.line_break != "\r" else self.before.count("\r")

    def with_shown(self, text: str) -> Part:
        """Return it with another text in the editor."""
        whole = text if self.line_break == "\n" else text.replace("\n", self.line_break)
        return replace(self, stored=whole)

    def units_to(self, offset: int) -> int:
        """Return how many UTF-16 units of the shown text stand before a place of the whole one."""
        head = self.stored[: max(offset - len(self.before), 0)]
        if self.line_break == "\r\n":
            # A place between the two characters of a line end is before it.
            return java_length(head.replace("\r\n", "\n").removesuffix("\r"))
        return java_length(head)


def first_part(text: FileText) -> Part:
    """Return the part with which a text begins."""
    return part_at(text.text, 0, _BREAKS.get(text.endings, "\n"))


def part_at(text: str, start: int, line_break: str) -> Part:
    """Return the part of a text that begins at a place."""
    end = len(text) if not start and is_short(text) else window_end(text, start)
    if end > start + 1 and text[end - 1] == "\r" and end < len(text):
        end -= 1  # a line end is never torn apart
    return Part(text[:start], text[start:end], text[end:], line_break)


def part_with(text: str, place: int, line_break: str) -> Part:
    """Return the part of a text that has a place in it, found from the beginning."""
    part = part_at(text, 0, line_break)
    while part.after and len(part.before) + len(part.stored) <= place:
        part = next_part(part)
    return part


def next_part(part: Part) -> Part:
    """Return the part after this one."""
    text = part.before + part.stored + part.after
    return part_at(text, len(part.before) + len(part.stored), part.line_break)


def previous_part(part: Part) -> Part:
    """Return the part before this one."""
    text = part.before + part.stored + part.after
    start = max(len(part.before) - WINDOW, 0)
    if start:
        start = text.find("\n", start, len(part.before)) + 1 or start
    end = len(part.before)
    found = part_at(text, start, part.line_break)
    stop = min(start + len(found.stored), end)
    return Part(text[:start], text[start:stop], text[stop:], part.line_break)


def is_short(text: str) -> bool:
    """Whether all of a text is laid out at once."""
    return window_end(text, 0) == len(text)
