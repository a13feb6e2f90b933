"""What the palette lists, and where it comes from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Protocol

from ui.icons import Icon
from ui.palette.matching import Fit, match


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
        fit: Where what was typed stands in it; groups with a good fit stand first.
        words: Other words that people may type for it.
        is_found: Whether it counts as something that was found.
    """

    title: str
    run: Callable[[], object]
    detail: str = ""
    icon: Icon | None = None
    keys: tuple[str, ...] = ()
    reason: str = ""
    hits: tuple[int, ...] = ()
    score: int = 0
    fit: Fit = Fit.START
    words: str = ""
    is_found: bool = True


@dataclass(frozen=True, slots=True)
class Findings:
    """What a source found.

    Attributes:
        items: The rows, in no order.
        total: How many there are, with those that have no row; ``None`` if every one has.
        at_least: Whether there may be even more than ``total``.
    """

    items: Sequence[PaletteItem] = field(default=())
    total: int | None = None
    at_least: bool = False

    @property
    def shown(self) -> int:
        """How many of the rows were found, others only offered."""
        return sum(item.is_found for item in self.items)

    @property
    def count(self) -> int:
        """How many there are."""
        return self.shown if self.total is None else self.total


class PaletteSource(Protocol):
    """Something that can be asked for items.

    ``query`` returns at once. A source that has to look things up starts a job in it, returns
    an empty list, and hands the items to ``Palette.set_results`` later, in any case.
    """

    @property
    def group(self) -> str:
        """Title of the group, as people read it."""

    @property
    def prefixes(self) -> frozenset[Prefix]:
        """The prefixes under which this source is asked; without ``ALL`` only under those."""

    @property
    def counted(self) -> str:
        """What its items are counted as, for instance “7 {in memory}”."""

    @property
    def answers_later(self) -> bool:
        """Whether ``query`` only starts to look."""

    def query(self, text: str, prefix: Prefix) -> list[PaletteItem]:
        """Return items for what was typed after the prefix, in no order."""


@dataclass(frozen=True, slots=True)
class ListSource:
    """A source over a list that is at hand, matched by fuzzy search on the titles."""

    group: str
    items: Callable[[], list[PaletteItem]]
    prefixes: frozenset[Prefix] = frozenset({Prefix.ALL})
    when_empty: int = 5
    """How many items stand there before anything is typed; with a prefix, all."""
    counted: str = ""
    answers_later: bool = False

    def query(self, text: str, prefix: Prefix = Prefix.ALL) -> list[PaletteItem]:
        """Return what fits ``text``, with hits and scores."""
        items = self.items()
        if not text.strip():
            return items if prefix else items[: self.when_empty]
        found = (_fitting(item, text) for item in items)
        return [item for item in found if item is not None]


def _fitting(item: PaletteItem, text: str) -> PaletteItem | None:
    """Return the item as it fits ``text``: by its title, else by its other words."""
    hit = match(text, item.title)
    if (hit is None or hit.fit is Fit.SCATTERED) and _says(item, text.lower().split()):
        return replace(item, fit=Fit.START)
    return replace(item, hits=hit.hits, score=hit.score, fit=hit.fit) if hit else None


def _says(item: PaletteItem, typed: list[str]) -> bool:
    known = f"{item.title} {item.words}".lower().split()
    return all(any(word.startswith(one) for word in known) for one in typed)


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
