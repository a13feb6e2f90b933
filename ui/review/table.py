"""The list of a review: heads of scopes, items with a mark for what was decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtWidgets import QHeaderView

from desktop_app.core.review.differences import DifferenceKind
from desktop_app.core.review.item import ItemKind
from ui import fonts
from ui.fonts import Role, Weight
from ui.review.model import ROW_ROLE, ReviewModel
from ui.review.rows import Row, State
from ui.review.words import KIND_LOOKS, STATE_LOOKS, kind_word
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.badge import badge_width, draw_badge
from ui.widgets.labels import ELIDE_MIDDLE
from ui.widgets.list_table import ListDelegate, ListTable

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QPainter
    from PySide6.QtWidgets import QWidget

    from ui.review.board import Board
    from ui.widgets.list_table import Index

_ICON, _NUMBER = 14, 34
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_DIGITS = "0123456789"
_ENDS = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}


class ReviewDelegate(ListDelegate):
    """What is decided stays quiet; what became of an item stands in a badge unless it is new."""

    def paint_cell(self, painter: QPainter, area: QRectF, index: Index) -> None:
        entry = index.data(ROW_ROLE)
        if isinstance(entry, Row):
            self._paint_row(painter, area, entry, str(index.data()))
        else:
            _paint_head(painter, area, str(entry))

    def _paint_row(self, painter: QPainter, area: QRectF, row: Row, text: str) -> None:
        meaning, icon = STATE_LOOKS[row.state]
        size = fonts.px(_ICON)
        place = QPointF(area.left() + 4, area.center().y() - size / 2)
        tone = tokens().text3 if row.state is State.OPEN else tokens().shades(meaning).foreground
        painting.draw_icon(painter, icon, place, size, tone)
        left = area.left() + 4 + size
        number = QRectF(left, area.top(), fonts.px(_NUMBER), area.height())
        is_reflection = row.item.kind is ItemKind.REFLECTION
        shown = "∑" if is_reflection else f"{row.item.seq:,}"
        self.paint_text(painter, number, shown, tone="text2", right=True)
        right = _paint_kind(painter, area, row)
        words = QRectF(number.right() + 10, area.top(), 0, area.height())
        words.setRight(max(right - 6, words.left()))
        self.paint_text(painter, words, text, tone="text" if row.is_left else "text2")


def _paint_head(painter: QPainter, area: QRectF, text: str) -> None:
    room = area.adjusted(4, 4, 0, 0)
    metrics = fonts.metrics(Role.SECONDARY, Weight.STRONG)
    shown = painting.elide(text, metrics, room.width(), ELIDE_MIDDLE)
    font = fonts.font(Role.SECONDARY, Weight.STRONG)
    painting.draw_text(painter, room, shown, font, tokens().text2)


def _paint_kind(painter: QPainter, area: QRectF, row: Row) -> float:
    """Paint what became of an item and return where that begins."""
    kind = row.difference.kind
    if kind is DifferenceKind.NEW:
        return area.right()
    meaning, icon = KIND_LOOKS[kind]
    word, high = kind_word(kind), fonts.px(18)
    wide = badge_width(word, icon)
    place = QRectF(area.right() - wide, round(area.center().y() - high / 2), wide, high)
    draw_badge(painter, place, word, meaning, icon)
    return place.left()


class ReviewTable(ListTable):
    """The items; arrows to the sides go on and back without deciding."""

    importance_chosen = Signal(float)  # a digit: tenths

    def __init__(self, board: Board, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Items to review, by scope"))
        self._board = board
        self._model = ReviewModel(board, self)
        self.setItemDelegate(ReviewDelegate(self))
        self.setModel(self._model)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.selectionModel().currentRowChanged.connect(self._on_current)
        board.current_changed.connect(self._show_current)
        self._model.was_reset.connect(self._show_current)
        self._show_current()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, rows = Qt.Key(event.key()), self._board.rows
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or not rows:
            super().keyPressEvent(event)
        elif key in _STEPS:
            self._board.step(_STEPS[key])
        elif key in _ENDS:
            self._board.go(rows[_ENDS[key]])
        elif event.text() and event.text() in _DIGITS:
            self.importance_chosen.emit(int(event.text()) / 10)
        else:
            super().keyPressEvent(event)

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, current: QModelIndex, _before: QModelIndex) -> None:
        row = self._model.row_at(current.row()) if current.isValid() else None
        if row is not None:
            self._board.go(row)

    @Slot()
    def _show_current(self, _row: object = None) -> None:
        at = self._model.place_of(self._board.current)
        if at < 0:
            self.clearSelection()
        elif at != self.currentIndex().row() or not self.selectionModel().hasSelection():
            self.choose_row(at)
