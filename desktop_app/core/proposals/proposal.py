"""What every proposal has: parts to take or leave, and signs that it is no good."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from desktop_app.core.errors import NotFoundError
from desktop_app.core.observational.record import Record
from desktop_app.core.proposals.guards import Guard, Origin

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet


class Part(Protocol):
    """Something that a person takes or leaves."""

    @property
    def id(self) -> str:
        """What a choice names it by."""

    @property
    def ticked(self) -> bool:
        """Whether it is good to accept it as far as can be told."""

    @property
    def acceptable(self) -> bool:
        """Whether it can be accepted at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What a model's output would do, accepted by nobody yet.

    Attributes:
        record: What it was made from.
        output: The output.
        origin: Who made it, and when.
        items: Its parts, in order.
        guards: What is wrong with it.
    """

    record: Record
    output: str
    origin: Origin
    items: tuple[Part, ...]
    guards: tuple[Guard, ...]

    @property
    def everything(self) -> frozenset[str]:
        """The ids of all that can be accepted."""
        return frozenset(item.id for item in self.items if item.acceptable)

    @property
    def ticked(self) -> frozenset[str]:
        """The ids that are chosen to begin with."""
        return frozenset(item.id for item in self.items if item.ticked)

    @property
    def needs_override(self) -> bool:
        """Whether it is accepted only if the person says so in as many words."""
        return any(guard.is_grave for guard in self.guards)

    def check(self, chosen: AbstractSet[str]) -> None:
        """Let only what can be accepted be chosen.

        Raises:
            NotFoundError: there is no such part to accept.
        """
        if unknown := chosen - self.everything:
            raise NotFoundError(f"The proposal has nothing to accept called {min(unknown)}.")
