"""Which observations go into the snippet: scores, order and budget, as the engine counts."""

from __future__ import annotations

from heapq import nlargest
from typing import TYPE_CHECKING

from desktop_app.core.observational.observation import (
    SUPERSEDED_COUNTS_AS,
    UNSCORED_COUNTS_AS,
    Observation,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_FIRST_RANKS = 256
_LOWEST, _HIGHEST = -(2**63), 2**63 - 1
_weights: list[float] = []


def age_weights(count: int) -> Sequence[float]:
    """Return 1/(1 + age) for ages ``count`` - 1 down to 0: the newest observation weighs 1."""
    while len(_weights) < count:
        _weights.append(1.0 / (1.0 + len(_weights)))
    return _weights[count - 1 :: -1] if count else ()


def effective_importance(observation: Observation, superseded: frozenset[int]) -> float:
    """Return the importance that counts: 0.1 if superseded, 0.5 if unscored."""
    if observation.seq in superseded:
        return SUPERSEDED_COUNTS_AS
    return observation.importance or UNSCORED_COUNTS_AS


def scores(observations: Sequence[Observation], superseded: frozenset[int]) -> list[float]:
    """Return the score of each observation: effective importance times age weight."""
    weights = age_weights(len(observations))
    if not superseded:
        return [
            (observation.importance or UNSCORED_COUNTS_AS) * weight
            for observation, weight in zip(observations, weights, strict=True)
        ]
    return [
        effective_importance(observation, superseded) * weight
        for observation, weight in zip(observations, weights, strict=True)
    ]


def select(
    observations: Sequence[Observation], superseded: frozenset[int], budget: int, used: int
) -> tuple[list[int], int]:
    """Return the indexes of the observations that get in, as they are taken, and the tokens.

    Best score first, earlier ones first among equals; one that does not fit is passed over
    and the next is tried.

    Args:
        observations: In stored order.
        superseded: Sequence numbers that a newer observation replaces.
        budget: Tokens that may be counted.
        used: Tokens counted before, by the reflection.
    """
    counts = [observation.token_count for observation in observations]
    smallest = min(counts, default=0)
    if smallest > 0 and used + smallest > budget:
        return [], used
    chosen: list[int] = []
    for index in _by_score(scores(observations, superseded)):
        after = used + counts[index]
        if not _LOWEST <= after <= _HIGHEST:
            after = wrap(after)
        if after <= budget:
            chosen.append(index)
            used = after
            # Nothing smaller is left to fit; negative or wrapping counts never stop early.
            if smallest > 0 and used >= 0 and used + smallest > budget:
                break
    return chosen, used


def by_score(values: Sequence[float]) -> list[int]:
    """Return indexes by falling score; equal scores keep their order."""
    return sorted(range(len(values)), key=values.__getitem__, reverse=True)


def wrap(number: int) -> int:
    """Return ``number`` as the engine's 64-bit addition leaves it."""
    return (number + 2**63) % 2**64 - 2**63


def _by_score(values: Sequence[float]) -> Iterable[int]:
    """Return like ``by_score``, sorting everything only when the first ranks don't suffice."""
    if len(values) <= 4 * _FIRST_RANKS:
        return by_score(values)
    return _by_score_in_steps(values)


def _by_score_in_steps(values: Sequence[float]) -> Iterator[int]:
    first = nlargest(_FIRST_RANKS, range(len(values)), key=values.__getitem__)
    yield from first
    yield from by_score(values)[_FIRST_RANKS:]
