"""Working memory: what the agent keeps for itself, and goes into every turn uncounted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSize, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role
from ui.theme import tokens
from ui.widgets import counting
from ui.widgets.empty_state import EmptyState
from ui.widgets.fields import FilterField
from ui.widgets.labels import ElidedLabel
from ui.working.presenter import working_presenter
from ui.working.table import ROW, WorkingTable

if TYPE_CHECKING:
    from ui.session import Session
    from ui.working.model import WorkingRow


class WorkingView(QWidget):
    """A table of keys and values; the inspector has the value in full."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Working memory"))
        self.presenter = working_presenter(session)
        self.filter = FilterField(self.tr("Filter working memory"), key="/")
        self.filter.setMaximumWidth(fonts.px(260))
        self.count = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self.table = WorkingTable(self.presenter)
        self.empty = EmptyState("")
        self._following = False
        self._tools = self._tool_row()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._tools)
        layout.addWidget(self._stack, 1)
        self._connect()
        self._show()
        self._follow(self.presenter.selected)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(720), fonts.px(560))

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().surface)

    def _tool_row(self) -> QWidget:
        row = QWidget(self)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(16, 8, 16, 8)
        layout.setSpacing(12)
        layout.addWidget(self.filter)
        layout.addWidget(self.count, 1)
        return row

    def _connect(self) -> None:
        self.filter.text_changed.connect(self.presenter.filter)
        self.filter.left.connect(self.table.setFocus)
        self.filter.submitted.connect(self.table.setFocus)
        self.table.filter_wanted.connect(self.filter.select_all)
        self.table.selectionModel().currentChanged.connect(self._choose)
        self.presenter.rows_changed.connect(self._show)
        self.presenter.selected_changed.connect(self._follow)

    @Slot()
    def _show(self) -> None:
        presenter = self.presenter
        if self.filter.text != presenter.filter_text:
            self.filter.set_text(presenter.filter_text)
        total, shown = presenter.total, len(presenter.rows)
        self._tools.setVisible(total > 0)
        self.empty.set_words(*self._empty_words())
        self._stack.setCurrentWidget(self.table if presenter.rows else self.empty)
        words = counting.entries(total)
        if shown != total:
            words = self.tr("{0} of {1}").format(f"{shown:,}", counting.entries(total))
        self.count.set_text(self.tr("{0} · in every turn, never counted").format(words))

    def _empty_words(self) -> tuple[str, str]:
        if not self.presenter.has_scope:
            return self.tr("No scope is chosen"), self.tr("Choose one in the tree.")
        if self.presenter.total:
            words = self.tr("No entry has “{0}” in it")
            return words.format(self.presenter.filter_text), self.tr("Esc clears the filter.")
        return (
            self.tr("No working memory in this scope"),
            self.tr("Entries appear as soon as the agent sets them."),
        )

    @Slot(QModelIndex, QModelIndex)
    def _choose(self, current: QModelIndex, _before: QModelIndex) -> None:
        if current.isValid() and not self._following:
            self.presenter.select(current.data(ROW))

    @Slot(object)
    def _follow(self, row: WorkingRow | None) -> None:
        self._following = True
        place = self.table.entries.row_of(row)
        if place != self.table.currentIndex().row():
            self.table.choose_row(place)
        self._following = False
