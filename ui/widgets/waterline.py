"""Where a model stops reading a text: a step line through one character, and what lies below it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPen

from ui import fonts
from ui.icons import Icon
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets.badge import badge_width, draw_badge

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPainter, QTextBlock

_WIDTH = 2.0
_RIGHT = 10
_GAP = 12


@dataclass(frozen=True, slots=True)
class Step:
    """The line on the screen, in the viewport.

    Attributes:
        x: Where reading ends in it.
        top: Upper edge of that row.
        bottom: Lower edge.
        is_mirrored: Whether the row runs from right to left, so that the read part is at the right.
    """

    x: float
    top: float
    bottom: float
    is_mirrored: bool = False

    def unread(self, width: float, height: float) -> tuple[QRectF, QRectF]:
        """Return what is not read: the rest of the row, and everything below it."""
        row = QRectF(self.x, self.top, width - self.x, self.bottom - self.top)
        if self.is_mirrored:
            row = QRectF(0, self.top, self.x, self.bottom - self.top)
        return row, QRectF(0, self.bottom, width, max(height - self.bottom, 0))


def step_in(block: QTextBlock, area: QRectF, inside: int) -> Step:
    """Return the step in a block that is on the screen.

    Args:
        block: The block in which reading ends.
        area: Where it is in the viewport.
        inside: Position in the block of the first character that is not read.
    """
    layout = block.layout()
    line = layout.lineForTextPosition(inside)
    if not line.isValid():
        return Step(0, area.top(), area.bottom())
    # Qt gives the place and the position; its stubs know only one of them.
    x: Any = line.cursorToX(inside)
    top = area.top() + line.y()
    mirrored = block.textDirection() == Qt.LayoutDirection.RightToLeft
    place = x[0] if isinstance(x, tuple) else x
    return Step(place, top, top + line.height(), mirrored)


def draw_step(painter: QPainter, step: Step, width: float) -> None:
    """Draw the line: under what is read of the row, up, then over the rest."""
    painter.setPen(QPen(tokens().shades(Meaning.ENGINE).fill, _WIDTH))
    low, high = round(step.bottom) - 1.0, round(step.top) + 1.0
    start, end = (width, 0.0) if step.is_mirrored else (0.0, width)
    x = round(step.x)
    points = [QPointF(start, low), QPointF(x, low), QPointF(x, high), QPointF(end, high)]
    painter.drawPolyline(points)


def draw_tag(
    painter: QPainter, words: str, rows: Sequence[tuple[QRectF, float]], room: QRectF
) -> None:
    """Draw the tag in the first row with room for it, else in the lower right corner.

    Args:
        painter: Where to draw.
        words: What it says.
        rows: The rows below the line, with how wide their text is.
        room: All of the viewport.
    """
    wide, high = badge_width(words, Icon.WATERLINE), fonts.px(18)
    right, gap = fonts.px(_RIGHT), fonts.px(_GAP)
    place = room.bottom() - high - right
    for row, text in rows:
        fits = row.left() + text + gap + wide + right <= room.width()
        middle = row.center().y()
        if fits and middle + high / 2 <= room.bottom():
            place = middle - high / 2
            break
    area = QRectF(room.right() - wide - right, round(place), wide, high)
    draw_badge(painter, area, words, Meaning.ENGINE, Icon.WATERLINE)
