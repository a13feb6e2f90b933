"""A reflection without any model: fixed rules, the same result every time, nothing invented."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from desktop_app.core.engine_text import estimate_tokens
from desktop_app.core.observational.pairs import Cancelled, never
from desktop_app.core.observational.reflection import Contradiction, Reflection, Supersession
from desktop_app.core.observational.reflection_convert import structured_form
from desktop_app.core.observational.reflection_writer import (
    write_contradiction,
    write_reflection,
    write_supersession,
)
from desktop_app.core.observational.renumbering import ends
from desktop_app.core.observational.snippet import snippet_budget
from desktop_app.core.proposals.builtin_summary import summary_of
from desktop_app.core.proposals.circles import without_circles
from desktop_app.core.proposals.links import find_links

if TYPE_CHECKING:
    from collections.abc import Iterable

    from desktop_app.core.observational.record import Record
    from desktop_app.core.proposals.links import Entry

BUILT_IN = "Built-in rules, no model"
"""Who made such a proposal, wherever one is shown."""

_SHARE = 3
_MOST_TOKENS = 1_000
Link = TypeVar("Link", Supersession, Contradiction)


def built_in_reflection(record: Record, cancelled: Cancelled = never) -> str:
    """Return a reflection on ``record`` as a model would write it.

    It is empty if there is nothing to say. Stored entries stay while they are true: both
    observations are there, nothing replaces itself, and a contradiction is not settled. The
    summary is made anew from the observations' own sentences. Summary and each list of entries
    take at most a third of the snippet's budget; stored entries stay even beyond it.

    Args:
        record: What to reflect on.
        cancelled: Asked now and then; true ends the work with what was found.
    """
    observations = record.observations or ()
    share = min(snippet_budget(record) // _SHARE, _MOST_TOKENS)
    supersessions, contradictions = _standing(record)
    found = find_links(observations, supersessions, contradictions, cancelled)
    supersessions += _that_fit(
        [entry for entry in found if isinstance(entry, Supersession)],
        share - sum(map(_cost, supersessions)),
    )
    replaced = frozenset(entry.older_seq for entry in supersessions)
    contradictions = _unsettled(contradictions, replaced)
    contradictions += _that_fit(
        _unsettled((entry for entry in found if isinstance(entry, Contradiction)), replaced),
        share - sum(map(_cost, contradictions)),
    )
    disputed = frozenset(number for entry in contradictions for number in ends(entry))
    summary = summary_of(observations, replaced, disputed, snippet_budget(record), share)
    meant = Reflection(summary, tuple(supersessions), tuple(contradictions), is_structured=True)
    if not (summary or supersessions or contradictions):
        return ""
    return write_reflection(meant)


def _standing(record: Record) -> tuple[list[Supersession], list[Contradiction]]:
    observations = record.observations or ()
    places = {item.seq: place for place, item in enumerate(observations)}
    stored = structured_form(record.reflection)
    supersessions = without_circles(_about(stored.supersessions, places), places)
    replaced = frozenset(entry.older_seq for entry in supersessions)
    return supersessions, _unsettled(_about(stored.contradictions, places), replaced)


def _about(entries: Iterable[Link], numbers: dict[int, int]) -> list[Link]:
    """Return the entries about two observations that are there, each once."""
    return [
        entry
        for entry in dict.fromkeys(entries)
        if len(set(ends(entry))) > 1 and all(number in numbers for number in ends(entry))
    ]


def _unsettled(entries: Iterable[Contradiction], replaced: frozenset[int]) -> list[Contradiction]:
    return [entry for entry in entries if replaced.isdisjoint(ends(entry))]


def _that_fit(entries: Iterable[Link], left: int) -> list[Link]:
    chosen = []
    for entry in entries:
        cost = _cost(entry)
        if cost <= left:
            chosen.append(entry)
            left -= cost
    return chosen


def _cost(entry: Entry) -> int:
    if isinstance(entry, Supersession):
        return estimate_tokens(write_supersession(entry))
    return estimate_tokens(write_contradiction(entry))
