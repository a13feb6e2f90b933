"""What the left column lists of a bucket, made on the reader's thread: there may be thousands."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from ui.ledger.log_rows import LogRow, log_rows
from ui.ledger.words import reason_words, section_count, tr
from ui.widgets.calendar import DayMark

if TYPE_CHECKING:
    from desktop_app.core.ledger.book import Book


@dataclass(frozen=True, slots=True)
class Listing:
    """Rows of the list, and marks of the calendar.

    Attributes:
        closed: The rows while the archive is folded.
        opened: The rows while it is not.
        days: What each day has.
    """

    closed: tuple[LogRow, ...]
    opened: tuple[LogRow, ...]
    days: dict[date, DayMark]


def listing_of(book: Book) -> Listing:
    """Return what is listed of a bucket."""
    closed = log_rows(book, open_archive=False)
    opened = log_rows(book, open_archive=True)
    return Listing(closed, opened, _days(book))


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
