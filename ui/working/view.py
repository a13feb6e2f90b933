"""Working memory: what the agent keeps for itself, and goes into every turn uncounted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, QSize, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from ui import fonts
from ui.command_menu import command_menu
from ui.fonts import Role
from ui.icons import Icon
from ui.theme import tokens
from ui.widgets import counting
from ui.widgets.button import Button
from ui.widgets.empty_state import EmptyState
from ui.widgets.fields import FilterField
from ui.widgets.labels import ElidedLabel
from ui.working.edit_commands import EditCommands
from ui.working.editor import WorkingEditor
from ui.working.gone_note import GoneNote
from ui.working.model import shown_key
from ui.working.presenter import working_presenter
from ui.working.table import ROW, WorkingTable

if TYPE_CHECKING:
    from ui.session import Session
    from ui.view_protocols import ViewCommand
    from ui.working.model import WorkingRow


class WorkingView(QWidget):
    """A table of keys and values; the inspector has the value in full, to edit."""

    inspector_requested = Signal()
    commands_changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Working memory"))
        self.presenter = working_presenter(session)
        tools = self._tools = QWidget(self)
        self.filter = FilterField(self.tr("Filter working memory"), tools, key="/")
        self.filter.setMaximumWidth(fonts.px(260))
        self.count = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self.editor = WorkingEditor.of(session)
        self.edits = EditCommands(session, self, self.editor, self.presenter)
        self.add_button = Button(self.tr("Add"), tools, icon=Icon.PLUS, key="N")
        self.gone = GoneNote(self.editor.drafts, self)
        self._stack = QStackedWidget(self)
        self.table = WorkingTable(self.presenter, self._stack)
        self.first_button = Button(self.tr("Add an entry"), icon=Icon.PLUS, key="N")
        self.empty = EmptyState("", "", (self.first_button,), self._stack)
        self._following = False
        self._lay_out_tools()
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.gone)
        layout.addWidget(self._tools)
        layout.addWidget(self._stack, 1)
        self._connect()
        self._show()
        self._follow(self.presenter.selected)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(720), fonts.px(560))

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().surface)

    def commands(self) -> tuple[ViewCommand, ...]:
        """Return what can be done to working memory, for menu, palette and keys."""
        return self.edits.commands()

    @Slot()
    def save(self) -> None:
        """Save every value that is not saved yet."""
        self.editor.save_all()

    def unsaved(self) -> str:
        """Return what is not saved, in words."""
        unsaved = self.editor.drafts.unsaved
        if unsaved[1:]:
            return self.tr("{0} values of working memory").format(f"{len(unsaved):,}")
        if not unsaved:
            return ""
        if unsaved[0].is_new:
            return self.tr("a new entry of working memory")
        return self.tr("the value of “{0}”").format(shown_key(unsaved[0].key))

    @Slot()
    def keep_draft(self) -> None:
        """Keep every value that is not saved as a draft among the changes."""
        self.editor.keep_all()

    @Slot()
    def discard(self) -> None:
        """Give every value up that is not saved."""
        self.editor.drafts.forget_all()

    def _lay_out_tools(self) -> None:
        layout = QHBoxLayout(self._tools)
        layout.setContentsMargins(16, 8, 16, 8)
        layout.setSpacing(12)
        layout.addWidget(self.filter)
        layout.addWidget(self.count, 1)
        layout.addWidget(self.add_button)

    def _connect(self) -> None:
        self.filter.text_changed.connect(self.presenter.filter)
        self.filter.left.connect(self.table.setFocus)
        self.filter.submitted.connect(self.table.setFocus)
        self.table.filter_wanted.connect(self.filter.select_all)
        self.table.selectionModel().currentChanged.connect(self._choose)
        self.presenter.rows_changed.connect(self._show)
        self.presenter.selected_changed.connect(self._follow)
        self._connect_edits()

    def _connect_edits(self) -> None:
        editor, edits = self.editor, self.edits
        self.presenter.selected_changed.connect(self.commands_changed)
        editor.drafts.changed.connect(self._show_drafts)
        editor.left.connect(self._go_to_list)
        editor.trim_wanted.connect(edits.trim)
        editor.rename_wanted.connect(edits.rename)
        editor.removal_wanted.connect(edits.remove)
        editor.key_saved.connect(self.presenter.select_later)
        edits.inspector_wanted.connect(self.inspector_requested)
        self.table.activated_row.connect(self.inspector_requested)
        self.table.menu_wanted.connect(self._open_menu)
        for button in (self.add_button, self.first_button):
            button.clicked.connect(edits.add)
        self.gone.add_wanted.connect(edits.add)

    @Slot()
    def _show_drafts(self) -> None:
        self.table.entries.show_unsaved(frozenset(self.editor.drafts.here))
        self.gone.show_drafts()
        self.commands_changed.emit()

    @Slot()
    def _go_to_list(self) -> None:
        (self.table if self.presenter.rows else self.first_button).setFocus()

    @Slot(QPoint)
    def _open_menu(self, place: QPoint) -> None:
        command_menu(self, self.commands()).popup(place)

    @Slot()
    def _show(self) -> None:
        presenter = self.presenter
        if self.filter.text != presenter.filter_text:
            self.filter.set_text(presenter.filter_text)
        total, shown = presenter.total, len(presenter.rows)
        self._tools.setVisible(total > 0)
        self.empty.set_words(*self._empty_words())
        self.first_button.setVisible(presenter.has_scope and not total)
        self._stack.setCurrentWidget(self.table if presenter.rows else self.empty)
        words = counting.entries(total)
        if shown != total:
            words = self.tr("{0} of {1}").format(f"{shown:,}", counting.entries(total))
        self.count.set_text(self.tr("{0} · in every turn, never counted").format(words))
        # The rows are new ones, and the selection may not change at all.
        self._follow(presenter.selected)

    def _empty_words(self) -> tuple[str, str]:
        if not self.presenter.has_scope:
            return self.tr("No scope is chosen"), self.tr("Choose one in the tree.")
        if self.presenter.total:
            words = self.tr("No entry has “{0}” in it")
            return words.format(self.presenter.filter_text), self.tr("Esc clears the filter.")
        return (
            self.tr("No working memory in this scope"),
            self.tr("The agent sets entries itself, and so can you. Every turn gets them all."),
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
