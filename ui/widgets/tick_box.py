"""A box to tick with words beside it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from ui import fonts
from ui.fonts import Role
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.check_paint import draw_check_box

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QWidget

_BOX, _GAP, _HIGH, _EDGE = 16, 8, 28, 4


class TickBox(QAbstractButton):
    """Ticked by a click or by Space; ``toggled`` tells."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setText(text)
        self.setAccessibleName(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        words = math.ceil(fonts.metrics(Role.BODY).horizontalAdvance(self.text()))
        return QSize(words + fonts.px(_BOX + _GAP) + 2 * _EDGE, fonts.px(_HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(80), fonts.px(_HIGH))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        size, middle = fonts.px(_BOX), self.height() / 2
        box = QRectF(_EDGE, round(middle - size / 2), size, size)
        draw_check_box(painter, box, ticked=self.isChecked())
        left = box.right() + fonts.px(_GAP)
        words = QRectF(left, 0, self.width() - left - _EDGE, self.height())
        shown = painting.elide(self.text(), fonts.metrics(Role.BODY), words.width())
        tone = tokens().text if self.isEnabled() else tokens().text3
        painting.draw_text(painter, words, shown, fonts.font(Role.BODY), tone)
        if self.hasFocus():
            painting.focus_ring(painter, QRectF(self.rect()), 6)
