"""What the left column lists of a bucket, made on the reader's thread: there may be thousands."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import valid_unicode
from desktop_app.core.ledger.consolidation import due_logs, left_out
from ui.ledger.log_rows import LogRow, log_rows
from ui.ledger.words import reason_words, section_count, tr
from ui.widgets.calendar import DayMark

if TYPE_CHECKING:
    from desktop_app.core.ledger.book import Book

_MOST_TOLD = 20


@dataclass(frozen=True, slots=True)
class Listing:
    """Rows of the list, marks of the calendar, and what a consolidation takes.

    Attributes:
        closed: The rows while the archive is folded.
        opened: The rows while it is not.
        days: What each day has.
        due: How many logs the next consolidation takes.
        left_out: Which it would take but for what is wrong with them; ``""`` for none.
    """

    closed: tuple[LogRow, ...]
    opened: tuple[LogRow, ...]
    days: dict[date, DayMark]
    due: int
    left_out: str


def listing_of(book: Book) -> Listing:
    """Return what is listed of a bucket."""
    closed = log_rows(book, open_archive=False)
    opened = log_rows(book, open_archive=True)
    return Listing(closed, opened, _days(book), len(due_logs(book)), _left_out(book))


def _left_out(book: Book) -> str:
    found = left_out(book)
    told, more = found[:_MOST_TOLD], len(found) - _MOST_TOLD
    if more > 0:
        told += (tr("… and {0} more").format(f"{more:,}"),)
    return valid_unicode("\n".join(told))


def _days(book: Book) -> dict[date, DayMark]:
    taken = {one.name: one for one in book.eligible}
    marks: dict[date, DayMark] = {}
    for log in book.logs:
        if log.day is None or log.is_archived:
            continue
        eligible = taken.get(log.name)
        words = [section_count(log) or tr("a log")]
        due = eligible is not None and eligible.is_taken
        if eligible is not None and due:
            said = reason_words(eligible.reason)
            words.append(tr("goes into the next consolidation: {0}").format(said))
        marks[log.day] = DayMark(", ".join(words), due)
    return marks
