"""Exact text under a heading, with its size and a button that copies it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.files.text import java_length
from ui.agent_tools.words import tr
from ui.clipboard import copy
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.widgets import counting
from ui.widgets.button import Button, ButtonKind
from ui.widgets.display_map import Span
from ui.widgets.exact_parts import Ground
from ui.widgets.exact_text import ExactText
from ui.widgets.labels import ElidedLabel, TextLabel
from ui.widgets.text_window_bar import TextWindowBar

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent


class AnswerText(QWidget):
    """What somebody gets, character for character.

    Args:
        title: What it is.
    """

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = TextLabel(title, Role.BODY, Weight.STRONG)
        self.size_note = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self.copy_button = Button(tr("Copy"), self, kind=ButtonKind.GHOST, icon=Icon.COPY)
        self.text = ExactText(title, self)
        self._waiting: Span | None = None
        self.parts = TextWindowBar(self.text, self)
        self.setFocusProxy(self.text)
        head = QHBoxLayout()
        head.setContentsMargins(16, 4, 8, 4)
        head.setSpacing(12)
        head.addWidget(self.title)
        head.addWidget(self.size_note, 1)
        head.addWidget(self.copy_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.text, 1)
        layout.addWidget(self.parts)
        self.copy_button.clicked.connect(self._copy)

    def show_text(self, text: str, title: str = "", note: str = "") -> None:
        """Show another text; ``note`` in place of how long it is."""
        if title:
            self.title.setText(title)
            self.text.setAccessibleName(title)
        self._waiting = None
        self.text.set_grounds(())
        self.text.show_text(text)
        self.size_note.set_text(note or counting.characters(java_length(text)))
        self.copy_button.set_unavailable("" if text else tr("There is no text."))

    def mark(self, start: int, end: int) -> None:
        """Mark a part of the text and bring it into sight."""
        span = Span(start, end)
        self.text.set_grounds((Ground(span, "selected"),))
        if self.isVisible():
            self.text.reveal(span)
        else:
            self._waiting = span

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._waiting is not None:
            self.text.reveal(self._waiting)
            self._waiting = None

    @Slot()
    def _copy(self) -> None:
        copy(self.text.text)
