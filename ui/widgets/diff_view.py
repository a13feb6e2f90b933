"""A difference to read: tinted lines with signs, words that changed, unchanged runs folded."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from desktop_app.core.text_diff import LineKind, diff_lines
from ui import fonts
from ui.clipboard import copy
from ui.fonts import Role
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.diff_lines import SIGNS, DiffLayout, lay_out
from ui.widgets.exact_text import ExactText
from ui.widgets.text_window_bar import TextWindowBar
from ui.widgets.wrapping import break_anywhere

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QColor

    from desktop_app.core.text_diff import DiffLine

_GUTTER = 32
_LOWEST, _HIGHEST = 58, 320
_RADIUS = 8
_GROUNDS = {LineKind.ADDED: "added", LineKind.REMOVED: "removed"}
_SIGN_MEANINGS = {LineKind.ADDED: Meaning.IN, LineKind.REMOVED: Meaning.DAMAGED}


class _Signs(QWidget):
    """The gutter: a sign on the first visual row of a line, its ground beside all of it."""

    def __init__(self, text: DiffText) -> None:
        super().__init__(text)
        self._text = text

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(_GUTTER), 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        for area, colour in self._text.visible_grounds():
            painter.fillRect(QRectF(0, area.top(), self.width(), area.height()), colour)
        font, high = fonts.font(Role.MONO), fonts.metrics(Role.MONO).height()
        for kind, area in self._text.visible_lines():
            if kind not in SIGNS:
                continue
            place = QRectF(0, area.top(), self.width(), high)
            colour = tokens().shades(_SIGN_MEANINGS[kind]).foreground
            painting.draw_text(painter, place, SIGNS[kind], font, colour, painting.CENTRE)


class DiffText(ExactText):
    """The text of a difference; copying gives the real characters, also of what is folded."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        self._layout = DiffLayout()
        super().__init__(name, parent)
        # The box around it paints the ground, with round corners.
        self.viewport().setAutoFillBackground(False)
        break_anywhere(self.document())

    @property
    def lines(self) -> tuple[DiffLine, ...]:
        """What is shown."""
        return self._layout.lines

    @property
    def selected_text(self) -> str:
        """The real text of the selection, without signs."""
        cursor, shown = self.textCursor(), self.map
        start, end = (
            shown.to_offset(cursor.selectionStart()),
            shown.to_offset(cursor.selectionEnd()),
        )
        if cursor.selectionEnd() > shown.to_position(end):
            end += 1
        return self._layout.real_text(start, end)

    def show_layout(self, layout: DiffLayout) -> None:
        """Show another difference."""
        if layout != self._layout:
            self._layout = layout
            self.set_quiet(())
            self.set_words(())
            self.show_text(layout.text)
            self.set_quiet(layout.folds())
            self.set_words(layout.words())
            self.viewport().update()
            self._gutter.update()

    @Slot()
    def copy_exact(self) -> None:
        """Copy the selection, or the whole new text without one."""
        has = self.textCursor().hasSelection()
        copy(self.selected_text if has else self._layout.after)

    def visible_lines(self) -> list[tuple[LineKind, QRectF]]:
        """Return what the lines are that can be seen, with their areas in the viewport."""
        found = []
        for block, area in self.visible_blocks():
            # The last block has the margin of the document in its area.
            rows = QRectF(area.topLeft(), block.layout().boundingRect().size())
            found.append((self._layout.kind(self.line_number(block) - 1), rows))
        return found

    def visible_grounds(self) -> list[tuple[QRectF, QColor]]:
        colours = tokens()
        return [
            (area, getattr(colours, _GROUNDS[kind]))
            for kind, area in self.visible_lines()
            if kind in _GROUNDS
        ]

    def _make_gutter(self) -> QWidget:
        return _Signs(self)


class DiffView(QWidget):
    """A box with a difference in it, as high as it needs, to a limit; then it scrolls.

    Args:
        name: What it is, for screen readers.
        fold_words: What stands for unchanged lines, with ``{0}`` for their number.
    """

    def __init__(self, name: str, parent: QWidget | None = None, *, fold_words: str = "") -> None:
        super().__init__(parent)
        self._run_words = {
            LineKind.FOLDED: fold_words or self.tr("… {0} unchanged"),
            LineKind.ADDED: self.tr("… {0} more added"),
            LineKind.REMOVED: self.tr("… {0} more removed"),
        }
        self.text = DiffText(name)
        self.text.installEventFilter(self)
        self.setFocusProxy(self.text)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addWidget(self.text, 1)
        layout.addWidget(TextWindowBar(self.text))

    def show_texts(self, before: str, after: str, *, context: int | None = 2) -> None:
        """Compare two texts and show it; compare long ones in a job, with ``diff_lines``."""
        self.show_lines(diff_lines(before, after, context=context))

    def show_lines(self, lines: Sequence[DiffLine]) -> None:
        """Show lines that were compared elsewhere."""
        layout = lay_out(lines, self._run_words)
        self.text.show_layout(layout)
        counts = layout.counts()
        same = counts[LineKind.SAME] + counts[LineKind.FOLDED]
        words = self.tr("{0} lines added, {1} removed, {2} unchanged")
        added, removed = counts[LineKind.ADDED], counts[LineKind.REMOVED]
        self.text.setAccessibleDescription(words.format(added, removed, same))
        self._fit()

    def sizeHint(self) -> QSize:
        high = min(max(self._wanted(), fonts.px(_LOWEST)), fonts.px(_HIGHEST))
        return QSize(320, high)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, min(self.sizeHint().height(), fonts.px(_LOWEST)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.FocusIn, QEvent.Type.FocusOut}:
            self.update()
        elif event.type() == QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        area = QRectF(self.rect())
        painting.fill_rounded(painter, area, _RADIUS, tokens().surface)
        painting.edge_rounded(painter, area, _RADIUS, tokens().line)
        if self.text.hasFocus():
            painting.focus_ring(painter, area, _RADIUS)

    def _fit(self) -> None:
        # A scroll bar takes width, so that lines wrap that did not: none where all has room.
        policies = Qt.ScrollBarPolicy
        fits = self._wanted() <= self.height()
        bar = policies.ScrollBarAlwaysOff if fits else policies.ScrollBarAsNeeded
        self.text.setVerticalScrollBarPolicy(bar)
        self.updateGeometry()

    def _wanted(self) -> int:
        # The document of a plain text edit counts its height in lines, and scrolls by them.
        lines = self.text.document().size().height()
        return math.ceil(lines * math.ceil(fonts.metrics(Role.MONO).lineSpacing())) + 20
