"""The pairs of a scope, listed on reader threads: parsing and searching take their time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from desktop_app.core.observational.pairs import FoundPair, find_pairs
from desktop_app.services.snapshot import ScopeSnapshot
from ui.reflection.sides import Pair, found_pairs, observations, stored_pairs

if TYPE_CHECKING:
    from desktop_app.core.observational.observation import Observation
    from desktop_app.core.ports import Transcripts
    from desktop_app.core.transcript import Message
    from desktop_app.services.jobs import JobContext

MOST_MESSAGES = 20
MessageKey = tuple[str, int]  # memory id, index of the observation


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What one look at a snapshot gave.

    Attributes:
        snapshot: What the places of the pairs belong to.
        stored: Contradictions and supersessions of the reflection.
        raw: What the search found; ``None`` while it was not made.
        found: The same as pairs.
    """

    snapshot: ScopeSnapshot
    stored: tuple[Pair, ...]
    raw: tuple[FoundPair, ...] | None = None
    found: tuple[Pair, ...] = ()


def list_stored(snapshot: ScopeSnapshot, before: Listing | None, _context: JobContext) -> Listing:
    """List what the reflection names, and what was found before if the texts are the same."""
    listing = Listing(snapshot=snapshot, stored=stored_pairs(snapshot))
    items = observations(snapshot)
    if not items:
        return replace(listing, raw=())
    if before is None or before.raw is None or observations(before.snapshot) != items:
        return listing
    found = found_pairs(snapshot, before.raw, listing.stored)
    return replace(listing, raw=before.raw, found=found)


def search(listing: Listing, context: JobContext) -> Listing:
    """Look for pairs that the reflection does not name."""
    snapshot = listing.snapshot
    raw = find_pairs(observations(snapshot), lambda: context.cancelled)
    return replace(listing, raw=raw, found=found_pairs(snapshot, raw, listing.stored))


def messages(
    transcripts: Transcripts, conversation: str, item: Observation, key: MessageKey
) -> tuple[MessageKey, tuple[Message, ...]]:
    """Read what an observation was taken from."""
    first = item.source_start_index
    last = min(item.source_end_index, first + MOST_MESSAGES - 1)
    return key, transcripts.messages(conversation, first, last)
