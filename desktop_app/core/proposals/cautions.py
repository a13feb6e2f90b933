"""What to check before a proposed reflection is accepted, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.proposals.proposal_items import SUMMARY_ID
from desktop_app.core.proposals.reflection_proposal import ReflectionProposal, record_with
from desktop_app.core.proposals.turn_effect import TurnEffect, turn_effect

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from desktop_app.core.proposals.facts import Fact

_MOST_NAMED = 5


def cautions(
    proposal: ReflectionProposal,
    chosen: AbstractSet[str],
    effect: TurnEffect | None = None,
) -> tuple[str, ...]:
    """Return what a person should look at before accepting ``chosen``.

    Args:
        proposal: The proposal.
        chosen: The ids of what is ticked.
        effect: What that does to the next turn, if the caller has it already.
    """
    if not chosen:
        return ()
    effect = effect or turn_effect(proposal.record, record_with(proposal, chosen))
    return tuple(_cautions(proposal, chosen, effect))


def _cautions(
    proposal: ReflectionProposal, chosen: AbstractSet[str], effect: TurnEffect
) -> Iterator[str]:
    if SUMMARY_ID in chosen:
        yield from _lost(proposal.facts.lost, effect)
    if effect.left:
        longer = effect.after.reflection_tokens > effect.before.reflection_tokens
        cause = "The longer summary pushes" if longer else "The change pushes"
        yield f"{cause} {observations_named(effect.left)} out."
    if proposal.ignored_numbers:
        named = observations_named(proposal.ignored_numbers)
        verb = "does" if len(proposal.ignored_numbers) == 1 else "do"
        yield f"It cites {named}, which {verb} not exist."
    if lines := len(proposal.ignored_lines):
        yield (
            f"The engine ignores {lines} of its lines."
            if lines > 1
            else ("The engine ignores one of its lines.")
        )


def _lost(lost: Sequence[Fact], effect: TurnEffect) -> Iterator[str]:
    for fact in lost[:_MOST_NAMED]:
        source = "" if fact.seq is None else f" (observation {fact.seq})"
        yield f"“{fact.text}”{source} is no longer in the summary.{_still_there(fact, effect)}"
    if len(lost) > _MOST_NAMED:
        yield f"{len(lost) - _MOST_NAMED} more facts are no longer in the summary."


def _still_there(fact: Fact, effect: TurnEffect) -> str:
    if fact.seq is None:
        return " No observation says it."
    record = effect.after.made_from[0] if effect.after.made_from else None
    observations = (record.observations if record else None) or ()
    inside = any(observations[place].seq == fact.seq for place in effect.after.chosen)
    return " It stays in the turn." if inside else " The observation is not in the turn either."


def observations_named(numbers: Sequence[int]) -> str:
    """Return ``observation 19``, ``observations 3 and 19``, and so on; not more than a few.

    Example:
        >>> observations_named([3, 8, 19])
        'observations 3, 8 and 19'
    """
    named = [str(number) for number in numbers[:_MOST_NAMED]]
    if len(numbers) == 1:
        return f"observation {named[0]}"
    if len(numbers) > _MOST_NAMED:
        return f"observations {', '.join(named)} and {len(numbers) - _MOST_NAMED} more"
    return f"observations {', '.join(named[:-1])} and {named[-1]}"
