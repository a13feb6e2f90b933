"""The table of observations: painted rows, keys, links, and columns that fit."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFocusEvent, QGuiApplication, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from ui import fonts
from ui.observations.columns import column_widths
from ui.observations.delegate import ROW, ObservationDelegate
from ui.observations.header import TableHead
from ui.observations.keys import Command, command_of
from ui.observations.rows import LETTERS, Column, Row
from ui.observations.words import ABSURD
from ui.widgets.mapped_text import mime

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ui.observations.model import ObservationModel

TINT_MS = 600
_LETTER_MS = 4000


class ObservationTable(QTableView):
    """Shows an ``ObservationModel``; tells what the person wants by keys and clicks."""

    current_changed = Signal(object)  # Row | None, by the person
    link_chosen = Signal(object)  # sequence numbers of the other sides
    sort_wanted = Signal(object)  # Column
    command_chosen = Signal(object)  # Command that the view around it carries out

    def __init__(
        self, model: ObservationModel, parent: QWidget | None = None, *, explained: bool = True
    ) -> None:
        super().__init__(parent)
        self._explained = explained
        self._loading = False
        self._longest: dict[Column, int] = {}
        self._awaits_letter = False
        self._rows = ObservationDelegate(self)
        self._head = TableHead(self)
        self._tint_timer = QTimer(self, singleShot=True, interval=TINT_MS)
        self._tint_timer.timeout.connect(self._end_tint)
        self._letter_timer = QTimer(self, singleShot=True, interval=_LETTER_MS)
        self._letter_timer.timeout.connect(self._end_letters)
        self.observations = model
        self.setModel(model)
        self.setItemDelegate(self._rows)
        self._set_up_head()
        self._set_up_look()
        self.selectionModel().currentRowChanged.connect(self._take_current)
        model.modelReset.connect(self._measure)
        model.dataChanged.connect(self._measure)

    def set_sorting(self, column: Column, *, descending: bool) -> None:
        """Mark the column that sorts."""
        self._head.show_sorting(column, descending=descending)

    def show_rows(self, rows: Sequence[Row], lowest: float | None, selected: int | None) -> None:
        """Show other rows; the first one that can be seen, and the selection, stay.

        Args:
            rows: In the order in which they are shown.
            lowest: The lowest score that got in.
            selected: Position in the stored list of the selected observation.
        """
        self._loading = True
        top, offset = self._top()
        if not self.observations.replace_rows(rows, lowest):
            self.select(selected)
            self._restore_top(top, offset)
        self._loading = False

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
        self._rows.changed = indexes
        self._tint_timer.start()
        self.viewport().update()

    @property
    def tinted(self) -> frozenset[int]:
        """Positions in the stored list of the rows that have the engine's colour now."""
        return self._rows.changed

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

    def keyboardSearch(self, _search: str) -> None:
        """Do nothing: single letters are commands here."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._awaits_letter:
            self._take_letter(event)
            return
        command = command_of(event)
        if command is None:
            super().keyPressEvent(event)
        elif not self._run(command):
            self.command_chosen.emit(command)

    def copy_text(self) -> None:
        """Copy the texts of the selected rows, one below the other."""
        texts = [row.observation.content for row in self.selected_rows]
        if texts:
            QGuiApplication.clipboard().setMimeData(mime("\n".join(texts)))

    def copy_exact(self) -> None:
        """Copy the text of the current row with its exact bytes."""
        if self.current is not None:
            QGuiApplication.clipboard().setMimeData(mime(self.current.observation.content))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        seqs = self._link_at(event)
        if seqs and event.button() == Qt.MouseButton.LeftButton:
            self.link_chosen.emit(seqs)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.rowAt(event.position().toPoint().y()))
        over = Qt.CursorShape.PointingHandCursor if self._link_at(event) else None
        if over is None:
            self.viewport().unsetCursor()
        else:
            self.viewport().setCursor(over)
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(-1)
        super().leaveEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()
        if not self.currentIndex().isValid() and self.observations.rows:
            self.selectRow(0)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._end_letters()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_head"):
            self.verticalHeader().setDefaultSectionSize(fonts.px(ROW))
            self._fit()

    @Slot(QModelIndex)
    def _take_current(self, current: QModelIndex) -> None:
        self._rows.current = current.row()
        self.viewport().update()
        if not self._loading:
            self.current_changed.emit(self.current)

    def _set_up_head(self) -> None:
        self.setHorizontalHeader(self._head)
        self._head.sectionClicked.connect(self._sort)
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

    def _run(self, command: Command) -> bool:
        """Carry out what the table itself can; returns whether it could."""
        count = len(self.observations.rows)
        runs: dict[Command, Callable[[], None]] = {
            Command.DOWN: partial(self._step, 1),
            Command.UP: partial(self._step, -1),
            Command.FIRST: partial(self._step, -count),
            Command.LAST: partial(self._step, count),
            Command.SORT: self._await_letter,
            Command.COPY: self.copy_text,
            Command.COPY_EXACT: self.copy_exact,
        }
        run = runs.get(command)
        if run is not None:
            run()
        return run is not None

    def _step(self, rows: int) -> None:
        count = len(self.observations.rows)
        if count:
            self.selectRow(min(max(self.currentIndex().row() + rows, 0), count - 1))

    def _await_letter(self) -> None:
        self._awaits_letter = True
        self._head.show_letters(shown=True)
        self._letter_timer.start()

    def _take_letter(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt}:
            return
        self._end_letters()
        column = LETTERS.get(event.text().upper())
        if column is not None:
            self.sort_wanted.emit(column)

    @Slot()
    def _end_letters(self) -> None:
        self._awaits_letter = False
        self._letter_timer.stop()
        self._head.show_letters(shown=False)

    @Slot()
    def _end_tint(self) -> None:
        self._rows.changed = frozenset()
        self.viewport().update()

    @Slot(int)
    def _sort(self, section: int) -> None:
        self.sort_wanted.emit(Column(section))

    def _hover(self, row: int) -> None:
        if row != self._rows.hovered:
            self._rows.hovered = row
            self.viewport().update()

    def _link_at(self, event: QMouseEvent) -> tuple[int, ...]:
        index = self.indexAt(event.position().toPoint())
        if not index.isValid():
            return ()
        mark = self._rows.mark_at(index, self.visualRect(index), event.position())
        return mark.seqs if mark else ()

    def _top(self) -> tuple[int | None, int]:
        at = self.rowAt(0)
        if not 0 <= at < len(self.observations.rows):
            return None, 0
        return self.observations.rows[at].index, self.rowViewportPosition(at)

    def _restore_top(self, index: int | None, offset: int) -> None:
        at = self.observations.row_of(index)
        if at is not None:
            high = self.verticalHeader().defaultSectionSize()
            self.verticalScrollBar().setValue(at * high - offset)

    @Slot()
    def _measure(self) -> None:
        """Find the longest numbers; the columns get room for them."""
        rows = self.observations.rows
        seqs = [row.observation.seq for row in rows] or [0]
        counts = [min(abs(row.observation.token_count), ABSURD - 1) for row in rows] or [0]
        ages = [row.standing.age for row in rows if row.standing] or [0]
        self._longest = {
            Column.SEQ: max(len(str(seq)) for seq in (min(seqs), max(seqs))),
            Column.AGE: len(f"1/{max(ages) + 1}"),
            Column.TOKENS: len(f"{max(counts):,}"),
        }
        self._fit()

    def _fit(self) -> None:
        room, longest = self.viewport().width(), self._longest
        for column, wide in column_widths(room, longest, explained=self._explained).items():
            self.setColumnHidden(column, wide == 0)
            if wide:
                self.setColumnWidth(column, wide)
