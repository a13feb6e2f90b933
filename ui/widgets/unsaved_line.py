"""One line below what is edited: how the edit stands, and the two choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.fonts import Role
from ui.widgets.labels import ElidedLabel
from ui.widgets.unsaved_dot import UnsavedDot

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from ui.widgets.button import Button

_GAP = 6


class UnsavedLine(QWidget):
    """Says in ``state`` how the edit stands; key caps of the buttons make room for that.

    Args:
        buttons: The choices, from left to right.
    """

    def __init__(self, buttons: tuple[Button, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state = ElidedLabel(role=Role.SECONDARY)
        self._dot, self._buttons = UnsavedDot(), buttons
        self._shows_keys = True
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(_GAP)
        layout.addWidget(self._dot)
        layout.addWidget(self.state, 1)
        for button in buttons:
            layout.addWidget(button)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        words = self._dot.sizeHint().width() + self.state.sizeHint().width()
        gaps = _GAP * (len(self._buttons) + 1)
        choices = sum(button.wide(with_key=True) for button in self._buttons)
        shows_keys = words + gaps + choices <= self.width()
        if shows_keys != self._shows_keys:
            self._shows_keys = shows_keys
            for button in self._buttons:
                button.set_key_visible(shows_keys)
