"""Draws the hits of a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ui import fonts
from ui.fonts import Role, Weight
from ui.search.hits import icon_of, shown_excerpt, where
from ui.search.model import HIT_ROLE, Index
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.labels import ELIDE_END

if TYPE_CHECKING:
    from ui.search.hits import AnyHit

_ROW = 48
_SIDE = 16


class HitDelegate(QStyledItemDelegate):
    """Two lines a hit: the text with what was looked for, and where it is."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(200, fonts.px(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        hit: AnyHit = index.data(HIT_ROLE)
        painter.save()
        painting.smooth(painter)
        colours, area = tokens(), QRectF(option.rect)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        if chosen:
            painter.fillRect(area, colours.selected if focused else colours.selected_idle)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, colours.hover)
        size = fonts.px(16)
        place = QPointF(_SIDE, area.top() + fonts.px(8))
        painting.draw_icon(painter, icon_of(hit), place, size, colours.text2)
        room = area.adjusted(_SIDE + size + 10, fonts.px(6), -_SIDE, 0)
        _draw_excerpt(painter, room, hit)
        below = QRectF(room.left(), area.top() + fonts.px(25), room.width(), fonts.px(18))
        text = painting.elide(where(hit), fonts.metrics(Role.SECONDARY), below.width(), ELIDE_END)
        painting.draw_text(painter, below, text, fonts.font(Role.SECONDARY), colours.text2)
        painting.hairline(painter, QPointF(0, area.bottom()), area.width())
        if chosen and focused:
            painting.focus_ring(painter, area.adjusted(2, 2, -2, -2), 4)
        painter.restore()


def _draw_excerpt(painter: QPainter, area: QRectF, hit: AnyHit) -> None:
    text, marks = shown_excerpt(hit)
    shown = painting.elide(text, fonts.metrics(Role.BODY), area.width(), ELIDE_END)
    layout = QTextLayout(shown, fonts.font(Role.BODY))
    layout.setFormats(_formats(shown, frozenset(marks)))
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(area.width())
    layout.endLayout()
    painter.setPen(tokens().text)
    layout.draw(painter, area.topLeft())


def _formats(shown: str, marks: frozenset[int]) -> list[QTextLayout.FormatRange]:
    found = QTextCharFormat()
    found.setForeground(tokens().accent)
    found.setFontWeight(Weight.STRONG)
    ranges, position = [], 0
    for at, character in enumerate(shown):
        units = len(character.encode("utf-16-le", "surrogatepass")) // 2
        if at in marks:
            one = QTextLayout.FormatRange()
            one.start, one.length, one.format = position, units, found
            ranges.append(one)
        position += units
    return ranges
