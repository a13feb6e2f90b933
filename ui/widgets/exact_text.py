"""Exact text: what the engine sends, character for character, with line numbers and strips."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QEvent, QMimeData, QRect, QRectF, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit, QWidget

from ui import fonts
from ui.fonts import Role
from ui.theme import tokens
from ui.widgets.display_map import DisplayMap, Span
from ui.widgets.exact_parts import GUTTER, Ground, Gutter, Strip, WordMark, mime
from ui.widgets.text_marker import TextMarker

if TYPE_CHECKING:
    from ui.tokens import Meaning

T = TypeVar("T")
WINDOW = 500_000
"""Characters that are laid out at a time."""
LINE_WINDOW = 100_000
"""The same for a text that is one endless line."""
_TAB = 8


class ExactText(QPlainTextEdit):
    """Shows engine text read-only; all public offsets are engine offsets.

    Ctrl C copies the selected text, Ctrl Shift C the same or, without a selection, all of it;
    both give the real characters, and the exact bytes beside them (``exact_parts.mime``).
    """

    offset_hovered = Signal(int)  # -1 when the pointer is on no text
    caret_moved = Signal(int)  # by click or by keyboard
    window_changed = Signal(int, int, int)  # first offset, end, all characters

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._map = DisplayMap("")
        self._first_line = 0
        self._strips: tuple[Strip, ...] = ()
        self._grounds: tuple[Ground, ...] = ()
        self._words: tuple[WordMark, ...] = ()
        self._quiet: tuple[Span, ...] = ()
        self._hovered = -1
        self._loading = False
        self.marker = TextMarker(self.document())
        self._gutter = Gutter(self)
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        self.document().setDefaultTextOption(option)
        self.document().setDocumentMargin(8)
        self._apply_font()
        self.set_wrapped(True)
        self.updateRequest.connect(self._scroll_gutter)
        self.cursorPositionChanged.connect(self._tell_caret)

    @property
    def text(self) -> str:
        """The whole engine text."""
        return self._map.text

    @property
    def map(self) -> DisplayMap:
        """The mapping of what is laid out now."""
        return self._map

    @property
    def selected_text(self) -> str:
        """The real text of the selection."""
        cursor = self.textCursor()
        return self._map.engine_text(cursor.selectionStart(), cursor.selectionEnd())

    def show_text(self, text: str) -> None:
        """Show another text; the same text keeps selection and scroll position."""
        if text != self._map.text:
            self._load(text, 0)

    def show_window(self, offset: int) -> None:
        """Lay out the part of a long text that begins at the line of ``offset``."""
        start = self.text.rfind("\n", 0, offset) + 1
        # A single line may be longer than a window.
        self._load(self.text, start if offset - start < LINE_WINDOW else offset)

    def reveal(self, span: Span) -> None:
        """Scroll so that ``span`` can be seen and put the cursor at its start."""
        if not self._map.start <= span.start <= self._map.end:
            self.show_window(span.start)
        cursor = self.textCursor()
        cursor.setPosition(self._map.to_position(span.start))
        self._loading = True
        self.setTextCursor(cursor)
        self._loading = False
        self.ensureCursorVisible()

    def set_wrapped(self, wrapped: bool) -> None:  # noqa: FBT001 - a switch gives the bare value
        """Wrap long lines, or scroll sideways."""
        modes = QPlainTextEdit.LineWrapMode
        self.setLineWrapMode(modes.WidgetWidth if wrapped else modes.NoWrap)

    def set_strips(self, strips: tuple[Strip, ...]) -> None:
        """Draw strips beside lines; later ones lie over earlier ones."""
        self._strips = strips
        self._gutter.update()

    def set_grounds(self, grounds: tuple[Ground, ...]) -> None:
        """Draw full-width grounds, for the selected, hovered or damaged item."""
        if grounds != self._grounds:
            self._grounds = grounds
            self.viewport().update()
            self._gutter.update()

    def set_words(self, words: tuple[WordMark, ...]) -> None:
        """Draw grounds behind words."""
        self._words = words
        self._apply_words()

    def set_quiet(self, spans: tuple[Span, ...]) -> None:
        """Draw these parts as captions, for what the engine adds or cuts."""
        self._quiet = spans
        self.marker.set_quiet(self._in_positions(spans))

    @Slot()
    def copy_exact(self) -> None:
        """Copy the selection, or everything without one."""
        has = self.textCursor().hasSelection()
        QGuiApplication.clipboard().setMimeData(mime(self.selected_text if has else self.text))

    def createMimeDataFromSelection(self) -> QMimeData:
        return mime(self.selected_text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        if event.key() == Qt.Key.Key_C and event.modifiers() == both:
            self.copy_exact()
            return
        super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        block = self.cursorForPosition(event.position().toPoint()).block()
        below = event.position().y() > self._block_area(block).bottom()
        cursor = self.cursorForPosition(event.position().toPoint())
        self._tell_hovered(-1 if below else self._map.to_offset(cursor.position()))
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._tell_hovered(-1)
        super().leaveEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        inside = self.contentsRect()
        wide = self._gutter.sizeHint().width()
        self._gutter.setGeometry(QRect(inside.left(), inside.top(), wide, inside.height()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if not hasattr(self, "_gutter"):  # Qt polishes before the constructor is done
            return
        if event.type() == QEvent.Type.StyleChange:
            self._apply_font()
            self.resizeEvent(QResizeEvent(self.size(), self.size()))
        if event.type() == QEvent.Type.PaletteChange:
            self.marker.rehighlight()
            self._apply_words()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        wide = self.viewport().width()
        for area, colour in self.visible_grounds():
            painter.fillRect(QRectF(0, area.top(), wide, area.height()), colour)
        painter.end()
        super().paintEvent(event)

    def visible_blocks(self) -> list[tuple[QTextBlock, QRectF]]:
        """Return the blocks that can be seen, with their areas in the viewport."""
        blocks, block = [], self.firstVisibleBlock()
        while block.isValid():
            area = self._block_area(block)
            if area.top() > self.viewport().height():
                break
            blocks.append((block, area))
            block = block.next()
        return blocks

    def visible_grounds(self) -> list[tuple[QRectF, QColor]]:
        """Return the areas of the grounds that can be seen, with their colours."""
        colours = tokens()
        grounds = [(ground.span, getattr(colours, ground.colour)) for ground in self._grounds]
        return self._beside_blocks(grounds)

    def visible_strips(self) -> list[tuple[QRectF, Meaning]]:
        """Return the areas of lines with a strip that can be seen."""
        return self._beside_blocks([(strip.span, strip.meaning) for strip in self._strips])

    def _beside_blocks(self, spans: list[tuple[Span, T]]) -> list[tuple[QRectF, T]]:
        blocks = self.visible_blocks()
        if not blocks or not spans:
            return []
        # Compared as engine offsets first: most spans are far away from what can be seen.
        last = blocks[-1][0]
        first_offset = self._map.to_offset(blocks[0][0].position())
        last_offset = self._map.to_offset(last.position() + last.length())
        near = [
            (shown, value)
            for span, value in spans
            if span.end > first_offset
            and span.start <= last_offset
            and (shown := self._map.positions(span)) is not None
        ]
        return [
            (area, value)
            for block, area in blocks
            for shown, value in near
            if shown.start < block.position() + block.length() and shown.end > block.position()
        ]

    def line_number(self, block: QTextBlock) -> int:
        """Return the number of a block's line in the whole text, from 1."""
        return self._first_line + block.blockNumber() + 1

    def _load(self, text: str, start: int) -> None:
        self._loading = True
        self._map = DisplayMap(text, start, _window_end(text, start))
        self._first_line = text.count("\n", 0, start)
        self.marker.set_marks(self._map.marks)
        self.setPlainText(self._map.display)
        self.marker.set_quiet(self._in_positions(self._quiet))
        self._apply_words()
        self._loading = False
        self.window_changed.emit(start, self._map.end, len(text))

    def _in_positions(self, spans: tuple[Span, ...]) -> list[Span]:
        shown = (self._map.positions(span) for span in spans)
        return [span for span in shown if span is not None]

    def _apply_words(self) -> None:
        selections = []
        for word in self._words:
            shown = self._map.positions(word.span)
            if shown is None:
                continue
            selection = QTextEdit.ExtraSelection()
            look = QTextCharFormat()
            look.setBackground(getattr(tokens(), word.colour))
            cursor = QTextCursor(self.document())
            cursor.setPosition(shown.start)
            cursor.setPosition(shown.end, QTextCursor.MoveMode.KeepAnchor)
            selection.cursor, selection.format = cursor, look
            selections.append(selection)
        self.setExtraSelections(selections)

    def _apply_font(self) -> None:
        self.setFont(fonts.font(Role.MONO))
        self.setTabStopDistance(_TAB * fonts.metrics(Role.MONO).horizontalAdvance(" "))
        self.setViewportMargins(fonts.px(GUTTER), 0, 0, 0)

    def _block_area(self, block: QTextBlock) -> QRectF:
        return self.blockBoundingGeometry(block).translated(self.contentOffset())

    def _tell_hovered(self, offset: int) -> None:
        if offset != self._hovered:
            self._hovered = offset
            self.offset_hovered.emit(offset)

    @Slot()
    def _tell_caret(self) -> None:
        if not self._loading:
            self.caret_moved.emit(self._map.to_offset(self.textCursor().position()))

    @Slot(QRect, int)
    def _scroll_gutter(self, area: QRect, distance: int) -> None:
        if distance:
            self._gutter.scroll(0, distance)
        else:
            self._gutter.update(0, area.y(), self._gutter.width(), area.height())


def _window_end(text: str, start: int) -> int:
    """Return where a window ends: at the end of a line where one is near."""
    endless = text.find("\n", start, start + LINE_WINDOW) < 0
    limit = start + (LINE_WINDOW if endless else WINDOW)
    if limit >= len(text):
        return len(text)
    last = text.rfind("\n", start, limit)
    return last + 1 if last > start + WINDOW // 2 else limit
