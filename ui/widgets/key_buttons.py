"""The foot of the inspector: keys with what they do, to press or to click."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from ui import fonts
from ui.fonts import Role
from ui.theme import tokens
from ui.widgets import painting

if TYPE_CHECKING:
    from collections.abc import Sequence

_GAP, _PAD, _HIGH, _FOOT = 6, 2, 28, 38
_LEFT, _SPACE = 12, 4


class KeyButton(QAbstractButton):
    """A key cap with words after it."""

    def __init__(self, key: str, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._key = key
        self.setText(words)
        self.setAccessibleName(words)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_unavailable(self, reason: str) -> None:
        """Disable it and say why in its tooltip; an empty reason enables it."""
        self.setEnabled(not reason)
        self.setToolTip(reason)
        self.setAccessibleDescription(reason)

    def sizeHint(self) -> QSize:
        words = math.ceil(fonts.metrics(Role.SECONDARY).horizontalAdvance(self.text()))
        cap = math.ceil(painting.key_cap_width(self._key))
        return QSize(cap + words + fonts.px(_GAP + 2 * _PAD), fonts.px(_HIGH))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        colours, area = tokens(), QRectF(self.rect())
        if self.isEnabled() and (self.underMouse() or self.isDown()):
            painting.fill_rounded(painter, area, 6, colours.sunken)
        wide, high, pad = painting.key_cap_width(self._key), fonts.px(18), fonts.px(_PAD)
        cap = QRectF(pad, round((area.height() - high) / 2), wide, high)
        painting.draw_key_cap(painter, cap, self._key)
        tone = colours.text2 if self.isEnabled() else colours.text3
        text = area.adjusted(pad + wide + fonts.px(_GAP), 0, 0, 0)
        painting.draw_text(painter, text, self.text(), fonts.font(Role.SECONDARY), tone)
        if self.hasFocus():
            painting.focus_ring(painter, area, 6)


class KeyButtons(QWidget):
    """A row of them below a hairline; those without room are left out."""

    def __init__(self, buttons: Sequence[KeyButton], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons = tuple(buttons)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(_LEFT, 1, _LEFT, 0)
        layout.setSpacing(_SPACE)
        for button in buttons:
            layout.addWidget(button)
        layout.addStretch(1)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # The theme announces another zoom as a change of style.
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(fonts.px(_FOOT))

    def minimumSizeHint(self) -> QSize:
        return QSize(40, fonts.px(_FOOT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = event.size().width() - 2 * _LEFT
        for button in self._buttons:
            room -= button.sizeHint().width()
            button.setVisible(room >= 0)
            room -= _SPACE

    def paintEvent(self, _event: QPaintEvent) -> None:
        painting.hairline(QPainter(self), QPointF(0, 0), self.width())
