"""Why every observation is in the next turn or not, with the arithmetic."""

from __future__ import annotations

from collections import defaultdict
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.observational.observation import Observation
from desktop_app.core.observational.record import Record
from desktop_app.core.observational.reflection import Reflection, parse_reflection
from desktop_app.core.observational.selection import (
    age_weights,
    by_score,
    effective_importance,
    wrap,
)
from desktop_app.core.observational.snippet import PieceKind, Snippet, build_snippet

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Verdict(Enum):
    """Whether an observation is in the next turn, and the reason."""

    IN = "in"
    DOES_NOT_FIT = "does not fit"
    DISABLED = "scope is disabled"
    MEMORY_OFF = "memory is off"


class Standing(msgspec.Struct, frozen=True, gc=False):
    """One observation's place in the next turn.

    Attributes:
        index: Position in the stored list, from 0.
        importance: What counts: 0.1 if superseded, 0.5 if unscored, else as stored.
        age: Observations stored after this one; the age weight is 1 / (1 + age).
        score: ``importance`` times age weight.
        rank: 1 for the best score; the order in which the engine tries them.
        left: Tokens of the budget left when its turn came.
        superseded_by, supersedes, contradicts: Sequence numbers of the other side.
    """

    index: int
    observation: Observation
    verdict: Verdict
    importance: float
    age: int
    score: float
    rank: int
    left: int
    superseded_by: tuple[int, ...] = ()
    supersedes: tuple[int, ...] = ()
    contradicts: tuple[int, ...] = ()

    @property
    def is_in(self) -> bool:
        """Whether the next turn receives it."""
        return self.verdict is Verdict.IN

    @property
    def is_unscored(self) -> bool:
        """Whether no importance is stored, so that 0.5 counts (H23)."""
        return self.observation.importance == 0


class Explanation(msgspec.Struct, frozen=True, dict=True):
    """Everything that decides the observational part of the next turn.

    Attributes:
        snippet: The text as built; what is injected unless ``is_injected`` is false.
        standings: One an observation, in stored order.
        lowest_score_in: Score of the last observation that got in; ``None`` if none did.
        is_injected: False while the engine's memory mode is off: it builds nothing then.
    """

    record: Record
    reflection: Reflection
    snippet: Snippet
    standings: tuple[Standing, ...]
    lowest_score_in: float | None
    is_injected: bool = True

    @property
    def text(self) -> str:
        """The observational text that the next turn receives, exactly."""
        return self.snippet.text if self.is_injected else ""

    @cached_property
    def uncounted(self) -> dict[PieceKind, int]:
        """Tokens injected beyond those counted, by what they come from (H26).

        Shares of ``measured - counted``, by length; headings include the frame.
        """
        return _uncounted(self.snippet)


def explain(record: Record, *, memory_off: bool = False) -> Explanation:
    """Return the next turn's observational memory with the reason for every item."""
    reflection = parse_reflection(record.reflection)
    snippet = build_snippet(record, reflection)
    standings = _standings(record, reflection, snippet, memory_off=memory_off)
    inside = [standing.score for standing in standings if standing.is_in]
    return Explanation(
        record, reflection, snippet, standings, min(inside, default=None), not memory_off
    )


def _standings(
    record: Record, reflection: Reflection, snippet: Snippet, *, memory_off: bool
) -> tuple[Standing, ...]:
    observations = record.observations or ()
    links = _Links(reflection)
    superseded = frozenset(links.superseded_by)
    importances = [effective_importance(item, superseded) for item in observations]
    weights = age_weights(len(observations))
    values = [value * weight for value, weight in zip(importances, weights, strict=True)]
    chosen = frozenset(snippet.chosen)
    outside = Verdict.DISABLED if not record.enabled else Verdict.DOES_NOT_FIT
    used = snippet.reflection_tokens
    standings: list[Standing | None] = [None] * len(observations)
    for rank, index in enumerate(by_score(values), 1):
        item = observations[index]
        is_in = index in chosen
        verdict = Verdict.IN if is_in else outside
        standings[index] = Standing(
            index=index,
            observation=item,
            verdict=Verdict.MEMORY_OFF if memory_off else verdict,
            importance=importances[index],
            age=len(observations) - 1 - index,
            score=values[index],
            rank=rank,
            left=snippet.budget - used,
            superseded_by=links.superseded_by.get(item.seq, ()),
            supersedes=links.supersedes.get(item.seq, ()),
            contradicts=links.contradicts.get(item.seq, ()),
        )
        if is_in:
            used = wrap(used + item.token_count)
    return tuple(standing for standing in standings if standing is not None)


class _Links:
    """The reflection's links, by the sequence number they stand at."""

    def __init__(self, reflection: Reflection) -> None:
        newer = [(entry.newer_seq, entry.older_seq) for entry in reflection.supersessions]
        pairs = [(entry.seq_a, entry.seq_b) for entry in reflection.contradictions]
        self.supersedes = _grouped(newer)
        self.superseded_by = _grouped((older, new) for new, older in newer)
        self.contradicts = _grouped([*pairs, *((b, a) for a, b in pairs if a != b)])


def _grouped(pairs: Iterable[tuple[int, int]]) -> Mapping[int, tuple[int, ...]]:
    groups: dict[int, dict[int, None]] = defaultdict(dict)
    for key, value in pairs:
        groups[key][value] = None
    return {key: tuple(values) for key, values in groups.items()}


_COUNTED = {PieceKind.REFLECTION, PieceKind.OBSERVATION}
_COUNTED_WITH = {PieceKind.FRAME: PieceKind.HEADING}


def _uncounted(snippet: Snippet) -> dict[PieceKind, int]:
    lengths: dict[PieceKind, int] = defaultdict(int)
    for piece in snippet.pieces:
        if piece.kind not in _COUNTED:
            kind = _COUNTED_WITH.get(piece.kind, piece.kind)
            lengths[kind] += piece.end - piece.start
    total = max(0, snippet.measured - snippet.counted)
    shares: dict[PieceKind, int] = {}
    done, given, whole = 0, 0, sum(lengths.values())
    for kind, length in lengths.items():
        done += length
        shares[kind] = total * done // whole - given
        given += shares[kind]
    return shares
