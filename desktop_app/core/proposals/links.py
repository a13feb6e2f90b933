"""Deterministic rules for what replaces what, and what contradicts what."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from desktop_app.core.engine_text import trim
from desktop_app.core.observational.observation import Observation
from desktop_app.core.observational.pairs import Cancelled, FoundPair, find_pairs, never
from desktop_app.core.observational.reflection import Contradiction, Supersession
from desktop_app.core.observational.renumbering import ends
from desktop_app.core.proposals.same_subject import same_subject
from desktop_app.core.proposals.signals import (
    announces_change,
    has_limits,
    is_about_another,
    is_event,
)
from desktop_app.core.proposals.statements import gist, key_of

Entry = Supersession | Contradiction
_SIDE = 45
_COUNT = re.compile("[0-9]{1,9}")


@dataclass(slots=True)
class _Links:
    """What is linked so far, by place in the stored list.

    Attributes:
        replaced: Places that an entry which stays replaces; nothing new is said about them.
        disputed: Places in a contradiction that stays; a repetition does not settle it.
        newer: Place of the one that replaces it, for each replaced by a new entry.
        joined: Pairs of places that have an entry, the earlier first.
        found: New entries with the place of the newer side.
    """

    observations: Sequence[Observation]
    places: dict[int, int]
    replaced: frozenset[int] = frozenset()
    disputed: frozenset[int] = frozenset()
    newer: dict[int, int] = field(default_factory=dict)
    joined: set[tuple[int, int]] = field(default_factory=set)
    found: list[tuple[int, Entry]] = field(default_factory=list)

    def text(self, place: int) -> str:
        return self.observations[place].content

    def is_known(self, place: int) -> bool:
        """Tell whether a reference to the one at ``place`` means no other (H5)."""
        return self.observations[place].seq in self.places

    def head(self, place: int) -> int:
        """Return the place of the newest that replaces the one at ``place``."""
        passed = []
        while place in self.newer:
            passed.append(place)
            place = self.newer[place]
        self.newer.update(dict.fromkeys(passed, place))
        return place

    def may_join(self, older: int, newer: int) -> bool:
        """Tell whether nothing stands about the two; a replaced newer one could close a circle."""
        if older == newer or (older, newer) in self.joined:
            return False
        return older not in self.replaced and newer not in self.replaced

    def replace(self, older: int, newer: int, reason: str) -> None:
        self.newer[older] = newer
        self.joined.add((older, newer))
        numbers = self.observations[newer].seq, self.observations[older].seq
        self.found.append((newer, Supersession(*numbers, reason)))

    def oppose(self, older: int, newer: int, detail: str) -> None:
        self.joined.add((older, newer))
        numbers = self.observations[older].seq, self.observations[newer].seq
        self.found.append((newer, Contradiction(*numbers, detail)))

    def newest_first(self) -> list[Entry]:
        found = sorted(self.found, key=lambda each: each[0], reverse=True)
        self.found = []
        return [entry for _, entry in found]


def find_links(
    observations: Sequence[Observation],
    supersessions: Sequence[Supersession],
    contradictions: Sequence[Contradiction],
    cancelled: Cancelled = never,
) -> list[Entry]:
    """Return entries that the rules add to those that stand already, the most telling first.

    A later statement replaces an earlier one if it repeats it, or gives another value and says
    that something has changed; without such a word the two contradict each other. Newer
    statements replace older ones only, so that no circle can come of it.

    Args:
        observations: In stored order.
        supersessions: Entries that stay.
        contradictions: Entries that stay.
        cancelled: Asked now and then; true ends the search.
    """
    links = _standing(observations, supersessions, contradictions)
    _link_repeats(links)
    repeats = links.newest_first()
    for find in (_link_values, _link_subjects):
        if not cancelled():
            find(links, cancelled)
    return [*links.newest_first(), *repeats]


def _standing(
    observations: Sequence[Observation],
    supersessions: Sequence[Supersession],
    contradictions: Sequence[Contradiction],
) -> _Links:
    counts = Counter(item.seq for item in observations)
    places = {item.seq: place for place, item in enumerate(observations) if counts[item.seq] == 1}
    disputed = [number for entry in contradictions for number in ends(entry)]
    entries: list[Entry] = [*supersessions, *contradictions]
    pairs = [ends(entry) for entry in entries]
    return _Links(
        observations,
        places,
        frozenset(places[e.older_seq] for e in supersessions if e.older_seq in places),
        frozenset(places[number] for number in disputed if number in places),
        joined={_ordered(places[a], places[b]) for a, b in pairs if a in places and b in places},
    )


def _link_repeats(links: _Links) -> None:
    latest: dict[tuple[str, ...], int] = {}
    for place, item in enumerate(links.observations):
        if not links.is_known(place) or not trim(item.content):
            continue
        key = key_of(item.content)
        earlier = latest.get(key, place)
        if links.may_join(earlier, place) and earlier not in links.disputed:
            older = links.observations[earlier].seq
            links.replace(earlier, place, f"says the same as {older}")
        latest[key] = place


def _link_values(links: _Links, cancelled: Cancelled) -> None:
    pairs = _value_pairs(links, cancelled)
    counting = _counting(pairs)
    for pair in pairs:
        if _settles(links.text(pair.second)):
            _join(links, pair.first, pair.second)
    # Those that nothing has replaced go first, for they know the two values.
    for pair in sorted(pairs, key=lambda each: links.head(each.first) != each.first):
        if pair not in counting:
            _join(links, pair.first, pair.second, f"{_once(pair.value_a)} or {_once(pair.value_b)}")


def _value_pairs(links: _Links, cancelled: Cancelled) -> list[FoundPair]:
    """Return pairs by place; of what was said several times the last one stands for all."""
    current = [
        place
        for place in range(len(links.observations))
        if links.is_known(place) and place not in links.newer
    ]
    found = find_pairs([links.observations[place] for place in current], cancelled)
    pairs = (
        replace(pair, first=current[pair.first], second=current[pair.second]) for pair in found
    )
    return [
        pair
        for pair in pairs
        if not is_about_another(links.text(pair.first), links.text(pair.second))
    ]


def _counting(pairs: Sequence[FoundPair]) -> set[FoundPair]:
    """Return the pairs of a series that counts up, 1, 2, 3: its members don't contradict."""
    steps = {pair.second: pair for pair in pairs if _is_step(pair)}
    runs = ((steps[pair.first], pair) for pair in steps.values() if pair.first in steps)
    return {pair for run in runs for pair in run}


