"""How much of the curated memory a turn has room for, as the person has set it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.ledger.context_parts import Parts
from desktop_app.core.ledger.injection import Injection, Vintage, find_cut, injection
from desktop_app.services.ledger.turn import TurnSettings, parts_of

if TYPE_CHECKING:
    from desktop_app.core.ledger.book import Book
    from ui.ledger.parts import Part

TOKEN_LENGTH = 4
"""Characters that the agent counts as one token here."""
HEAD = 250_000
"""So much of a text is looked at: what is read ends long before, whatever it begins with."""


@dataclass(frozen=True, slots=True)
class Room:
    """What shares a turn with the memory, and for which version of the agent."""

    parts: Parts
    settings: TurnSettings

    @property
    def available(self) -> int:
        """Tokens that are left for the memory."""
        return self.settings.limit - self.parts.tokens

    def inject(self, memory: str) -> Injection:
        """Return what a turn receives of a text; takes a moment for a long one."""
        settings = self.settings
        return injection(
            memory,
            self.parts,
            settings.vintage,
            limit=settings.limit,
            has_tools=settings.has_tools,
        )

    def end_of(self, part: Part) -> int | None:
        """Return where reading ends in a text; ``None`` if all of it is read.

        Cheap however long the text is.
        """
        if self.available <= 0:
            return None if self.settings.vintage is Vintage.CHECKOUT else 0
        offset = find_cut(part.head(HEAD), self.available).offset
        return None if offset >= part.length else offset


def room_of(book: Book, settings: TurnSettings) -> Room:
    """Return the room in the turns of a bucket."""
    return Room(parts_of(book, settings), settings)
