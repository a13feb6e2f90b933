"""The places of a text as rows that can be ticked, in the order in which the agent meets them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from desktop_app.core.ledger.book import AGENTS_FILE
from desktop_app.core.ledger.facts import is_fact
from desktop_app.core.ledger.places import Place, PlaceKind
from desktop_app.services.ledger.forgetting import Sighting
from ui.icons import Icon
from ui.ledger.words import bucket_words, tr
from ui.naming import shown_id, shown_line
from ui.tokens import Meaning
from ui.widgets.check_list import Group, Row, RowBadge

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from desktop_app.core.ledger.book import Bucket

MOST_LISTED = 3_000
"""Nobody looks through more lines, and what is not looked at is not forgotten."""
_LEAD, _IN_SIGHT = 20, 50
_LONGEST = 240
_OTHERS = "others"
_ICONS = {
    PlaceKind.MEMORY: Icon.FILE,
    PlaceKind.LOG: Icon.CALENDAR,
    PlaceKind.ARCHIVE: Icon.HISTORY,
    PlaceKind.KNOWLEDGE: Icon.LAYERS,
    PlaceKind.SESSION: Icon.CONVERSATION,
    PlaceKind.OFFLOADED: Icon.EXPORT,
}
Decisions = dict[tuple[str, str], bool]
"""Whether a person wants a line of a file to go, by path and line."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search gave, ready to be listed.

    Attributes:
        sighting: All of it.
        groups: The rows.
        places: What each row is about, by its id.
        is_too_much: Whether there is more than is listed; then nothing can be ticked.
    """

    sighting: Sighting
    groups: tuple[Group, ...]
    places: dict[str, Place]
    is_too_much: bool = False


def found_of(
    sighting: Sighting,
    here: Bucket,
    decisions: Mapping[tuple[str, str], bool],
    *,
    with_ticks: bool = True,
    is_guess: bool = False,
) -> Found:
    """Return places as rows.

    Args:
        sighting: Where the text stands.
        here: The bucket that is shown; the lines of its memory are ticked at first. Those of
            other buckets are not, nor headings, nor what is no memory: instructions, knowledge,
            and offloaded results, which go as a whole.
        decisions: What the person has ticked and unticked before.
        with_ticks: Whether anything can be ticked.
        is_guess: Whether nobody has said yet that this text shall go: nothing is ticked then.
    """
    choices = choices_of(sighting.places)
    too_much = len(choices) > MOST_LISTED
    listed = choices[:MOST_LISTED]
    names = {book.bucket.path: bucket_words(book.bucket) for book in sighting.books}
    by_group: dict[PlaceKind | str, list[Row]] = {}
    for place in listed:
        is_here = place.bucket == here.path
        row = _row(place, sighting.text, "" if is_here else names.get(place.bucket, ""))
        if with_ticks and not place.kept and not too_much:
            is_memory = is_here and place.kind not in _NO_MEMORY
            default = is_memory and not is_guess and is_fact(place.text)
            row = replace(row, tick=decisions.get((place.path, place.text), default))
        by_group.setdefault(_group_of(place, is_here=is_here), []).append(row)
    groups = tuple(
        Group(title, by_group[key], right=f"{len(by_group[key]):,}")
        for key, title in _titles().items()
        if key in by_group
    )
    return Found(sighting, groups, {row_id(place): place for place in listed}, too_much)


def choices_of(places: Sequence[Place]) -> list[Place]:
    """Return what can be decided on: of an offloaded result one place, for it goes as a whole."""
    seen: set[str] = set()
    choices: list[Place] = []
    for place in places:
        if place.kind is PlaceKind.OFFLOADED:
            if place.path in seen:
                continue
            seen.add(place.path)
        choices.append(place)
    return choices


def row_id(place: Place) -> str:
    """Return what names a place while the list is shown."""
    return f"{place.path}:{place.line}"


def excerpt(line: str, text: str) -> str:
    """Return a line on one row, so that what was looked for is in sight."""
    line = line.strip()
    folded = line.casefold()
    wanted = (part.strip(" \t-*+").casefold() for part in text.split("\n"))
    at = next((at for part in wanted if part and (at := folded.find(part)) >= 0), 0)
    start = at - _LEAD if at > _IN_SIGHT else 0
    cut = line[start : start + _LONGEST]
    ends = "…" if start else "", "…" if start + _LONGEST < len(line) else ""
    return shown_line(f"{ends[0]}{cut}{ends[1]}")


def _row(place: Place, text: str, bucket: str) -> Row:
    where = f"{shown_id(place.name)}:{place.line:,}"
    is_whole = place.kind is PlaceKind.OFFLOADED
    note = place.kept or _note(place)
    badge = None
    if place.kept:
        badge = RowBadge(tr("stays"), Meaning.OUT, Icon.LOCK)
    elif is_whole:
        badge = RowBadge(tr("whole file"), Meaning.CAUTION, Icon.REMOVE)
    return Row(
        id=row_id(place),
        title=excerpt(place.text, text) or tr("an empty line"),
        subtitle=f"{where} · {note}" if note else where,
        icon=_ICONS[place.kind],
        quiet=bool(place.kept),
        badge=badge,
        right_bottom=shown_id(bucket) if bucket else "",
    )


def _note(place: Place) -> str:
    if place.kind is PlaceKind.OFFLOADED:
        return tr("the whole file is deleted")
    if place.name == AGENTS_FILE:
        return tr("instructions for the agent, not its memory")
    if place.kind is PlaceKind.KNOWLEDGE:
        return tr("knowledge, not memory")
    return "" if is_fact(place.text) else tr("a heading: what stands below it stays")


def _group_of(place: Place, *, is_here: bool) -> PlaceKind | str:
    return place.kind if is_here or place.kind in _APART else _OTHERS


_APART = {PlaceKind.SESSION, PlaceKind.OFFLOADED}
_NO_MEMORY = {PlaceKind.KNOWLEDGE, PlaceKind.OFFLOADED}


def _titles() -> dict[PlaceKind | str, str]:
    return {
        PlaceKind.MEMORY: "MEMORY.md",
        PlaceKind.LOG: tr("Daily logs"),
        PlaceKind.ARCHIVE: tr("Archive"),
        PlaceKind.KNOWLEDGE: tr("AGENTS.md and knowledge: not memory"),
        _OTHERS: tr("Other buckets"),
        PlaceKind.OFFLOADED: tr("Offloaded results"),
        PlaceKind.SESSION: tr("History of conversations: only listed"),
    }
