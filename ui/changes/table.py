"""The list of changes; keeps its place while new ones come in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Slot
from PySide6.QtWidgets import QHeaderView, QWidget

from ui import fonts
from ui.changes.delegate import ChangesDelegate, state_width
from ui.changes.model import Column
from ui.changes.table_width import TextColumn
from ui.theme import theme
from ui.widgets.list_table import ListTable, text_width

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from ui.changes.presenter import ChangesPresenter
    from ui.changes.rows import ChangeRow

_NARROW, _NARROWER = 620, 480


class ChangesTable(ListTable):
    """Rows of the journal, newest first."""

    def __init__(self, presenter: ChangesPresenter, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Changes, newest first"))
        self._presenter = presenter
        self._who, self._where = TextColumn(48, 92), TextColumn(64, 190)
        self.setItemDelegate(ChangesDelegate(self))
        self.setModel(presenter.model)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        what = QHeaderView.ResizeMode.Stretch
        self.horizontalHeader().setSectionResizeMode(Column.WHAT, what)
        self.selectionModel().currentRowChanged.connect(self._on_current)
        presenter.selected_changed.connect(self._show_selected)
        presenter.model.was_reset.connect(self._show_again)
        presenter.model.rowsInserted.connect(self._on_inserted)
        presenter.model.dataChanged.connect(self._on_changed)
        presenter.model.was_reset.connect(self._size_columns)
        theme().changed.connect(self._size_columns)
        self._size_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # The words of the change need the room more than anything else does.
        self.setColumnHidden(Column.WHERE, self.width() < fonts.px(_NARROW))
        self.setColumnHidden(Column.WHO, self.width() < fonts.px(_NARROWER))

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, current: QModelIndex, _before: QModelIndex) -> None:
        rows = self._presenter.model.rows
        if current.isValid() and current.row() < len(rows):
            self._presenter.select(rows[current.row()])

    @Slot(object)
    def _show_selected(self, row: ChangeRow | None) -> None:
        at = self._presenter.model.row_of(row.key) if row is not None else -1
        if at < 0:
            self.clearSelection()
        elif at != self.currentIndex().row():
            self.choose_row(at)

    @Slot()
    def _show_again(self) -> None:
        self._show_selected(self._presenter.selected)

    @Slot(QModelIndex, int, int)
    def _on_inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        self._widen(first, last)

    @Slot(QModelIndex, QModelIndex)
    def _on_changed(self, first: QModelIndex, last: QModelIndex) -> None:
        self._widen(first.row(), last.row())

    @Slot()
    def _size_columns(self) -> None:
        self.setColumnWidth(Column.STATE, state_width())
        self.setColumnWidth(Column.WHEN, text_width("2026-12-30 00:00:00"))
        for column in (self._who, self._where):
            column.forget()
        self._widen(0, len(self._presenter.model.rows) - 1)

    def _widen(self, first: int, last: int) -> None:
        rows = self._presenter.model.rows[first : last + 1]
        self.setColumnWidth(Column.WHO, self._who.width_with(row.who for row in rows))
        self.setColumnWidth(Column.WHERE, self._where.width_with(row.where for row in rows))
