"""The list of notes: model, delegate, and the line where the model stops reading."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QPen

from ui import fonts
from ui.clipboard import copy
from ui.fonts import Role
from ui.icons import Icon
from ui.notes.rows import Column, NoteRow
from ui.notes.words import mark_meaning, mark_words, tr
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.badge import badge_width, draw_badge
from ui.widgets.labels import ELIDE_MIDDLE, plain_tip
from ui.widgets.list_table import PAD, Index, ListDelegate, ListTable

if TYPE_CHECKING:
    from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter, QResizeEvent
    from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

    from ui.notes.presenter import NotesPresenter

DISPLAY = Qt.ItemDataRole.DisplayRole
ROW = Qt.ItemDataRole.UserRole
UNSAVED = Qt.ItemDataRole.UserRole + 1
END = Qt.ItemDataRole.UserRole + 2
_COLUMNS = tuple(Column)
_SIZE_WIDE, _DOT, _GAP = 68, 8, 6
_NAME_SHARE, _NAME_LEAST, _NAME_MOST = 0.4, 120, 320
_BADGES_SHARE = 0.55


class NoteModel(QAbstractTableModel):
    """The rows of the presenter, with the line between them."""

    def __init__(self, presenter: NotesPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._items: list[NoteRow | None] = []
        self._places: dict[str, int] = {}
        self._unsaved: frozenset[str] = frozenset()

    @property
    def items(self) -> list[NoteRow | None]:
        """The rows; ``None`` is the line where the model stops reading."""
        return self._items

    def reload(self) -> None:
        """Take the rows of now; the same paths keep cursor and place."""
        found = self._presenter.order.list
        items: list[NoteRow | None] = list(found.rows)
        if found.end is not None:
            items.insert(found.end, None)
        places = {item.path: place for place, item in enumerate(items) if item}
        if len(items) == len(self._items) and places == self._places:
            self._items = items
            if items:
                last = self.index(len(items) - 1, len(_COLUMNS) - 1)
                self.dataChanged.emit(self.index(0, 0), last)
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(_COLUMNS) - 1)
            return
        self.beginResetModel()
        self._items, self._places = items, places
        self.endResetModel()

    def show_unsaved(self, paths: frozenset[str]) -> None:
        """Mark the notes with something typed that is not saved."""
        changed, self._unsaved = paths ^ self._unsaved, paths
        for path in changed:
            place = self._places.get(path)
            if place is not None:
                self.dataChanged.emit(self.index(place, 0), self.index(place, 0))

    def place_of(self, path: str | None) -> int:
        """Return where a note stands; -1 if it is not listed."""
        return self._places.get(path, -1) if path is not None else -1

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._items)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(_COLUMNS)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and self._items[index.row()] is None:
            return Qt.ItemFlag.ItemNeverHasChildren
        return super().flags(index)

    def data(self, index: Index, role: int = DISPLAY) -> Any:
        if not index.isValid():
            return None
        row, column = self._items[index.row()], _COLUMNS[index.column()]
        if row is None:
            spoken = {Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole}
            return True if role == END else end_words() if role in spoken else None
        return _value(row, column, role, is_unsaved=row.path in self._unsaved)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = _COLUMNS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            return int(right) if column is Column.SIZE else None
        return self._title(column) if role == DISPLAY else None

    def _title(self, column: Column) -> str:
        words = {
            Column.NAME: tr("Note"),
            Column.TEXT: tr("What the agent sees"),
            Column.SIZE: tr("Bytes"),
        }[column]
        if self._presenter.order.wish.column is not column:
            return words
        return f"{words} {'↓' if self._presenter.order.wish.falling else '↑'}"


class NoteDelegate(ListDelegate):
    """Names in the mono font, badges behind the text; what is left out is grey."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if not index.data(END):
            super().paint(painter, option, index)
            return
        painter.save()
        painting.smooth(painter)
        area = QRectF(option.rect)
        painter.setPen(QPen(tokens().shades(Meaning.ENGINE).fill, 2))
        middle = round(area.center().y())
        painter.drawLine(int(area.left()), middle, int(area.right()) + 1, middle)
        if _COLUMNS[index.column()] is Column.TEXT:
            words, high = end_words(), fonts.px(18)
            wide = min(badge_width(words, Icon.WATERLINE), area.width() - PAD)
            place = QRectF(area.right() - wide, round(middle - high / 2), wide, high)
            draw_badge(painter, place, words, Meaning.ENGINE, Icon.WATERLINE)
        painter.restore()

    def paint_cell(self, painter: QPainter, area: QRectF, index: Index) -> None:
        row, column = index.data(ROW), _COLUMNS[index.column()]
        if not isinstance(row, NoteRow):
            return
        tone = "text" if row.is_listed else "text2"
        if column is Column.NAME:
            area.setLeft(area.left() + PAD)
            if index.data(UNSAVED):
                _paint_dot(painter, area)
            shown = painting.elide(
                row.shown_path, fonts.metrics(Role.MONO), area.width(), ELIDE_MIDDLE
            )
            colour = getattr(tokens(), tone)
            painting.draw_text(painter, area, shown, fonts.font(Role.MONO), colour)
        elif column is Column.TEXT:
            _paint_badges(painter, area, row)
            self.paint_text(painter, area, str(index.data()), tone="text2")
        else:
            self.paint_text(painter, area, str(index.data()), tone="text2", right=True)


