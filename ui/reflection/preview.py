"""What a plan does to the next turn, worked out on a reader thread while somebody types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.text_diff import DiffLine, diff_lines
from desktop_app.services.editing.plans import Plan

if TYPE_CHECKING:
    from desktop_app.services.snapshot import ScopeSnapshot


@dataclass(frozen=True, slots=True)
class Sums:
    """Tokens of the next turn; nothing where nothing is injected."""

    counted: int = 0
    measured: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A plan with what to show of it.

    Attributes:
        turn: What differs in the observational part of the next turn.
        texts: The stored reflection before and after.
    """

    plan: Plan
    turn: tuple[DiffLine, ...]
    before: Sums
    after: Sums
    texts: tuple[str, str]


def preview_of(plan: Plan) -> Preview:
    """Return what to show of a plan."""
    before, after = plan.before, plan.after
    return Preview(
        plan=plan,
        turn=diff_lines(before.observational_text, after.observational_text),
        before=sums_of(before),
        after=sums_of(after),
        texts=(
            before.record.reflection if before.record else "",
            after.record.reflection if after.record else "",
        ),
    )


def sums_of(snapshot: ScopeSnapshot) -> Sums:
    """Return what the next turn of a scope takes."""
    explanation = snapshot.explanation
    if explanation is None or snapshot.error or not explanation.is_injected:
        return Sums()
    return Sums(explanation.snippet.counted, explanation.snippet.measured)
