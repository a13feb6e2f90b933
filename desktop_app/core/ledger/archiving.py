"""Which logs the rule of age moves to the archive, and why others stay."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.changes import Change, Swap
from desktop_app.core.errors import MemloupeError, NotFoundError, RefusedError
from desktop_app.core.files.plan import Consequence, FilePlan
from desktop_app.core.ledger.book import ARCHIVE_FOLDER, MEMORY_FOLDER, Layer
from desktop_app.core.ledger.edits import of_bucket
from desktop_app.core.ledger.effects import NEXT_CONSOLIDATION

if TYPE_CHECKING:
    from desktop_app.core.files.row import FileRow
    from desktop_app.core.ledger.book import Book, LedgerFile

RETENTION_DAYS = 90
_MOST_NAMED = 3
_REPLACES = "The engine itself would replace that one without asking."


class Fate(Enum):
    """What becomes of a log; the value is shown."""

    MOVES = "goes to the archive"
    TAKEN_NAME = "the archive has a file of this name already"
    TOO_YOUNG = "is not old enough"
    NO_DAY = "has no day in its name"
    ARCHIVED = "is in the archive"
    HIDDEN = "is hidden"
    DEEPER = "is in a folder of its own, where the engine does not find it to move it"
    NOT_OURS = "is a link, can't be read, or belongs to another folder"


class NothingOldError(NotFoundError):
    """Every log was looked at, and the rule of age moves none."""


@dataclass(frozen=True, slots=True)
class Archival:
    """What becomes of one log, and its name afterwards."""

    name: str
    fate: Fate
    target: str = ""


def judge_logs(book: Book, today: date, days: int = RETENTION_DAYS) -> tuple[Archival, ...]:
    """Return what becomes of each log.

    A log moves if the day in its name is before ``today`` minus ``days``; one that is exactly
    so old stays. Its time plays no part.

    Args:
        book: The bucket.
        today: The local day.
        days: The days that logs are kept, at least 1.

    Raises:
        RefusedError: fewer than one day.
    """
    if days < 1:
        raise RefusedError("Logs are kept at least one day.")
    # No log is older than the calendar.
    first = today - timedelta(days=min(days, today.toordinal() - 1))
    names = {file.name for file in book.logs}
    return tuple(_judge(file, first, names) for file in book.logs)


def plan_archive(book: Book, today: date, days: int = RETENTION_DAYS) -> FilePlan:
    """Plan to move old logs to the archive; one whose name is taken there is left alone.

    Raises:
        NothingOldError: there is nothing to move.
        NotFoundError: there is nothing to move among what could be looked at.
        RefusedError: fewer than one day, or the archive has files of all the names.
    """
    judged = judge_logs(book, today, days)
    moving = [one for one in judged if one.fate is Fate.MOVES]
    taken = [one.name for one in judged if one.fate is Fate.TAKEN_NAME]
    if not moving:
        raise _nothing_moves(taken, days, _not_looked_at(book))
    effects = (*_of_taken(taken), *_of_moving(book, moving))
    swaps: list[Swap[FileRow]] = []
    for one in moving:
        file = book.log(one.name)
        if file is not None and file.row is not None:
            moved = msgspec.structs.replace(file.row, path=book.bucket.at(one.target))
            swaps += [Swap(file.row, None), Swap(None, moved)]
    label = f"Archive {len(moving)} log{'s' * (len(moving) > 1)}{of_bucket(book)}"
    return FilePlan(change=Change(label=label, files=tuple(swaps)), consequences=effects)


def _nothing_moves(taken: list[str], days: int, unseen: list[str]) -> MemloupeError:
    if taken:
        names = ", ".join(taken)
        advice = f"Nothing was moved. {_REPLACES} Rename or delete one of the two."
        verb = "is" if len(taken) == 1 else "are"
        return RefusedError(
            f"{names} {verb} older than {days} days and can't be moved: the archive has a file of "
            f"{'this name' if len(taken) == 1 else 'each of these names'}.",
            " ".join((advice, *unseen)),
        )
    if unseen:
        return NotFoundError(
            f"No log that was looked at is older than {days} days.", " ".join(unseen)
        )
    return NothingOldError(f"No log is older than {days} days.")


def _not_looked_at(book: Book) -> list[str]:
    memory = f"{book.bucket.at(MEMORY_FOLDER)}/"
    links = [one.path for one in book.links if f"{one.path}/".startswith(memory)]
    said = [f"{path} is a link; it was not followed." for path in links]
    said += [
        f"Nobody may look into {path}." for path in book.unlisted if f"{path}/".startswith(memory)
    ]
    said += [
        f"{file.name} was not read. {file.problem}"
        for file in book.logs
        if file.row is None and file.facts.path not in links
    ]
    return said


def _judge(file: LedgerFile, first: date, names: set[str]) -> Archival:
    name = file.name.rpartition("/")[2]
    target = f"{ARCHIVE_FOLDER}/{name}"
    return Archival(file.name, _fate(file, first, is_taken=target in names), target)


def _fate(file: LedgerFile, first: date, *, is_taken: bool) -> Fate:
    tests = {
        Fate.ARCHIVED: file.is_archived,
        Fate.HIDDEN: any(part.startswith(".") for part in file.name.split("/")),
        Fate.NO_DAY: file.day is None,
        Fate.TOO_YOUNG: file.day is not None and file.day >= first,
        Fate.NOT_OURS: file.row is None or file.layer is not Layer.BUCKET,
        Fate.DEEPER: file.name.count("/") > MEMORY_FOLDER.count("/") + 1,
        Fate.TAKEN_NAME: is_taken,
    }
    return next((fate for fate, holds in tests.items() if holds), Fate.MOVES)


def _of_taken(names: list[str]) -> list[Consequence]:
    return [
        Consequence(
            "Archive",
            f"{name} stays: the archive has a file of this name. {_REPLACES}",
            needs_care=True,
        )
        for name in names
    ]


def _of_moving(book: Book, moving: list[Archival]) -> list[Consequence]:
    if not moving:
        return []
    names = {one.name for one in moving}
    waiting = [one.name for one in book.eligible if one.is_taken and one.name in names]
    found = [
        Consequence(
            NEXT_CONSOLIDATION,
            "Moved files keep their time, so nothing is sent again because of the move. The "
            "agent still finds them when it searches.",
        )
    ]
    if waiting:
        found.append(
            Consequence(
                NEXT_CONSOLIDATION,
                f"{_some_of(waiting, moving)} would be taken and still"
                f" {'is' if len(waiting) == 1 else 'are'}, from there.",
            )
        )
    return found


def _some_of(waiting: list[str], moving: list[Archival]) -> str:
    """Name some of the moving logs; all of them stand in the list above it already."""
    if len(waiting) == len(moving):
        return "It" if len(waiting) == 1 else "All of them"
    more = len(waiting) - _MOST_NAMED
    names = ", ".join(waiting[:_MOST_NAMED])
    return f"{names} and {more:,} more" if more > 0 else names
