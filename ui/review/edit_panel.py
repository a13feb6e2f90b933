"""The words and the importance of an item: to read, and to edit after E."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.engine_text import estimate_tokens, trim, valid_unicode
from desktop_app.core.review.item import ItemKind
from ui.fonts import Role
from ui.review.importance_line import ImportanceLine
from ui.review.translation import tr
from ui.widgets import counting
from ui.widgets.button import Button, ButtonKind
from ui.widgets.importance_field import ImportanceField
from ui.widgets.labels import TextLabel
from ui.widgets.text_area import TextArea
from ui.widgets.text_box import TextBox

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from desktop_app.core.review.item import Item

_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
_LINES, _MOST = 4, 320


class EditPanel(QWidget):
    """Shows an item; after ``open_editor``, fields in the same place."""

    saved = Signal(str, float)  # the words, the importance
    left = Signal()  # the editing is over without saving

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._item: Item | None = None
        self._is_open = False
        self._kept: tuple[str, float] | None = None
        self.reading = TextBox(tr("Text of the item"), role=Role.TITLE)
        self.text = TextArea(
            tr("Text of the item, to edit"), lines=_LINES, most=_MOST, role=Role.TITLE
        )
        self.importance = ImportanceField()
        self.importance_line = ImportanceLine()
        self.problem = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        self.save_button = Button(tr("Save and next"), kind=ButtonKind.PRIMARY, key="Ctrl ↵")
        self.back_button = Button(tr("Back"), key="Esc")
        self._foot = QWidget()
        self._lay_out()
        self.text.edited.connect(self._judge)
        self.importance.submitted.connect(self.save)
        self.save_button.clicked.connect(self.save)
        self.back_button.clicked.connect(self.leave)
        self.close_editor()

    @property
    def is_open(self) -> bool:
        """Whether the item is being edited."""
        return self._is_open

    @property
    def is_dirty(self) -> bool:
        """Whether something was typed that is not what the item says."""
        if not self._is_open or self._item is None:
            return False
        return (self.text.text, self.importance.value) != (
            self._item.content,
            self._item.importance,
        )

    def show_item(self, item: Item, text: str | None = None, importance: float = 0.0) -> None:
        """Show an item; ``text`` and ``importance`` are what failed to be saved for it."""
        self._item = item
        self._kept = None if text is None else (text, importance)
        self.close_editor()

    @Slot()
    def open_editor(self) -> None:
        """Let the person edit what is shown."""
        if self._item is None:
            return
        text, importance = self._kept or (self._item.content, self._item.importance)
        self.text.set_text(text)
        self.importance.show_value(importance)
        self._set_open(is_open=True)
        self.text.setFocus()
        self._judge()

    def open_importance(self, importance: float | None = None) -> None:
        """Let the person edit the importance first; ``importance`` is what they have chosen."""
        if self._item is not None and self._item.kind is ItemKind.OBSERVATION:
            self.open_editor()
            self.importance.setFocus()
            if importance is not None:
                self.importance.show_value(importance)
                self._judge()

    @Slot()
    def close_editor(self) -> None:
        """Show the item as it is."""
        if self._item is not None:
            text, importance = self._kept or (self._item.content, self._item.importance)
            self.reading.show_text(text)
            self.importance_line.show_importance(importance)
        self._set_open(is_open=False)

    @Slot()
    def leave(self) -> None:
        """End the editing without saving."""
        self.close_editor()
        self.left.emit()

    @Slot()
    def save(self) -> None:
        """Take over what was typed."""
        if self._is_open and self._may_save():
            self._kept = self.text.text, self.importance.value
            self.close_editor()
            self.saved.emit(*self._kept)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if self._is_open and event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif self._is_open and control and event.key() in _ENTER:
            self.save()
        else:
            super().keyPressEvent(event)

    def _set_open(self, *, is_open: bool) -> None:
        self._is_open = is_open
        self.reading.setVisible(not is_open)
        self.text.setVisible(is_open)
        is_observation = self._item is not None and self._item.kind is ItemKind.OBSERVATION
        self.importance.setVisible(is_observation and is_open)
        self.importance_line.setVisible(is_observation and not is_open)
        self._foot.setVisible(is_open)

    def _may_save(self) -> bool:
        return bool(trim(self.text.text)) and not self.importance.problem

    @Slot()
    def _judge(self) -> None:
        text = self.text.text
        if trim(text):
            self.problem.setText(counting.tokens(estimate_tokens(valid_unicode(trim(text)))))
        else:
            self.problem.setText(tr("It needs some text. To remove it, go back and press D."))
        self.save_button.set_unavailable("" if self._may_save() else self.problem.text())

    def _lay_out(self) -> None:
        foot = QHBoxLayout(self._foot)
        foot.setContentsMargins(0, 0, 0, 0)
        foot.setSpacing(8)
        foot.addWidget(self.save_button)
        foot.addWidget(self.back_button)
        foot.addWidget(self.problem, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.reading)
        layout.addWidget(self.text)
        layout.addWidget(self.importance)
        layout.addWidget(self.importance_line)
        layout.addWidget(self._foot)
