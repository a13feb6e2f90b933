"""The form of a new entry, in the place of the inspector."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from desktop_app.core.engine_text import trim
from ui.fonts import Role, Weight
from ui.theme import tokens
from ui.widgets.exact_line import ExactLine
from ui.widgets.labels import ElidedLabel, TextLabel
from ui.widgets.scrolled import Scrolled
from ui.working.value_section import ValueSection

if TYPE_CHECKING:
    from ui.working.editor import WorkingEditor


class AddForm(QWidget):
    """Key and value; what is typed stays with the scope until it is saved or discarded."""

    closed = Signal()

    def __init__(self, editor: WorkingEditor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self._area = Scrolled(self)
        self._inside = QWidget(self._area.viewport())
        self._area.setWidget(self._inside)
        self.title = ElidedLabel(self.tr("New entry"), role=Role.TITLE, weight=Weight.STRONG)
        self.key = ExactLine(self.tr("Key of the new entry"), self._inside)
        self.value = ValueSection(self.tr("Value of the new entry, as JSON"), self._inside)
        self.hint = TextLabel(
            self.tr("JSON: a text needs quotes around it."), Role.SECONDARY, tone="text2", wrap=True
        )
        self.setAccessibleName(self.tr("New entry"))
        self.setFocusProxy(self.key)
        self._lay_out()
        self.key.edited.connect(self._tell)
        self.key.submitted.connect(self.value.field.setFocus)
        self.value.edited.connect(self._tell)
        self.value.panel.save_wanted.connect(self.save)
        self.value.panel.discard_wanted.connect(self.discard)
        editor.drafts.changed.connect(self._show_known)
        editor.effects.changed.connect(self._show_known)

    def begin(self) -> None:
        """Show what was typed before, with the focus in the key."""
        addition = self._editor.drafts.addition
        self.key.set_text(addition.key if addition else "")
        self.value.field.set_text(addition.text if addition else "")
        self._show_known()
        self.key.setFocus()

    @property
    def holds_focus(self) -> bool:
        """Whether somebody is typing here."""
        inside = QApplication.focusWidget()
        return inside is not None and self.isAncestorOf(inside)

    def save(self) -> None:
        """Save it, unless it can't be."""
        addition = self._editor.drafts.addition
        if addition is not None and trim(addition.key):
            self._editor.save(addition)

    @Slot()
    def discard(self) -> None:
        """Leave the form; what was typed is given up."""
        addition = self._editor.drafts.addition
        if addition is not None:
            self._editor.drafts.discard(addition)
        self.closed.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().window)

    @Slot()
    def _tell(self) -> None:
        self._editor.drafts.edit_addition(self.key.text, self.value.field.text)

    @Slot()
    def _show_known(self) -> None:
        if self.isHidden():
            return
        addition, panel = self._editor.drafts.addition, self.value.panel
        self.hint.setVisible(addition is None or not addition.text)
        panel.show_state(self.tr("Unsaved"))
        if addition is None or not trim(addition.key) or not addition.text:
            panel.forget()
            panel.save_button.set_unavailable(self.tr("An entry needs a key and a value."))
            return
        self._editor.show_known(addition)
        self.value.show_known(self._editor.effects.of(addition))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        column.addWidget(self.title)
        column.addWidget(TextLabel(self.tr("Key"), Role.SECONDARY, Weight.STRONG, tone="text2"))
        column.addWidget(self.key)
        column.addWidget(TextLabel(self.tr("Value"), Role.SECONDARY, Weight.STRONG, tone="text2"))
        column.addWidget(self.value, 1)
        column.insertWidget(column.count() - 1, self.hint)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._area)
