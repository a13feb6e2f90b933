"""What a new reflection would change, and what is stored if a person takes some of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import estimate_tokens, trim
from desktop_app.core.observational.engine_steps import set_reflection
from desktop_app.core.observational.reflection import (
    Contradiction,
    Reflection,
    Supersession,
    parse_reflection,
)
from desktop_app.core.observational.reflection_edits import set_text
from desktop_app.core.observational.reflection_writer import rewrite_reflection, write_reflection
from desktop_app.core.observational.renumbering import ends
from desktop_app.core.observational.silence import IgnoredLine, ignored_lines
from desktop_app.core.proposals.facts import Facts, compare_facts
from desktop_app.core.proposals.guards import reflection_guards
from desktop_app.core.proposals.proposal import Proposal
from desktop_app.core.proposals.proposal_items import (
    SUMMARY_ID,
    Entry,
    ProposalItem,
    entries_of,
    id_of,
    proposal_items,
)

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from desktop_app.core.observational.record import Record
    from desktop_app.core.proposals.guards import Origin

_REFERENCE = re.compile(r"\[seq:\s*(\d{1,19})\s*\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReflectionProposal(Proposal):
    """A new reflection that nobody has accepted yet.

    Attributes:
        output: The reflector's output as the engine would store it.
        old, new: What the engine reads now, and would read.
        items: What would change, and what would stay.
        facts: The facts of both summaries compared.
        cited: Numbers of observations that it names.
        ignored_numbers: Numbers that it names and no observation has.
        ignored_lines: Lines of it that the engine would not read.
    """

    old: Reflection
    new: Reflection
    items: tuple[ProposalItem, ...]
    facts: Facts
    cited: tuple[int, ...]
    ignored_numbers: tuple[int, ...]
    ignored_lines: tuple[IgnoredLine, ...]

    @property
    def summary_tokens(self) -> tuple[int, int]:
        """Tokens of the summary before and after."""
        return estimate_tokens(self.old.summary), estimate_tokens(self.new.summary)


def propose_reflection(
    record: Record,
    output: str,
    origin: Origin,
) -> ReflectionProposal:
    """Return what storing ``output`` would change.

    Args:
        record: The record that the reflector was shown.
        output: What it answered; may be blank or anything else.
        origin: Who answered, and when.
    """
    output = set_text(record, output).after.reflection
    old, new = parse_reflection(record.reflection), parse_reflection(output)
    observations = record.observations or ()
    places = {item.seq: place for place, item in enumerate(observations)}
    facts = compare_facts(old.summary, new.summary, observations)
    numbers = _cited(new)
    return ReflectionProposal(
        record=record,
        output=output,
        origin=origin,
        old=old,
        new=new,
        items=proposal_items(old, new, facts, places) if output else (),
        facts=facts,
        cited=tuple(number for number in numbers if number in places),
        ignored_numbers=tuple(number for number in numbers if number not in places),
        ignored_lines=ignored_lines(output),
        guards=reflection_guards(record, output, origin),
    )


def text_with(proposal: ReflectionProposal, chosen: AbstractSet[str]) -> str:
    """Return the reflection with what is chosen of ``proposal``.

    All of it is the reflector's own output, none is the stored text as it stands.

    Raises:
        NotFoundError: the proposal has no such part to accept.
    """
    proposal.check(chosen)
    if not chosen:
        return proposal.record.reflection
    if chosen == proposal.everything:
        return proposal.output
    meant = parts_with(proposal, chosen)
    # A blank text would be refused by the engine; its own form with nothing in it is not.
    return trim(rewrite_reflection(proposal.record.reflection, meant)) or write_reflection(meant)


def parts_with(proposal: ReflectionProposal, chosen: AbstractSet[str]) -> Reflection:
    """Return what the engine is meant to read with what is chosen."""
    before, after = entries_of(proposal.old), entries_of(proposal.new)
    taken = {key: entry for key, entry in after.items() if id_of(key) in chosen}
    entries: list[Entry] = [
        taken.get(key, entry)
        for key, entry in before.items()
        if key in after or id_of(key) not in chosen
    ]
    entries += [entry for key, entry in taken.items() if key not in before]
    summary = proposal.new.summary if SUMMARY_ID in chosen else proposal.old.summary
    return Reflection(
        summary,
        tuple(entry for entry in entries if isinstance(entry, Supersession)),
        tuple(entry for entry in entries if isinstance(entry, Contradiction)),
        is_structured=True,
    )


def record_with(proposal: ReflectionProposal, chosen: AbstractSet[str]) -> Record:
    """Return the record as it would be with what is chosen."""
    if not chosen:
        return proposal.record
    return set_reflection(proposal.record, text_with(proposal, chosen), proposal.origin.now)


def _cited(new: Reflection) -> list[int]:
    entries: list[Entry] = [*new.supersessions, *new.contradictions]
    numbers = {number for entry in entries for number in ends(entry)}
    numbers.update(int(digits) for digits in _REFERENCE.findall(new.summary))
    return sorted(numbers)
