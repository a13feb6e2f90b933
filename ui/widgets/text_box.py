"""A box with a text of the engine in it, for the inspector: as high as it needs, to a limit."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QObject, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.mapped_text import MappedText

_LOWEST, _HIGHEST = 74, 240
_RADIUS = 8
_MARGIN = 6
_EDGE = 4


class TextBox(QWidget):
    """Shows engine text in the reading font, with invisible characters named.

    Args:
        name: What it holds, for screen readers.
        role: ``Role.TITLE`` for text that is looked at alone.
    """

    def __init__(self, name: str, parent: QWidget | None = None, *, role: Role = Role.BODY) -> None:
        super().__init__(parent)
        self._role = role
        self.view = MappedText(name, role=role)
        self.view.document().setDocumentMargin(_MARGIN)
        self.view.installEventFilter(self)
        self.setFocusProxy(self.view)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_EDGE, _EDGE, _EDGE, _EDGE)
        layout.addWidget(self.view)

    def show_text(self, text: str) -> None:
        """Show another text."""
        self.view.show_text(text)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        # The document of a plain text edit counts its height in lines.
        lines = self.view.document().size().height()
        high = math.ceil(lines * fonts.metrics(self._role).lineSpacing()) + 2 * _MARGIN + 2 * _EDGE
        return QSize(240, min(max(high, fonts.px(_LOWEST)), _HIGHEST))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.FocusIn, QEvent.Type.FocusOut}:
            self.update()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        area = QRectF(self.rect())
        painting.fill_rounded(painter, area, _RADIUS, tokens().surface)
        painting.edge_rounded(painter, area, _RADIUS, tokens().control)
        if self.view.hasFocus():
            painting.focus_ring(painter, area, _RADIUS)
