"""What an edit would do, beside the question whether to do it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.change_preview import Planned
from ui.naming import shown_id
from ui.observations.effect import effect_of
from ui.observations.effect_words import lost_text, numbers, renumbered_text, turn_text
from ui.observations.notes import notes_text
from ui.observations.words import tr
from ui.planning import look_at
from ui.widgets import counting

if TYPE_CHECKING:
    from ui.observations.effect import Effect, TurnChange
    from ui.planning import Make, MakePlan

Fact = tuple[str, str]


def previewed(make: MakePlan) -> Make:
    """Return what makes a plan with what a dialog shows of it."""
    return look_at(make, lambda plan: planned_of(effect_of(plan)))


def planned_of(effect: Effect) -> Planned:
    """Return what a dialog shows of a plan: the next turn, what follows, what to know first."""
    plan = effect.plan
    return Planned(
        plan=plan,
        facts=(*_turns(effect), *_following(effect)),
        caution=tuple(notes_text(plan.notes)),
        differences=((tr("The reflection"), effect.reflection),) if effect.reflection else (),
        below=lost_text(plan.lost) if plan.lost else "",
    )


def _turns(effect: Effect) -> list[Fact]:
    shown, *others = effect.turns
    facts = _turn(shown)
    for turn in others:
        facts += [(tr("there"), shown_id(turn.memory_id)), *_turn(turn)]
    return facts


def _turn(turn: TurnChange) -> list[Fact]:
    sides = ((tr("gets in"), turn.came_in), (tr("goes out"), turn.went_out))
    said = [(label, numbers(seqs)) for label, seqs in sides if seqs]
    return [(tr("next turn"), turn_text(turn)), *said]


def _following(effect: Effect) -> list[Fact]:
    plan, facts = effect.plan, []
    moved = [item for item in plan.renumbered if item.after is not None]
    if moved:
        facts.append((tr("numbers"), renumbered_text(moved)))
    if plan.references:
        forms = tr("{0} line of the reflection follows"), tr("{0} lines of the reflection follow")
        facts.append((tr("references"), counting.counted(len(plan.references), *forms)))
    return facts
