"""What a new entry has to do with what a bucket says already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.files.plan import Consequence
from desktop_app.core.ledger.effects import CURATED, DAILY_LOGS
from desktop_app.core.ledger.places import find_places

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.ledger.book import Book

_MOST_NAMED = 2


def of_said_already(book: Book, text: str) -> Iterator[Consequence]:
    """Say where a text of one line stands already."""
    places = () if "\n" in text else find_places(book, text)
    if places:
        named = " and ".join(f"{one.name}, line {one.line:,}" for one in places[:_MOST_NAMED])
        more = len(places) - _MOST_NAMED
        rest = f", and in {more:,} more line{'s' * (more > 1)}" if more > 0 else ""
        said = f"It stands already in {named}{rest}. Saved, it is there once more."
        yield Consequence(DAILY_LOGS, said, needs_care=True)


def of_old_fact(book: Book, old: str) -> Iterator[Consequence]:
    """Say if what a correction is about stands nowhere.

    Args:
        book: The bucket.
        old: The fact, one line or more.
    """
    first = old.partition("\n")[0]
    if not find_places(book, first):
        yield Consequence(
            CURATED,
            f"“{first}” stands in no log and not in the curated memory: nothing is corrected by "
            "this. Look for the fact as it is written there.",
            needs_care=True,
        )
