"""The frame of an inspector: its head, and what scrolls below it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.badge import Badge
from ui.widgets.button import IconButton
from ui.widgets.labels import ElidedLabel

_HEAD = 44


class InspectorHead(QWidget):
    """Title, badge and the cross that closes the inspector."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = ElidedLabel(title, role=Role.TITLE, weight=Weight.STRONG)
        self.badge = Badge()
        self.badge.hide()
        self.close_button = IconButton(Icon.CLOSE, self.tr("Close the inspector"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 8, 1)
        layout.setSpacing(10)
        layout.addWidget(self.title)
        layout.addWidget(self.badge)
        layout.addStretch(1)
        layout.addWidget(self.close_button)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # The theme announces another zoom as a change of style.
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(fonts.px(_HEAD))

    def show_title(self, title: str, badge: str = "", meaning: Meaning = Meaning.NEUTRAL) -> None:
        """Show another title, and a badge if there is one."""
        self.title.set_text(title)
        icon = {Meaning.IN: Icon.CHECK, Meaning.OUT: Icon.DASH}.get(meaning)
        self.badge.show_badge(badge, meaning, icon)
        self.badge.setVisible(bool(badge))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.hairline(painter, QPointF(0, self.height() - 1), self.width())
