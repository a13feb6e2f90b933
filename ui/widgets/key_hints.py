"""A row of keys and what they do, for feet of panes and the palette."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role
from ui.widgets import painting
from ui.widgets.badge import KeyCap
from ui.widgets.labels import TextLabel


class KeyHints(QWidget):
    """Key caps with words."""

    def __init__(
        self, hints: list[tuple[str, str]], parent: QWidget | None = None, *, line: bool = True
    ) -> None:
        super().__init__(parent)
        self._line = line
        self._pairs: list[QWidget] = []
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(16, 0, 16, 0)
        self._layout.setSpacing(14)
        self.set_hints(hints)
        self.setMinimumWidth(40)
        self.setFixedHeight(fonts.px(38 if line else 36))

    def set_hints(self, hints: list[tuple[str, str]]) -> None:
        """Show these pairs of key and words."""
        while (item := self._layout.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._pairs = [_pair(key, words, self) for key, words in hints]
        for pair in self._pairs:
            self._layout.addWidget(pair)
        self._layout.addStretch(1)
        self.setAccessibleName(", ".join(f"{key}: {words}" for key, words in hints))

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._line:
            painting.hairline(QPainter(self), QPointF(0, 0), self.width())


def _pair(key: str, words: str, parent: QWidget) -> QWidget:
    pair = QWidget(parent)
    layout = QHBoxLayout(pair)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(6)
    layout.addWidget(KeyCap(key))
    layout.addWidget(TextLabel(words, Role.SECONDARY, tone="text2"))
    return pair
