"""What a reader thread makes of a snapshot for the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from desktop_app.services.snapshot import ScopeSnapshot
from ui.observations.rows import ABSURD, Column, Row, Wanted, arrange, by_rank, make_rows
from ui.observations.words import score_text

if TYPE_CHECKING:
    from desktop_app.services.jobs import JobContext


_USUAL_SCORE = 4
"""Characters of “.123”, for which the column is wide enough."""


@dataclass(frozen=True, slots=True)
class Arranged:
    """What a reader thread, or this one, has made of a snapshot.

    Attributes:
        rows: All rows in stored order.
        ranked: The same in order of score.
        shown: Those that are wanted, in the order that is wanted.
        inside: How many of all the next turn receives.
        longest: Characters of the longest numbers of some columns.
        changed: Positions that differ from what was shown of the same scope before.
    """

    snapshot: ScopeSnapshot
    wanted: Wanted
    rows: tuple[Row, ...]
    ranked: tuple[Row, ...]
    shown: tuple[Row, ...]
    inside: int
    longest: dict[Column, int]
    changed: frozenset[int]


def arranged(
    snapshot: ScopeSnapshot,
    wanted: Wanted,
    before: Arranged | None,
    _context: JobContext | None = None,
) -> Arranged:
    """Arrange the rows of a snapshot; ``before`` is what was shown of the same scope."""
    if before is not None and before.snapshot is snapshot:
        shown = arrange(before.ranked, wanted)
        return replace(before, wanted=wanted, shown=shown, changed=frozenset())
    rows = make_rows(snapshot)
    ranked = by_rank(rows)
    return Arranged(
        snapshot=snapshot,
        wanted=wanted,
        rows=rows,
        ranked=ranked,
        shown=arrange(ranked, wanted),
        inside=sum(row.injected for row in rows),
        longest=longest_numbers(rows),
        changed=changed_rows(before.rows, rows) if before else frozenset(),
    )


def longest_numbers(rows: tuple[Row, ...]) -> dict[Column, int]:
    """Return how many characters the longest numbers of these columns take."""
    seqs = [row.observation.seq for row in rows] or [0]
    counts = [min(abs(row.observation.token_count), ABSURD - 1) for row in rows] or [0]
    scores = max((len(score_text(row)) for row in rows), default=0)
    ages = [row.standing.age for row in rows if row.standing] or [0]
    return {
        Column.SEQ: max(len(str(seq)) for seq in (min(seqs), max(seqs))),
        Column.AGE: len(f"1/{max(ages) + 1}"),
        Column.SCORE: scores if scores > _USUAL_SCORE else 0,
        Column.TOKENS: len(f"{max(counts):,}"),
    }


def changed_rows(before: tuple[Row, ...], after: tuple[Row, ...]) -> frozenset[int]:
    """Return the positions of observations that are new or differ from those before."""
    count = len(before)
    return frozenset(
        at
        for at, row in enumerate(after)
        if at >= count or row.observation != before[at].observation
    )
