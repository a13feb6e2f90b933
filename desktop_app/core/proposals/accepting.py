"""Accepting a proposal: the change that writes what the engine itself would have written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.changes import Change, accept_step
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational.engine_log import Call, begin_operation
from desktop_app.core.observational.engine_steps import Answer, observe, reflect_now
from desktop_app.core.proposals.observation_proposal import ObservationProposal, observations_text
from desktop_app.core.proposals.reflection_proposal import ReflectionProposal, text_with

if TYPE_CHECKING:
    from desktop_app.core.observational.engine_outcome import Outcome
    from desktop_app.core.observational.record import Record, RecordRow
    from desktop_app.core.proposals.proposal import Proposal


@dataclass(frozen=True, slots=True)
class Choice:
    """What a person accepts of a proposal.

    Attributes:
        ids: The ids of the items.
        override: Whether the person has said that it is wanted in spite of the guards.
        reason: Why.
    """

    ids: frozenset[str]
    override: bool = False
    reason: str = ""


def accept(
    row: RecordRow,
    record: Record,
    proposal: ReflectionProposal | ObservationProposal,
    choice: Choice,
    call: Call,
) -> Change:
    """Return the change that stores what is chosen, as the engine does it.

    Nothing chosen changes nothing: messages stay unobserved. No reflection is made with
    observations, however many tokens there are.

    Args:
        row: The row that ``record`` was read from.
        record: The record as it is now.
        proposal: The proposal.
        choice: What is accepted.
        call: Who accepts, and ids of ours.

    Raises:
        NotFoundError: the proposal has no such part to accept.
        RefusedError: there are guards and no override, the memory has changed since the
            proposal was made, or the engine would not or could not store it.
    """
    label = _label(proposal, len(choice.ids))
    if not choice.ids:
        return Change(label=label, reason=choice.reason)
    _check(record, proposal, override=choice.override)
    if isinstance(proposal, ReflectionProposal):
        outcome = _reflect(record, proposal, choice, call)
    else:
        outcome = _observe(record, proposal, choice, call)
    return accept_step(label, row, _done(outcome), reason=choice.reason)


def _label(proposal: Proposal, count: int) -> str:
    if isinstance(proposal, ReflectionProposal):
        return f"Accept {count} of {len(proposal.everything)} changes to the reflection"
    return f"Accept {count} of {len(proposal.items)} observations"


def _reflect(record: Record, proposal: ReflectionProposal, choice: Choice, call: Call) -> Outcome:
    if not record.observations:
        raise RefusedError("There are no observations, so the engine would not reflect on them.")
    running = begin_operation(record.memory_id, "reflect_now", {}, call)
    return reflect_now(record, running, Answer(output=text_with(proposal, choice.ids)))


def _observe(record: Record, proposal: ObservationProposal, choice: Choice, call: Call) -> Outcome:
    source = proposal.source
    payload = {"messages": len(source.messages)}
    running = begin_operation(record.memory_id, "observe", payload, call)
    answer = Answer(output=observations_text(proposal, choice.ids))
    return observe(record, running, source, observer=answer, reflector=None)


def is_outdated(now: Record, then: Record) -> bool:
    """Return whether a proposal made from ``then`` can't be accepted ``now``."""
    return (now.reflection, now.observations, now.last_observed_message_index) != (
        then.reflection,
        then.observations,
        then.last_observed_message_index,
    )


def _check(now: Record, proposal: Proposal, *, override: bool) -> None:
    if is_outdated(now, proposal.record):
        raise RefusedError(
            "The memory has changed since this proposal was made.",
            "Nothing was written. Make the proposal again.",
        )
    if not now.enabled:
        raise RefusedError(
            "The scope is disabled, so the engine would store nothing.",
            "Nothing was written. Enable the scope first.",
        )
    grave = [guard.sentence for guard in proposal.guards if guard.is_grave]
    if grave and not override:
        raise RefusedError(
            f"{grave[0]} It is not accepted unless you say so.",
            "Nothing was written. Try again, or accept it in spite of that.",
        )


def _done(outcome: Outcome) -> Outcome:
    if outcome.failed:
        raise RefusedError(
            f"The engine could not store this: {outcome.operation.error_text!s}.",
            "Nothing was written.",
        )
    return outcome
