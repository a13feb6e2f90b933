"""Ways to get an observation into the next turn or out of it, each the smallest that suffices."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from msgspec.structs import replace

from desktop_app.core.observational.edits import edit_importance, observation_at
from desktop_app.core.observational.explain import Verdict
from desktop_app.core.observational.json_fields import INT64_MAX
from desktop_app.core.observational.reflection import Supersession
from desktop_app.core.observational.selection import by_score, scores
from desktop_app.core.observational.snippet import build_snippet
from desktop_app.services.editing.observation_actions import edit_observation
from desktop_app.services.editing.plans import Plan, readable
from desktop_app.services.editing.reflection_actions import drop_entry
from desktop_app.services.editing.scope_actions import set_limits, switch_scope

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.observational.explain import Explanation
    from desktop_app.core.observational.record import Record
    from desktop_app.services.editing.plans import Intent
    from desktop_app.services.snapshot import ScopeSnapshot

_HUNDREDTHS = 100
_MOST_BUDGETS = 2_000


class Means(Enum):
    """What a way changes."""

    ENABLE = "enable the scope"
    UNSUPERSEDE = "drop the supersession"
    IMPORTANCE = "set the importance"
    LIMIT = "set the snippet limit"
    SHORTEN = "shorten the text"


@dataclass(frozen=True, slots=True)
class Way:
    """One way.

    Attributes:
        value: The importance, the limit, or the most tokens that the text may have.
        plan: What saves it; ``None`` where a person has to write something first.
    """

    means: Means
    value: float = 0
    plan: Plan | None = None


def ways_in(snapshot: ScopeSnapshot, index: int, intent: Intent) -> tuple[Way, ...]:
    """Return the ways to get an observation into the next turn; none where it is in.

    Raises:
        RefusedError: there is no record, or the engine can't read it.
        NotFoundError: there is no such observation.
    """
    _, record = readable(snapshot)
    observation_at(record, index)
    explanation = snapshot.explanation
    assert explanation is not None
    place = explanation.standings[index]
    if snapshot.error or place.verdict in {Verdict.IN, Verdict.MEMORY_OFF}:
        return ()
    if place.verdict is Verdict.DISABLED:
        return _kept(index, [Way(Means.ENABLE, 0, switch_scope(snapshot, intent, enabled=True))])
    ways = [
        _unsuperseding(snapshot, explanation, index, intent),
        _raising(snapshot, record, index, intent),
        _widening(snapshot, record, explanation, index, intent),
    ]
    kept = _kept(index, [way for way in ways if way is not None])
    shorten = (Way(Means.SHORTEN, place.left),) if place.left > 0 else ()
    return (*kept, *shorten)


def ways_out(snapshot: ScopeSnapshot, index: int, intent: Intent) -> tuple[Way, ...]:
    """Return the ways to get an observation out of the next turn, other than removing it.

    Raises:
        RefusedError: there is no record, or the engine can't read it.
        NotFoundError: there is no such observation.
    """
    _, record = readable(snapshot)
    observation_at(record, index)
    if not _is_in(record, index):
        return ()

    def is_out(hundredths: int) -> bool:
        return not _is_in(_scored(record, index, hundredths), index)

    if not is_out(1):
        return ()
    # The higher the importance, the earlier its turn: out below some value, in from there on.
    highest = _HUNDREDTHS - _least(lambda step: is_out(_HUNDREDTHS - step), _HUNDREDTHS - 1)
    plan = edit_observation(snapshot, index, intent, importance=highest / _HUNDREDTHS)
    return (Way(Means.IMPORTANCE, highest / _HUNDREDTHS, plan),)


def _unsuperseding(
    snapshot: ScopeSnapshot, explanation: Explanation, index: int, intent: Intent
) -> Way | None:
    seq = explanation.standings[index].observation.seq
    entries = explanation.reflection.supersessions
    found = [at for at, entry in enumerate(entries) if entry.older_seq == seq]
    if len(found) != 1:
        return None
    plan = drop_entry(snapshot, Supersession, found[0], intent)
    return Way(Means.UNSUPERSEDE, entries[found[0]].newer_seq, plan)


def _raising(snapshot: ScopeSnapshot, record: Record, index: int, intent: Intent) -> Way | None:
    def is_in(hundredths: int) -> bool:
        return _is_in(_scored(record, index, hundredths), index)

    if not is_in(_HUNDREDTHS):
        return None
    value = _least(is_in, _HUNDREDTHS) / _HUNDREDTHS
    return Way(Means.IMPORTANCE, value, edit_observation(snapshot, index, intent, importance=value))


def _widening(
    snapshot: ScopeSnapshot,
    record: Record,
    explanation: Explanation,
    index: int,
    intent: Intent,
) -> Way | None:
    budget = _least_budget(record, explanation, index)
    if budget is None:
        return None
    limits = replace(record.config, snippet_max_tokens=budget)
    return Way(Means.LIMIT, budget, set_limits(snapshot, limits, intent))


def _least_budget(record: Record, explanation: Explanation, index: int) -> int | None:
    """Return the smallest budget with which the engine takes an observation.

    More budget can let a larger one in that takes the room, so that budgets are tried in order:
    from one at which anything changes to the next.
    """
    observations = record.observations or ()
    superseded = frozenset(entry.older_seq for entry in explanation.reflection.supersessions)
    order = by_score(scores(observations, superseded))
    tokens = [observations[at].token_count for at in order[: order.index(index) + 1]]
    if min(tokens) < 0:
        return None  # damaged counts: no budget is the smallest
    budget = explanation.snippet.budget
    for _ in range(_MOST_BUDGETS):
        lacking = _lacking(tokens, explanation.snippet.reflection_tokens, budget)
        if lacking == 0:
            return budget
        budget += lacking
        if budget > INT64_MAX:
            return None
    return None


def _lacking(tokens: list[int], used: int, budget: int) -> int:
    """Return 0 if the last of these gets in, else how many tokens more change anything."""
    least, fits = INT64_MAX, False
    for count in tokens:
        fits = used + count <= budget
        if fits:
            used += count
        else:
            least = min(least, used + count - budget)
    return 0 if fits else least


def _least(holds: Callable[[int], bool], most: int) -> int:
    """Return the least number from 1 on for which ``holds``, which it does for ``most``."""
    low, high = 1, most
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low


def _scored(record: Record, index: int, hundredths: int) -> Record:
    return edit_importance(record, index, hundredths / _HUNDREDTHS).after


def _is_in(record: Record, index: int) -> bool:
    return index in build_snippet(record).chosen


def _kept(index: int, ways: list[Way]) -> tuple[Way, ...]:
    """Return the ways that really get it in."""
    return tuple(way for way in ways if way.plan is not None and _gets_in(way.plan, index))


def _gets_in(plan: Plan, index: int) -> bool:
    explanation = plan.after.explanation
    return explanation is not None and explanation.standings[index].is_in
