"""A field for JSON: coloured, with a mark where it stops being JSON and at what will be lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QSizePolicy, QTextEdit

from ui.fonts import Role
from ui.theme import theme, tokens
from ui.tokens import Meaning
from ui.widgets.display_map import DisplayMap, Span
from ui.widgets.text_area import TextArea
from ui.widgets.text_marker import TextMarker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

_MOST_EDITED, _LONGEST_LINE = 25_000, 10_000
"""Laying out more while somebody types would hold up the window."""
_LONGEST_COLOURED = 4_000
_WAVE = QTextCharFormat.UnderlineStyle.WaveUnderline
Marks = tuple[tuple[Span, Meaning], ...]


def is_too_long(text: str) -> bool:
    """Whether a text is better looked at than edited in a field."""
    return len(text) > _MOST_EDITED or max(map(len, text.split("\n"))) > _LONGEST_LINE


class JsonField(TextArea):
    """Takes all the room that it gets; marks are in characters of the engine text."""

    def __init__(self, name: str, parent: QWidget | None = None, *, lines: int = 2) -> None:
        super().__init__(name, parent, lines=lines, most=160, role=Role.MONO)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._colours = TextMarker(self.edit.document())
        self._marks: Marks = ()
        theme().changed.connect(self._take_look)

    @property
    def marks(self) -> Marks:
        """What is marked, in order."""
        return self._marks

    def set_text(self, text: str) -> None:
        """Put a value into the field; the same one keeps the cursor and what can be undone."""
        if text != self.text:
            self.set_marks(())
            longest = max(map(len, text.split("\n")))
            self._colours.json = longest <= _LONGEST_COLOURED
            super().set_text(text)

    def set_marks(self, marks: Sequence[tuple[Span, Meaning]]) -> None:
        """Mark parts of the text, and nothing else."""
        self._marks = tuple(marks)
        self._show_marks()

    def go_to(self, offset: int) -> None:
        """Put the cursor there and show it."""
        cursor = self.edit.textCursor()
        cursor.setPosition(self._positions(Span(offset, offset)).start)
        self.edit.setTextCursor(cursor)
        self.edit.ensureCursorVisible()
        self.edit.setFocus()

    def _positions(self, span: Span) -> Span:
        shown = DisplayMap(self.text)
        last = self.edit.document().characterCount() - 1
        start, end = shown.to_position(span.start), shown.to_position(span.end)
        return Span(min(start, last), min(end, last))

    def _show_marks(self) -> None:
        selections = []
        for span, meaning in self._marks:
            selection, places = QTextEdit.ExtraSelection(), self._positions(span)
            cursor = QTextCursor(self.edit.document())
            cursor.setPosition(places.start)
            cursor.setPosition(places.end, QTextCursor.MoveMode.KeepAnchor)
            selection.cursor = cursor
            selection.format = _look(meaning)
            selections.append(selection)
        self.edit.setExtraSelections(selections)

    def _take_look(self) -> None:
        self._colours.take_look()
        self._show_marks()


def _look(meaning: Meaning) -> QTextCharFormat:
    shades, look = tokens().shades(meaning), QTextCharFormat()
    look.setBackground(shades.tint)
    look.setForeground(shades.foreground)
    look.setUnderlineStyle(_WAVE)
    look.setUnderlineColor(shades.fill)
    return look
