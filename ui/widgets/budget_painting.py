"""How a budget bar is drawn; places and painting without state."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF, QRectF

from ui import fonts
from ui.fonts import Role, Weight
from ui.theme import tokens
from ui.tokens import Meaning, mix
from ui.widgets import painting
from ui.widgets.bars import limit_mark

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from ui.icons import Icon
    from ui.widgets.budget import Budget, BudgetLane, BudgetNote, BudgetSegment, LegendEntry

_LEFT, _RIGHT = 96, 112
_TRACK = 12
_FIRST = 12
_LANE = 26
_MARGIN = 16
_RADIUS = 2
_NARROW = 700
_SWATCH = 10
_GAP_FROM = 3
_LEAST = 1.0


class Placed(NamedTuple):
    """A segment and where it is drawn; there may be thousands, so it has to be light."""

    segment: BudgetSegment
    area: QRectF


def track(lane: int, width: float) -> QRectF:
    """Return the area of a lane's track."""
    wide = max(width - fonts.px(_LEFT) - fonts.px(_RIGHT), 40)
    return QRectF(fonts.px(_LEFT), fonts.px(_FIRST + lane * _LANE), wide, fonts.px(_TRACK))


def place(budget: Budget, width: float) -> list[Placed]:
    """Return every segment with its area, 1 px apart where there is room."""
    placed = []
    for index, lane in enumerate(budget.lanes):
        area = track(index, width)
        scale = area.width() / budget.longest
        left, top, high = area.left(), area.top(), area.height()
        start = 0
        for segment in lane.segments:
            begin = left + start * scale
            start += segment.tokens
            wide = left + start * scale - begin
            gap = 1.0 if wide > _GAP_FROM else 0.0
            placed.append(Placed(segment, QRectF(begin, top, wide - gap, high)))
    return placed


def draw(painter: QPainter, area: QRectF, budget: Budget, drawn: list[Placed]) -> None:
    """Draw all but what is hovered, selected and the limit; ``drawn`` comes from ``join_thin``."""
    if not budget.lanes:
        _draw_reason(painter, area, budget)
        return
    for index, lane in enumerate(budget.lanes):
        _draw_lane(painter, area, budget, index, lane)
    for one in drawn:
        _draw_segment(painter, one)
    below = track(len(budget.lanes) - 1, area.width()).bottom()
    row = QRectF(fonts.px(_LEFT), below + fonts.px(8), 0, fonts.px(20))
    row.setRight(area.width() - fonts.px(_MARGIN))
    _draw_legend(painter, row, budget)


def draw_marked(painter: QPainter, placed: Placed, *, chosen: bool) -> None:
    """Draw a hovered or selected segment over the others."""
    colours = tokens()
    fill = colours.shades(placed.segment.meaning).fill
    tone = colours.accent_fill if chosen else mix(fill, colours.text, 0.25)
    if placed.segment.hatched:
        painter.fillRect(placed.area, colours.selected)
        painting.hatch(painter, placed.area, tone)
    else:
        painter.fillRect(placed.area, tone)


def margin() -> int:
    """Return the room left free at both ends of the bar."""
    return fonts.px(_MARGIN)


def draw_limit(painter: QPainter, budget: Budget, width: float) -> None:
    """Draw the mark at the budget, through all lanes."""
    if budget.limit <= 0 or not budget.lanes:
        return
    first, last = track(0, width), track(len(budget.lanes) - 1, width)
    x = first.left() + budget.limit / budget.longest * first.width()
    limit_mark(painter, x, first.top(), last.bottom())


def _draw_lane(
    painter: QPainter, area: QRectF, budget: Budget, index: int, lane: BudgetLane
) -> None:
    colours, ground = tokens(), track(index, area.width())
    painting.fill_rounded(painter, ground, _RADIUS, colours.sunken)
    single = len(budget.lanes) == 1
    role, weight = (Role.BODY, Weight.STRONG) if single else (Role.SECONDARY, Weight.NORMAL)
    label = QRectF(fonts.px(_MARGIN), ground.top() - 4, ground.left(), ground.height() + 8)
    tone = colours.text if single else colours.text2
    painting.draw_text(painter, label, lane.name, fonts.font(role, weight), tone)
    right = QRectF(ground.right(), label.top(), 0, label.height())
    right.setRight(area.width() - fonts.px(_MARGIN))
    if single:
        small = fonts.font(Role.SECONDARY)
        painting.draw_text(painter, right, budget.corner, small, colours.text2, painting.RIGHT)
        return
    strong = fonts.font(Role.SECONDARY, Weight.STRONG)
    caution = colours.shades(Meaning.CAUTION).foreground
    tone = caution if lane.caution else colours.text
    painting.draw_text(painter, right, lane.total, strong, tone, painting.RIGHT)


def join_thin(placed: list[Placed]) -> list[Placed]:
    """Join neighbours that are too thin to be told apart: thousands are drawn as a few."""
    result: list[Placed] = []
    for one in placed:
        before = result[-1] if result else None
        if before is not None and one.area.width() < _LEAST and _alike(before, one):
            result[-1] = Placed(before.segment, before.area.united(one.area))
        else:
            result.append(one)
    return result


