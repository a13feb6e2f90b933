"""The table of the timeline; keeps its place while the engine writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Slot
from PySide6.QtWidgets import QHeaderView, QWidget

from ui.history.delegate import HistoryDelegate, state_width
from ui.history.model import Column
from ui.theme import theme
from ui.widgets.list_table import ListTable, text_width

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from ui.history.presenter import HistoryPresenter

_SAMPLES = {
    Column.WHEN: "2026-12-30 00:00:00",
    Column.KIND: "observation_start",
    Column.TOOK: "9 min 59 s",
}


class HistoryTable(ListTable):
    """Rows of the log. F goes to the next entry that failed or is stuck."""

    def __init__(self, presenter: HistoryPresenter, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Operations and markers, newest first"))
        self._presenter = presenter
        self._top: object = None
        self._rest = 0
        self._seeking = False
        self.setItemDelegate(HistoryDelegate(self))
        self.setModel(presenter.model)
        self.horizontalHeader().setStretchLastSection(True)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.selectionModel().currentRowChanged.connect(self._on_current)
        presenter.settled.connect(self._seek_on)
        presenter.model.about_to_change.connect(self._note_place)
        presenter.model.changed.connect(self._find_place)
        theme().changed.connect(self._size_columns)
        self._size_columns()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.go_to_next_failure()
        else:
            super().keyPressEvent(event)

    @Slot()
    def go_to_next_failure(self) -> None:
        """Select the next older entry that failed or is stuck; loads on if none is there."""
        at = self._presenter.model.next_failure(self.currentIndex().row())
        self._seeking = at < 0 and self._presenter.load_far()
        if at >= 0:
            self.choose_row(at)

    @Slot()
    def _seek_on(self) -> None:
        if self._seeking:
            self.go_to_next_failure()

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, current: QModelIndex, _before: QModelIndex) -> None:
        rows = self._presenter.model.rows
        if current.isValid() and current.row() < len(rows):
            self._presenter.select(rows[current.row()])

    @Slot()
    def _note_place(self) -> None:
        rows, scrolled = self._presenter.model.rows, self.verticalScrollBar().value()
        top, self._rest = divmod(scrolled, self.row_height)
        self._top = rows[top].key if scrolled and top < len(rows) else None

    @Slot(int)
    def _find_place(self, added: int) -> None:
        bar, model = self.verticalScrollBar(), self._presenter.model
        if added >= 0:
            if bar.value():
                bar.setValue(bar.value() + added * self.row_height)
            return
        selected = self._presenter.selected
        if selected is not None:
            self.choose_row(model.row_of(selected.key))
        top = model.row_of(self._top) if self._top is not None else -1
        bar.setValue(top * self.row_height + self._rest if top >= 0 else 0)

    @Slot()
    def _size_columns(self) -> None:
        self.setColumnWidth(Column.STATE, state_width())
        for column, sample in _SAMPLES.items():
            self.setColumnWidth(column, text_width(sample))
