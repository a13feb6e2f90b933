"""An editor for a whole file: exact text, line numbers, and where a model stops reading it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, QRectF, Qt, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from desktop_app.core.files.text import java_length
from ui.fonts import Role
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets.engine_edit import EngineEdit, real_line
from ui.widgets.exact_parts import Gutter
from ui.widgets.waterline import Step, draw_step, draw_tag, step_in

if TYPE_CHECKING:
    from PySide6.QtGui import QTextBlock

_MARGIN = 8


class CodeEdit(EngineEdit):
    """Shows hard lines with their numbers and wraps them softly.

    Args:
        name: What it holds, for screen readers.
        tag: What stands beside the line where reading ends.
    """

    def __init__(self, name: str, parent: QWidget | None = None, *, tag: str = "") -> None:
        self._end: int | None = None
        self._rest: QTextCursor | None = None
        self._tag = tag
        self._first_line = 0
        self._is_read = bool(tag)
        super().__init__(name, parent, role=Role.MONO)
        self.document().setDocumentMargin(_MARGIN)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._gutter = Gutter(self, self)
        self._place_gutter()
        self.updateRequest.connect(self._scroll_gutter)

    @property
    def reading_end(self) -> int | None:
        """Position in the document of the first character that is not read."""
        return self._end

    def set_first_line(self, number: int) -> None:
        """Count lines from here on, where the text is a part of a longer one."""
        self._first_line = number
        self._gutter.update()

    def set_reading_end(self, position: int | None) -> None:
        """Draw the line before a position; ``None`` where everything is read."""
        # What is typed above it moves the grey, though reading ends at the same place.
        grey = self._rest.anchor() if self._rest else None
        if position != self._end or position != grey:
            self._end = position
            self._quieten()
            self._gutter.update()
            self.viewport().update()

    def set_is_read(self, *, read: bool) -> None:
        """Say whether a model reads the text at all; only then lines have a strip."""
        if read != self._is_read:
            self._is_read = read
            self._gutter.update()

    def position_of(self, units: int) -> int:
        """Return the position of the character after so many UTF-16 units of the engine text.

        A character that is shown by its name counts as it is stored.
        """
        block, left = self.document().begin(), units
        if not self.has_names:
            return min(left, self.document().characterCount() - 1)
        while block.isValid():
            line = real_line(block)
            length = java_length(line)
            if left <= length:
                return block.position() + self.shown_units(block, left)
            left -= length + 1
            block = block.next()
        return self.document().characterCount() - 1

    def chosen_lines(self) -> tuple[int, int]:
        """Return the numbers of the first and the last selected line, or of the cursor's line."""
        cursor, document = self.textCursor(), self.document()
        first = document.findBlock(cursor.selectionStart()).blockNumber()
        end = cursor.selectionEnd()
        last = document.findBlock(end)
        ends_before = cursor.hasSelection() and end == last.position()
        return first, max(first, last.blockNumber() - ends_before)

    def move_lines(self, first: int, last: int, before: int) -> None:
        """Move lines in front of an earlier one, as one step that can be undone."""
        document, cursor = self.document(), self.textCursor()
        start = document.findBlockByNumber(first).position()
        end_block = document.findBlockByNumber(last)
        end = end_block.position() + end_block.length()
        is_last = end >= document.characterCount()
        cursor.beginEditBlock()
        # A text without a final line break lends its last line the one before it.
        cursor.setPosition(start - 1 if is_last else start)
        cursor.setPosition(end - 1 if is_last else end, QTextCursor.MoveMode.KeepAnchor)
        taken = QTextCursor(document)
        taken.setPosition(start)
        taken.setPosition(end - 1, QTextCursor.MoveMode.KeepAnchor)
        fragment = taken.selection()
        cursor.removeSelectedText()
        place = document.findBlockByNumber(before).position()
        cursor.setPosition(place)
        cursor.insertFragment(fragment)
        cursor.insertText("\n", QTextCharFormat())
        cursor.endEditBlock()
        cursor.setPosition(place)
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def visible_blocks(self) -> list[tuple[QTextBlock, QRectF]]:
        """Return the lines that can be seen, with their areas in the viewport."""
        blocks, block = [], self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= self.viewport().height():
            area = self.blockBoundingRect(block).translated(0, top)
            blocks.append((block, area))
            top = area.bottom()
            block = block.next()
        return blocks

    def visible_grounds(self) -> list[tuple[QRectF, QColor]]:
        """Return nothing: the gutter has one ground."""
        return []

    def visible_strips(self) -> list[tuple[QRectF, Meaning]]:
        """Return what the strip beside the lines says: read, or not."""
        if not self._is_read:
            return []
        step, strips = self.step(), []
        for _, area in self.visible_blocks():
            edge = area.bottom() if step is None else step.bottom
            edge = min(max(edge, area.top()), area.bottom())
            for top, bottom, meaning in (
                (area.top(), edge, Meaning.ENGINE),
                (edge, area.bottom(), Meaning.OUT),
            ):
                if bottom > top:
                    strips.append((QRectF(0, top, 1, bottom - top), meaning))
        return strips

    def line_label(self, block: QTextBlock) -> str:
        """Return the number of a hard line."""
        return str(self._first_line + block.blockNumber() + 1)

    def step(self) -> Step | None:
        """Return where reading ends on the screen; ``None`` if that is below what can be seen."""
        if self._end is None:
            return None
        block = self.document().findBlock(self._end)
        blocks = self.visible_blocks()
        if not blocks or block.blockNumber() > blocks[-1][0].blockNumber():
            return None
        for shown, area in blocks:
            if shown == block:
                return step_in(block, area, self._end - block.position())
        return Step(0, -1.0, -1.0)

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
            self._quieten()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        room = QRectF(self.viewport().rect())
        painter.fillRect(room, tokens().surface)
        step = self.step()
        if step is not None:
            for area in step.unread(room.width(), room.height()):
                painter.fillRect(area, tokens().window)
        painter.end()
        super().paintEvent(event)
        # Where the line has scrolled away above, its lower edge is not at the upper edge here.
        if step is not None and step.bottom > 0:
            self._paint_line(step, room)

    def _paint_line(self, step: Step, room: QRectF) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_step(painter, step, room.width())
        if self._tag:
            draw_tag(painter, self._tag, self._rows_below(step), room)

    def _rows_below(self, step: Step) -> list[tuple[QRectF, float]]:
        rows = []
        for block, area in self.visible_blocks():
            layout = block.layout()
            for place in range(layout.lineCount()):
                line = layout.lineAt(place)
                top = area.top() + line.y()
                if top >= step.bottom - 0.5:
                    left = self.document().documentMargin()
                    row = QRectF(left, top, area.width(), line.height())
                    # Text that runs from the right fills the row, as far as the tag can tell.
                    mirrored = block.textDirection() == Qt.LayoutDirection.RightToLeft
                    rows.append((row, area.width() if mirrored else line.naturalTextWidth()))
        return rows

    def _quieten(self) -> None:
        """Draw in grey what is not read."""
        if self._end is None:
            self._rest = None
            self.setExtraSelections([])
            return
        rest = QTextEdit.ExtraSelection()
        look = QTextCharFormat()
        look.setForeground(tokens().text3)
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._end)
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        self._rest = cursor
        rest.cursor, rest.format = cursor, look
        self.setExtraSelections([rest])

    def _place_gutter(self) -> None:
        inside, wide = self.contentsRect(), self._gutter.sizeHint().width()
        self.setViewportMargins(wide, 0, 0, 0)
        self._gutter.setGeometry(QRect(inside.left(), inside.top(), wide, inside.height()))

    @Slot(QRect, int)
    def _scroll_gutter(self, area: QRect, distance: int) -> None:
        if distance:
            self._gutter.scroll(0, distance)
        else:
            self._gutter.update(0, area.y(), self._gutter.width(), area.height())
