"""One entry of working memory in full: its value to edit, and the line as it is injected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QStackedLayout, QWidget

from ui.theme import tokens
from ui.widgets.empty_state import EmptyState
from ui.working.add_form import AddForm
from ui.working.editor import WorkingEditor
from ui.working.entry_page import EntryPage
from ui.working.presenter import working_presenter

if TYPE_CHECKING:
    from ui.session import Session
    from ui.working.model import WorkingRow

_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class WorkingInspector(QWidget):
    """Follows the selected entry; shows the form of a new one while it is written."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Entry"))
        self.presenter = working_presenter(session)
        self.editor = WorkingEditor.of(session)
        self.entry = EntryPage(self.editor, self)
        self.form = AddForm(self.editor, self)
        self.empty = EmptyState(
            self.tr("No entry is selected"),
            self.tr("Select one to see its value and the line that every turn receives."),
            parent=self,
        )
        self._pages = QStackedLayout(self)
        for page in (self.entry, self.form, self.empty):
            self._pages.addWidget(page)
        self._connect()
        self._show(self.presenter.selected)

    @Slot()
    def save(self) -> None:
        """Save what is edited here, as Ctrl S and Ctrl Enter do."""
        if self.form.isVisible():
            self.form.save()
        else:
            self.entry.save()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if (event.key() in _ENTER and control) or event.matches(QKeySequence.StandardKey.Save):
            self.save()
        elif event.key() == Qt.Key.Key_Escape and self.form.isVisible():
            # What is typed stays with the scope; the key opens the form again.
            self._show(self.presenter.selected)
            self.editor.left.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().window)

    def _connect(self) -> None:
        self.presenter.selected_changed.connect(self._follow)
        self.editor.text_wanted.connect(self._begin_text)
        self.editor.place_wanted.connect(self._go_to)
        self.editor.addition_wanted.connect(self._show_form)
        self.form.closed.connect(self._leave_form)
        self.editor.key_saved.connect(self._leave_saved_form)

    @Slot(object)
    def _follow(self, row: WorkingRow | None) -> None:
        if self.form.isVisible() and self.form.holds_focus:
            self.entry.show_row(row)
        else:
            self._show(row)

    def _show(self, row: WorkingRow | None) -> None:
        self.entry.show_row(row)
        self._pages.setCurrentWidget(self.empty if row is None else self.entry)

    @Slot()
    def _begin_text(self) -> None:
        if self.presenter.selected is not None:
            self._show(self.presenter.selected)
            self.entry.begin()

    @Slot(int)
    def _go_to(self, offset: int) -> None:
        page = self.form if self.form.isVisible() else self.entry
        page.value.field.go_to(offset)

    @Slot()
    def _show_form(self) -> None:
        self._pages.setCurrentWidget(self.form)
        self.form.begin()

    @Slot()
    def _leave_form(self) -> None:
        self._show(self.presenter.selected)
        self.editor.left.emit()

    @Slot(str, str)
    def _leave_saved_form(self, _memory_id: str, _key: str) -> None:
        if self.form.isVisible() and self.editor.drafts.addition is None:
            self._show(self.presenter.selected)
