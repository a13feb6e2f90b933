"""What is odd about an entry of working memory, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from ui.working.model import Oddity, big_numbers, json_problem

if TYPE_CHECKING:
    from ui.working.model import WorkingRow

_MOST_NUMBERS = 3
_CHECKED = 100_000


@dataclass(frozen=True, slots=True)
class Note:
    """What a banner says; ``offset`` is where a value stops being JSON."""

    title: str
    sentence: str
    offset: int | None = None


def _tr(text: str) -> str:
    return QCoreApplication.translate("WorkingNotes", text)


def note(row: WorkingRow) -> Note | None:
    """Return all that is odd about an entry; ``None`` if nothing is."""
    if Oddity.NOT_JSON in row.oddities and (broken := _broken(row)) is not None:
        return broken
    notes = [made for oddity in row.oddities if (made := _note(row, oddity)) is not None]
    if not notes:
        return None
    if len(notes) == 1:
        return notes[0]
    sentence = " ".join(f"{made.title}. {made.sentence}" for made in notes[1:])
    return Note(notes[0].title, f"{notes[0].sentence} {sentence}")


def _broken(row: WorkingRow) -> Note | None:
    problem = json_problem(row.entry.value_json[:_CHECKED])
    if problem is None:
        return None
    reason, offset = problem
    place = _tr("Character {0}").format(f"{offset + 1:,}")
    words = _tr("{0}: {1}. It is shown and injected as it is.").format(place, reason)
    return Note(_tr("The value is not JSON"), words, offset)


def _note(row: WorkingRow, oddity: Oddity) -> Note | None:
    if oddity is Oddity.BLANKS:
        return Note(
            _tr("Blanks around the key"),
            _tr(
                "The engine stores the key with them and reports it without: asking for the key "
                "it reports finds nothing."
            ),
        )
    if oddity is Oddity.BREAKS_KEY:
        return Note(
            _tr("Line breaks in the key"), _tr("The entry takes several lines of the turn.")
        )
    if oddity is Oddity.BREAKS_VALUE:
        return Note(
            _tr("Line breaks in the value"), _tr("The entry takes several lines of the turn.")
        )
    if oddity is Oddity.BIG_NUMBERS:
        numbers = big_numbers(row.entry.value_json[:_CHECKED])
        shown = ", ".join(number[:24] for number in numbers[:_MOST_NUMBERS])
        words = _tr("{0}: the engine keeps numbers as floats, so digits may have been lost.")
        return Note(_tr("Numbers beyond 2^53"), words.format(shown))
    return None
