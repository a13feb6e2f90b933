"""Which statements stay, and which are said by others."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.ledger.book import MEMORY_FILE
from desktop_app.core.ledger.near_duplicates import Wording, says_all_of
from desktop_app.core.ledger.statement_blocks import Block, heading_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from desktop_app.core.ports import Cancelled

Dropped = tuple["Statement", "Statement"]
"""A statement that goes, and the one that says the same and stays."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of ``MEMORY.md`` or of a log.

    Attributes:
        block: Its lines.
        file: ``MEMORY.md``, or the log's path below the bucket.
        wording: What it is compared by.
        heading: The line of the heading above it; ``None`` for none.
    """

    block: Block
    file: str
    wording: Wording
    heading: str | None

    @property
    def is_memory(self) -> bool:
        """Whether it stands in ``MEMORY.md`` already."""
        return self.file == MEMORY_FILE

    @property
    def must_stay(self) -> bool:
        """Whether it can't go without a change to what stands beside it."""
        return self.is_memory and self.block.is_fixed


def kept_and_dropped(
    statements: Sequence[Statement], cancelled: Cancelled
) -> tuple[list[Statement], list[Dropped]]:
    """Return what stays, in order, and what goes.

    The longest are decided first, and only what stays makes others needless. So the result does
    not hang on the order, and merging the same logs once more changes nothing.
    """
    order = sorted(
        range(len(statements)),
        key=lambda place: (
            not statements[place].must_stay,
            -statements[place].wording.size,
            not statements[place].is_memory,
            place,
        ),
    )
    by_word: dict[str, list[int]] = defaultdict(list)
    kept: list[int] = []
    dropped: dict[int, int] = {}
    for place in order:
        statement = statements[place]
        partner = None
        if not statement.must_stay and not cancelled():
            candidates = _candidates(statement, by_word)
            partner = next(
                (other for other in candidates if _makes_needless(statements[other], statement)),
                None,
            )
        if partner is not None:
            dropped[place] = partner
            continue
        kept.append(place)
        for word in set(statement.wording.words):
            by_word[word].append(place)
    pairs = [(statements[place], statements[dropped[place]]) for place in sorted(dropped)]
    return [statements[place] for place in sorted(kept)], pairs


def _candidates(statement: Statement, by_word: dict[str, list[int]]) -> Iterable[int]:
    """Return the kept statements that have the rarest of the words."""
    return min((by_word.get(word, []) for word in statement.wording.words), key=len, default=[])


def _makes_needless(stays: Statement, goes: Statement) -> bool:
    if stays.is_memory and goes.is_memory and _heading(stays) != _heading(goes):
        return False
    return stays.wording.key == goes.wording.key or says_all_of(stays.wording, goes.wording)


def _heading(statement: Statement) -> tuple[str, ...]:
    return () if statement.heading is None else heading_key(statement.heading)
