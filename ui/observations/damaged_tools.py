"""The row above a damaged record: how it is shown, find, which column, copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from ui import fonts
from ui.fonts import Role
from ui.icons import Icon
from ui.observations.damaged_words import column_words
from ui.widgets import counting, painting
from ui.widgets.button import Button, ButtonKind
from ui.widgets.fields import SearchField
from ui.widgets.labels import ElidedLabel
from ui.widgets.segments import Segments

if TYPE_CHECKING:
    from ui.observations.damaged_record import ColumnText, DamagedRecord

RAW, READABLE, BYTES = "raw", "readable", "bytes"
_HIGH = 48


class DamagedTools(QWidget):
    """Says what the person wants to see; ``found`` is how often the searched text occurs."""

    column_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.found = 0
        choices = [(RAW, self.tr("Raw")), (READABLE, ""), (BYTES, self.tr("Bytes"))]
        self.segments = Segments(self.tr("Show"), choices, self)
        self.field = SearchField(self.tr("Find"), self, key="Ctrl F")
        self.field.setMinimumWidth(fonts.px(120))
        self.field.setMaximumWidth(fonts.px(180))
        self.hits = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self.columns = Button("", kind=ButtonKind.GHOST, icon=Icon.CHEVRON_DOWN)
        self.copy_button = Button(self.tr("Copy"), kind=ButtonKind.GHOST, icon=Icon.COPY)
        self.edit_button = Button(
            self.tr("Edit"), kind=ButtonKind.GHOST, icon=Icon.EDIT, key=self.tr("E")
        )
        self.menu = QMenu(self)
        self._group = QActionGroup(self.menu)
        self._group.triggered.connect(self._choose)
        self.columns.clicked.connect(self.open_menu)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 8, 1)
        layout.setSpacing(8)
        layout.addWidget(self.segments)
        layout.addWidget(self.field, 2)
        layout.addWidget(self.hits)
        layout.addStretch(1)
        layout.addWidget(self.columns)
        layout.addWidget(self.copy_button)
        layout.addWidget(self.edit_button)
        self.setFixedHeight(fonts.px(_HIGH))

    def show_record(self, record: DamagedRecord | None, readable: int) -> None:
        """Offer the columns of a record; those with damage first."""
        words = self.tr("Readable {0}").format(f"{readable:,}")
        self.segments.set_text(READABLE, words)
        self.menu.clear()
        if record is None:
            return
        damaged = dict.fromkeys(one.column for one in record.wrong)
        rest = [name for name in record.columns if name not in damaged]
        for name in damaged:
            self._offer(name, record.columns[name])
        self.menu.addSeparator()
        for name in rest:
            self._offer(name, record.columns[name])

    def show_column(self, column: ColumnText) -> None:
        """Show which column is shown."""
        size = counting.byte_count(len(column.data))
        text = column_words(column.name)
        self.columns.setText(f"{text}, {size}" if column.is_text else text)
        self.columns.setAccessibleName(self.tr("Column {0}").format(self.columns.text()))
        self.columns.updateGeometry()
        for action in self.menu.actions():
            action.setChecked(action.data() == column.name)

    def show_part(self, part: str) -> None:
        """Show only what makes sense for a way of showing the record."""
        self.columns.setVisible(part != READABLE)
        self.copy_button.setVisible(part != READABLE)
        self.edit_button.setVisible(part != READABLE)
        self.field.setVisible(part != BYTES)
        self.hits.setVisible(part == RAW)

    def show_edit(self, words: str, reason: str) -> None:
        """Say whether an edit waits here, and why there can't be one."""
        self.edit_button.setText(words)
        self.edit_button.setAccessibleName(self.tr("{0}: stored text").format(words))
        self.edit_button.updateGeometry()
        self.edit_button.set_unavailable(reason)

    def show_found(self, at: int, count: int) -> None:
        """Show how often the text was found, and which one is shown."""
        self.found = count
        words = ""
        if self.field.text:
            place = self.tr("{0} of {1}").format(f"{at + 1:,}", f"{count:,}")
            words = place if at >= 0 else self.tr("{0} found").format(f"{count:,}")
        self.hits.set_text(words)
        self.hits.setMinimumWidth(self.hits.sizeHint().width())

    @Slot()
    def open_menu(self) -> None:
        """Choose a column."""
        self.menu.popup(self.columns.mapToGlobal(QPoint(0, self.columns.height() + 2)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.hairline(painter, self.rect().bottomLeft().toPointF(), self.width())

    def _offer(self, name: str, column: ColumnText) -> None:
        size = f"{len(column.data):,}" if column.is_text else ""
        action = QAction(f"{name}\t{size}", self.menu)
        action.setCheckable(True)
        action.setData(name)
        self._group.addAction(action)
        self.menu.addAction(action)

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        self.column_chosen.emit(str(action.data()))
