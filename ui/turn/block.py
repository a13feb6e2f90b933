"""One message of the turn: a head that opens and closes, and its exact text."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QColor, QEnterEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.core.engine_text import estimate_tokens
from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import counting, painting
from ui.widgets.badge import badge_width, draw_badge
from ui.widgets.exact_text import ExactText
from ui.widgets.text_window_bar import TextWindowBar

if TYPE_CHECKING:
    from desktop_app.core.turn.context import TurnBlock

_HIGH = 36
_SIDE = 16
_DISC = 20
_MOST_LAID_OUT = 2_000
_BELOW = 24
_NO_LIMIT = 16_777_215
"""Qt's own largest height."""


class BlockHead(QAbstractButton):
    """Number (0 for none), name and note of a message; checked while it is open."""

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = number
        self._name = self._note = self._badge = self._total = ""
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def note(self) -> str:
        """What stands behind the name."""
        return self._note

    def show_words(self, name: str, note: str, badge: str, total: str) -> None:
        """Show a message; one with a badge has no text and can't be opened."""
        self._name, self._note, self._badge, self._total = name, note, badge, total
        self.setText(name)
        parts = [part for part in (name, badge, note, total) if part]
        number = f"{self._number}. " if self._number else ""
        self.setAccessibleName(f"{number}{', '.join(parts)}")
        self.update()  # the name alone may be the same

    def set_openable(self, openable: bool) -> None:  # noqa: FBT001 - a state, set as it is
        """Let it be opened, or only tell."""
        self.setEnabled(openable)
        policy = Qt.FocusPolicy.StrongFocus if openable else Qt.FocusPolicy.NoFocus
        self.setFocusPolicy(policy)

    def sizeHint(self) -> QSize:
        return QSize(300, fonts.px(_HIGH))

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.update()
        super().leaveEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        colours, area = tokens(), QRectF(self.rect())
        over = self.underMouse() and self.isEnabled()
        painter.fillRect(area, colours.hover if over else colours.surface)
        left = self._paint_number(painter, area)
        self._paint_words(painter, area, left)
        if self.hasFocus():
            painting.focus_ring(painter, area.adjusted(4, 3, -4, -3), 6)

    def _paint_number(self, painter: QPainter, area: QRectF) -> float:
        middle, left = area.center().y(), float(fonts.px(_SIDE))
        if self.isEnabled():
            icon = Icon.CHEVRON_DOWN if self.isChecked() else Icon.CHEVRON_RIGHT
            size = fonts.px(14)
            place = QPointF(left - 3, middle - size / 2)
            painting.draw_icon(painter, icon, place, size, tokens().text2)
        left += fonts.px(14)
        if not self._number:
            return left + fonts.px(4)
        disc = QRectF(left, middle - fonts.px(_DISC) / 2, fonts.px(_DISC), fonts.px(_DISC))
        painting.fill_rounded(painter, disc, disc.height() / 2, tokens().sunken)
        small = fonts.font(Role.CAPTION, Weight.MEDIUM)
        painting.draw_text(painter, disc, str(self._number), small, tokens().text2, painting.CENTRE)
        return disc.right() + fonts.px(8)

    def _paint_words(self, painter: QPainter, area: QRectF, left: float) -> None:
        colours, right = tokens(), area.right() - fonts.px(_SIDE)
        metrics = fonts.metrics(Role.SECONDARY)
        if self._total:
            whole = QRectF(left, area.top(), right - left, area.height())
            small = fonts.font(Role.SECONDARY)
            painting.draw_text(painter, whole, self._total, small, colours.text2, painting.RIGHT)
            right -= metrics.horizontalAdvance(self._total) + fonts.px(12)
        left = _draw(painter, area, left, right, self._name, Role.BODY, colours.text)
        if self._badge:
            wide, high = badge_width(self._badge), fonts.px(18)
            place = QRectF(left, area.center().y() - high / 2, wide, high)
            draw_badge(painter, place, self._badge, Meaning.OUT)
            left += wide + fonts.px(8)
        _draw(painter, area, left, right, self._note, Role.SECONDARY, colours.text2)


