"""The block of metadata at the start of a note, with the place of every key in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum


class NoText(Enum):
    """What a value is that is no text."""

    LIST = "a list"
    MAPPING = "keys of its own"
    REFERENCE = "a reference to another value"
    OTHER = "a number, a date or a truth value"


@dataclass(frozen=True, slots=True)
class MetadataKey:
    """One key of the block at its top level; offsets count characters of the note's text.

    Attributes:
        name: The key.
        value: Its text, ``None`` for nothing, else what it is (``NoText``).
        start: Where the key begins.
        value_start: Where the value is written; equal to ``value_end`` if there is none.
        value_end: The end of that.
        style: How the value is written: ``""`` for plain, else ``'``, ``"``, ``|`` or ``>``;
            ``None`` for what is no single value.
    """

    name: str
    value: object
    start: int
    value_start: int
    value_end: int
    style: str | None


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The block; offsets count characters of the note's text.

    Attributes:
        start: Where the first ``---`` begins.
        inner_start: Where the line after it begins.
        inner_end: Where the closing ``---`` begins.
        body_start: Where the text after the block begins.
        keys: Its keys in the order of the file; empty if it does not parse.
        error: Why it does not parse, in words; ``""`` if it does.
    """

    start: int
    inner_start: int
    inner_end: int
    body_start: int
    keys: tuple[MetadataKey, ...] = ()
    error: str = ""

    @property
    def description(self) -> str | None:
        """The description, if it is a text with something in it."""
        key = self.key("description")
        found = key.value if key else None
        return found if isinstance(found, str) and found.strip() else None

    def key(self, name: str) -> MetadataKey | None:
        """Return a key of the top level."""
        return next((key for key in self.keys if key.name == name), None)


ReadFrontMatter = Callable[[str], FrontMatter | None]
"""Returns the block of a note's text, ``None`` if it has none or it is never closed."""
