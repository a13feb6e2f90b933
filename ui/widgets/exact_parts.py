"""Parts of exact text: what can be marked in it and its gutter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QTextBlock
from PySide6.QtWidgets import QWidget

from ui import fonts
from ui.fonts import Role
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.display_map import Span

GUTTER = 48
_STRIP = 3
_STRIP_LEFT = 42
_NUMBER_RIGHT = 36


@dataclass(frozen=True, slots=True)
class Strip:
    """A coloured strip beside the lines of an item, in engine offsets."""

    span: Span
    meaning: Meaning


@dataclass(frozen=True, slots=True)
class Ground:
    """Full-width ground behind the lines that a span touches; ``colour`` names a token."""

    span: Span
    colour: str


@dataclass(frozen=True, slots=True)
class WordMark:
    """Ground behind the words of a span; ``colour`` names a token."""

    span: Span
    colour: str = "selected"


class Lines(Protocol):
    """What a gutter draws beside: the lines that can be seen, areas in the viewport."""

    def visible_blocks(self) -> list[tuple[QTextBlock, QRectF]]: ...

    def visible_grounds(self) -> list[tuple[QRectF, QColor]]: ...

    def visible_strips(self) -> list[tuple[QRectF, Meaning]]: ...

    def line_label(self, block: QTextBlock) -> str: ...


class Gutter(QWidget):
    """Line numbers and strips; part of the text for screen readers, so it has no focus."""

    def __init__(self, lines: Lines, parent: QWidget) -> None:
        super().__init__(parent)
        self._lines = lines
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(GUTTER), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colours = tokens()
        painter.fillRect(self.rect(), colours.surface)
        for area, colour in self._lines.visible_grounds():
            painter.fillRect(QRectF(0, area.top(), self.width(), area.height()), colour)
        for area, meaning in self._lines.visible_strips():
            strip = QRectF(fonts.px(_STRIP_LEFT), area.top() + 1, _STRIP, area.height() - 2)
            painter.fillRect(strip, colours.shades(meaning).fill)
        small, high = fonts.font(Role.MONO), fonts.metrics(Role.MONO).height()
        for block, area in self._lines.visible_blocks():
            number = QRectF(0, area.top(), fonts.px(_NUMBER_RIGHT), high)
            # A blinking caret asks for its own line only, twice a second.
            if not number.adjusted(0, -1, 0, 1).intersects(event.rect().toRectF()):
                continue
            words = self._lines.line_label(block)
            painting.draw_text(painter, number, words, small, colours.text3, painting.RIGHT)
