"""Proposals on the terminal: what would change, and what to look at before it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop_app.cli.showing import difference
from desktop_app.cli.text import visible
from desktop_app.core.errors import RefusedError
from desktop_app.core.proposals.cautions import cautions
from desktop_app.core.proposals.proposal_items import Fate
from desktop_app.core.proposals.reflection_proposal import record_with
from desktop_app.core.proposals.turn_effect import turn_effect

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.proposals.guards import Guard
    from desktop_app.core.proposals.observation_proposal import ObservationProposal
    from desktop_app.core.proposals.reflection_proposal import ReflectionProposal

NOT_YET = "Nothing is written until you accept it with --accept."


def print_reflection(proposal: ReflectionProposal, terminal: Terminal) -> None:
    """Print what a proposed reflection would change."""
    terminal.line(f"Proposed reflection, by {visible(proposal.origin.author)}")
    print_guards(proposal.guards, terminal)
    for sentence in cautions(proposal, proposal.ticked):
        terminal.line(f"check: {visible(sentence)}")
    facts = proposal.facts
    before, after = proposal.summary_tokens
    terminal.line(
        f"facts: {len(facts.kept)} kept, {len(facts.lost)} lost, {len(facts.new)} new;"
        f" summary {before} -> {after} tokens"
    )
    for item in proposal.items:
        if item.fate is not Fate.UNCHANGED:
            tick = "x" if item.ticked else " "
            terminal.line(visible(f"[{tick}] {item.id}: {item.title}: {item.detail}"))
    for line in difference(proposal.record.reflection, proposal.output):
        terminal.line(line)
    effect = turn_effect(proposal.record, record_with(proposal, proposal.ticked))
    terminal.line(
        f"next turn: {effect.counted[0]} -> {effect.counted[1]} counted,"
        f" {effect.measured[0]} -> {effect.measured[1]} measured"
    )
    terminal.say(NOT_YET)


def print_observations(proposal: ObservationProposal, terminal: Terminal) -> None:
    """Print which observations would be added."""
    terminal.line(f"Proposed observations, by {visible(proposal.origin.author)}")
    print_guards(proposal.guards, terminal)
    for item in proposal.items:
        tick = "x" if item.ticked else " "
        note = f" ({item.note})" if item.note else ""
        terminal.line(
            visible(f"[{tick}] {item.id}: {item.importance:g}, {item.tokens} tokens{note}")
        )
        terminal.line(f"    {visible(item.text)}")
    terminal.say(NOT_YET)


def reflection_fields(proposal: ReflectionProposal) -> dict[str, Any]:
    """Return a proposed reflection as JSON fields."""
    facts = proposal.facts
    effect = turn_effect(proposal.record, record_with(proposal, proposal.ticked))
    return {
        "status": "proposed",
        "author": proposal.origin.author,
        "output": proposal.output,
        "guards": guard_fields(proposal.guards),
        "cautions": list(cautions(proposal, proposal.ticked, effect)),
        "items": [
            {
                "id": item.id,
                "kind": item.kind.value,
                "fate": item.fate.value,
                "title": item.title,
                "detail": item.detail,
                "ticked": item.ticked,
            }
            for item in proposal.items
        ],
        "facts": {
            "kept": [fact.text for fact in facts.kept],
            "lost": [{"text": fact.text, "seq": fact.seq} for fact in facts.lost],
            "new": [fact.text for fact in facts.new],
        },
        "summary_tokens": list(proposal.summary_tokens),
        "cited": list(proposal.cited),
        "ignored": list(proposal.ignored_numbers),
        "next_turn": {"counted": list(effect.counted), "measured": list(effect.measured)},
    }


def observation_fields(proposal: ObservationProposal) -> dict[str, Any]:
    """Return proposed observations as JSON fields."""
    return {
        "status": "proposed",
        "author": proposal.origin.author,
        "messages": [proposal.source.start, proposal.source.end],
        "guards": guard_fields(proposal.guards),
        "items": [
            {
                "id": item.id,
                "importance": item.importance,
                "text": item.text,
                "tokens": item.tokens,
                "duplicate_of": item.duplicate_of,
                "note": item.note,
                "ticked": item.ticked,
            }
            for item in proposal.items
        ],
    }


def print_guards(guards: Sequence[Guard], terminal: Terminal) -> None:
    """Print what is wrong with a proposal."""
    for guard in guards:
        refusal = " Not accepted without --override." if guard.is_grave else ""
        terminal.line(visible(f"warning: {guard.sentence}{refusal}"))


def require_override(guards: Sequence[Guard], options: Namespace) -> None:
    """Refuse a proposal that something is wrong with, unless the person wants it all the same.

    Raises:
        RefusedError: says what is wrong, and the word that accepts it.
    """
    grave = next((guard for guard in guards if guard.is_grave), None)
    if grave is not None and not options.override:
        advice = "Nothing was written. --override accepts it in spite of that."
        raise RefusedError(grave.sentence, advice)


def guard_fields(guards: Sequence[Guard]) -> list[dict[str, Any]]:
    """Return what is wrong with a proposal as JSON fields."""
    return [
        {"kind": guard.kind.value, "sentence": guard.sentence, "grave": guard.is_grave}
        for guard in guards
    ]
