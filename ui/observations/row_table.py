"""A table of painted observation rows: columns that fit, and places that stay on a reload."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from ui import fonts
from ui.observations.columns import column_widths
from ui.observations.delegate import ROW, ObservationDelegate
from ui.observations.header import TableHead
from ui.observations.rows import Column, Row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from ui.observations.model import ObservationModel

TINT_MS = 600


class RowTable(QTableView):
    """Shows an ``ObservationModel``.

    Args:
        model: The rows.
        explained: False for a record that can't be read, whose rows have no marks and scores.
    """

    current_changed = Signal(object)  # Row | None, by the person

    def __init__(
        self, model: ObservationModel, parent: QWidget | None = None, *, explained: bool = True
    ) -> None:
        super().__init__(parent)
        self._explained = explained
        self._loading = False
        self._longest: dict[Column, int] = {}
        self.rows_look = ObservationDelegate(self)
        self.head = TableHead(self)
        self._tint_timer = QTimer(self, singleShot=True, interval=TINT_MS)
        self._tint_timer.timeout.connect(self._end_tint)
        self.observations = model
        self.setModel(model)
        self.setItemDelegate(self.rows_look)
        self._set_up_head()
        self._set_up_look()
        self.selectionModel().currentRowChanged.connect(self._take_current)

    def set_sorting(self, column: Column, *, descending: bool) -> None:
        """Mark the column that sorts."""
        self.head.show_sorting(column, descending=descending)

    def set_longest(self, longest: dict[Column, int]) -> None:
        """Give the columns room for numbers with so many characters."""
        self._longest = longest
        self._fit()

    def show_rows(
        self,
        rows: Sequence[Row],
        lowest: float | None,
        selected: int | None,
        *,
        stays: bool = True,
    ) -> None:
        """Show other rows; the selection stays.

        Args:
            rows: In the order in which they are shown.
            lowest: The lowest score that got in.
            selected: Position in the stored list of the selected observation.
            stays: Whether the first row that can be seen stays too; else the selected one is
                scrolled to, for another order or filter.
        """
        self._loading = True
        top, offset = self._top()
        same = self.observations.replace_rows(rows, lowest)
        self._loading = False
        if same:
            return
        self.select(selected, reveal=not stays)
        if stays:
            self._restore_top(top, offset)

    def select(self, index: int | None, *, reveal: bool = False) -> None:
        """Select an observation by its position in the stored list."""
        self._loading = True
        at = self.observations.row_of(index)
        flags = QItemSelectionModel.SelectionFlag
        if at is None:
            self.selectionModel().clear()
        elif at != self.currentIndex().row() or not self.selectionModel().hasSelection():
            self.selectionModel().setCurrentIndex(
                self.observations.index(at, Column.MARK), flags.ClearAndSelect | flags.Rows
            )
        if reveal and at is not None:
            self.scrollTo(self.observations.index(at, Column.MARK))
        self._loading = False

    def tint(self, indexes: frozenset[int]) -> None:
        """Keep the engine's colour on rows that it has changed, for a moment."""
        hint = self.style().StyleHint.SH_Widget_Animation_Duration
        if not indexes or not self.style().styleHint(hint, None, self):
            return  # reduced motion
        self.rows_look.changed = indexes
        self._tint_timer.start()
        self.viewport().update()

    @property
    def tinted(self) -> frozenset[int]:
        """Positions in the stored list of the rows that have the engine's colour now."""
        return self.rows_look.changed

    @property
    def selected_rows(self) -> list[Row]:
        """The selected rows in the order in which they are shown."""
        places = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self.observations.rows[place] for place in places]

    @property
    def current(self) -> Row | None:
        """The row that the keys act on."""
        at = self.currentIndex().row()
        return self.observations.rows[at] if 0 <= at < len(self.observations.rows) else None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "head"):
            self.verticalHeader().setDefaultSectionSize(fonts.px(ROW))
            self._fit()

    @Slot(QModelIndex)
    def _take_current(self, current: QModelIndex) -> None:
        before, self.rows_look.current = self.rows_look.current, current.row()
        for row in (before, current.row()):
            self._paint_again(row)
        if not self._loading:
            self.current_changed.emit(self.current)

    def _set_up_head(self) -> None:
        self.setHorizontalHeader(self.head)
        rows = self.verticalHeader()
        rows.hide()
        rows.setMinimumSectionSize(1)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(fonts.px(ROW))

    def _set_up_look(self) -> None:
        self.setAccessibleName(self.tr("Observations"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @Slot()
    def _end_tint(self) -> None:
        self.rows_look.changed = frozenset()
        self.viewport().update()

    def hover(self, row: int) -> None:
        """Mark the row under the pointer; -1 for none."""
        before = self.rows_look.hovered
        if row != before:
            self.rows_look.hovered = row
            for one in (before, row):
                self._paint_again(one)

    def _paint_again(self, row: int) -> None:
        high = self.verticalHeader().defaultSectionSize()
        top = self.rowViewportPosition(row)
        if 0 <= row < len(self.observations.rows) and -high < top < self.viewport().height():
            self.viewport().update(0, top, self.viewport().width(), high)

    def _top(self) -> tuple[int | None, int]:
        at = self.rowAt(0)
        if not self.verticalScrollBar().value():
            return None, 0
        if not 0 <= at < len(self.observations.rows):
            return None, 0
        return self.observations.rows[at].index, self.rowViewportPosition(at)

    def _restore_top(self, index: int | None, offset: int) -> None:
        at = self.observations.row_of(index)
        if at is not None:
            high = self.verticalHeader().defaultSectionSize()
            self.verticalScrollBar().setValue(at * high - offset)

    def _fit(self) -> None:
        room, longest = self.viewport().width(), self._longest
        for column, wide in column_widths(room, longest, explained=self._explained).items():
            self.setColumnHidden(column, wide == 0)
            if wide:
                self.setColumnWidth(column, wide)
