"""A scroll area without a frame, on the ground of the pane that it is in."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from ui.theme import tokens


def scrolled(inside: QWidget, *, ground: str = "window", name: str = "") -> QScrollArea:
    """Return a scroll area around ``inside``, as ``Scrolled`` describes it."""
    area = Scrolled(ground=ground, name=name)
    area.setWidget(inside)
    return area


class Scrolled(QScrollArea):
    """Scrolls a widget that is made with its ``viewport()`` as parent and set afterwards.

    Args:
        parent: Where it is shown.
        ground: The token of its colour.
        name: With one, the area takes the focus, so that keys scroll what has no stop inside.
    """

    def __init__(
        self, parent: QWidget | None = None, *, ground: str = "window", name: str = ""
    ) -> None:
        super().__init__(parent)
        self._ground = ground
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if name else Qt.FocusPolicy.NoFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        # With an application style sheet a scroll area ignores the palette of its content.
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), getattr(tokens(), self._ground))
        painter.end()
        super().paintEvent(event)