def _is_step(pair: FoundPair) -> bool:
    one, other = _once(pair.value_a), _once(pair.value_b)
    whole = _COUNT.fullmatch(one) and _COUNT.fullmatch(other)
    return bool(whole) and int(other) == int(one) + 1


def _once(words: str) -> str:
    return " ".join(dict.fromkeys(words.split()))


def _link_subjects(links: _Links, cancelled: Cancelled) -> None:
    for older, newer in same_subject([item.content for item in links.observations], cancelled):
        if links.is_known(older) and links.is_known(newer):
            _join(links, older, newer)


def _join(links: _Links, first: int, second: int, values: str = "") -> None:
    older, newer = _ordered(links.head(first), links.head(second))
    if not links.may_join(older, newer):
        return
    later = links.text(newer)
    if _settles(later):
        links.replace(older, newer, gist(later))
    elif not is_event(later):
        known = values and (older, newer) == (first, second)
        both = f"{gist(links.text(older), _SIDE)} / {gist(later, _SIDE)}"
        links.oppose(older, newer, f"{values}: {gist(later)}" if known else both)


def _settles(text: str) -> bool:
    return announces_change(text) and not has_limits(text)


def _ordered(first: int, second: int) -> tuple[int, int]:
    return (first, second) if first < second else (second, first)
