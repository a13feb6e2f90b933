"""The last lines of an injected block, the notice about what is cut in its colour."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from ui import fonts
from ui.fonts import Role
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets.display_map import Span
from ui.widgets.text_box import TextBox

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QWidget

_NOTICE = re.compile(r"\.\.\. \(memory truncated.*?\) \.\.\.")
_HIGHEST = 152
_TAG = re.compile(r"^ *</?[\w-]+[^>\n]*>$", re.MULTILINE)


class BlockEnd(TextBox):
    """Scrolled to its end; tags are captions."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent, role=Role.MONO)
        self._text = ""

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width(), min(hint.height(), fonts.px(_HIGHEST)))

    def show_end(self, text: str) -> None:
        """Show another end."""
        if text == self._text:
            return
        self._text = text
        self.view.set_quiet(tuple(Span(*found.span()) for found in _TAG.finditer(text)))
        self.show_text(text)
        self._colour()
        self._go_to_end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._go_to_end()  # also if the text was there before the room for it

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_text"):
            self._colour()

    def _go_to_end(self) -> None:
        bar = self.view.verticalScrollBar()
        bar.setValue(bar.maximum())

    def _colour(self) -> None:
        look = QTextCharFormat()
        look.setForeground(tokens().shades(Meaning.CAUTION).foreground)
        marks = []
        for found in _NOTICE.finditer(self._text):
            shown = self.view.map.positions(Span(*found.span()))
            if shown is not None:
                mark = QTextEdit.ExtraSelection()
                mark.cursor = QTextCursor(self.view.document())
                mark.cursor.setPosition(shown.start)
                mark.cursor.setPosition(shown.end, QTextCursor.MoveMode.KeepAnchor)
                mark.format = look
                marks.append(mark)
        self.view.setExtraSelections(marks)
