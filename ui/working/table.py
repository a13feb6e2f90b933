"""The table of working memory: model, delegate, header that sorts, keys that copy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRectF,
    Qt,
    Signal,
)

from ui import fonts
from ui.clipboard import copy
from ui.fonts import Role
from ui.icons import Icon
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import counting, painting
from ui.widgets.badge import badge_width, draw_badge
from ui.widgets.list_table import PAD, ListDelegate, ListTable
from ui.working.model import Column, Oddity, ValueKind, WorkingRow

if TYPE_CHECKING:
    from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter, QResizeEvent
    from PySide6.QtWidgets import QWidget

    from ui.working.presenter import WorkingPresenter

Index = QModelIndex | QPersistentModelIndex
DISPLAY = Qt.ItemDataRole.DisplayRole
ALIGN = Qt.ItemDataRole.TextAlignmentRole
ACCESSIBLE = Qt.ItemDataRole.AccessibleTextRole
ROW = Qt.ItemDataRole.UserRole
UNSAVED = Qt.ItemDataRole.UserRole + 1
_COLUMNS = tuple(Column)
_TYPE_WIDE, _SIZE_WIDE = 84, 84
_DOT = 8
_KEY_SHARE, _KEY_LEAST, _KEY_MOST = 0.3, 110, 280


def _tr(text: str) -> str:
    return QCoreApplication.translate("WorkingTable", text)


class WorkingModel(QAbstractTableModel):
    """The rows of the presenter."""

    def __init__(self, presenter: WorkingPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._rows: list[WorkingRow] = []
        self._unsaved: frozenset[str] = frozenset()
        presenter.rows_changed.connect(self.reload)
        self.reload()

    def reload(self) -> None:
        """Take the rows of now."""
        self.beginResetModel()
        self._rows = self._presenter.rows
        self.endResetModel()

    def show_unsaved(self, keys: frozenset[str]) -> None:
        """Mark the entries with something typed that is not saved."""
        changed, self._unsaved = keys ^ self._unsaved, keys
        for place, row in enumerate(self._rows):
            if row.entry.key in changed:
                self.dataChanged.emit(self.index(place, 0), self.index(place, 0))

    def row_of(self, row: WorkingRow | None) -> int:
        """Return where an entry stands; -1 if it is not listed."""
        return next((place for place, item in enumerate(self._rows) if item is row), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(_COLUMNS)

    def data(self, index: Index, role: int = DISPLAY) -> Any:
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], _COLUMNS[index.column()]
        if role == ROW:
            return row
        if role == DISPLAY:
            return _cell(row, column)
        if role == UNSAVED:
            return row.entry.key in self._unsaved
        return self._spoken(row) if role == ACCESSIBLE else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = _COLUMNS[section]
        if role == ALIGN:
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            return int(right) if column is Column.SIZE else None
        return self._title(column) if role == DISPLAY else None

    def _spoken(self, row: WorkingRow) -> str:
        said = [_spoken(row)]
        if Oddity.BLANKS in row.oddities:
            said.append(not_found_words())
        if row.entry.key in self._unsaved:
            said.append(_tr("not saved"))
        return ", ".join(said)

    def _title(self, column: Column) -> str:
        words = {
            Column.KEY: _tr("Key"),
            Column.VALUE: _tr("Value"),
            Column.TYPE: _tr("Type"),
            Column.SIZE: _tr("Bytes"),
        }[column]
        if self._presenter.column is not column:
            return words
        return f"{words} {'↓' if self._presenter.falling else '↑'}"


class WorkingDelegate(ListDelegate):
    """Keys and values in the mono font, a mark on entries with something odd."""

    def paint_cell(self, painter: QPainter, area: QRectF, index: Index) -> None:
        row, column = index.data(ROW), _COLUMNS[index.column()]
        if not isinstance(row, WorkingRow):
            return
        if column is Column.KEY:
            area.setLeft(area.left() + PAD)
            if index.data(UNSAVED):
                self._paint_dot(painter, area)
            if row.oddities:
                self._paint_mark(painter, area, row)
                area.setRight(area.right() - fonts.px(20))
            self._paint_mono(painter, area, str(index.data()), "text")
        elif column is Column.VALUE:
            if Oddity.BLANKS in row.oddities:
                self._paint_badge(painter, area)
            self._paint_mono(painter, area, str(index.data()), "text2")
        else:
            tone, right = "text2", column is Column.SIZE
            self.paint_text(painter, area, str(index.data()), tone=tone, right=right)

    def _paint_dot(self, painter: QPainter, area: QRectF) -> None:
        size = fonts.px(_DOT)
        dot = QRectF(area.left(), area.center().y() - size / 2, size, size)
        painting.fill_rounded(painter, dot, size / 2, tokens().accent)
        area.setLeft(dot.right() + fonts.px(6))

    def _paint_badge(self, painter: QPainter, area: QRectF) -> None:
        words, high = not_found_words(), fonts.px(18)
        top = round(area.center().y() - high / 2)
        badge = QRectF(area.left(), top, badge_width(words), high)
        if badge.width() <= area.width() / 2:
            draw_badge(painter, badge, words, Meaning.CAUTION)
            area.setLeft(badge.right() + fonts.px(8))

    def _paint_mono(self, painter: QPainter, area: QRectF, text: str, tone: str) -> None:
        shown = painting.elide(text, fonts.metrics(Role.MONO), area.width())
        colour = getattr(tokens(), tone)
        painting.draw_text(painter, area, shown, fonts.font(Role.MONO), colour)

    def _paint_mark(self, painter: QPainter, area: QRectF, row: WorkingRow) -> None:
        broken = Oddity.NOT_JSON in row.oddities
        meaning = Meaning.DAMAGED if broken else Meaning.CAUTION
        size = fonts.px(14)
        place = QPointF(area.right() - size, area.center().y() - size / 2)
        icon = Icon.DAMAGED if broken else Icon.INFO
        painting.draw_icon(painter, icon, place, size, tokens().shades(meaning).foreground)


class WorkingTable(ListTable):
    """Ctrl C copies the value as stored, Ctrl Shift C the line exactly as injected."""

    menu_wanted = Signal(QPoint)  # where on the screen

    def __init__(self, presenter: WorkingPresenter, parent: QWidget | None = None) -> None:
        super().__init__(_tr("Working memory"), parent)
        self._presenter = presenter
        self.entries = WorkingModel(presenter, self)
        self.setModel(self.entries)
        self.setItemDelegate(WorkingDelegate(self))
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self._sort)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(self.menu_place(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = Qt.KeyboardModifier.ControlModifier
        both = control | Qt.KeyboardModifier.ShiftModifier
        row = self.currentIndex().data(ROW)
        if event.key() == Qt.Key.Key_C and event.modifiers() in {control, both}:
            if isinstance(row, WorkingRow):
                exact = event.modifiers() == both
                text = row.line if exact else row.entry.value_json
                copy(text)
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.viewport().width()
        key = min(max(int(wide * _KEY_SHARE), fonts.px(_KEY_LEAST)), fonts.px(_KEY_MOST))
        rest = wide - key - fonts.px(_TYPE_WIDE) - fonts.px(_SIZE_WIDE)
        widths = (key, max(rest, fonts.px(80)), fonts.px(_TYPE_WIDE), fonts.px(_SIZE_WIDE))
        for column, width in enumerate(widths):
            self.setColumnWidth(column, width)

    def _sort(self, section: int) -> None:
        self._presenter.sort(_COLUMNS[section])


def not_found_words() -> str:
    """Return what is said of a key with white space around it."""
    return _tr("not found by the agent")


def kind_words(kind: ValueKind) -> str:
    """Return what the type column says."""
    return {
        ValueKind.OBJECT: _tr("object"),
        ValueKind.ARRAY: _tr("list"),
        ValueKind.STRING: _tr("text"),
        ValueKind.NUMBER: _tr("number"),
        ValueKind.BOOLEAN: _tr("yes or no"),
        ValueKind.NULL: _tr("null"),
        ValueKind.INVALID: _tr("not JSON"),
    }[kind]


def _cell(row: WorkingRow, column: Column) -> str:
    return {
        Column.KEY: row.key_words,
        Column.VALUE: row.value_words,
        Column.TYPE: kind_words(row.kind),
        Column.SIZE: f"{row.size:,}",
    }[column]


def _spoken(row: WorkingRow) -> str:
    form = _tr("{0}: {1}, {2}, {3}")
    size = counting.byte_count(row.size)
    return form.format(row.key_words, row.value_words, kind_words(row.kind), size)
