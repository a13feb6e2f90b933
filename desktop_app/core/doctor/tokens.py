"""Stored token counts against the engine's own estimate (H8, H25)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from desktop_app.core.counting import counted
from desktop_app.core.doctor.finding import Effect, Finding, Part, Severity
from desktop_app.core.doctor.record_repair import WRITABLE_FIRST, Shown, record_repair
from desktop_app.core.engine_text import estimate_tokens
from desktop_app.core.observational.edits import with_observations
from desktop_app.core.observational.selection import wrap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.doctor.cases import Bench, ScopeCase
    from desktop_app.core.observational.observation import Observation
    from desktop_app.core.observational.record import Record

_MOST_SHOWN = 40
_HUGE = 1_000_000_000
"""No text is so long; sums of such counts wrap around."""


def check_tokens(case: ScopeCase, bench: Bench) -> Iterator[Finding]:
    """Find observations whose stored count is not the engine's estimate, else wrong totals."""
    record = case.record
    if record is None:
        return
    wrong = [item for item in record.observations or () if item.token_count != _estimate(item)]
    if wrong:
        yield _counts(case, bench, wrong)
        return
    total = wrap(sum(item.token_count for item in record.observations or ()))
    reflection = estimate_tokens(record.reflection)
    if (total, reflection) != (record.observation_tokens, record.reflection_tokens):
        yield _totals(case, bench, recounted(record))


def recounted(record: Record) -> Record:
    """Return ``record`` with every count of tokens as the engine would make it."""
    observations = record.observations
    if observations is not None:
        counts = [_estimate(item) for item in observations]
        observations = tuple(
            item if item.token_count == count else replace(item, token_count=count)
            for item, count in zip(observations, counts, strict=True)
        )
        record = with_observations(record, observations)
    else:
        record = replace(record, observation_tokens=0)
    return replace(record, reflection_tokens=estimate_tokens(record.reflection))


def _counts(case: ScopeCase, bench: Bench, wrong: list[Observation]) -> Finding:
    assert case.record is not None
    total = len(case.record.observations or ())
    return Finding(
        rule="token-counts-off",
        severity=Severity.CHANGES_TURN,
        title="Stored token counts are off",
        detail=f"{len(wrong):,} of {counted(total, 'observation')}, {_direction(wrong)}",
        place=case.at(Part.OBSERVATIONS),
        why=_why(wrong),
        by_hand=WRITABLE_FIRST,
        repair=record_repair(
            case,
            bench,
            "Count tokens anew",
            recounted,
            Shown(
                "\n".join(f"[{item.seq}] {item.token_count}" for item in wrong[:_MOST_SHOWN]),
                "\n".join(f"[{item.seq}] {_estimate(item)}" for item in wrong[:_MOST_SHOWN]),
                (Effect("counted anew", counted(len(wrong), "observation")),),
            ),
        ),
    )


def _direction(wrong: list[Observation]) -> str:
    difference = sum(item.token_count - _estimate(item) for item in wrong)
    if not difference:
        return "in sum the same"
    return f"{abs(difference):,} too {'many' if difference > 0 else 'few'}"


def _why(wrong: list[Observation]) -> str:
    text = (
        "The engine fills its budget by the stored counts and never counts again. With counts that "
        "are too low more text is injected than the budget allows, with high ones less."
    )
    if any(item.token_count < 0 for item in wrong):
        text += " A count below zero makes room for others."
    if any(item.token_count > _HUGE for item in wrong):
        text += " A huge count wraps around in the engine's sum and then lets everything in."
    return text


def _totals(case: ScopeCase, bench: Bench, mended: Record) -> Finding:
    record = case.record
    assert record is not None
    pairs = {
        "observations": (record.observation_tokens, mended.observation_tokens),
        "reflection": (record.reflection_tokens, mended.reflection_tokens),
    }
    off = {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
    return Finding(
        rule="token-total-off",
        severity=Severity.WORTH_KNOWING,
        title="Stored token total is off",
        detail=", ".join(f"{name} {old:,}, not {new:,}" for name, (old, new) in off.items()),
        place=case.at(Part.RECORD),
        why="The engine adds to the total and never counts again; it decides when to reflect by "
        "it. With a wrong total it reflects too early or too late.",
        by_hand=WRITABLE_FIRST,
        repair=record_repair(
            case,
            bench,
            "Count the totals anew",
            recounted,
            Shown(
                "\n".join(f"{name} {old}" for name, (old, _) in off.items()),
                "\n".join(f"{name} {new}" for name, (_, new) in off.items()),
            ),
        ),
    )


def _estimate(item: Observation) -> int:
    return estimate_tokens(item.content)
