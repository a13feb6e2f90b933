"""What accepting the ticked parts does to the next turn; made on a reader's thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.proposals.cautions import cautions
from desktop_app.core.proposals.observation_proposal import record_with_observations
from desktop_app.core.proposals.reflection_proposal import ReflectionProposal, record_with
from desktop_app.core.proposals.turn_effect import TurnEffect, turn_effect
from desktop_app.core.text_diff import DiffLine, diff_lines

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from desktop_app.core.observational.snippet import Snippet
    from ui.proposals.model import Proposal


@dataclass(frozen=True, slots=True)
class LaneSums:
    """The tokens of one turn.

    Attributes:
        reflection: Of the summary.
        counted: What the engine counts.
        measured: What is really injected.
        budget: What the engine would like it to be.
    """

    reflection: int
    counted: int
    measured: int
    budget: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What is ticked, and what it does.

    Attributes:
        ids: What is ticked.
        cautions: What to check first, in sentences.
        before: The next turn as it is.
        after: The next turn as it would be.
        snippet: What differs in the injected text.
    """

    ids: frozenset[str]
    cautions: tuple[str, ...]
    before: LaneSums
    after: LaneSums
    snippet: tuple[DiffLine, ...]


def effect_of(proposal: Proposal, ids: AbstractSet[str]) -> Effect:
    """Return what accepting ``ids`` does.

    Raises:
        RefusedError: the engine's form can't say this choice.
    """
    turn = _turn(proposal, ids)
    told: tuple[str, ...] = ()
    if isinstance(proposal, ReflectionProposal):
        told = cautions(proposal, ids, turn)
    return Effect(
        ids=frozenset(ids),
        cautions=told,
        before=_sums(turn.before),
        after=_sums(turn.after),
        snippet=diff_lines(*turn.texts, context=1),
    )


def _turn(proposal: Proposal, ids: AbstractSet[str]) -> TurnEffect:
    if isinstance(proposal, ReflectionProposal):
        return turn_effect(proposal.record, record_with(proposal, ids))
    return turn_effect(proposal.record, record_with_observations(proposal, ids))


def _sums(snippet: Snippet) -> LaneSums:
    return LaneSums(snippet.reflection_tokens, snippet.counted, snippet.measured, snippet.budget)
