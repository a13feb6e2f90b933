"""The stored reflection as it is, with what the engine makes of every line."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui.fonts import Role
from ui.reflection.stored import role_words, why_words
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.button import Button, ButtonKind
from ui.widgets.display_map import Span
from ui.widgets.exact_parts import Ground, WordMark
from ui.widgets.exact_text import ExactText
from ui.widgets.labels import ElidedLabel
from ui.widgets.text_window_bar import TextWindowBar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.observational.reflection import ReflectionLine
    from desktop_app.core.observational.silence import Why
    from ui.reflection.reading import Reading


class RawReflection(QWidget):
    """Exact text; ignored lines are grey on a ground of their own, the foot says why."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = ExactText(self.tr("Stored reflection"))
        self.foot = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self.next_button = Button(self.tr("Next ignored line"), kind=ButtonKind.GHOST)
        self._lines: tuple[ReflectionLine, ...] = ()
        self._starts: Sequence[int] = ()
        self._why: dict[int, Why] = {}
        bottom = QHBoxLayout()
        bottom.setContentsMargins(16, 6, 16, 6)
        bottom.addWidget(self.foot, 1)
        bottom.addWidget(self.next_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.text, 1)
        layout.addSpacing(1)
        layout.addWidget(TextWindowBar(self.text))
        layout.addLayout(bottom)
        self.text.offset_hovered.connect(self._tell)
        self.text.caret_moved.connect(self._tell)
        self.next_button.clicked.connect(self.go_to_next_ignored)

    def show_reading(self, reading: Reading) -> None:
        """Show the stored text."""
        self._lines, self._why = reading.lines, reading.ignored
        self._starts = reading.starts
        self.text.show_text(reading.raw)
        ignored = [Span(self._lines[number].start, self._lines[number].end) for number in self._why]
        self.text.set_strips(reading.strips)
        self.text.set_grounds(tuple(Ground(span, "sunken") for span in ignored))
        self.text.set_quiet(tuple(ignored))
        self.next_button.setVisible(bool(ignored))
        self._tell(-1)

    def mark(self, text: str) -> bool:
        """Mark what was looked for and show it; false if it is not there."""
        at = self.text.text.casefold().find(text.casefold()) if text else -1
        if at < 0:
            self.text.set_words(())
            return False
        span = Span(at, at + len(text))
        self.text.set_words((WordMark(span),))
        self.text.reveal(span)
        return True

    @Slot()
    def go_to_next_ignored(self) -> None:
        """Put the caret on the next line that the engine ignores."""
        here = self.text.map.to_offset(self.text.textCursor().position())
        numbers = sorted(self._why)
        after = [number for number in numbers if self._lines[number].start > here]
        line = self._lines[(after or numbers)[0]]
        self.text.reveal(Span(line.start, line.end))
        self._tell(line.start)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().surface)
        painting.hairline(painter, QPointF(0, self.text.geometry().bottom() + 1), self.width())

    @Slot(int)
    def _tell(self, offset: int) -> None:
        number = bisect_right(self._starts, offset) - 1 if offset >= 0 else -1
        if number < 0:
            self.foot.set_text(self._summary())
            return
        why = self._why.get(number)
        words = why_words(why) if why else role_words(self._lines[number].role)
        self.foot.set_text(self.tr("Line {0}: {1}").format(f"{number + 1:,}", words))

    def _summary(self) -> str:
        count = len(self._why)
        if not count:
            return self.tr("The engine reads every line.")
        if count == 1:
            return self.tr("The engine ignores 1 line, in grey.")
        return self.tr("The engine ignores {0} lines, in grey.").format(f"{count:,}")
