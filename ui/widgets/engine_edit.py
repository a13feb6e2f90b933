"""Editing engine text without losing what a text field can't hold.

Qt's documents lose carriage returns, line separators, no-break spaces and stray bytes. Here each of
them is a name such as ``‹CR›`` whose format remembers the character, also through undo.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QTextCharFormat, QTextCursor, QTextFormat, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from desktop_app.core.engine_text import decode
from desktop_app.core.files.text import java_length
from ui import fonts
from ui.clipboard import BYTES_FORMAT, mime
from ui.fonts import Role
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets.display_map import DisplayMap, name
from ui.widgets.emacs_keys import leaves_key
from ui.widgets.wrapping import break_anywhere

if TYPE_CHECKING:
    from PySide6.QtGui import QTextBlock

_REAL = int(QTextFormat.Property.UserProperty) + 1
_ISOLATES = str.maketrans("", "", "\u2066\u2069")
_LINE_SEPARATOR = "\u2028"
_PLAIN = str.maketrans({"\u2029": "\n", "\u2028": "\n", "\u2066": None, "\u2069": None})
_NAME = name("\x1b")[0]
_TAB = 8


class EngineEdit(QPlainTextEdit):
    """An editor whose ``engine_text`` is exact; Tab leaves it, Ctrl Enter and Esc go further."""

    edited = Signal()  # by the person, not by ``set_engine_text``

    def __init__(
        self, field_name: str, parent: QWidget | None = None, *, role: Role = Role.BODY
    ) -> None:
        super().__init__(parent)
        self._role = role
        self._loading = False
        self.setAccessibleName(field_name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(3)
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        self.document().setDefaultTextOption(option)
        break_anywhere(self.document())
        self._apply_font()
        self.textChanged.connect(self._tell)

    @property
    def engine_text(self) -> str:
        """The text with its real characters."""
        document = self.document()
        raw = document.toRawText()
        # Names begin so: without any, there is nothing to look for block by block.
        return raw.translate(_PLAIN) if _NAME not in raw else _real_text(document.begin())

    @property
    def has_names(self) -> bool:
        """Whether a character may stand here by its name."""
        return _NAME in self.document().toRawText()

    def shown_units(self, block: QTextBlock, units: int) -> int:
        """Return how many UTF-16 units on the screen show so many stored ones of a line."""
        shown, left, place = 0, units, block.begin()
        while not place.atEnd():
            text, look = place.fragment().text(), place.fragment().charFormat()
            real = name(chr(look.property(_REAL))) if look.hasProperty(_REAL) else ""
            # A row of equal names is one fragment; beside letters from the right they are isolated.
            stored = len(text.translate(_ISOLATES)) // len(real) if real else java_length(text)
            wide = len(text) // stored if real else 1
            if left <= stored:
                return shown + left * wide
            shown, left = shown + java_length(text), left - stored
            place += 1
        return shown

    def set_engine_text(self, text: str) -> None:
        """Show another text; there is nothing to undo then."""
        self._loading = True
        self.document().setUndoRedoEnabled(False)
        self.clear()
        self._insert(self.textCursor(), text)
        self.document().setUndoRedoEnabled(True)
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self._loading = False

    def event(self, event: QEvent) -> bool:
        return leaves_key(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enters = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if enters and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
            return
        if not self.textCursor().hasSelection() and self.currentCharFormat().hasProperty(_REAL):
            self.setCurrentCharFormat(QTextCharFormat())  # what is typed beside a name is no name
        super().keyPressEvent(event)

    def createMimeDataFromSelection(self) -> QMimeData:
        chosen = self.textCursor()
        copied = EngineEdit("")
        copied.textCursor().insertFragment(chosen.selection())
        return mime(copied.engine_text)

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802 - called by Qt
        if source.hasFormat(BYTES_FORMAT):
            text = decode(bytes(source.data(BYTES_FORMAT).data()))
        else:
            text = source.text().replace("\r\n", "\n")
        cursor = self.textCursor()
        cursor.beginEditBlock()
        self._insert(cursor, text)
        cursor.endEditBlock()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_role"):
            self._apply_font()

    def _insert(self, cursor: QTextCursor, text: str) -> None:
        shown = DisplayMap(text)
        # Laid out once, at the end: a line with a thousand names would be a thousand times.
        cursor.beginEditBlock()
        cursor.removeSelectedText()
        start = cursor.position()
        cursor.insertText(shown.display, QTextCharFormat())
        for mark in shown.marks:
            real = text[shown.to_offset(mark.start)]
            cursor.setPosition(start + mark.start)
            cursor.setPosition(start + mark.end, QTextCursor.MoveMode.KeepAnchor)
            cursor.setCharFormat(_look(real))
        cursor.setPosition(start + shown.length)
        cursor.endEditBlock()

    @Slot()
    def _tell(self) -> None:
        if not self._loading:
            self.edited.emit()

    def _apply_font(self) -> None:
        self.setFont(fonts.font(self._role))
        self.setTabStopDistance(_TAB * fonts.metrics(self._role).horizontalAdvance(" "))


def _look(real: str) -> QTextCharFormat:
    caution, look = tokens().shades(Meaning.CAUTION), QTextCharFormat()
    look.setForeground(caution.foreground)
    look.setBackground(caution.tint)
    look.setProperty(_REAL, ord(real))
    return look


def _real_text(block: QTextBlock) -> str:
    lines = []
    while block.isValid():
        lines.append(real_line(block))
        block = block.next()
    return "\n".join(lines)


def real_line(block: QTextBlock) -> str:
    """Return the engine text of one line."""
    plain = block.text()
    if _NAME not in plain:
        return plain.translate(_PLAIN)
    parts = []
    place = block.begin()
    while not place.atEnd():
        fragment = place.fragment()
        text, look = fragment.text().translate(_ISOLATES), fragment.charFormat()
        # What a person types with Shift Enter; a real separator has a name.
        text = text.replace(_LINE_SEPARATOR, "\n")
        if look.hasProperty(_REAL):
            real = chr(look.property(_REAL))
            text = text.replace(name(real), real)
        parts.append(text)
        place += 1
    return "".join(parts)
