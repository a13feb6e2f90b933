"""A table of fixed rows with the look and keys of the program's lists."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from ui import fonts
from ui.fonts import Role, Weight
from ui.theme import theme, tokens
from ui.widgets import painting

Index = QModelIndex | QPersistentModelIndex
ROW = 28
PAD = 8
_EDGE = 3
_KEYS = {Qt.Key.Key_J: Qt.Key.Key_Down, Qt.Key.Key_K: Qt.Key.Key_Up}
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class ListHeader(QHeaderView):
    """Column names in grey above a hairline."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(24)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        model, side = self.model(), self.orientation()
        name = str(model.headerData(section, side) or "")
        align = model.headerData(section, side, Qt.ItemDataRole.TextAlignmentRole)
        area = QRectF(rect)
        left = PAD if section else 2 * PAD
        painter.fillRect(area, tokens().surface)
        painting.draw_text(
            painter,
            area.adjusted(left, 0, -PAD, 0),
            painting.elide(name, fonts.metrics(Role.SECONDARY), area.width() - left - PAD),
            fonts.font(Role.SECONDARY),
            tokens().text2,
            painting.RIGHT if align else painting.LEFT,
        )
        painting.hairline(painter, area.bottomLeft(), area.width())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), tokens().surface)
        painter.end()
        super().paintEvent(event)


class ListDelegate(QStyledItemDelegate):
    """Paints the ground of a row; subclasses paint what stands in a cell."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painting.smooth(painter)
        area = QRectF(option.rect)
        self._paint_ground(painter, area, option, index)
        self.paint_cell(painter, area.adjusted(PAD, 0, -PAD, 0), index)
        painter.restore()

    def paint_cell(self, painter: QPainter, area: QRectF, index: Index) -> None:
        """Paint the content of one cell; by default its text."""
        self.paint_text(painter, area, str(index.data() or ""))

    def paint_text(
        self, painter: QPainter, area: QRectF, text: str, *, tone: str = "text", right: bool = False
    ) -> None:
        """Paint one line of text that is cut at its end."""
        align = painting.RIGHT if right else painting.LEFT
        shown = painting.elide(text, fonts.metrics(Role.BODY), area.width())
        painting.draw_text(painter, area, shown, fonts.font(), getattr(tokens(), tone), align)

    @staticmethod
    def _paint_ground(
        painter: QPainter, area: QRectF, option: QStyleOptionViewItem, index: Index
    ) -> None:
        state = option.state
        focused = bool(state & QStyle.StateFlag.State_Active) and _has_focus(option)
        if state & QStyle.StateFlag.State_Selected:
            colours = tokens()
            painter.fillRect(area, colours.selected if focused else colours.selected_idle)
            if focused and index.column() == 0:
                edge = QRectF(area.left(), area.top(), _EDGE, area.height())
                painter.fillRect(edge, colours.accent_fill)
        elif _is_under_pointer(option, index):
            painter.fillRect(area, tokens().hover)


class ListTable(QTableView):
    """Rows of one height, moved through with J and K, Home and End."""

    activated_row = Signal(int)  # Enter
    filter_wanted = Signal()  # the key /

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # Rows may be gone to before it is laid out: until then a child is 100 x 30 pixels.
        self.resize(640, 480)
        self._hovered = -1
        self.setAccessibleName(name)
        self.setHorizontalHeader(ListHeader(self))
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._set_heights()
        theme().changed.connect(self._set_heights)

    @property
    def row_height(self) -> int:
        """Pixels of one row."""
        return fonts.px(ROW)

    @property
    def hovered_row(self) -> int:
        """The row under the pointer; -1 for none."""
        return self._hovered

    def choose_row(self, row: int) -> None:
        """Make a row the current one and show it."""
        model = self.model()
        if 0 <= row < model.rowCount():
            self.setCurrentIndex(model.index(row, 0))

    def menu_place(self, event: QContextMenuEvent) -> QPoint:
        """Return where on the screen a menu opens: at the pointer, for a key below the row."""
        if event.reason() is not QContextMenuEvent.Reason.Keyboard:
            return event.globalPos()
        return self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).bottomLeft())

    def focusInEvent(self, event: QFocusEvent) -> None:
        # Qt would make the first row the current one without selecting it.
        if not self.currentIndex().isValid():
            self.choose_row(0)
        super().focusInEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.rowAt(event.position().toPoint().y()))
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(-1)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, plain = event.key(), event.modifiers() == Qt.KeyboardModifier.NoModifier
        last = self.model().rowCount() - 1
        if not plain:
            super().keyPressEvent(event)
        elif key in _KEYS:
            self.choose_row(self._next_row(1 if key == Qt.Key.Key_J else -1))
        elif key in {Qt.Key.Key_Home, Qt.Key.Key_End}:
            self.choose_row(0 if key == Qt.Key.Key_Home else last)
        elif key in _ENTER:
            self.activated_row.emit(self.currentIndex().row())
        elif key == Qt.Key.Key_Slash:
            self.filter_wanted.emit()
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, _search: str) -> None:
        """Letters are keys here, not the start of a name."""

    def _next_row(self, step: int) -> int:
        """Return the nearest row in a direction that can be chosen, or the current one."""
        model, current = self.model(), self.currentIndex().row()
        row = current + step
        while 0 <= row < model.rowCount():
            if model.flags(model.index(row, 0)) & Qt.ItemFlag.ItemIsSelectable:
                return row
            row += step
        return current

    def _hover(self, row: int) -> None:
        """Mark the whole row: Qt itself knows only the cell under the pointer."""
        if row == self._hovered:
            return
        rows, self._hovered = {self._hovered, row} - {-1}, row
        for one in rows:
            top = self.rowViewportPosition(one)
            self.viewport().update(0, top, self.viewport().width(), self.rowHeight(one))

    @Slot()
    def _set_heights(self) -> None:
        self.verticalHeader().setMinimumSectionSize(self.row_height)
        self.verticalHeader().setDefaultSectionSize(self.row_height)
        self.horizontalHeader().setFixedHeight(self.row_height)


def _is_under_pointer(option: QStyleOptionViewItem, index: Index) -> bool:
    table = option.widget
    return isinstance(table, ListTable) and index.row() == table.hovered_row


def _has_focus(option: QStyleOptionViewItem) -> bool:
    widget = option.widget
    return isinstance(widget, QWidget) and widget.hasFocus()


def text_width(text: str, *, strong: bool = False) -> int:
    """Return the width of a column that has to show ``text``."""
    weight = Weight.STRONG if strong else Weight.NORMAL
    return round(fonts.metrics(Role.BODY, weight).horizontalAdvance(text)) + 2 * PAD
