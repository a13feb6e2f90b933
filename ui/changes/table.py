"""The list of changes; keeps its place while new ones come in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Slot
from PySide6.QtWidgets import QHeaderView, QWidget

from ui import fonts
from ui.changes.delegate import ChangesDelegate, state_width
from ui.changes.model import Column
from ui.theme import theme
from ui.widgets.list_table import ListTable, text_width

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from ui.changes.presenter import ChangesPresenter
    from ui.changes.rows import ChangeRow

_WHO = (48, 92)
_WHERE = (64, 190)
"""The least and the most of columns that are as wide as what stands in them."""
_NARROW, _NARROWER = 620, 480


class ChangesTable(ListTable):
    """Rows of the journal, newest first."""

    def __init__(self, presenter: ChangesPresenter, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Changes, newest first"))
        self._presenter = presenter
        self.setItemDelegate(ChangesDelegate(self))
        self.setModel(presenter.model)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        what = QHeaderView.ResizeMode.Stretch
        self.horizontalHeader().setSectionResizeMode(Column.WHAT, what)
        self.selectionModel().currentRowChanged.connect(self._on_current)
        presenter.selected_changed.connect(self._show_selected)
        presenter.model.was_reset.connect(self._show_again)
        for changed in (presenter.model.rowsInserted, presenter.model.dataChanged):
            changed.connect(self._size_columns)
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

    @Slot()
    def _size_columns(self) -> None:
        self.setColumnWidth(Column.STATE, state_width())
        self.setColumnWidth(Column.WHEN, text_width("2026-12-30 00:00:00"))
        rows = self._presenter.model.rows
        self.setColumnWidth(Column.WHO, _width({row.who for row in rows}, *_WHO))
        self.setColumnWidth(Column.WHERE, _width({row.where for row in rows}, *_WHERE))


def _width(texts: set[str], least: int, most: int) -> int:
    wanted = max(map(text_width, texts), default=0)
    return min(max(wanted, fonts.px(least)), fonts.px(most))
