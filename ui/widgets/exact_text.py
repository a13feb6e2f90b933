"""Exact text: what the engine sends, character for character, with line numbers and strips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, QRectF, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QTextEdit, QWidget

from ui.theme import tokens
from ui.widgets.exact_parts import Ground, Gutter, Strip, WordMark
from ui.widgets.mapped_text import MappedText
from ui.widgets.span_index import SpanIndex

if TYPE_CHECKING:
    from ui.tokens import Meaning


class ExactText(MappedText):
    """Engine text in mono with a gutter; tells and marks which item each character is of."""

    offset_hovered = Signal(int)  # -1 when the pointer is on no text

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._strips: tuple[Strip, ...] = ()
        self._grounds: tuple[Ground, ...] = ()
        self._words: tuple[WordMark, ...] = ()
        self._found: tuple[WordMark, ...] = ()
        self._strip_places, self._ground_places = SpanIndex(), SpanIndex()
        self._hovered = -1
        self._gutter = self._make_gutter()
        self._place_gutter()
        self.setMouseTracking(True)
        self.updateRequest.connect(self._scroll_gutter)
        self.window_changed.connect(self._apply_words)

    def set_strips(self, strips: tuple[Strip, ...]) -> None:
        """Draw strips beside lines; later ones lie over earlier ones."""
        if strips != self._strips:
            self._strips = strips
            self._strip_places = SpanIndex([strip.span for strip in strips])
            self._gutter.update()

    @property
    def grounds(self) -> tuple[Ground, ...]:
        """The full-width grounds that are drawn."""
        return self._grounds

    def set_grounds(self, grounds: tuple[Ground, ...]) -> None:
        """Draw full-width grounds, for the selected, hovered or damaged item."""
        if grounds != self._grounds:
            self._grounds = grounds
            self._ground_places = SpanIndex([ground.span for ground in grounds])
            self.viewport().update()
            self._gutter.update()

    def set_words(self, words: tuple[WordMark, ...]) -> None:
        """Draw grounds behind words."""
        self._words = words
        self._apply_words()

    def set_found(self, words: tuple[WordMark, ...]) -> None:
        """Draw grounds behind what a person looks for, over the others."""
        self._found = words
        self._apply_words()

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
        self._place_gutter()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if not hasattr(self, "_gutter"):  # Qt polishes before the constructor is done
            return
        if event.type() == QEvent.Type.StyleChange:
            self._place_gutter()
        if event.type() == QEvent.Type.PaletteChange:
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
        return [
            (area, getattr(colours, self._grounds[place].colour))
            for area, place in self._beside_blocks(self._ground_places, self._grounds)
        ]

    def visible_strips(self) -> list[tuple[QRectF, Meaning]]:
        """Return the areas of lines with a strip that can be seen."""
        found = self._beside_blocks(self._strip_places, self._strips)
        return [(area, self._strips[place].meaning) for area, place in found]

    def _beside_blocks(
        self, index: SpanIndex, items: tuple[Strip, ...] | tuple[Ground, ...]
    ) -> list[tuple[QRectF, int]]:
        blocks = self.visible_blocks() if items else []
        if not blocks:
            return []
        last = blocks[-1][0]
        first_offset = self._map.to_offset(blocks[0][0].position())
        last_offset = self._map.to_offset(last.position() + last.length())
        near = [
            (shown, place)
            for place in index.inside(first_offset, last_offset + 1)
            if (shown := self._map.positions(items[place].span)) is not None
        ]
        return [
            (area, place)
            for block, area in blocks
            for shown, place in near
            if shown.start < block.position() + block.length() and shown.end > block.position()
        ]

    def line_number(self, block: QTextBlock) -> int:
        """Return the number of a block's line in the whole text, from 1."""
        return self._first_line + block.blockNumber() + 1

    def line_label(self, block: QTextBlock) -> str:
        """Return what the gutter says of a block's line."""
        return str(self.line_number(block))

    @Slot()
    def _apply_words(self) -> None:
        selections = []
        for word in (*self._words, *self._found):
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

    def _make_gutter(self) -> QWidget:
        return Gutter(self, self)

    def _place_gutter(self) -> None:
        inside, wide = self.contentsRect(), self._gutter.sizeHint().width()
        self.setViewportMargins(wide, 0, 0, 0)
        self._gutter.setGeometry(QRect(inside.left(), inside.top(), wide, inside.height()))

    def _block_area(self, block: QTextBlock) -> QRectF:
        return self.blockBoundingGeometry(block).translated(self.contentOffset())

    def _tell_hovered(self, offset: int) -> None:
        if offset != self._hovered:
            self._hovered = offset
            self.offset_hovered.emit(offset)

    @Slot(QRect, int)
    def _scroll_gutter(self, area: QRect, distance: int) -> None:
        if distance:
            self._gutter.scroll(0, distance)
        else:
            self._gutter.update(0, area.y(), self._gutter.width(), area.height())
