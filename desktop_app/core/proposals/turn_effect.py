"""What a proposal does to the next turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.observational.snippet import Snippet, build_snippet

if TYPE_CHECKING:
    from collections.abc import Iterable

    from desktop_app.core.observational.record import Record


@dataclass(frozen=True, slots=True)
class TurnEffect:
    """The next turn's observational memory before and after.

    Attributes:
        entered, left: Numbers of the observations that come in or go out, in stored order.
    """

    before: Snippet
    after: Snippet
    entered: tuple[int, ...]
    left: tuple[int, ...]

    @property
    def counted(self) -> tuple[int, int]:
        """Tokens as the engine counts them against its budget, before and after."""
        return self.before.counted, self.after.counted

    @property
    def measured(self) -> tuple[int, int]:
        """Tokens of the text that is really injected, before and after."""
        return self.before.measured, self.after.measured

    @property
    def texts(self) -> tuple[str, str]:
        """The injected text before and after."""
        return self.before.text, self.after.text


def turn_effect(record: Record, after: Record) -> TurnEffect:
    """Return what happens to the next turn when ``record`` becomes ``after``.

    Observations may be added at the end; those that both have stand at the same places.
    """
    old, new = build_snippet(record), build_snippet(after)
    before_in, after_in = frozenset(old.chosen), frozenset(new.chosen)
    return TurnEffect(
        before=old,
        after=new,
        entered=_numbers(after, after_in - before_in),
        left=_numbers(record, before_in - after_in),
    )


def _numbers(record: Record, places: Iterable[int]) -> tuple[int, ...]:
    observations = record.observations or ()
    return tuple(observations[place].seq for place in sorted(places))
