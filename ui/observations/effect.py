"""What an edit would do to the next turn, made of a plan on a reader thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.observational.explain import Standing
from desktop_app.core.text_diff import DiffLine, diff_lines
from desktop_app.services.editing.plans import Plan

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from desktop_app.core.observational.observation import Observation
    from desktop_app.services.snapshot import ScopeSnapshot


@dataclass(frozen=True, slots=True)
class TurnSums:
    """What the next turn of a scope takes; nothing where nothing is injected."""

    counted: int = 0
    measured: int = 0
    budget: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnChange:
    """The next turn of one scope before and after.

    Attributes:
        came_in: Numbers of those that it will receive in addition: as they are now, and of new
            ones as they will be.
        went_out: Numbers, as they are now, of those that it will no longer receive.
    """

    memory_id: str
    before: TurnSums
    after: TurnSums
    came_in: tuple[int, ...] = ()
    went_out: tuple[int, ...] = ()

    @property
    def is_same(self) -> bool:
        """Whether the model notices nothing but the text itself."""
        return self.before == self.after and not self.came_in and not self.went_out


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """A plan with what to show of it.

    Attributes:
        turns: The next turn of every scope that it touches; the shown one first.
        reflection: What differs in the reflection.
        standing: The place of the edited observation in the next turn, before and after.
    """

    plan: Plan
    turns: tuple[TurnChange, ...]
    reflection: tuple[DiffLine, ...] = ()
    standing: tuple[Standing, Standing] | None = None


def effect_of(plan: Plan, place: int | None = None) -> Effect:
    """Return what a plan does; ``place`` is the observation that it edits, if it stays."""
    scopes = ((plan.before, plan.after), *plan.others)
    texts = _reflection(plan.before), _reflection(plan.after)
    return Effect(
        plan=plan,
        turns=tuple(_turn_change(before, after) for before, after in scopes),
        reflection=diff_lines(*texts) if texts[0] != texts[1] else (),
        standing=None if place is None else _standings_at(plan, place),
    )


def turn_sums(snapshot: ScopeSnapshot) -> TurnSums:
    """Return what the next turn of a scope takes."""
    explanation = snapshot.explanation
    if explanation is None or snapshot.error or not explanation.is_injected:
        return TurnSums()
    snippet = explanation.snippet
    return TurnSums(snippet.counted, snippet.measured, snippet.budget)


def _turn_change(before: ScopeSnapshot, after: ScopeSnapshot) -> TurnChange:
    old, new = _standings(before), _standings(after)
    pairs = list(_same_ones(old, new))
    left = {id(one) for one, _ in pairs if one is not None}
    gone = [one.observation.seq for one in old if id(one) not in left and one.is_in]
    came = [
        (old_one or new_one).observation.seq
        for old_one, new_one in pairs
        if new_one.is_in and not (old_one is not None and old_one.is_in)
    ]
    went = [
        old_one.observation.seq
        for old_one, new_one in pairs
        if old_one is not None and old_one.is_in and not new_one.is_in
    ]
    return TurnChange(
        memory_id=before.memory_id,
        before=turn_sums(before),
        after=turn_sums(after),
        came_in=tuple(came),
        went_out=tuple(sorted([*gone, *went])),
    )


def _same_ones(
    old: Sequence[Standing], new: Sequence[Standing]
) -> Iterator[tuple[Standing | None, Standing]]:
    """Yield those that are left with what they were before; ``None`` for new ones.

    No edit changes the order, so one walk through both lists finds them.
    """
    at = 0
    for place, one in enumerate(new):
        # As many before as after: what differs was edited in its place.
        while len(old) - at > len(new) - place and not _alike(old[at], one):
            at += 1
        known = at < len(old)
        yield (old[at] if known else None), one
        at += known


def _alike(one: Standing, other: Standing) -> bool:
    return _key(one.observation) == _key(other.observation)


def _key(one: Observation) -> tuple[object, ...]:
    return one.content, one.created_at, one.source_start_index, one.importance


def _standings(snapshot: ScopeSnapshot) -> Sequence[Standing]:
    explanation = snapshot.explanation
    if explanation is None or snapshot.error:
        return ()
    return explanation.standings


def _standings_at(plan: Plan, place: int) -> tuple[Standing, Standing] | None:
    both = [
        snapshot.explanation.standings[place]
        for snapshot in (plan.before, plan.after)
        if snapshot.explanation and place < len(snapshot.explanation.standings)
    ]
    return (both[0], both[1]) if both[1:] else None


def _reflection(snapshot: ScopeSnapshot) -> str:
    return snapshot.record.reflection if snapshot.record else ""
