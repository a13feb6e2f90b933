"""What the agent's search tools count as a match."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import decode, encode

if TYPE_CHECKING:
    from collections.abc import Iterator

MODE_ERROR = "Error: matchMode must be one of phrase, all, any"
"""That there is an error is the agent's rule; its wording is not public, so this one is ours."""


class MatchMode(Enum):
    """How a query is understood."""

    PHRASE = "phrase"
    ALL = "all"
    ANY = "any"


def read_mode(value: str | None) -> MatchMode | None:
    """Return the mode of that name, a phrase if none is named; ``None`` if there is no such."""
    if value is None:
        return MatchMode.PHRASE
    return next((mode for mode in MatchMode if mode.value == value), None)


def terms_of(query: str, mode: MatchMode) -> tuple[str, ...]:
    """Return what is looked for: the query as it is, or each of its words once."""
    return (query,) if mode is MatchMode.PHRASE else tuple(dict.fromkeys(query.split()))


def matches_folded(text: str, query: str, mode: MatchMode) -> bool:
    """Return whether a text matches with every letter folded, as ``session_search`` compares."""
    folded = text.lower()
    terms = terms_of(query, mode)
    found = (term.lower() in folded for term in terms)
    # A query of no-break spaces has no words, and finds nothing rather than everything.
    return all(found) and bool(terms) if mode is MatchMode.ALL else any(found)


def matching_lines(text: str, query: str, mode: MatchMode) -> Iterator[tuple[int, str]]:
    """Yield number and text of each line that matches, as ``memory_search`` compares.

    Lines end at LF alone. Of the letters only A to Z are folded, which is what bytes do.
    """
    data = encode(text)
    folded = data.lower()
    terms = [encode(term).lower() for term in terms_of(query, mode)]
    # Where all words have to be in the line, it is enough to look where the rarest one is.
    pivots = [min(terms, key=folded.count)] if mode is MatchMode.ALL and terms else terms
    places = {term: folded.find(term) for term in pivots if b"\n" not in term}
    number, start = 1, 0
    while (hit := _next_hit(folded, places, start)) is not None:
        line_start = folded.rfind(b"\n", start, hit) + 1 or start
        number += folded.count(b"\n", start, line_start)
        end = folded.find(b"\n", hit)
        end = len(folded) if end < 0 else end
        line = folded[line_start:end]
        if mode is not MatchMode.ALL or all(term in line for term in terms):
            yield number, decode(data[line_start:end])
        number, start = number + 1, end + 1


def _next_hit(folded: bytes, places: dict[bytes, int], start: int) -> int | None:
    """Return the first place from ``start`` on; each term is looked for once through the text."""
    for term, place in tuple(places.items()):
        if 0 <= place < start:
            places[term] = folded.find(term, start)
    return min((place for place in places.values() if place >= 0), default=None)
