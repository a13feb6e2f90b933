"""The table of observations: what keys and clicks do in it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal, Slot

from ui.clipboard import copy
from ui.observations.keys import Command, command_of
from ui.observations.row_table import RowTable
from ui.observations.rows import LETTERS, Column

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent
    from PySide6.QtWidgets import QWidget

    from ui.observations.model import ObservationModel

_LETTER_MS = 4000


class ObservationTable(RowTable):
    """Shows an ``ObservationModel``; tells what the person wants by keys and clicks."""

    link_chosen = Signal(object)  # sequence numbers of the other sides
    sort_wanted = Signal(object)  # Column
    command_chosen = Signal(object)  # Command that the view around it carries out
    menu_wanted = Signal(QPoint)  # where, on the screen
    pointed_at = Signal(object)  # position in the stored list of the row under the pointer | None

    def __init__(
        self, model: ObservationModel, parent: QWidget | None = None, *, explained: bool = True
    ) -> None:
        super().__init__(model, parent, explained=explained)
        self._awaits_letter = False
        self._letter_timer = QTimer(self, singleShot=True, interval=_LETTER_MS)
        self._letter_timer.timeout.connect(self._end_letters)
        self.head.sectionClicked.connect(self._sort)

    def keyboardSearch(self, _search: str) -> None:
        """Do nothing: single letters are commands here."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and self._awaits_letter:
            # The letter after S is a column, whatever else it stands for.
            event.accept()
            return True
        return super().event(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._awaits_letter:
            self._take_letter(event)
            return
        command = command_of(event)
        if command is Command.CLEAR and not self.observations.marked:
            command = None  # there is nothing to clear: the window knows what else Esc does
        if command is None:
            super().keyPressEvent(event)
        elif not self._run(command):
            self.command_chosen.emit(command)

    def copy_text(self) -> None:
        """Copy the texts of the selected rows, one below the other."""
        texts = [row.observation.content for row in self.selected_rows]
        if texts:
            copy("\n".join(texts))

    def copy_exact(self) -> None:
        """Copy the text of the current row with its exact bytes."""
        if self.current is not None:
            copy(self.current.observation.content)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        seqs = self._link_at(event)
        if seqs and event.button() == Qt.MouseButton.LeftButton:
            self.link_chosen.emit(seqs)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self.rowAt(event.position().toPoint().y()))
        over = Qt.CursorShape.PointingHandCursor if self._link_at(event) else None
        if over is None:
            self.viewport().unsetCursor()
        else:
            self.viewport().setCursor(over)
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._point_at(-1)
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

    def _point_at(self, row: int) -> None:
        self.hover(row)
        rows = self.observations.rows
        self.pointed_at.emit(rows[row].index if 0 <= row < len(rows) else None)

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
        self.head.show_letters(shown=True)
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
        self.head.show_letters(shown=False)

    @Slot(int)
    def _sort(self, section: int) -> None:
        self.sort_wanted.emit(Column(section))

    def _link_at(self, event: QMouseEvent) -> tuple[int, ...]:
        index = self.indexAt(event.position().toPoint())
        if not index.isValid():
            return ()
        mark = self.rows_look.mark_at(index, self.visualRect(index), event.position())
        return mark.seqs if mark else ()
