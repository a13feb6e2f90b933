"""A line over what is shown beside a list that is filtered so that it has it no more."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.fonts import Role
from ui.widgets import painting
from ui.widgets.labels import ElidedLabel
from ui.widgets.link import Link


class Unlisted(QWidget):
    """Says that the list does not have what is shown, and leads to a list that has it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = self.tr("The filter leaves it out of the list.")
        self.link = Link(self.tr("Clear the filter"), role=Role.SECONDARY)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 6, 16, 7)
        layout.setSpacing(8)
        layout.addWidget(ElidedLabel(words, role=Role.SECONDARY, tone="text2"), 1)
        layout.addWidget(self.link)
        self.setAccessibleName(words)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.hairline(painter, QPointF(0, self.height() - 1), self.width())
