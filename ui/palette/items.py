"""What the palette lists, and where it comes from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from ui.icons import Icon
from ui.palette.matching import match


class Prefix(StrEnum):
    """What a first character limits the palette to."""

    ALL = ""
    COMMANDS = ">"
    SCOPES = "@"
    OBSERVATIONS = "#"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaletteItem:
    """One row.

    Attributes:
        title: What it does or is; the letters at ``hits`` are drawn in the accent.
        run: Called when it is chosen, after the palette has closed.
        detail: More words, in grey.
        icon: Icon before the title.
        keys: Key caps at the right, for instance ``("Ctrl", "E")``.
        reason: Why it can't be chosen now; empty when it can.
        hits: Indexes into ``title``.
        score: How well it fits; the best stand first.
    """

    title: str
    run: Callable[[], object]
    detail: str = ""
    icon: Icon | None = None
    keys: tuple[str, ...] = ()
    reason: str = ""
    hits: tuple[int, ...] = ()
    score: int = 0


class PaletteSource(Protocol):
    """Something that can be asked for items.

    ``query`` returns at once. A source that has to look things up starts a job in it, returns
    an empty list, and hands the items to ``Palette.set_results`` later.
    """

    @property
    def group(self) -> str:
        """Title of the group, as people read it."""

    @property
    def prefixes(self) -> frozenset[Prefix]:
        """The prefixes under which this source is asked; without ``ALL`` only under those."""

    def query(self, text: str) -> list[PaletteItem]:
        """Return items for what was typed after the prefix, in no order."""


@dataclass(frozen=True, slots=True)
class ListSource:
    """A source over a list that is at hand, matched by fuzzy search on the titles."""

    group: str
    items: Callable[[], list[PaletteItem]]
    prefixes: frozenset[Prefix] = frozenset({Prefix.ALL})
    when_empty: int = 5
    """How many items stand there before anything is typed."""

    def query(self, text: str) -> list[PaletteItem]:
        """Return what fits ``text``, with hits and scores."""
        items = self.items()
        if not text.strip():
            return items[: self.when_empty]
        found = ((item, match(text, item.title)) for item in items)
        return [replace(item, hits=hit.hits, score=hit.score) for item, hit in found if hit]


def split(text: str) -> tuple[Prefix, str]:
    """Return the prefix of what was typed, and the rest.

    Example:
        >>> split("> reflect")
        (<Prefix.COMMANDS: '>'>, 'reflect')
    """
    first = text[:1]
    if first and first in set(Prefix):
        return Prefix(first), text[1:].lstrip()
    return Prefix.ALL, text
