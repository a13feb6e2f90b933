"""The head of the table: names of columns, which one sorts, and the letters that sort."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtWidgets import QHeaderView, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.observations.rows import LETTERS, Column
from ui.theme import tokens
from ui.widgets import painting

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent, QPainter

_HIGH = 28
_PAD = 8
_CHEVRON = 10
_RIGHT = {Column.SEQ, Column.AGE, Column.TOKENS}
_CAPS = {column: letter for letter, column in LETTERS.items()}


class TableHead(QHeaderView):
    """Painted column heads; a click sorts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._sorted: tuple[Column, bool] = (Column.IMPORTANCE, True)
        self._letters = False
        self._hovered = -1
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(1)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Columns"))

    def show_sorting(self, column: Column, *, descending: bool) -> None:
        """Mark the column that sorts."""
        self._sorted = (column, descending)
        self.viewport().update()

    def show_letters(self, *, shown: bool) -> None:
        """Show which letter sorts by which column, while one is awaited."""
        self._letters = shown
        self.viewport().update()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), fonts.px(_HIGH))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hovered = self.logicalIndexAt(event.position().toPoint())
        self.viewport().update()
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = -1
        self.viewport().update()
        super().leaveEvent(event)

    def paintSection(self, painter: QPainter, area: QRect, section: int) -> None:
        painter.save()
        painting.smooth(painter)
        painter.fillRect(area, tokens().surface)
        painting.hairline(painter, QPointF(area.left(), area.bottom()), area.width())
        pad = fonts.px(_PAD)
        inner = QRectF(area).adjusted(pad, 0, -pad, -1)
        column = Column(section)
        if self._letters:
            self._paint_letter(painter, inner, column)
        else:
            self._paint_name(painter, inner, column)
        painter.restore()

    def _paint_letter(self, painter: QPainter, area: QRectF, column: Column) -> None:
        letter = _CAPS[column]
        wide, high = painting.key_cap_width(letter), fonts.px(18)
        left = area.right() - wide if column in _RIGHT else area.left()
        if column is Column.MARK:
            left = area.center().x() - wide / 2
        cap = QRectF(left, round(area.center().y() - high / 2), wide, high)
        painting.draw_key_cap(painter, cap, letter)

    def _paint_name(self, painter: QPainter, area: QRectF, column: Column) -> None:
        colours = tokens()
        sorts, descending = self._sorted[0] is column, self._sorted[1]
        weight = Weight.MEDIUM if sorts else Weight.NORMAL
        bright = sorts or column == self._hovered
        tone = colours.text if bright else colours.text2
        text = str(self.model().headerData(column, Qt.Orientation.Horizontal) or "")
        wide = fonts.metrics(Role.SECONDARY, weight).horizontalAdvance(text)
        size = fonts.px(_CHEVRON)
        left = area.left()
        if column in _RIGHT:
            # The chevron stands in the padding, so that numbers and heads end together without it.
            end = area.right() + fonts.px(_PAD) - size - 1 if sorts else area.right()
            left = max(end - wide, area.left() - fonts.px(_PAD))
        font = fonts.font(Role.SECONDARY, weight)
        room = QRectF(left, area.top(), wide + 2, area.height())
        painting.draw_text(painter, room, text, font, tone)
        if sorts:
            icon = Icon.CHEVRON_DOWN if descending else Icon.CHEVRON_UP
            x = left + wide + (0 if column in _RIGHT else fonts.px(2))
            if column is Column.MARK:
                x = area.center().x() - size / 2
            painting.draw_icon(painter, icon, QPointF(x, area.center().y() - size / 2), size, tone)