def _alike(one: Placed, other: Placed) -> bool:
    first, second = one.segment, other.segment
    same_look = first.meaning is second.meaning and first.hatched == second.hatched
    return same_look and one.area.top() == other.area.top()


def _draw_segment(painter: QPainter, placed: Placed) -> None:
    shades = tokens().shades(placed.segment.meaning)
    if placed.segment.hatched:
        painter.fillRect(placed.area, shades.tint)
        painting.hatch(painter, placed.area, shades.fill)
    else:
        painter.fillRect(placed.area, shades.fill)


def _draw_reason(painter: QPainter, area: QRectF, budget: Budget) -> None:
    colours = tokens()
    middle = area.center().y()
    ground = track(0, area.width())
    ground.setWidth(min(ground.width() * 0.4, 420))
    ground.moveTop(round(middle - ground.height() / 2))
    painting.fill_rounded(painter, ground, _RADIUS, colours.sunken)
    painting.hatch(painter, ground, colours.strong, radius=_RADIUS)
    left = QRectF(fonts.px(_MARGIN), 0, ground.left(), area.height())
    strong = fonts.font(Role.BODY, Weight.STRONG)
    painting.draw_text(painter, left, budget.title, strong, colours.text)
    corner = QRectF(0, 0, area.width() - fonts.px(_MARGIN), area.height())
    small = fonts.font(Role.SECONDARY)
    painting.draw_text(painter, corner, budget.corner, small, colours.text2, painting.RIGHT)
    if budget.note is not None:
        row = QRectF(ground.right() + 16, middle - 10, 0, 20)
        row.setRight(corner.right() - fonts.px(_RIGHT))
        _draw_note(painter, row, budget.note, at_right=False)


def _draw_legend(painter: QPainter, row: QRectF, budget: Budget) -> None:
    right = row.right()
    if budget.note is not None:
        right -= _draw_note(painter, row, budget.note, at_right=True) + 16
    left, narrow = row.left(), row.right() < _NARROW
    for entry in budget.legend:
        if narrow and not entry.always:
            continue
        wide = _entry_width(entry)
        if left + wide > right:
            break
        _draw_entry(painter, QRectF(left, row.top(), wide, row.height()), entry)
        left += wide + fonts.px(18)


def _entry_width(entry: LegendEntry) -> float:
    number = fonts.metrics(Role.SECONDARY, Weight.STRONG).horizontalAdvance(entry.number)
    words = fonts.metrics(Role.SECONDARY).horizontalAdvance(entry.words)
    return number + 4 + words + (_SWATCH + 6 if entry.meaning is not None else 0) + 1


def _draw_entry(painter: QPainter, area: QRectF, entry: LegendEntry) -> None:
    colours, left = tokens(), area.left()
    if entry.meaning is not None:
        swatch = QRectF(left, round(area.center().y() - _SWATCH / 2), _SWATCH, _SWATCH)
        shades = colours.shades(entry.meaning)
        ground = shades.tint if entry.hatched else shades.fill
        painting.fill_rounded(painter, swatch, _RADIUS, ground)
        if entry.hatched:
            painting.hatch(painter, swatch, shades.fill, radius=_RADIUS)
        left += _SWATCH + 6
    number = fonts.metrics(Role.SECONDARY, Weight.STRONG).horizontalAdvance(entry.number)
    strong, plain = fonts.font(Role.SECONDARY, Weight.STRONG), fonts.font(Role.SECONDARY)
    rest = QRectF(left, area.top(), area.right() - left, area.height())
    painting.draw_text(painter, rest, entry.number, strong, colours.text)
    rest.setLeft(left + number + 4)
    painting.draw_text(painter, rest, entry.words, plain, colours.text2)


def _draw_note(painter: QPainter, row: QRectF, note: BudgetNote, *, at_right: bool) -> float:
    """Draw the note and return its width."""
    colours = tokens()
    heavy = Weight.NORMAL if note.meaning is None else Weight.MEDIUM
    tone = colours.text2 if note.meaning is None else colours.shades(note.meaning).foreground
    metrics = fonts.metrics(Role.SECONDARY, heavy)
    room = row.width() - 20
    text = painting.elide(note.text, metrics, room)
    icon = note.icon
    lead = fonts.px(20) if icon is not None else 0
    wide = metrics.horizontalAdvance(text) + lead
    left = row.right() - wide if at_right else row.left()
    if icon is not None:
        _draw_note_icon(painter, QPointF(left, row.center().y() - fonts.px(14) / 2), icon, note)
    words = QRectF(left + lead, row.top(), wide - lead + 2, row.height())
    painting.draw_text(painter, words, text, fonts.font(Role.SECONDARY, heavy), tone)
    return wide


def _draw_note_icon(painter: QPainter, corner: QPointF, icon: Icon, note: BudgetNote) -> None:
    colours = tokens()
    tone = colours.text2 if note.meaning is None else colours.shades(note.meaning).foreground
    painting.draw_icon(painter, icon, corner, fonts.px(14), tone)
