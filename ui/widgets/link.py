"""A link: text that leads to something inside the program, never outside."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from ui import fonts
from ui.fonts import Role
from ui.theme import tokens
from ui.widgets import painting


class Link(QAbstractButton):
    """A painted link; ``quiet`` ones are grey until the pointer is over them."""

    def __init__(
        self,
        text: str,
        parent: QWidget | None = None,
        *,
        role: Role = Role.BODY,
        quiet: bool = False,
    ) -> None:
        super().__init__(parent)
        self._role, self._quiet = role, quiet
        self.setText(text)
        self.setAccessibleName(text)
        self.setToolTip("")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        wide = math.ceil(fonts.metrics(self._role).horizontalAdvance(self.text()))
        return QSize(wide, self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(min(self.sizeHint().width(), fonts.px(40)), self._height())

    def _height(self) -> int:
        return fonts.px(24 if self._role is Role.BODY else 22)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        colours, area = tokens(), QRectF(self.rect())
        over = self.underMouse() and self.isEnabled()
        calm, lively = (colours.text2, colours.text) if self._quiet else (colours.accent,) * 2
        mode = Qt.TextElideMode.ElideMiddle
        shown = painting.elide(self.text(), fonts.metrics(self._role), area.width(), mode)
        colour = lively if over else calm
        painting.draw_text(painter, area, shown, fonts.font(self._role), colour)
        if over and not self._quiet:
            wide = fonts.metrics(self._role).horizontalAdvance(shown)
            below = area.center().y() + fonts.metrics(self._role).ascent() / 2 + 1
            painter.fillRect(QRectF(0, round(below), wide, 1), colour)
        if self.hasFocus():
            painting.focus_ring(painter, area.adjusted(0, 2, 0, -2), 4)