class Block(QWidget):
    """A message of the turn; its text takes all the room while it is open."""

    def __init__(self, number: int, block: TurnBlock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.block = block
        self.head = BlockHead(number, self)
        self.text: ExactText | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 1)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        self.head.set_openable(block.text is not None)
        if block.text is None:
            return
        self.text = ExactText(self.tr("Text of the message"), self)
        self._window_bar = TextWindowBar(self.text, self)
        layout.addWidget(self.text, 1)
        layout.addWidget(self._window_bar)
        self.text.hide()
        self.text.installEventFilter(self)

    def show_words(self, name: str, note: str, badge: str) -> None:
        """Show what stands in the head."""
        total = ""
        if self.text is not None:
            self.text.setAccessibleName(name)
            total = self._size(self.text.text)
        self.head.show_words(name, note, badge, total)

    def _size(self, text: str) -> str:
        if self.block.kind.is_of_files:
            # What makes up these is not counted as the engine counts its own.
            return counting.characters(len(text))
        return self.tr("{0} measured").format(f"{estimate_tokens(text):,}")

    def show_block(self, block: TurnBlock, *, keep_place: bool) -> None:
        """Show the text of now; ``keep_place`` stays where the old text was scrolled to."""
        self.block = block
        if self.text is None or block.text is None or block.text == self.text.text:
            return
        visible = self.text.visible_blocks() if keep_place else []
        first = visible[0][0].blockNumber() if visible else 0
        self.text.set_quiet(())  # those of the old text would be drawn in the new one
        self.text.show_text(block.text)
        self._fit()
        self._scroll_to(first)

    def _scroll_to(self, number: int) -> None:
        if self.text is None:
            return
        block = self.text.document().firstBlock()
        # Lines are counted as they wrap, and that only where they have been laid out.
        for _ in range(min(number, _MOST_LAID_OUT)):
            self.text.blockBoundingGeometry(block)
            block = block.next() if block.next().isValid() else block
        self.text.verticalScrollBar().setValue(block.firstLineNumber())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            QTimer.singleShot(0, self, self._fit)  # once it has wrapped its lines anew
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painting.hairline(QPainter(self), QPointF(0, self.height() - 1), self.width())

    def set_open(self, is_open: bool) -> None:  # noqa: FBT001 - a state, set as it is
        """Open or close the text."""
        self.head.setChecked(is_open)
        if self.text is not None:
            self.text.setVisible(is_open)
            self._window_bar.setVisible(is_open and self._is_long())
        vertical = QSizePolicy.Policy.Expanding if is_open else QSizePolicy.Policy.Fixed
        self.setSizePolicy(QSizePolicy.Policy.Expanding, vertical)
        self._fit()

    @Slot()
    def _fit(self) -> None:
        """Leave the room below a short text to what follows it."""
        self.setMaximumHeight(_NO_LIMIT)
        if self.text is not None and self.head.isChecked():
            # The document of a plain text edit counts its height in lines.
            lines = self.text.document().size().height()
            high = math.ceil(lines * math.ceil(fonts.metrics(Role.MONO).lineSpacing()))
            bar = self.text.horizontalScrollBar().sizeHint().height()
            rest = self._window_bar.sizeHint().height() if self._is_long() else 0
            more = bar + fonts.px(_BELOW) + rest + self.head.sizeHint().height()
            self.setMaximumHeight(min(high + more, _NO_LIMIT))

    def _is_long(self) -> bool:
        shown = self.text.map if self.text is not None else None
        return shown is not None and (shown.start > 0 or shown.end < len(shown.text))


def _draw(  # noqa: PLR0913, PLR0917 - one short call a text
    painter: QPainter,
    area: QRectF,
    left: float,
    right: float,
    text: str,
    role: Role,
    colour: QColor,
) -> float:
    weight = Weight.STRONG if role is Role.BODY else Weight.NORMAL
    metrics = fonts.metrics(role, weight)
    shown = painting.elide(text, metrics, max(right - left, 0))
    place = QRectF(left, area.top(), max(right - left, 0), area.height())
    painting.draw_text(painter, place, shown, fonts.font(role, weight), colour)
    return left + metrics.horizontalAdvance(shown) + fonts.px(10)
