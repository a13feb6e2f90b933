"""Paints a list with group heads and rows of two lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.badge import badge_width, draw_badge
from ui.widgets.check_rows import ROW, Group, Index, Row

if TYPE_CHECKING:
    from PySide6.QtGui import QColor, QPainter

_HEAD = 32
_SIDE, _BOX, _ICON = 16, 16, 16
_TITLE = (Role.BODY, Weight.MEDIUM)


class CheckDelegate(QStyledItemDelegate):
    """Rows are ``row_height`` high; with ``centred`` their icons stand between both lines."""

    def __init__(self, parent: QWidget, row_height: int, *, centred: bool) -> None:
        super().__init__(parent)
        self._row_height, self._centred = row_height, centred
        self.has_ticks = False

    @property
    def sizes(self) -> tuple[QSize, QSize]:
        """The sizes of a row and of a head at the zoom of now."""
        return QSize(120, fonts.px(self._row_height)), QSize(120, fonts.px(_HEAD))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painting.smooth(painter)
        item, area = index.data(ROW), QRectF(option.rect)
        if isinstance(item, Row):
            _paint_ground(painter, area, option)
            self._paint_row(painter, area, item)
        elif isinstance(item, Group):
            _paint_head(painter, area, item)
        painter.restore()

    def box_area(self, area: QRectF) -> QRectF:
        """Return where the box to tick is in a row."""
        size = fonts.px(_BOX)
        left = area.left() + fonts.px(_SIDE)
        return QRectF(left, round(area.center().y() - size / 2), size, size)

    def link_area(self, area: QRectF, row: Row) -> QRectF:
        """Return where the link is in a row."""
        _, below = _lines(area)
        wide = fonts.metrics(Role.CAPTION, Weight.MEDIUM).horizontalAdvance(row.right_bottom)
        right = area.right() - fonts.px(_SIDE)
        return QRectF(right - wide, below.top(), wide, below.height())

    def _paint_row(self, painter: QPainter, area: QRectF, row: Row) -> None:
        if row.tick is not None:
            draw_check_box(painter, self.box_area(area), ticked=row.tick)
        top, below = _lines(area)
        left = area.left() + fonts.px(_SIDE + (_BOX + 12 if self.has_ticks else 1))
        if row.icon is not None:
            size = fonts.px(_ICON)
            middle = area.center().y() if self._centred else top.center().y()
            colour = tokens().shades(row.meaning).foreground
            painting.draw_icon(painter, row.icon, QPointF(left, middle - size / 2), size, colour)
        left += fonts.px(_ICON + 8)
        right = area.right() - fonts.px(_SIDE)
        top.setLeft(left)
        below.setLeft(left)
        top.setRight(_paint_right(painter, top, right, row))
        below.setRight(_paint_right_below(painter, below, right, row))
        tone = tokens().text2 if row.quiet else tokens().text
        title = painting.elide(row.title, fonts.metrics(*_TITLE), top.width())
        painting.draw_text(painter, top, title, fonts.font(*_TITLE, struck=row.struck), tone)
        words = painting.elide(row.subtitle, fonts.metrics(Role.SECONDARY), below.width())
        painting.draw_text(painter, below, words, fonts.font(Role.SECONDARY), tokens().text2)


def draw_check_box(painter: QPainter, area: QRectF, *, ticked: bool) -> None:
    """Draw a box to tick."""
    colours = tokens()
    if not ticked:
        painting.fill_rounded(painter, area, 4, colours.surface)
        painting.edge_rounded(painter, area, 4, colours.control, 1.5)
        return
    painting.fill_rounded(painter, area, 4, colours.accent_fill)
    size = round(area.width() * 0.75)
    place = QPointF(area.center().x() - size / 2, area.center().y() - size / 2)
    painting.draw_icon(painter, Icon.CHECK, place, size, colours.on_accent)


def _lines(area: QRectF) -> tuple[QRectF, QRectF]:
    """Return the two lines of a row."""
    high = fonts.px(18)
    first = round(area.center().y() - high)
    top = QRectF(area.left(), first, area.width(), high)
    return top, top.translated(0, high)


def _paint_ground(painter: QPainter, area: QRectF, option: QStyleOptionViewItem) -> None:
    colours, state = tokens(), option.state
    view = option.widget
    focused = isinstance(view, QWidget) and view.hasFocus() and view.isActiveWindow()
    if state & QStyle.StateFlag.State_Selected:
        painter.fillRect(area, colours.selected if focused else colours.selected_idle)
        if focused:
            edge = QRectF(area.left(), area.top(), 3, area.height())
            painter.fillRect(edge, colours.accent_fill)
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(area, colours.hover)


def _paint_head(painter: QPainter, area: QRectF, group: Group) -> None:
    strong, small = (Role.CAPTION, Weight.STRONG), Role.CAPTION
    inner = area.adjusted(fonts.px(_SIDE), fonts.px(4), -fonts.px(_SIDE), 0)
    colour = tokens().text2
    if group.right:
        right = fonts.font(*strong)
        painting.draw_text(painter, inner, group.right, right, colour, painting.RIGHT)
        inner.setRight(inner.right() - fonts.metrics(*strong).horizontalAdvance(group.right) - 8)
    title = painting.elide(group.title, fonts.metrics(*strong), inner.width())
    painting.draw_text(painter, inner, title, fonts.font(*strong), colour)
    after = fonts.metrics(*strong).horizontalAdvance(title) + fonts.px(8)
    inner.setLeft(inner.left() + after)
    painting.draw_text(painter, inner, group.count, fonts.font(small), colour)


def _paint_right(painter: QPainter, line: QRectF, right: float, row: Row) -> float:
    """Paint what stands at the right of the title; return where the title has to end."""
    if row.badge is not None:
        wide = badge_width(row.badge.text, row.badge.icon)
        place = QRectF(right - wide, line.top(), wide, line.height())
        draw_badge(painter, place, row.badge.text, row.badge.meaning, row.badge.icon)
        right = place.left() - 8
    area = QRectF(line.left(), line.top(), right - line.left(), line.height())
    return _paint_words(
        painter,
        area,
        row.right_top,
        (Role.SECONDARY, Weight.NORMAL),
        tokens().text2,
        Qt.TextElideMode.ElideMiddle if row.tip else Qt.TextElideMode.ElideRight,
    )


def _paint_right_below(painter: QPainter, line: QRectF, right: float, row: Row) -> float:
    colour = tokens().accent if row.is_link else tokens().text2
    area = QRectF(line.left(), line.top(), right - line.left(), line.height())
    return _paint_words(painter, area, row.right_bottom, (Role.CAPTION, Weight.MEDIUM), colour)


def _paint_words(  # noqa: PLR0913, PLR0917 - what drawing a text takes
    painter: QPainter,
    area: QRectF,
    words: str,
    face: tuple[Role, Weight],
    colour: QColor,
    mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> float:
    if not words:
        return area.right()
    shown = painting.elide(words, fonts.metrics(*face), area.width() / 2, mode)
    painting.draw_text(painter, area, shown, fonts.font(*face), colour, painting.RIGHT)
    return area.right() - fonts.metrics(*face).horizontalAdvance(shown) - 8
