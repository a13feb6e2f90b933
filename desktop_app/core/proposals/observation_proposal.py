"""Observations that an observer proposes, each for a person to take or leave."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import estimate_tokens, trim
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational.chunks import Chunk, parse_chunks
from desktop_app.core.observational.engine_steps import Unobserved, add_observations
from desktop_app.core.proposals.observation_guards import observation_guards
from desktop_app.core.proposals.proposal import Proposal
from desktop_app.core.proposals.statements import key_of

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from desktop_app.core.observational.record import Record
    from desktop_app.core.proposals.guards import Origin

_MARK = "IMPORTANCE:"
_BREAKS_OUT = re.compile(r"</?observational-memory")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedObservation:
    """One observation that would be added.

    Attributes:
        id: What a choice names it by.
        importance: As the engine would store it; 0 means unscored and counts as 0.5 (H23).
        text: The observation.
        duplicate_of: The number of an observation that says the same already.
        note: What a person should know; empty if nothing.
        ticked: Whether it is good to accept it as far as can be told.
        acceptable: Whether the engine could store it (H22).
    """

    id: str
    importance: float
    text: str
    duplicate_of: int | None
    note: str
    ticked: bool
    acceptable: bool

    @property
    def tokens(self) -> int:
        """What it would count against the budget."""
        return estimate_tokens(self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservationProposal(Proposal):
    """Observations that nobody has accepted yet.

    Attributes:
        source: The messages they were taken from.
        items: The observations, in order.
    """

    source: Unobserved
    items: tuple[ProposedObservation, ...]


def propose_observations(
    record: Record,
    source: Unobserved,
    output: str,
    origin: Origin,
) -> ObservationProposal:
    """Return what the engine would add if its observer had answered ``output``.

    Args:
        record: The record.
        source: The messages that the observer was shown.
        output: What it answered; may be blank or anything else.
        origin: Who answered, and when.
    """
    chunks = parse_chunks(output)
    return ObservationProposal(
        record=record,
        source=source,
        output=output,
        origin=origin,
        items=_items(record, chunks),
        guards=observation_guards(output, chunks, origin),
    )


def observations_text(proposal: ObservationProposal, chosen: AbstractSet[str]) -> str:
    """Return the output that gives exactly the chosen observations; nothing for none.

    Raises:
        NotFoundError: the proposal has no such observation to accept.
        RefusedError: the engine's form can't say them one by one.
    """
    proposal.check(chosen)
    if len(chosen) == len(proposal.items):
        return proposal.output
    wanted = [item for item in proposal.items if item.id in chosen]
    text = "\n\n".join(f"{_MARK}{item.importance!r}\n{item.text}" for item in wanted)
    read = [(chunk.importance, chunk.content) for chunk in parse_chunks(text)]
    if read != [(item.importance, item.text) for item in wanted]:
        raise RefusedError(
            "These observations can't be written one by one in the engine's form.",
            "Accept all of them, or add the ones you want by hand.",
        )
    return text


def record_with_observations(proposal: ObservationProposal, chosen: AbstractSet[str]) -> Record:
    """Return the record as it would be with what is chosen."""
    if not chosen:
        return proposal.record
    text = observations_text(proposal, chosen)
    return add_observations(proposal.record, proposal.source, text, proposal.origin.now)


def _items(record: Record, chunks: tuple[Chunk, ...]) -> tuple[ProposedObservation, ...]:
    known = {key_of(item.content): item.seq for item in record.observations or ()}
    seen: set[tuple[str, ...]] = set()
    items = []
    for number, chunk in enumerate(chunks, start=1):
        key = key_of(chunk.content)
        items.append(_item(number, chunk, known.get(key), is_again=key in seen))
        seen.add(key)
    return tuple(items)


def _item(
    number: int, chunk: Chunk, duplicate_of: int | None, *, is_again: bool
) -> ProposedObservation:
    storable = not math.isnan(chunk.importance)
    doubt = _doubt(chunk, duplicate_of, is_again=is_again)
    unscored = "Not scored; the engine counts 0.5." if chunk.importance == 0 else ""
    return ProposedObservation(
        id=f"observation:{number}",
        importance=chunk.importance,
        text=chunk.content,
        duplicate_of=duplicate_of,
        note=" ".join(filter(None, [doubt, unscored])),
        ticked=storable and not doubt,
        acceptable=storable,
    )


def _doubt(chunk: Chunk, duplicate_of: int | None, *, is_again: bool) -> str:
    if math.isnan(chunk.importance):
        return "Its importance is not a number; the engine can't store it."
    if duplicate_of is not None:
        return f"Says the same as observation {duplicate_of}."
    if is_again:
        return "Says the same as one above."
    if _BREAKS_OUT.search(chunk.content):
        return "It ends the block of memory in the turn; what follows stands outside."
    if trim(chunk.content).startswith(_MARK):
        return "The line with its importance can't be read and stays in the text."
    return ""
