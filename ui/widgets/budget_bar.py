"""The budget of the next turn as a bar: what is counted, what is not, and the limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from ui import fonts
from ui.fonts import Role
from ui.theme import tokens
from ui.widgets import budget_painting, painting
from ui.widgets.budget import Budget, BudgetSegment
from ui.widgets.labels import plain_tip

if TYPE_CHECKING:
    from ui.widgets.budget_painting import Placed

_SINGLE, _DOUBLE, _REASON = 60, 88, 44
_BACK = {Qt.Key.Key_Left, Qt.Key.Key_Up}
_ON = {Qt.Key.Key_Right, Qt.Key.Key_Down}
_CHOOSE = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}


class BudgetBar(QWidget):
    """Shows a ``Budget``; the pointer or the arrow keys choose a segment.

    ``set_hovered`` and ``set_selected`` mark what is hovered or selected elsewhere, for
    instance in the table.
    """

    segment_hovered = Signal(str)  # key, empty when the pointer left
    segment_clicked = Signal(str)  # key, also by keyboard

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._budget = Budget((), 0)
        self._placed: list[Placed] = []
        self._drawn: list[Placed] = []
        self._placed_for: tuple[Budget, int, int] | None = None
        self._hovered = self._selected = ""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def budget(self) -> Budget:
        """What is shown."""
        return self._budget

    @property
    def selected(self) -> str:
        """Key of the selected segment."""
        return self._selected

    def show_budget(self, budget: Budget) -> None:
        """Show another budget; hover and selection stay where their keys still are."""
        grown = budget_height(budget) != budget_height(self._budget)
        self._budget = budget
        self.setAccessibleName(budget.spoken or self.tr("Budget of the next turn"))
        if grown:
            self.updateGeometry()
        self.update()

    def set_hovered(self, key: str) -> None:
        """Mark a segment as hovered without telling anybody."""
        if key != self._hovered:
            self._hovered = key
            self.update()

    def set_selected(self, key: str) -> None:
        """Mark a segment as selected without telling anybody."""
        if key != self._selected:
            self._selected = key
            self._describe()
            self.update()

    def segment_area(self, key: str) -> QRectF:
        """Return where the first segment with this key is drawn; empty when it is not."""
        self._place()
        areas = (placed.area for placed in self._placed if placed.segment.key == key)
        return next(areas, QRectF())

    def sizeHint(self) -> QSize:
        return QSize(600, fonts.px(budget_height(self._budget)))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, fonts.px(budget_height(self._budget)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        painter.fillRect(self.rect(), tokens().window)
        self._place()
        area = QRectF(self.rect())
        budget_painting.draw(painter, area, self._budget, self._drawn)
        marked = {self._selected, self._hovered} - {""}
        for placed in self._placed if marked else ():
            if placed.segment.key in marked:
                chosen = placed.segment.key == self._selected
                budget_painting.draw_marked(painter, placed, chosen=chosen)
        budget_painting.draw_limit(painter, self._budget, self.width())
        painting.hairline(painter, QPointF(0, 0), self.width())
        if self.hasFocus():
            painting.focus_ring(painter, area.adjusted(2, 3, -2, -2), 6)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        segment = self._segment_at(event.position())
        self._tell_hovered(segment.key if segment else "")
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._tell_hovered("")
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        segment = self._segment_at(event.position())
        if segment is not None and segment.key:
            self._choose(segment.key)
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys, key = self._budget.selectable(), event.key()
        if not keys or key not in _BACK | _ON | _CHOOSE | {Qt.Key.Key_Home, Qt.Key.Key_End}:
            super().keyPressEvent(event)
            return
        at = keys.index(self._selected) if self._selected in keys else None
        self._choose(keys[_next(key, at, len(keys))])

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._describe()
        super().focusInEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            segment = self._segment_at(QPointF(event.pos()))
            words = plain_tip(segment.words) if segment else self._corner_tip(event.pos().x())
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    def _corner_tip(self, x: int) -> str:
        wide = fonts.metrics(Role.SECONDARY).horizontalAdvance(self._budget.corner)
        left = self.width() - budget_painting.margin() - wide
        if not self._budget.corner or x < left:
            return ""
        return plain_tip(self.tr("When the memory was last read from its file"))

    def _place(self) -> None:
        state = (self._budget, self.width(), fonts.zoom())
        if state != self._placed_for:
            self._placed_for = state
            self._placed = budget_painting.place(self._budget, self.width())
            self._drawn = budget_painting.join_thin(self._placed)

    def _segment_at(self, point: QPointF) -> BudgetSegment | None:
        for placed in self._placed:
            # Twice the height of the track is easier to hit.
            if placed.area.adjusted(-0.5, -6, 0.5, 6).contains(point):
                return placed.segment
        return None

    def _tell_hovered(self, key: str) -> None:
        if key != self._hovered:
            self.set_hovered(key)
            self.segment_hovered.emit(key)

    def _choose(self, key: str) -> None:
        self.set_selected(key)
        self.segment_clicked.emit(key)

    def _describe(self) -> None:
        words = [
            segment.words
            for lane in self._budget.lanes
            for segment in lane.segments
            if segment.key and segment.key == self._selected
        ]
        self.setAccessibleDescription(words[0] if words else "")


def budget_height(budget: Budget) -> int:
    """Return the height of the bar for ``budget``, before zoom."""
    if not budget.lanes:
        return _REASON
    return _SINGLE if len(budget.lanes) == 1 else _DOUBLE


def _next(key: int, at: int | None, count: int) -> int:
    if key == Qt.Key.Key_Home or (at is None and key not in _BACK):
        return 0
    if key == Qt.Key.Key_End or at is None:
        return count - 1
    if key in _BACK:
        return max(at - 1, 0)
    return min(at + 1, count - 1) if key in _ON else at
