"""Markdown to read: plain blocks in our own look; nothing in it can be clicked or loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer, Slot
from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.theme import tokens
from ui.widgets.display_map import DisplayMap
from ui.widgets.markdown_blocks import Block, BlockKind, Run
from ui.widgets.wrapping import break_anywhere

if TYPE_CHECKING:
    from collections.abc import Sequence

_SIZES = {1: Role.EMPTY, 2: Role.TITLE}
_INDENT, _MARGIN, _GAP = 20, 16, 6
_RULE = "―" * 8
_WHOLE = int(QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
_SPACING = 118
_AT_ONCE = 120
"""Blocks that are laid out at a time."""


class MarkdownView(QTextEdit):
    """Shows blocks that were read elsewhere, on a reader's thread.

    Args:
        name: What it holds, for screen readers.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        self._blocks: tuple[Block, ...] = ()
        self._filled = 0
        super().__init__(parent)
        self._more = QTimer(self, singleShot=True, interval=0)
        self._more.timeout.connect(self._fill_on)
        self.setAccessibleName(name)
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        self.document().setDefaultTextOption(option)
        self.document().setDocumentMargin(_MARGIN)
        break_anywhere(self.document())

    @property
    def blocks(self) -> tuple[Block, ...]:
        """What is shown."""
        return self._blocks

    def show_blocks(self, blocks: Sequence[Block]) -> None:
        """Show other blocks; the same ones keep the place."""
        if tuple(blocks) != self._blocks:
            self._blocks = tuple(blocks)
            self._fill()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        kinds = {QEvent.Type.StyleChange, QEvent.Type.PaletteChange}
        if event.type() in kinds and self._blocks:
            self._fill()

    def _fill(self) -> None:
        self.clear()
        self._filled = 0
        self._fill_on()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    @Slot()
    def _fill_on(self) -> None:
        """Lay out some more; a long text must not hold up the window."""
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        end = self._filled + _AT_ONCE
        for block in self._blocks[self._filled : end]:
            if self._filled:
                cursor.insertBlock()
            self._filled += 1
            _write(cursor, block)
        cursor.endEditBlock()
        if self._filled < len(self._blocks):
            self._more.start()


def _write(cursor: QTextCursor, block: Block) -> None:
    cursor.setBlockFormat(_block_look(block))
    quiet = _look(Run("", is_quiet=True), block)
    if block.marker:
        cursor.insertText(f"{block.marker} ", quiet)
    if block.kind is BlockKind.RULE:
        cursor.insertText(_RULE, quiet)
    for run in block.runs:
        _insert(cursor, run, block)


def _insert(cursor: QTextCursor, run: Run, block: Block) -> None:
    # A line break inside a block stays in it.
    shown = DisplayMap(run.text).display.replace("\n", "\u2028")
    cursor.insertText(shown, _look(run, block))


def _block_look(block: Block) -> QTextBlockFormat:
    look = QTextBlockFormat()
    look.setLeftMargin(fonts.px(_INDENT) * (block.depth + block.quotes))
    if block.marker:
        look.setTextIndent(-fonts.px(_INDENT) / 2)
    look.setTopMargin(fonts.px(2 * _GAP if block.kind is BlockKind.HEADING else _GAP / 2))
    look.setBottomMargin(fonts.px(_GAP / 2))
    look.setLineHeight(_SPACING, _WHOLE)
    if block.kind is BlockKind.CODE:
        look.setBackground(tokens().sunken)
    return look


def _look(run: Run, block: Block) -> QTextCharFormat:
    look = QTextCharFormat()
    heading = block.kind is BlockKind.HEADING
    role = _SIZES.get(block.level, Role.BODY)
    weight = Weight.STRONG if heading or run.is_strong else Weight.NORMAL
    look.setFont(fonts.font(Role.MONO if run.is_code else role, weight))
    look.setFontItalic(run.is_slanted)
    tone = tokens().text2 if run.is_quiet or block.quotes else tokens().text
    look.setForeground(tone)
    if run.is_code and block.kind is not BlockKind.CODE:
        look.setBackground(tokens().sunken)
    return look
