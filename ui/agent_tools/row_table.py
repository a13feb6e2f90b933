"""The table of such rows, with the look and keys of the program's lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal, Slot
from PySide6.QtWidgets import QHeaderView, QWidget

from ui import fonts
from ui.agent_tools.rows import ROW_ROLE, Column, Mark, RowModel
from ui.theme import theme, tokens
from ui.widgets import painting
from ui.widgets.badge import badge_width, draw_badge
from ui.widgets.list_table import Index, ListDelegate, ListTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QMouseEvent, QPainter, QResizeEvent

_BADGE, _GAP, _FIRST = 18, 6, 8


class RowDelegate(ListDelegate):
    """Paints badge and text of a cell as its column says."""

    def paint_cell(self, painter: QPainter, area: QRectF, index: Index) -> None:
        model = index.model()
        if not isinstance(model, RowModel):
            return
        column = model.columns[index.column()]
        mark = column.mark(index.data(ROW_ROLE))
        left = area.left() + (fonts.px(_FIRST) if index.column() == 0 else 0)
        if mark is not None:
            left = _paint_mark(painter, area, left, mark)
        room = QRectF(left, area.top(), area.right() - left, area.height())
        text = column.text(index.data(ROW_ROLE))
        shown = painting.elide(text, fonts.metrics(), room.width(), column.elide)
        align = painting.RIGHT if column.right else painting.LEFT
        painting.draw_text(
            painter, room, shown, fonts.font(), getattr(tokens(), column.tone), align
        )


class RowTable(ListTable):
    """Tells which row is chosen, and which one somebody enters."""

    chosen = Signal(object)  # the row with the cursor
    entered = Signal(object)  # Enter or a double click

    def __init__(self, name: str, columns: Sequence[Column], parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.rows = RowModel(columns, self)
        self._quiet = False
        self.setModel(self.rows)
        self.setItemDelegate(RowDelegate(self))
        self.activated_row.connect(self._enter)
        theme().changed.connect(self._size_columns)
        self._size_columns()

    @property
    def current(self) -> Any:
        """The row with the cursor; ``None`` for none."""
        at = self.currentIndex().row()
        return self.rows.rows[at] if 0 <= at < len(self.rows.rows) else None

    def show_rows(self, rows: Sequence[Any], at: int = -1) -> None:
        """List something else, with the cursor on a row; nothing is told."""
        self._quiet = True
        self.rows.set_rows(rows)
        if at >= 0:
            self.choose_row(at)
        else:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
        self._quiet = False

    def currentChanged(self, current: Index, previous: Index) -> None:  # noqa: N802 - called by Qt
        super().currentChanged(current, previous)
        if not self._quiet and current.isValid():
            self.chosen.emit(self.rows.rows[current.row()])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # What a row says needs the room more than the rest does.
        for at, column in enumerate(self.rows.columns):
            if column.needs:
                self.setColumnHidden(at, self.width() < fonts.px(column.needs))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._enter(self.indexAt(event.position().toPoint()).row())

    @Slot(int)
    def _enter(self, at: int) -> None:
        if 0 <= at < len(self.rows.rows):
            self.entered.emit(self.rows.rows[at])

    @Slot()
    def _size_columns(self) -> None:
        head, modes = self.horizontalHeader(), QHeaderView.ResizeMode
        for at, column in enumerate(self.rows.columns):
            head.setSectionResizeMode(at, modes.Fixed if column.wide else modes.Stretch)
            if column.wide:
                self.setColumnWidth(at, fonts.px(column.wide))


def _paint_mark(painter: QPainter, area: QRectF, left: float, mark: Mark) -> float:
    words, meaning, icon = mark
    wide, high = badge_width(words, icon), fonts.px(_BADGE)
    place = QRectF(left, round(area.center().y() - high / 2), wide, high)
    draw_badge(painter, place, words, meaning, icon)
    return place.right() + fonts.px(_GAP)
