"""Badges before a text: what supersedes an observation and what it contradicts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from ui import fonts
from ui.icons import Icon
from ui.observations.words import tr
from ui.tokens import Meaning
from ui.widgets.badge import badge_width

if TYPE_CHECKING:
    from ui.observations.rows import Row

_GAP = 6
_HEIGHT = 18


@dataclass(frozen=True, slots=True)
class LinkMark:
    """One badge that leads to other observations."""

    text: str
    meaning: Meaning
    icon: Icon
    seqs: tuple[int, ...]


def link_marks(row: Row) -> tuple[LinkMark, ...]:
    """Return the badges of a row."""
    place = row.standing
    if place is None:
        return ()
    marks = []
    if place.superseded_by:
        text = tr("by {0}").format(_short(place.superseded_by))
        icon = Icon.SUPERSEDED
        marks.append(LinkMark(text, Meaning.SUPERSEDED, icon, place.superseded_by))
    if place.contradicts:
        text, icon = _short(place.contradicts), Icon.CONTRADICTION
        marks.append(LinkMark(text, Meaning.CAUTION, icon, place.contradicts))
    return tuple(marks)


def place_marks(marks: tuple[LinkMark, ...], area: QRectF) -> list[tuple[LinkMark, QRectF]]:
    """Return where the badges stand in a cell."""
    placed = []
    left, high = area.left(), fonts.px(_HEIGHT)
    for mark in marks:
        wide = badge_width(mark.text, mark.icon)
        if left + wide > area.right():
            break
        top = round(area.center().y() - high / 2)
        placed.append((mark, QRectF(left, top, wide, high)))
        left += wide + fonts.px(_GAP)
    return placed


def _short(seqs: tuple[int, ...]) -> str:
    more = len(seqs) - 1
    return f"{seqs[0]} +{more}" if more else str(seqs[0])
