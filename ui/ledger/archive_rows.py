"""What becomes of every log when old ones are archived, as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.ledger.archiving import Archival, Fate
from ui.icons import Icon
from ui.ledger.words import tr
from ui.naming import shown_id
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.check_list import Group, Row, RowBadge

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from desktop_app.core.ledger.book import Book

_ORDER = (
    Fate.MOVES,
    Fate.TAKEN_NAME,
    Fate.TOO_YOUNG,
    Fate.NO_DAY,
    Fate.DEEPER,
    Fate.NOT_OURS,
    Fate.HIDDEN,
    Fate.ARCHIVED,
)


def archive_groups(
    book: Book, judged: Sequence[Archival], today: date, days: int
) -> tuple[Group, ...]:
    """Return every log below what becomes of it, what moves first."""
    rows: dict[Fate, list[Row]] = {fate: [] for fate in _ORDER}
    for one in judged:
        log = book.log(one.name)
        age = (today - log.day).days if log is not None and log.day is not None else None
        rows[one.fate].append(_row(one, age, days))
    titles = _titles()
    return tuple(
        Group(titles[fate], rows[fate], right=f"{len(rows[fate]):,}")
        for fate in _ORDER
        if rows[fate]
    )


def moving_count(judged: Sequence[Archival]) -> int:
    """Return how many logs move."""
    return sum(one.fate is Fate.MOVES for one in judged)


def _row(one: Archival, age: int | None, days: int) -> Row:
    words = "" if age is None else counting.counted(age, tr("{0} day old"), tr("{0} days old"))
    icons = {Fate.MOVES: (Icon.HISTORY, Meaning.ACCENT), Fate.TAKEN_NAME: _REFUSED}
    icon, meaning = icons.get(one.fate, (Icon.CALENDAR, Meaning.NEUTRAL))
    is_taken = one.fate is Fate.TAKEN_NAME
    return Row(
        id=one.name,
        title=shown_id(one.name),
        subtitle=_reason(one, exact=age == days),
        icon=icon,
        meaning=meaning,
        right_top=words,
        quiet=one.fate not in {Fate.MOVES, Fate.TAKEN_NAME},
        badge=RowBadge(tr("refused"), *_REFUSED[::-1]) if is_taken else None,
    )


_REFUSED = (Icon.DAMAGED, Meaning.DAMAGED)


def _reason(one: Archival, *, exact: bool) -> str:
    if one.fate is Fate.TOO_YOUNG and exact:
        return tr("stays: it is exactly so old, and only older ones move")
    return {
        Fate.MOVES: tr("moves to {0}; its time stays").format(shown_id(one.target)),
        Fate.TAKEN_NAME: tr(
            "stays: {0} is there already, and the engine itself would overwrite it"
        ).format(shown_id(one.target)),
        Fate.TOO_YOUNG: tr("stays: it is not old enough"),
        Fate.NO_DAY: tr("stays: there is no day in its name, so it is never archived"),
        Fate.ARCHIVED: tr("is in the archive already"),
        Fate.HIDDEN: tr("stays: it is hidden"),
        Fate.DEEPER: tr("stays: it is in a folder of its own, where the engine does not look"),
        Fate.NOT_OURS: tr("stays: a link, unreadable, or of another folder"),
    }[one.fate]


def _titles() -> dict[Fate, str]:
    return {
        Fate.MOVES: tr("Goes to the archive"),
        Fate.TAKEN_NAME: tr("Refused: the archive has a file of this name"),
        Fate.TOO_YOUNG: tr("Stays: not old enough"),
        Fate.NO_DAY: tr("Stays: not dated"),
        Fate.DEEPER: tr("Stays: in a folder of its own"),
        Fate.NOT_OURS: tr("Stays: can't be moved here"),
        Fate.HIDDEN: tr("Stays: hidden"),
        Fate.ARCHIVED: tr("Archived already"),
    }
