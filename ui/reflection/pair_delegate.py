"""Paints the rows of the list of pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.reflection.choices import tr
from ui.reflection.pair_list import PAIR, detail, title
from ui.reflection.sides import Pair, PairKind
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.badge import badge_width, draw_badge

if TYPE_CHECKING:
    from PySide6.QtGui import QColor, QPainter

Index = QModelIndex | QPersistentModelIndex
_HEAD, _ROW = 32, 44


class PairsDelegate(QStyledItemDelegate):
    """Paints heads and two-line rows."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        is_pair = isinstance(index.data(PAIR), Pair)
        return QSize(120, fonts.px(_ROW if is_pair else _HEAD))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painting.smooth(painter)
        item, area = index.data(PAIR), QRectF(option.rect)
        if isinstance(item, Pair):
            self._paint_ground(painter, area, option)
            self._paint_pair(painter, area, item)
        else:
            inner = area.adjusted(fonts.px(16), fonts.px(8), -8, 0)
            font = fonts.font(Role.CAPTION, Weight.STRONG)
            painting.draw_text(painter, inner, str(item), font, tokens().text2)
        painter.restore()

    def _paint_ground(self, painter: QPainter, area: QRectF, option: QStyleOptionViewItem) -> None:
        colours, state = tokens(), option.state
        focused = option.widget is not None and option.widget.hasFocus()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, colours.selected if focused else colours.selected_idle)
            if focused:
                edge = QRectF(area.left(), area.top(), 3, area.height())
                painter.fillRect(edge, colours.accent_fill)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, colours.hover)

    def _paint_pair(self, painter: QPainter, area: QRectF, pair: Pair) -> None:
        icon, colour = _mark(pair)
        left, half = area.left() + fonts.px(16), area.height() / 2
        top = QRectF(left, area.top() + fonts.px(4), area.width(), half - fonts.px(4))
        size = fonts.px(16)
        painting.draw_icon(painter, icon, QPointF(left, top.center().y() - size / 2), size, colour)
        top.setLeft(left + fonts.px(25))
        top.setRight(area.right() - fonts.px(12))
        if pair.kind is PairKind.FOUND and pair.superseded:
            words, wide = tr("superseded"), badge_width(tr("superseded"), Icon.SUPERSEDED)
            place = QRectF(top.right() - wide, top.center().y() - 9, wide, fonts.px(18))
            draw_badge(painter, place, words, Meaning.SUPERSEDED, Icon.SUPERSEDED)
            top.setRight(place.left() - 6)
        metrics = fonts.metrics(Role.BODY, Weight.MEDIUM)
        shown = painting.elide(title(pair), metrics, top.width())
        body = fonts.font(Role.BODY, Weight.MEDIUM)
        done = pair.kind in {PairKind.SETTLED, PairKind.KEPT}
        colour = tokens().text2 if done else tokens().text
        painting.draw_text(painter, top, shown, body, colour)
        below = QRectF(
            top.left(), area.top() + half, area.right() - fonts.px(12) - top.left(), half - 4
        )
        small = fonts.metrics(Role.SECONDARY)
        words = painting.elide(detail(pair), small, below.width())
        painting.draw_text(painter, below, words, fonts.font(Role.SECONDARY), tokens().text2)


def _mark(pair: Pair) -> tuple[Icon, QColor]:
    colours = tokens()
    return {
        PairKind.CONTRADICTION: (
            Icon.CONTRADICTION,
            colours.shades(Meaning.CAUTION).foreground,
        ),
        PairKind.SUPERSESSION: (
            Icon.SUPERSEDED,
            colours.shades(Meaning.SUPERSEDED).foreground,
        ),
        PairKind.FOUND: (Icon.COMPARE, colours.text2),
        PairKind.SETTLED: (Icon.CHECK, colours.shades(Meaning.IN).foreground),
        PairKind.KEPT: (Icon.CHECK, colours.text2),
    }[pair.kind]