class NoteTable(ListTable):
    """Ctrl C copies the line of a note exactly as a turn gets it."""

    menu_wanted = Signal(QPoint)  # where on the screen
    chosen = Signal(str)  # path
    entered = Signal()  # Enter

    def __init__(self, presenter: NotesPresenter, parent: QWidget | None = None) -> None:
        super().__init__(tr("Notes of the layer"), parent)
        self._presenter = presenter
        self._quiet = False
        self.notes = NoteModel(presenter, self)
        self.setModel(self.notes)
        self.setItemDelegate(NoteDelegate(self))
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self._sort)
        self.activated_row.connect(self._enter)
        presenter.order.changed.connect(self.show_rows)
        presenter.note_changed.connect(self.follow)
        presenter.drafts.changed.connect(self._show_unsaved)

    def show_rows(self) -> None:
        """List what the presenter has, with the cursor where it was."""
        self._quiet = True
        scrolled = self.verticalScrollBar().value()
        self.notes.reload()
        self._show_unsaved()
        self.verticalScrollBar().setValue(scrolled)
        self._quiet = False
        self.follow()

    def follow(self) -> None:
        """Put the cursor on the chosen note."""
        self._quiet = True
        place = self.notes.place_of(self._presenter.path)
        if place < 0:
            self.setCurrentIndex(QModelIndex())
        elif place != self.currentIndex().row():
            self.choose_row(place)
        self._quiet = False

    def choose_row(self, row: int) -> None:
        """Make a row the current one; the line itself is none."""
        items = self.notes.items
        if 0 <= row < len(items) and items[row] is None:
            row += 1 if row + 1 < len(items) else -1
        super().choose_row(row)

    def currentChanged(self, current: Index, previous: Index) -> None:  # noqa: N802 - called by Qt
        super().currentChanged(current, previous)
        row = current.data(ROW) if current.isValid() else None
        if not self._quiet and isinstance(row, NoteRow):
            self.chosen.emit(row.path)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(self.menu_place(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex().data(ROW)
        control = Qt.KeyboardModifier.ControlModifier
        if event.key() == Qt.Key.Key_C and event.modifiers() == control:
            if isinstance(row, NoteRow) and row.note is not None:
                copy(row.note.line.written)
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide, size = self.viewport().width(), fonts.px(_SIZE_WIDE)
        name = min(max(int(wide * _NAME_SHARE), fonts.px(_NAME_LEAST)), fonts.px(_NAME_MOST))
        for column, width in enumerate((name, max(wide - name - size, fonts.px(80)), size)):
            self.setColumnWidth(column, width)

    def _enter(self, place: int) -> None:
        if place >= 0:
            self.entered.emit()

    def _sort(self, section: int) -> None:
        if _COLUMNS[section] is not Column.TEXT:
            self._presenter.order.sort(_COLUMNS[section])

    def _show_unsaved(self) -> None:
        layer = self._presenter.layer
        keys = [draft.seen.key for draft in self._presenter.drafts.all]
        mount = layer.mount if layer else ""
        self.notes.show_unsaved(frozenset(path for owner, path in keys if owner == mount))


def end_words() -> str:
    """Return what the line says."""
    return tr("the model reads to here")


def _value(row: NoteRow, column: Column, role: int, *, is_unsaved: bool) -> Any:
    if role == ROW:
        return row
    if role == UNSAVED:
        return is_unsaved
    if role == DISPLAY:
        size = f"{row.size:,}" if row.note else ""
        return {Column.NAME: row.path, Column.TEXT: row.shown_text, Column.SIZE: size}[column]
    if role == Qt.ItemDataRole.ToolTipRole:
        return plain_tip(row.words)
    if role == Qt.ItemDataRole.AccessibleTextRole:
        return f"{row.words}, {tr('not saved')}" if is_unsaved else row.words
    return None


def _paint_dot(painter: QPainter, area: QRectF) -> None:
    size = fonts.px(_DOT)
    dot = QRectF(area.left(), area.center().y() - size / 2, size, size)
    painting.fill_rounded(painter, dot, size / 2, tokens().shades(Meaning.CAUTION).fill)
    area.setLeft(dot.right() + fonts.px(_GAP))


def _paint_badges(painter: QPainter, area: QRectF, row: NoteRow) -> None:
    """Paint badges at the right, as many as leave room for the text; they shrink ``area``."""
    least = area.right() - area.width() * (_BADGES_SHARE if row.note else 1)
    high = fonts.px(18)
    for mark in row.marks:
        words = mark_words(mark)
        wide = badge_width(words)
        if area.right() - wide < least:
            return
        place = QRectF(area.right() - wide, round(area.center().y() - high / 2), wide, high)
        draw_badge(painter, place, words, mark_meaning(mark))
        area.setRight(place.left() - fonts.px(_GAP))
