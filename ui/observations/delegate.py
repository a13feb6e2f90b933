"""Draws the rows of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QToolTip

from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.observations import words
from ui.observations.badges import link_marks, place_marks
from ui.observations.model import ROW_ROLE, Index, ObservationModel
from ui.observations.rows import Column, Row
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.badge import draw_badge
from ui.widgets.bars import (
    draw_importance,
    draw_in_mark,
    draw_score,
    importance_width,
    score_width,
)

if TYPE_CHECKING:
    from PySide6.QtGui import QColor, QHelpEvent, QPainter
    from PySide6.QtWidgets import QAbstractItemView

    from ui.observations.badges import LinkMark

ROW = 28
PAD = 8
_EDGE = 3
_DASH = 12
_DOT = 8


class ObservationDelegate(QStyledItemDelegate):
    """Paints cells; knows the row under the pointer and the rows that the engine changed."""

    hovered: int = -1
    current: int = -1
    changed: frozenset[int] = frozenset()

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(60, fonts.px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW_ROLE)
        if not isinstance(row, Row):
            return
        painter.save()
        painting.smooth(painter)
        area, column = QRectF(option.rect), Column(index.column())
        self._paint_ground(painter, area, option, index)
        painter.setClipRect(option.rect)
        self._paint_cell(painter, area, column, row, index)
        painter.restore()

    def mark_at(self, index: Index, cell: QRect, point: QPointF) -> LinkMark | None:
        """Return the badge of a cell under ``point``; the whole height of the row counts."""
        row = index.data(ROW_ROLE)
        if not isinstance(row, Row) or index.column() != Column.TEXT:
            return None
        marks = place_marks(link_marks(row), _inner(QRectF(cell)))
        return next((m for m, area in marks if area.left() <= point.x() <= area.right()), None)

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        mark = self.mark_at(index, option.rect, QPointF(event.pos()))
        if mark is None:
            return super().helpEvent(event, view, option, index)
        superseded = mark.meaning is Meaning.SUPERSEDED
        QToolTip.showText(
            event.globalPos(), words.link_tip(mark.seqs, superseded=superseded), view.viewport()
        )
        return True

    def _paint_ground(
        self, painter: QPainter, area: QRectF, option: QStyleOptionViewItem, index: Index
    ) -> None:
        colours = tokens()
        focused = bool(option.state & QStyle.StateFlag.State_Active) and _has_focus(option)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, colours.selected if focused else colours.selected_idle)
        elif _is_marked(index):
            painter.fillRect(area, colours.selected_idle)
        elif self.changed and index.data(ROW_ROLE).index in self.changed:
            painter.fillRect(area, colours.shades(Meaning.ENGINE).tint)
        elif index.row() == self.hovered:
            painter.fillRect(area, colours.hover)
        if focused and index.row() == self.current and index.column() == Column.MARK:
            edge = QRectF(area.left(), area.top(), _EDGE, area.height())
            painter.fillRect(edge, colours.accent_fill)

    def _paint_cell(
        self, painter: QPainter, area: QRectF, column: Column, row: Row, index: Index
    ) -> None:
        if column is Column.MARK:
            _paint_mark(painter, area, row, marked=_is_marked(index))
        elif column is Column.IMPORTANCE:
            _paint_importance(painter, _inner(area), row)
        elif column is Column.SCORE:
            model = index.model()
            lowest = model.lowest_score_in if isinstance(model, ObservationModel) else None
            _paint_score(painter, _inner(area), row, lowest)
        elif column is Column.TEXT:
            model = index.model()
            unsaved = isinstance(model, ObservationModel) and row.index in model.unsaved
            _paint_text(painter, _inner(area), row, str(index.data()), unsaved=unsaved)
        else:
            weight = Weight.MEDIUM if column is Column.SEQ else Weight.NORMAL
            tone = tokens().text if column is Column.SEQ and row.injected else tokens().text2
            tone = tokens().text if column is Column.TOKENS else tone
            _paint_number(painter, _inner(area), str(index.data()), weight, tone)


def _inner(area: QRectF) -> QRectF:
    pad = fonts.px(PAD)
    return area.adjusted(pad, 0, -pad, 0)


def _has_focus(option: QStyleOptionViewItem) -> bool:
    return option.widget is not None and option.widget.hasFocus()


def _tone(row: Row) -> QColor:
    colours = tokens()
    return colours.text if row.injected or row.standing is None else colours.text2


def _is_marked(index: Index) -> bool:
    model = index.model()
    marked = model.marked if isinstance(model, ObservationModel) else frozenset()
    return bool(marked) and index.data(ROW_ROLE).index in marked


def _paint_tick(painter: QPainter, area: QRectF) -> None:
    colours, size, check = tokens(), fonts.px(16), fonts.px(_DASH)
    box = QRectF(0, 0, size, size)
    box.moveCenter(area.center())
    painting.fill_rounded(painter, box, 4, colours.accent_fill)
    corner = area.center() - QPointF(check / 2, check / 2)
    painting.draw_icon(painter, Icon.CHECK, corner, check, colours.on_accent)


def _paint_mark(painter: QPainter, area: QRectF, row: Row, *, marked: bool) -> None:
    if marked:
        _paint_tick(painter, area)
        return
    if row.standing is None:
        return
    if row.injected:
        draw_in_mark(painter, area.center())
        return
    size = fonts.px(_DASH)
    corner = area.center() - QPointF(size / 2, size / 2)
    painting.draw_icon(painter, Icon.DASH, corner, size, tokens().text2)


def _paint_number(painter: QPainter, area: QRectF, text: str, weight: Weight, tone: QColor) -> None:
    font = fonts.font(Role.BODY, weight)
    shown = painting.elide(text, fonts.metrics(Role.BODY, weight), area.width() + 2)
    painting.draw_text(painter, area, shown, font, tone, painting.RIGHT)


def _paint_importance(painter: QPainter, area: QRectF, row: Row) -> None:
    superseded = row.standing is not None and bool(row.standing.superseded_by)
    effective = row.standing.importance if superseded and row.standing else None
    stored = row.observation.importance
    draw_importance(
        painter,
        QPointF(area.left(), area.center().y()),
        stored or None,
        counted=row.injected,
        effective=min(effective, stored) if effective is not None else None,
    )
    room = area.adjusted(importance_width() + 2, 0, 0, 0)
    _paint_number(painter, room, words.importance_text(row), Weight.NORMAL, _tone(row))


def _paint_score(painter: QPainter, area: QRectF, row: Row, lowest: float | None) -> None:
    if row.standing is None:
        return
    place = QPointF(area.left(), area.center().y())
    draw_score(painter, place, row.standing.score, lowest, counted=row.injected)
    room = area.adjusted(score_width() + 4, 0, 0, 0)
    _paint_number(painter, room, words.score_text(row), Weight.NORMAL, _tone(row))


def _paint_text(
    painter: QPainter, area: QRectF, row: Row, text: str, *, unsaved: bool = False
) -> None:
    left = area.left()
    if unsaved:
        size = fonts.px(_DOT)
        dot = QRectF(area.right() - size, area.center().y() - size / 2, size, size)
        painting.fill_rounded(painter, dot, size / 2, tokens().accent)
        area = area.adjusted(0, 0, -2 * size, 0)
    for mark, place in place_marks(link_marks(row), area):
        draw_badge(painter, place, mark.text, mark.meaning, mark.icon)
        left = place.right() + fonts.px(PAD - 2)
    room = QRectF(area)
    room.setLeft(left)
    struck = row.standing is not None and bool(row.standing.superseded_by)
    shown = painting.elide(text, fonts.metrics(Role.BODY), room.width())
    align = painting.LEFT
    if words.reads_right_to_left(text):
        painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        align = painting.RIGHT | Qt.AlignmentFlag.AlignAbsolute
    font = fonts.font(Role.BODY, struck=struck)
    tone = tokens().text2 if struck else _tone(row)
    painting.draw_text(painter, room, shown, font, tone, align)
