"""Engine text to read in the flow of a page: as high as it needs, with words marked."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QSizePolicy, QTextEdit, QWidget

from ui import fonts
from ui.fonts import Role
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets.mapped_text import MappedText

if TYPE_CHECKING:
    from ui.widgets.display_map import Span


class Prose(MappedText):
    """Grows to ``most`` pixels, then scrolls; marks of words have the caution tint."""

    def __init__(
        self, name: str, parent: QWidget | None = None, *, role: Role = Role.BODY, most: int = 400
    ) -> None:
        super().__init__(name, parent, role=role)
        self._role_of_text, self._most = role, most
        self._marks: tuple[Span, ...] = ()
        self.document().setDocumentMargin(0)  # its lines begin where titles do
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.viewport().setAutoFillBackground(False)
        self.window_changed.connect(self.updateGeometry)

    @property
    def marks(self) -> tuple[Span, ...]:
        """The marked words, in engine offsets."""
        return self._marks

    def show_marked(self, text: str, marks: tuple[Span, ...] = ()) -> None:
        """Show a text and mark parts of it."""
        self.show_text(text)
        self._marks = marks
        self._apply_marks()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        lines = max(self.document().size().height(), 1)
        # Qt scrolls by whole lines: half a pixel too little and the last line is out of reach.
        line = math.ceil(fonts.metrics(self._role_of_text).lineSpacing())
        return QSize(200, min(int(lines) * line + 4, fonts.px(self._most)))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_marks"):
            self._apply_marks()

    def _apply_marks(self) -> None:
        look = QTextCharFormat()
        look.setBackground(tokens().shades(Meaning.CAUTION).tint)
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        look.setUnderlineColor(tokens().shades(Meaning.CAUTION).fill)
        selections = []
        for span in self._marks:
            shown = self.map.positions(span)
            if shown is None:
                continue
            selection = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document())
            cursor.setPosition(shown.start)
            cursor.setPosition(shown.end, QTextCursor.MoveMode.KeepAnchor)
            selection.cursor, selection.format = cursor, look
            selections.append(selection)
        self.setExtraSelections(selections)
