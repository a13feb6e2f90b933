"""The bar under a long exact text: which part is shown, and the way to the others."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.fonts import Role
from ui.widgets.button import Button, ButtonKind
from ui.widgets.labels import TextLabel
from ui.widgets.mapped_text import WINDOW, MappedText


class TextWindowBar(QWidget):
    """Shown only while ``text`` has more characters than it lays out at a time."""

    def __init__(self, text: MappedText, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self._starts: list[int] = []  # of the windows before this one
        self._where = TextLabel(role=Role.SECONDARY, tone="text2")
        self._before = Button(self.tr("Previous part"), kind=ButtonKind.GHOST)
        self._after = Button(self.tr("Next part"), kind=ButtonKind.GHOST)
        self._before.clicked.connect(self.previous_window)
        self._after.clicked.connect(self.next_window)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 4, 16, 4)
        layout.addWidget(self._where, 1)
        layout.addWidget(self._before)
        layout.addWidget(self._after)
        text.window_changed.connect(self._show)
        self.hide()

    @Slot()
    def next_window(self) -> None:
        """Show the part after this one."""
        self._starts.append(self._text.map.start)
        self._text.show_window(self._text.map.end)

    @Slot()
    def previous_window(self) -> None:
        """Show the part before this one."""
        start = self._text.map.start
        before = self._starts.pop() if self._starts else start
        # Windows differ in length: only the way that was gone can be gone back exactly.
        self._text.show_window(before if before < start else max(start - WINDOW, 0))

    @Slot(int, int, int)
    def _show(self, start: int, end: int, total: int) -> None:
        if not start:
            self._starts.clear()
        words = self.tr("Characters {0} to {1} of {2}")
        self._where.setText(words.format(f"{start + 1:,}", f"{end:,}", f"{total:,}"))
        self.setAccessibleName(self._where.text())
        self._before.setEnabled(start > 0)
        self._after.setEnabled(end < total)
        self.setVisible(start > 0 or end < total)
