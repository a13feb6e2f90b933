"""A list with group heads and rows that can be ticked: proposals, findings, conflicts, reviews."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QRectF, Qt, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleTableModelChangeEvent,
    QKeySequence,
    QPainter,
)
from PySide6.QtWidgets import QListView, QWidget

from ui.clipboard import copy
from ui.theme import theme, tokens
from ui.widgets.check_paint import CheckDelegate
from ui.widgets.check_rows import CheckListModel, Group, Index, Row, RowBadge

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent

__all__ = ["CheckList", "CheckListModel", "Group", "Row", "RowBadge"]

_DATA_CHANGED = QAccessibleTableModelChangeEvent.ModelChangeType.DataChanged
_MANY = 2_000
"""From so many rows on, heads are as high as rows."""
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_J: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_K: -1}
_FAR = {
    Qt.Key.Key_Home: -1_000_000,
    Qt.Key.Key_End: 1_000_000,
    Qt.Key.Key_PageUp: -8,
    Qt.Key.Key_PageDown: 8,
}


class CheckList(QListView):
    """Moves over heads; Space ticks, Enter activates. Other letters go to what it is in.

    Args:
        name: What it lists, for screen readers.
        row_height: 44, or 48 where there is room.
        centred_icons: Icons between both lines, not beside the first one.
        ground: Token of the colour behind the rows.
    """

    current_changed = Signal(str)  # id of the row
    ticks_changed = Signal()
    activated_row = Signal(str)  # Enter, or a double click
    link_clicked = Signal(str)

    def __init__(
        self,
        name: str,
        parent: QWidget | None = None,
        *,
        row_height: int = 44,
        centred_icons: bool = False,
        ground: str = "surface",
    ) -> None:
        super().__init__(parent)
        # Rows may be gone to before it is laid out: until then a child is 100 x 30 pixels.
        self.resize(640, 480)
        self.rows = CheckListModel(self)
        self.setModel(self.rows)
        self._delegate = CheckDelegate(self, row_height, centred=centred_icons)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(name)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self._set_sizes()
        theme().changed.connect(self._set_sizes)
        self.rows.ticks_changed.connect(self.ticks_changed)
        self._told, self._ground = "", ground
        self.viewport().setAutoFillBackground(False)

    @property
    def current_id(self) -> str:
        """Id of the current row; empty if there is none."""
        row = self.rows.row(self.currentIndex().row())
        return row.id if row else ""

    def set_groups(self, groups: Sequence[Group]) -> None:
        """Show other groups; the current row stays the current one, else the nearest is."""
        before, line = self.current_id, self.currentIndex().row()
        many = sum(len(group.rows) for group in groups) > _MANY
        if many != self.uniformItemSizes():
            # Qt then asks for one size only: laying out thousands of rows takes it too long.
            self.setUniformItemSizes(many)
            self._set_sizes()
        self.rows.set_groups(groups)
        self._delegate.has_ticks = self.rows.has_ticks
        at = self.rows.line_of(before) if before else -1
        self._go(at if at >= 0 else self._near(max(line, 0)))
        self.viewport().update()

    def set_current(self, row_id: str) -> None:
        """Go to a row."""
        self._go(self.rows.line_of(row_id))

    def step(self, distance: int) -> None:
        """Go that many rows further, as far as there are any."""
        lines = self.rows.stops
        if not lines:
            return
        here = self.currentIndex().row()
        place = lines.index(here) + distance if here in lines else 0
        place = min(max(place, 0), len(lines) - 1)
        self._go(lines[place])
        if place == 0:
            self.scrollToTop()  # its head too

    def currentChanged(self, current: Index, previous: Index) -> None:  # noqa: N802 - called by Qt
        super().currentChanged(current, previous)
        row = self.rows.row(current.row())
        if row is not None and row.id != self._told:
            self._told = row.id
            self.current_changed.emit(row.id)

    def dataChanged(  # noqa: N802 - called by Qt
        self, first: Index, last: Index, _roles: Sequence[int] = ()
    ) -> None:
        # Qt would lay out all rows anew for each tick; their heights never change.
        told = QAccessibleTableModelChangeEvent(self, _DATA_CHANGED)
        told.setFirstRow(first.row())
        told.setLastRow(last.row())
        QAccessible.updateAccessibility(told)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, plain = Qt.Key(event.key()), event.modifiers() == Qt.KeyboardModifier.NoModifier
        distance = (_STEPS | _FAR).get(key)
        if plain and distance is not None:
            self.step(distance)
        elif plain and key == Qt.Key.Key_Space:
            self.rows.turn_tick(self.currentIndex().row())
        elif plain and key in _ENTER and self.current_id:
            self.activated_row.emit(self.current_id)
        elif event.matches(QKeySequence.StandardKey.Copy):
            copy(str(self.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole) or ""))
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        row = self.rows.row(index.row())
        if row is not None and event.button() == Qt.MouseButton.LeftButton:
            area, place = QRectF(self.visualRect(index)), event.position()
            around = self._delegate.box_area(area).adjusted(-8, -12, 6, 12)
            if row.tick is not None and around.contains(place):
                self.rows.turn_tick(index.row())
            if row.is_link and self._delegate.link_area(area, row).contains(place):
                self.link_clicked.emit(row.id)
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        row = self.rows.row(self.indexAt(event.position().toPoint()).row())
        if row is not None:
            self.activated_row.emit(row.id)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.current_id:
            self._go(self._near(0))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), getattr(tokens(), self._ground))
        painter.end()
        super().paintEvent(event)

    @Slot()
    def tick_all(self) -> None:
        """Tick every row that can be."""
        self.rows.tick_all()

    @Slot()
    def tick_none(self) -> None:
        """Take all ticks away."""
        self.rows.tick_none()

    @Slot()
    def _set_sizes(self) -> None:
        row, head = self._delegate.sizes
        self.rows.set_sizes(row, row if self.uniformItemSizes() else head)
        self.scheduleDelayedItemsLayout()

    def _near(self, line: int) -> int:
        """Return the line of the row at or after a line, else the last one."""
        lines = self.rows.stops
        return next((at for at in lines if at >= line), lines[-1] if lines else -1)

    def _go(self, line: int) -> None:
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        if line >= 0:
            index = self.rows.index(line, 0)
            self.selectionModel().setCurrentIndex(index, flags)
            self.scrollTo(index)
