"""Rows of the table: what each stands for, which are shown, and in which order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.observational.explain import Standing, Verdict
from desktop_app.core.observational.observation import UNSCORED_COUNTS_AS, Observation

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.services.snapshot import ScopeSnapshot

ABSURD = 10**10
"""Token counts from here on are shown by their magnitude."""
LARGE = 2_000
"""From here on, sorting and filtering is work for a reader thread."""


Ranks = tuple[tuple[float, ...], tuple[bool, ...]]
"""Scores by rank, and whether each of them is in."""


class Column(IntEnum):
    """Columns in the order in which they are shown."""

    MARK = 0
    SEQ = 1
    IMPORTANCE = 2
    AGE = 3
    SCORE = 4
    TOKENS = 5
    TEXT = 6


LETTERS = {
    "M": Column.MARK,
    "Q": Column.SEQ,
    "I": Column.IMPORTANCE,
    "A": Column.AGE,
    "S": Column.SCORE,
    "T": Column.TOKENS,
    "X": Column.TEXT,
}
"""The key that sorts by a column, after S."""


class Part(StrEnum):
    """Which rows are shown."""

    ALL = "all"
    IN = "in"
    OUT = "out"


class Row(msgspec.Struct, frozen=True, gc=False):
    """One observation of the table.

    Attributes:
        index: Position in the stored list; of a damaged record, among those that can be read.
        standing: Its place in the next turn; ``None`` while the record can't be read.
        injected: Whether the next turn receives it, all things considered.
    """

    index: int
    observation: Observation
    standing: Standing | None = None
    injected: bool = False

    @property
    def importance(self) -> float:
        """The importance as people compare it: as stored, 0.5 if unscored."""
        return self.observation.importance or UNSCORED_COUNTS_AS

    @property
    def links(self) -> tuple[int, ...]:
        """Sequence numbers of the other sides, in the order in which L visits them."""
        if self.standing is None:
            return ()
        place = self.standing
        sides = (*place.superseded_by, *place.contradicts, *place.supersedes)
        return tuple(dict.fromkeys(sides))


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the table is to show.

    Attributes:
        text: Part of the text, in any case; ``#12`` asks for a sequence number.
        least: Lowest importance.
        column: What it is sorted by; equal ones stand in order of score.
    """

    part: Part = Part.ALL
    text: str = ""
    least: float = 0.0
    column: Column = Column.IMPORTANCE
    descending: bool = True

    @property
    def narrows(self) -> bool:
        """Whether anything may be hidden."""
        return self.part is not Part.ALL or bool(self.text) or self.least > 0

    def everything(self) -> Wanted:
        """Return the same order without a filter."""
        return replace(self, part=Part.ALL, text="", least=0.0)

    def sorted_by(self, column: Column) -> Wanted:
        """Return this sorted by ``column``; by the same one again turns the order round."""
        turned = not self.descending if column is self.column else column in _BEST_FIRST
        return replace(self, column=column, descending=turned)


_BEST_FIRST = {Column.MARK, Column.IMPORTANCE, Column.AGE, Column.SCORE, Column.TOKENS}


def make_rows(snapshot: ScopeSnapshot) -> tuple[Row, ...]:
    """Return the rows of a scope in stored order."""
    if snapshot.explanation is None:
        return tuple(Row(index, item) for index, item in enumerate(snapshot.readable))
    works = not snapshot.error
    return tuple(
        [
            Row(place.index, place.observation, place, works and place.verdict is Verdict.IN)
            for place in snapshot.explanation.standings
        ]
    )


def make_row(snapshot: ScopeSnapshot, index: int) -> Row | None:
    """Return one row of a scope that can be explained; ``None`` if it has no such row."""
    standings = snapshot.explanation.standings if snapshot.explanation else ()
    if not 0 <= index < len(standings):
        return None
    place = standings[index]
    injected = place.verdict is Verdict.IN and not snapshot.error
    return Row(index, place.observation, place, injected)


def by_rank(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return rows in order of score, as the engine tries them."""
    return tuple(sorted(rows, key=_rank))


def ranks(snapshot: ScopeSnapshot) -> Ranks:
    """Return the score of every observation by rank, and whether it is in."""
    ranked = by_rank(make_rows(snapshot)) if snapshot.explanation else ()
    scores = tuple([row.standing.score for row in ranked if row.standing])
    return scores, tuple([row.injected for row in ranked])


def arrange(rows: tuple[Row, ...], wanted: Wanted) -> tuple[Row, ...]:
    """Return the rows that are wanted, in the order that is wanted.

    Args:
        rows: In order of score: equal ones stay in it.
        wanted: Filter and order.
    """
    accepts = _accepts(wanted)
    kept = [row for row in rows if accepts(row)] if wanted.narrows else list(rows)
    kept.sort(key=_KEYS[wanted.column], reverse=wanted.descending)
    return tuple(kept)


def _accepts(wanted: Wanted) -> Callable[[Row], bool]:
    needle = wanted.text.casefold()
    digits = needle.removeprefix("#")
    seq = int(digits) if needle.startswith("#") and digits.isdecimal() else None

    def accepts(row: Row) -> bool:
        if wanted.part is not Part.ALL and row.injected is not (wanted.part is Part.IN):
            return False
        if row.importance < wanted.least:
            return False
        return row.observation.seq == seq or needle in row.observation.content.casefold()

    return accepts


def _rank(row: Row) -> int:
    return row.standing.rank if row.standing else row.index


def _mark(row: Row) -> bool:
    return row.injected


def _seq(row: Row) -> int:
    return row.observation.seq


def _importance(row: Row) -> float:
    return row.importance


def _age(row: Row) -> int:
    return -row.standing.age if row.standing else row.index


def _score(row: Row) -> float:
    return row.standing.score if row.standing else row.importance


def _tokens(row: Row) -> int:
    return row.observation.token_count


def _text(row: Row) -> str:
    return row.observation.content.casefold()


_KEYS: dict[Column, Callable[[Row], float | str]] = {
    Column.MARK: _mark,
    Column.SEQ: _seq,
    Column.IMPORTANCE: _importance,
    Column.AGE: _age,
    Column.SCORE: _score,
    Column.TOKENS: _tokens,
    Column.TEXT: _text,
}
