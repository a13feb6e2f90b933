"""An edit of an observation, or a new one, that is not saved yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.services.editing.observation_actions import add_observation, edit_observation
from desktop_app.services.snapshot import ScopeSnapshot

if TYPE_CHECKING:
    from desktop_app.core.observational.observation import Observation
    from desktop_app.services.editing.plans import Intent, Plan

Scope = tuple[str, str]
"""Path of the file and key of the memory."""
NEW_IMPORTANCE = 0.5
"""What a new observation starts with: what the engine assumes for one that was never scored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An edit of one observation.

    Attributes:
        base: The scope as it was seen; saving compares with it.
        place: Where the observation stands in ``base``.
        index: Where it stands now; ``None`` if it is gone.
        text: Its new text; ``None`` if only the importance is edited.
        importance: Its new importance; ``None`` if only the text is edited.
        is_outdated: Whether somebody else has changed the observation since ``base``.
        is_sent: Whether it is in the file already, and only the view is not that far.
    """

    id: int
    scope: Scope
    base: ScopeSnapshot
    place: int
    index: int | None
    text: str | None = None
    importance: float | None = None
    is_outdated: bool = False
    is_sent: bool = False

    @property
    def seen(self) -> Observation:
        """The observation as it was seen."""
        return observations_of(self.base)[self.place]

    @property
    def values(self) -> tuple[str | None, float | None]:
        """What is edited."""
        return self.text, self.importance

    def plan(self, intent: Intent) -> Plan:
        """Return the plan that saves it.

        Raises:
            RefusedError: the text is blank.
        """
        return edit_observation(
            self.base, self.place, intent, text=self.text, importance=self.importance
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """A new observation that is not saved yet."""

    scope: Scope
    base: ScopeSnapshot
    text: str = ""
    importance: float = NEW_IMPORTANCE

    @property
    def values(self) -> tuple[str, float]:
        """What is typed."""
        return self.text, self.importance

    def plan(self, intent: Intent) -> Plan:
        """Return the plan that saves it.

        Raises:
            RefusedError: the text is blank.
        """
        return add_observation(self.base, self.text, self.importance, intent)


def observations_of(snapshot: ScopeSnapshot) -> tuple[Observation, ...]:
    """Return the observations of a scope; none of a record that can't be read."""
    return (snapshot.record.observations if snapshot.record else None) or ()
