"""Why every observation is in the next turn or not, as a table and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop_app.cli.text import shortened, visible
from desktop_app.core.counting import counted
from desktop_app.core.observational.explain import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.observational.explain import Explanation, Standing
    from desktop_app.services.snapshot import ScopeSnapshot

_LONGEST_TEXT = 100
_HEADER = (
    f"{'':4}{'seq':>7}  {'importance':>13}  {'weight':>7}  {'score':>8}  {'rank':>6}"
    f"  {'needs':>7}  {'left':>7}  text"
)


def explanation_lines(snapshot: ScopeSnapshot) -> Iterator[str]:
    """Yield the table: observations in the order in which the engine tries them."""
    explanation = snapshot.explanation
    name = visible(snapshot.memory_id)
    if explanation is None:
        yield f"{name}: there is no record that the engine can read, so nothing is injected."
        return
    standings = explanation.standings
    inside = sum(standing.is_in for standing in standings)
    yield (
        f"{name}: {inside:,} of {counted(len(standings), 'observation')}"
        f" {'is' if inside == 1 else 'are'} in."
    )
    yield from _budget_lines(explanation)
    if standings:
        yield ""
        yield _HEADER
    for standing in sorted(standings, key=lambda standing: standing.rank):
        yield from _standing_lines(standing)


def _budget_lines(explanation: Explanation) -> Iterator[str]:
    snippet = explanation.snippet
    if not explanation.is_injected:
        yield "Memory is off in the configuration: nothing is injected."
    elif not explanation.record.enabled:
        yield "The scope is disabled: nothing is injected."
    yield (
        f"Budget {counted(snippet.budget, 'token')}: {snippet.counted:,} counted"
        f" ({snippet.reflection_tokens:,} of them for the reflection),"
        f" {snippet.measured:,} measured."
    )
    parts = [f"{kind.value} {tokens:,}" for kind, tokens in explanation.uncounted.items() if tokens]
    if parts:
        yield f"Injected and not counted: {', '.join(parts)}."


def _standing_lines(standing: Standing) -> Iterator[str]:
    item = standing.observation
    importance = f"{_number(item.importance)} → {_number(standing.importance)}"
    yield (
        f"{'in ' if standing.is_in else 'out'} {f'[{item.seq}]':>7}  {importance:>13}"
        f"  {f'× 1/{standing.age + 1}':>7}  {_number(standing.score):>8}  {standing.rank:>6,}"
        f"  {item.token_count:>7,}  {standing.left:>7,}  {shortened(item.content, _LONGEST_TEXT)}"
    )
    reasons = _reasons(standing)
    if reasons:
        yield f"{'':12} {'; '.join(reasons)}"


def _reasons(standing: Standing) -> list[str]:
    reasons = []
    if standing.verdict is Verdict.DOES_NOT_FIT:
        needs, left = standing.observation.token_count, standing.left
        reasons.append(f"does not fit: needs {needs:,}, {left:,} left")
    elif not standing.is_in:
        reasons.append(standing.verdict.value)
    if standing.is_unscored:
        reasons.append("unscored, counts as 0.5")
    for words, seqs in (
        ("superseded by", standing.superseded_by),
        ("supersedes", standing.supersedes),
        ("contradicts", standing.contradicts),
    ):
        if seqs:
            reasons.append(f"{words} {', '.join(f'[{seq}]' for seq in seqs)}")
    return reasons


def _number(value: float) -> str:
    return format(value, ".4g")


def explanation_fields(snapshot: ScopeSnapshot) -> dict[str, Any]:
    """Return everything that decides the observational part, as JSON fields."""
    fields: dict[str, Any] = {
        "memory_id": snapshot.memory_id,
        "observational": snapshot.observational_text,
        "working": snapshot.working_text,
        "mode": snapshot.mode,
        "error": snapshot.error,
    }
    explanation = snapshot.explanation
    if explanation is None:
        return {**fields, "counted": 0, "measured": 0, "observations": []}
    snippet = explanation.snippet
    return {
        **fields,
        "enabled": explanation.record.enabled,
        "budget": snippet.budget,
        "counted": snippet.counted,
        "measured": snippet.measured,
        "reflection_tokens": snippet.reflection_tokens,
        "uncounted": {kind.value: tokens for kind, tokens in explanation.uncounted.items()},
        "lowest_score_in": explanation.lowest_score_in,
        "observations": [_standing_fields(standing) for standing in explanation.standings],
    }


def _standing_fields(standing: Standing) -> dict[str, Any]:
    item = standing.observation
    return {
        "index": standing.index,
        "seq": item.seq,
        "in": standing.is_in,
        "verdict": standing.verdict.value,
        "importance": item.importance,
        "effective_importance": standing.importance,
        "age": standing.age,
        "weight": 1 / (1 + standing.age),
        "score": standing.score,
        "rank": standing.rank,
        "needs": item.token_count,
        "left": standing.left,
        "superseded_by": standing.superseded_by,
        "supersedes": standing.supersedes,
        "contradicts": standing.contradicts,
        "content": item.content,
    }
