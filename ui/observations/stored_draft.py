"""An edit of one column of a damaged record, as it is stored, and what saving it would do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.services.editing.stored_actions import set_stored, stored_change
from desktop_app.services.snapshot import ScopeSnapshot
from ui.observations.damaged_record import Wrong, lay_out
from ui.observations.effect import TurnSums, turn_sums
from ui.widgets.display_map import Span

if TYPE_CHECKING:
    from desktop_app.core.changes import Change
    from desktop_app.services.editing.plans import Intent

MOST_SHOWN = 8_000
"""So many characters are edited at once: one line of more takes too long to lay out."""
_MARGIN = 2_000

Key = tuple[str, str, str]
"""Path of the file, key of the memory, column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredDraft:
    """What a person has made of a column.

    Attributes:
        base: The scope as it was seen; saving compares with it.
        stored: The text of the column in ``base``.
        text: The text as it shall be, all of it.
        reason: Why, for the log.
    """

    key: Key
    base: ScopeSnapshot
    stored: str
    text: str
    reason: str = ""

    @property
    def column(self) -> str:
        """The column that is edited."""
        return self.key[2]

    @property
    def is_edited(self) -> bool:
        """Whether anything would change."""
        return self.text != self.stored

    def change(self) -> Change:
        """Return what saves it."""
        return stored_change(self.base, self.column, self.text, self.reason)

    def effect(self, intent: Intent) -> StoredEffect:
        """Return what saving it would do; takes a while for a large one."""
        after = set_stored(self.base, self.column, self.text, intent).after
        wrong = lay_out(after).wrong if after.damages else ()
        return StoredEffect(self, wrong, after.observation_count, turn_sums(after))


@dataclass(frozen=True, slots=True)
class StoredEffect:
    """What saving a draft would do.

    Attributes:
        wrong: What the engine still can't read; nothing if it can read all.
        count: How many observations it reads then.
        turn: What its next turn takes then.
    """

    draft: StoredDraft
    wrong: tuple[Wrong, ...]
    count: int
    turn: TurnSums


def passage(text: str, place: int) -> Span:
    """Return the part of a text to edit: all of a short one, else what is around a place."""
    if len(text) <= MOST_SHOWN:
        return Span(0, len(text))
    start = min(max(place - _MARGIN, 0), len(text) - MOST_SHOWN)
    return Span(start, start + MOST_SHOWN)
