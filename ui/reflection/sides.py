"""What the reflection links: pairs of observations, with both texts. Values without widgets."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from desktop_app.core.observational.explain import Standing
from desktop_app.core.observational.observation import Observation
from desktop_app.core.observational.reflection import parse_reflection
from desktop_app.core.observational.snippet import PieceKind
from ui.reflection.stored import stored_reflection

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from desktop_app.core.observational.pairs import FoundPair
    from desktop_app.services.snapshot import ScopeSnapshot


_WARNINGS = {PieceKind.SUPERSESSION, PieceKind.CONTRADICTION}


class PairKind(Enum):
    """Where a pair comes from; ``SETTLED`` was settled today, ``KEPT`` is no contradiction."""

    CONTRADICTION = "contradiction"
    SUPERSESSION = "supersession"
    FOUND = "found"
    SETTLED = "settled"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Side:
    """One observation of a pair.

    Attributes:
        seq: The number that the reflection names.
        index: Position of the first observation with that number; ``None`` if none has it.
        same: How many observations have the number.
    """

    seq: int
    index: int | None = None
    same: int = 0
    observation: Observation | None = None
    standing: Standing | None = None

    @property
    def text(self) -> str:
        """Text of the observation; empty if there is none."""
        return self.observation.content if self.observation else ""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two observations and what is said of them; of a supersession, A is the newer one.

    Attributes:
        line: What the next turn says of them, exactly; empty if nothing.
        place: Which contradiction, or which supersession, of the reflection it is; ``None`` for
            a found pair that the reflection does not name.
        reason: Why one replaces the other, as the reflection says it.
        entry: The change that settled it, if the journal has it.
        is_gone: Whether the memory names it no more, and only what was written about it is left.
    """

    kind: PairKind
    a: Side
    b: Side
    words: str = ""
    superseded: bool = False
    line: str = ""
    place: int | None = None
    reason: str = ""
    entry: str = ""
    is_gone: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it waits for somebody to settle it."""
        waits = self.kind in {PairKind.CONTRADICTION, PairKind.FOUND} and not self.superseded
        return waits and not self.is_gone

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of both."""
        return frozenset((self.a.seq, self.b.seq))

    @property
    def identity(self) -> tuple[object, ...]:
        """What stays the same while other observations come and go."""
        return (self.kind, *(side.text or side.seq for side in (self.a, self.b)))

    @property
    def key(self) -> tuple[PairKind, int, int, int | None, int | None]:
        """What stays the same while the memory changes."""
        return (self.kind, self.a.seq, self.b.seq, self.a.index, self.b.index)


class Sides:
    """Finds the observations that sequence numbers stand for."""

    def __init__(self, snapshot: ScopeSnapshot) -> None:
        self._observations = observations(snapshot)
        explanation = snapshot.explanation
        self._standings: Sequence[Standing] = explanation.standings if explanation else ()
        self._by_seq: Mapping[int, list[int]] = _by_seq(self._observations)

    def of_seq(self, seq: int) -> Side:
        """Return the side for a number; the first observation that has it."""
        indexes = self._by_seq.get(seq, [])
        return self.of_index(indexes[0], len(indexes)) if indexes else Side(seq)

    def of_index(self, index: int, same: int = 1) -> Side:
        """Return the side for a position in the stored list."""
        item = self._observations[index]
        standing = self._standings[index] if index < len(self._standings) else None
        return Side(item.seq, index, same, item, standing)


def observations(snapshot: ScopeSnapshot) -> tuple[Observation, ...]:
    """Return the observations of a scope; of a damaged record, those that can be read."""
    if snapshot.record is None:
        return snapshot.readable
    return snapshot.record.observations or ()


def stored_pairs(snapshot: ScopeSnapshot) -> tuple[Pair, ...]:
    """Return the contradictions, then the supersessions, as the engine reads them."""
    sides, reflection = Sides(snapshot), parse_reflection(stored_reflection(snapshot))
    lines = _lines(snapshot)
    contradictions = [
        Pair(
            PairKind.CONTRADICTION,
            sides.of_seq(entry.seq_a),
            sides.of_seq(entry.seq_b),
            entry.detail,
            place=place,
            line=lines.get((PieceKind.CONTRADICTION, place), ""),
        )
        for place, entry in enumerate(reflection.contradictions)
    ]
    supersessions = [
        Pair(
            PairKind.SUPERSESSION,
            sides.of_seq(entry.newer_seq),
            sides.of_seq(entry.older_seq),
            entry.reason,
            superseded=True,
            place=place,
            reason=entry.reason,
            line=lines.get((PieceKind.SUPERSESSION, place), ""),
        )
        for place, entry in enumerate(reflection.supersessions)
    ]
    return (*contradictions, *supersessions)


def found_pairs(
    snapshot: ScopeSnapshot, found: Iterable[FoundPair], stored: Sequence[Pair]
) -> tuple[Pair, ...]:
    """Return pairs that were found, without those that the reflection calls a contradiction."""
    sides = Sides(snapshot)
    known: dict[PairKind, dict[frozenset[int], Pair]] = defaultdict(dict)
    for pair in stored:
        known[pair.kind].setdefault(pair.numbers, pair)
    result = []
    for one in found:
        a, b = sides.of_index(one.first), sides.of_index(one.second)
        both = frozenset((a.seq, b.seq))
        if both not in known[PairKind.CONTRADICTION]:
            words = f"{one.value_a} / {one.value_b}"
            pair = Pair(PairKind.FOUND, a, b, words)
            named = known[PairKind.SUPERSESSION].get(both)
            if named is not None:
                pair = replace(pair, superseded=True, place=named.place, reason=named.reason)
            result.append(pair)
    return tuple(result)


def _lines(snapshot: ScopeSnapshot) -> dict[tuple[PieceKind, int], str]:
    explanation, text = snapshot.explanation, snapshot.observational_text
    if explanation is None or not text:
        return {}
    return {
        (piece.kind, piece.index): text[piece.start : piece.end].removeprefix("\n")
        for piece in explanation.snippet.pieces
        if piece.kind in _WARNINGS and piece.index is not None
    }


def _by_seq(items: Iterable[Observation]) -> dict[int, list[int]]:
    groups: dict[int, list[int]] = defaultdict(list)
    for index, observation in enumerate(items):
        groups[observation.seq].append(index)
    return groups
