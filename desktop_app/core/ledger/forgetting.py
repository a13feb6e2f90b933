"""Forgetting: takes lines out of every file that may be changed, in one change."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.changes import Change, Swap
from desktop_app.core.engine_text import encode
from desktop_app.core.errors import RefusedError
from desktop_app.core.files.plan import Consequence, FilePlan
from desktop_app.core.files.row import FileRow
from desktop_app.core.ledger.book import MEMORY_FILE, OFFLOADED_FOLDER
from desktop_app.core.ledger.edits import of_bucket
from desktop_app.core.ledger.effects import FILE, NEXT_CONSOLIDATION, of_log_time, of_missing_memory
from desktop_app.core.ledger.java_text import is_blank
from desktop_app.core.ledger.own_files import editable, needed_row
from desktop_app.core.ledger.places import PlaceKind
from desktop_app.core.ledger.sections import read_sections

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from desktop_app.core.ledger.book import Book
    from desktop_app.core.ledger.places import Place
    from desktop_app.core.ledger.section import Section

Span = tuple[int, int]


class Unit(Enum):
    """What goes with a text that is forgotten."""

    LINE = "line"
    SECTION = "section"


def forget(
    books: Sequence[Book],
    places: Iterable[Place],
    *,
    unit: Unit = Unit.LINE,
    keep_time: bool = False,
    others: Iterable[FileRow] = (),
) -> FilePlan:
    """Plan to take out places; sections and files that are left empty go too.

    Args:
        books: The buckets that the places are in, as they were searched.
        places: What to take out; those that can't be are listed in the consequences.
        unit: Lines alone, or in logs the sections that they stand in.
        keep_time: Whether logs keep their time, so that no consolidation sees the edit.
        others: Offloaded results that places are in: they are deleted.

    Raises:
        RefusedError: nothing can be taken out, or a file is not as it was searched.
    """
    chosen = list(places)
    taken = [place for place in chosen if not place.kept]
    if not taken:
        raise RefusedError("None of these places can be changed here.")
    by_file: dict[tuple[str, str], list[Place]] = defaultdict(list)
    for place in taken:
        by_file[place.bucket, place.name].append(place)
    by_path = {book.bucket.path: book for book in books}
    manner = _Manner(unit, keep_time, {row.path: row for row in others})
    swaps: list[Swap[FileRow]] = []
    found: list[Consequence] = []
    for (bucket, name), inside in by_file.items():
        book = by_path[bucket]
        swap = _swap(book, name, inside, manner)
        swaps.append(swap)
        found += _effects(book, name, swap, keep_time=keep_time)
    label = f"Forget {_count(len(taken), 'line')} in {_count(len(swaps), 'file')}"
    label += _of_buckets([by_path[path] for path in dict.fromkeys(one.bucket for one in taken)])
    found += _remaining([place for place in chosen if place.kept])
    return FilePlan(change=Change(label=label, files=tuple(swaps)), consequences=tuple(found))


def without_lines(text: str, spans: Iterable[Span], *, unit: Unit = Unit.LINE) -> str:
    """Return a log without these lines, and without sections that have nothing left.

    Args:
        text: The log.
        spans: Start and end of each line.
        unit: Whether the whole sections go.
    """
    sections = read_sections(text)
    gone = sorted({_with_break(text, span) for span in spans})
    whole = [one for one in sections if _goes(text, one, gone, unit)]
    gone += [(one.start, one.end) for one in whole]
    return _cut(text, gone, 0, len(text))


@dataclass(frozen=True, slots=True)
class _Manner:
    unit: Unit
    keep_time: bool
    others: Mapping[str, FileRow]


def _swap(book: Book, name: str, places: Sequence[Place], manner: _Manner) -> Swap[FileRow]:
    if places[0].kind is PlaceKind.OFFLOADED:
        return Swap(manner.others[places[0].path], None)
    row = needed_row(book, name)
    text = editable(row, name).text
    if any(text[place.start : place.end] != place.text for place in places):
        raise RefusedError(f"{name} has changed since it was searched.", "Search again.")
    rest = without_lines(text, [(place.start, place.end) for place in places], unit=manner.unit)
    if is_blank(rest):
        return Swap(row, None)
    time = row.mtime_ns if manner.keep_time and name != MEMORY_FILE else None
    return Swap(row, msgspec.structs.replace(row, data=encode(rest), mtime_ns=time))


def _goes(text: str, section: Section, gone: Sequence[Span], unit: Unit) -> bool:
    inside = [span for span in gone if section.start <= span[0] < section.end]
    if not inside:
        return False
    return unit is Unit.SECTION or is_blank(_cut(text, inside, section.body_start, section.end))


def _cut(text: str, gone: Iterable[Span], start: int, end: int) -> str:
    kept: list[str] = []
    for first, last in sorted(gone):
        kept.append(text[start : max(start, min(first, end))])
        start = max(start, last)
    return "".join((*kept, text[start:end]))


def _with_break(text: str, span: Span) -> Span:
    start, end = span
    following = text.find("\n", end)
    return start, len(text) if following < 0 else following + 1


def _effects(
    book: Book, name: str, swap: Swap[FileRow], *, keep_time: bool
) -> Iterator[Consequence]:
    if name.startswith(f"{OFFLOADED_FOLDER}/"):
        yield Consequence(FILE, f"{name} is deleted as a whole; the agent can't read it back then.")
    elif swap.after is None:
        yield Consequence(FILE, f"Nothing else is in {name}, so the file is deleted.")
        if name == MEMORY_FILE:
            yield from of_missing_memory(book)
    elif book.log(name) is not None:
        yield of_log_time(book, name, keep_time=keep_time)


def _remaining(places: Sequence[Place]) -> Iterator[Consequence]:
    for (kind, why), count in Counter((place.kind, place.kept) for place in places).items():
        yield Consequence(
            "What remains",
            f"{_count(count, 'line')} in {kind.value} {'stays' if count == 1 else 'stay'}. {why}",
            needs_care=True,
        )
    yield Consequence(
        "What remains",
        "The history of changes keeps the lines, so that this can be taken back. Whoever may not "
        "have them may not get the .memloupe folder either.",
    )
    yield Consequence(NEXT_CONSOLIDATION, _of_coming_back(places))


def _of_coming_back(places: Sequence[Place]) -> str:
    if not places:
        return "Only a file that was left out here, or not searched, can bring the text back."
    kinds = " and ".join(dict.fromkeys(place.kind.value for place in places))
    return f"What stays in {kinds} can be found by the agent, and written down again."


def _of_buckets(books: Sequence[Book]) -> str:
    if len(books) == 1:
        return of_bucket(books[0])
    return f" of {len(books):,} buckets"


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
