"""What a budget bar shows: lanes of segments against one limit. Values without widgets."""

from __future__ import annotations

from dataclasses import dataclass

from ui.icons import Icon
from ui.tokens import Meaning

HEADROOM = 1.02


@dataclass(frozen=True, slots=True)
class BudgetSegment:
    """One piece of a lane.

    Attributes:
        key: What it stands for, given to the signals; empty for what can't be chosen.
        tokens: Its length.
        meaning: Its colour.
        words: What the tooltip and the screen reader say, plain text.
        hatched: Not counted, cut off or lowered.
    """

    key: str
    tokens: int
    meaning: Meaning
    words: str
    hatched: bool = False


@dataclass(frozen=True, slots=True)
class BudgetLane:
    """One track. ``name`` stands left of it, ``total`` right of it."""

    name: str
    segments: tuple[BudgetSegment, ...]
    total: str = ""
    caution: bool = False

    @property
    def tokens(self) -> int:
        """The length of all segments."""
        return sum(segment.tokens for segment in self.segments)


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A number and what it counts, with a swatch when ``meaning`` is given."""

    number: str
    words: str
    meaning: Meaning | None = None
    hatched: bool = False
    always: bool = False


@dataclass(frozen=True, slots=True)
class BudgetNote:
    """A note right of the legend, or instead of the bar when nothing is injected."""

    text: str
    meaning: Meaning | None = None
    icon: Icon | None = None


@dataclass(frozen=True, slots=True)
class Budget:
    """All that a budget bar shows.

    Attributes:
        lanes: One or two tracks on one scale; none draws a hatched track with ``note``.
        limit: The budget in tokens; 0 or less draws no mark.
        title: What stands left of the hatched track; lanes have names of their own.
        legend: What stands below, from the left.
        note: What stands below at the right.
        corner: What stands right of a single track, for instance the time.
        spoken: The whole in one sentence, for screen readers.
    """

    lanes: tuple[BudgetLane, ...]
    limit: int
    title: str = ""
    legend: tuple[LegendEntry, ...] = ()
    note: BudgetNote | None = None
    corner: str = ""
    spoken: str = ""

    @property
    def longest(self) -> float:
        """The tokens that the width of the track stands for."""
        reach = max([self.limit, *(lane.tokens for lane in self.lanes)])
        return max(reach, 1) * HEADROOM

    def selectable(self) -> list[str]:
        """Return the keys that can be chosen, in order, each once."""
        keys = (segment.key for lane in self.lanes for segment in lane.segments)
        return list(dict.fromkeys(key for key in keys if key))
