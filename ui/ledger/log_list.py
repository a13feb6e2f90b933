"""The list of the files of a bucket."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtWidgets import QHeaderView, QStyleOptionViewItem

from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.ledger.log_rows import ARCHIVE, ROW_ROLE, LogRow, LogRows, Mark
from ui.ledger.words import tr
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.badge import badge_width, draw_badge
from ui.widgets.list_table import Index, ListDelegate, ListTable

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
    from PySide6.QtWidgets import QWidget

_PAD, _NOTE, _INNER, _GAP, _DOT = 16, 111, 12, 8, 6
_FOLDS = {Qt.Key.Key_Left: False, Qt.Key.Key_Right: True}


class _Delegate(ListDelegate):
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painting.smooth(painter)
        area, row = QRectF(option.rect), index.data(ROW_ROLE)
        self._paint_ground(painter, area, option, index)
        left = area.left() + fonts.px(_PAD + _INNER * row.is_inner)
        right = area.right() - fonts.px(_PAD - 4)
        right = _paint_right(painter, row, area, right)
        note = area.left() + fonts.px(_NOTE)
        self._paint_words(painter, row, QRectF(left, area.top(), right - left, area.height()), note)
        painter.restore()

    def _paint_words(self, painter: QPainter, row: LogRow, area: QRectF, note: float) -> None:
        if row.mark is Mark.FOLD:
            icon = Icon.CHEVRON_DOWN if row.is_open else Icon.CHEVRON_RIGHT
            size = fonts.px(12)
            corner = QPointF(area.left() - 2, area.center().y() - size / 2)
            painting.draw_icon(painter, icon, corner, size, tokens().text2)
            area = area.adjusted(size + 2, 0, 0, 0)
        title = row.title
        wide = fonts.metrics().horizontalAdvance(title) + fonts.px(_GAP)
        if row.is_unsaved:
            size = fonts.px(_DOT)
            dot = QRectF(area.left() - size - 4, area.center().y() - size / 2, size, size)
            painting.fill_rounded(painter, dot, size / 2, tokens().shades(Meaning.CAUTION).fill)
        start = max(note, area.left() + wide)
        room = area.right() - start
        has_note = bool(row.note) and room > fonts.px(3 * _GAP)
        first = QRectF(area)
        if has_note:
            first.setRight(start)
        self.paint_text(painter, first, title)
        if has_note:
            shown = painting.elide(row.note, fonts.metrics(Role.SECONDARY), room)
            place = QRectF(start, area.top(), room, area.height())
            painting.draw_text(painter, place, shown, fonts.font(Role.SECONDARY), tokens().text2)


class LogList(ListTable):
    """One column without a header; the archive opens with →, Enter or a click."""

    chosen = Signal(str)  # name
    entered = Signal(str)  # name, with Enter
    archive_wanted = Signal(bool)  # open it, or close it

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Files of the bucket"), parent)
        self.rows = LogRows(self)
        self._quiet = False
        self.setModel(self.rows)
        self.setItemDelegate(_Delegate(self))
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.activated_row.connect(self._enter)

    @property
    def current_row(self) -> LogRow | None:
        """The row with the cursor."""
        index = self.currentIndex()
        return self.rows.row_at(index.row()) if index.isValid() else None

    def show_rows(self, rows: tuple[LogRow, ...], name: str | None) -> None:
        """List something else, with the cursor on a name."""
        self._quiet = True
        scrolled = self.verticalScrollBar().value()
        was = self.current_row
        self.rows.set_rows(rows)
        on_fold = was is not None and was.name == ARCHIVE and self.hasFocus()
        place = self.rows.place_of(ARCHIVE if on_fold else name or "")
        if place >= 0:
            self.verticalScrollBar().setValue(scrolled)
            self.choose_row(place)
        else:
            self.clearSelection()
        self._quiet = False

    def currentChanged(self, current: Index, previous: Index) -> None:  # noqa: N802 - called by Qt
        super().currentChanged(current, previous)
        if not self._quiet and current.isValid():
            row = self.rows.rows[current.row()]
            if row.mark is not Mark.FOLD:
                self.chosen.emit(row.name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, key = self.current_row, Qt.Key(event.key())
        if row is not None and row.mark is Mark.FOLD and key in _FOLDS:
            self.archive_wanted.emit(_FOLDS[key])
        elif row is not None and row.mark is Mark.FOLD and key == Qt.Key.Key_Space:
            self.archive_wanted.emit(not row.is_open)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        row = self.rows.rows[index.row()] if index.isValid() else None
        if row is not None and row.mark is Mark.FOLD:
            self.archive_wanted.emit(not row.is_open)

    @Slot(int)
    def _enter(self, place: int) -> None:
        row = self.rows.rows[place] if place >= 0 else None
        if row is None:
            return
        if row.mark is Mark.FOLD:
            self.archive_wanted.emit(not row.is_open)
        else:
            self.entered.emit(row.name)


def _paint_right(painter: QPainter, row: LogRow, area: QRectF, right: float) -> float:
    """Paint what stands at the right; return where it begins."""
    if row.mark is Mark.NEXT:
        words, high = tr("next"), fonts.px(18)
        wide = badge_width(words, Icon.CLOCK)
        place = QRectF(right - wide, area.center().y() - high / 2, wide, high)
        draw_badge(painter, place, words, Meaning.CAUTION, Icon.CLOCK)
        return place.left() - fonts.px(_GAP)
    if row.mark in {Mark.ODD_DAY, Mark.PROBLEM}:
        size = fonts.px(16)
        corner = QPointF(right - size, area.center().y() - size / 2)
        problem = row.mark is Mark.PROBLEM
        icon = Icon.DAMAGED if problem else Icon.INFO
        colour = tokens().shades(Meaning.CAUTION).foreground if problem else tokens().text2
        painting.draw_icon(painter, icon, corner, size, colour)
        return corner.x() - fonts.px(_GAP)
    if not row.size:
        return right
    room = fonts.metrics(Role.SECONDARY, Weight.NORMAL).horizontalAdvance(row.size) + 1
    place = QRectF(right - room, area.top(), room, area.height())
    font = fonts.font(Role.SECONDARY)
    painting.draw_text(painter, place, row.size, font, tokens().text2, painting.RIGHT)
    return place.left() - fonts.px(_GAP)
