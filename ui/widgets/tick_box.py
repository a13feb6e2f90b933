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
from ui.widgets.labels import plain_tip

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent
    from PySide6.QtWidgets import QWidget

_BOX, _GAP, _HIGH, _EDGE, _LEAST = 16, 8, 28, 4, 160


class TickBox(QAbstractButton):
    """Ticked by a click or by Space; ``toggled`` tells. Words without room for them wrap."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setText(text)
        self.setAccessibleName(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        # Wrapping rounds on its own: words that have just their room would break.
        words = math.ceil(fonts.metrics(Role.BODY).horizontalAdvance(self.text())) + 1
        # It is never made higher than this, and wraps where it is narrower than it likes.
        high = self.heightForWidth(self.width()) if self.isVisible() else fonts.px(_HIGH)
        return QSize(words + fonts.px(_BOX + _GAP) + 2 * _EDGE, high)

    def minimumSizeHint(self) -> QSize:
        return QSize(min(fonts.px(_LEAST), self.sizeHint().width()), fonts.px(_HIGH))

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - called by Qt
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - called by Qt
        room = QRectF(0, 0, max(width - fonts.px(_BOX + _GAP) - 2 * _EDGE, 1), 10_000)
        flags = Qt.TextFlag.TextWordWrap
        words = fonts.metrics(Role.BODY).boundingRect(room, flags, self.text())
        return max(fonts.px(_HIGH), math.ceil(words.height()) + 2 * _EDGE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
        self.setToolTip("" if self._fits else plain_tip(self.text()))

    @property
    def _fits(self) -> bool:
        return self.heightForWidth(self.width()) <= self.height()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        size, middle = fonts.px(_BOX), self.height() / 2
        box = QRectF(_EDGE, round(middle - size / 2), size, size)
        draw_check_box(painter, box, ticked=self.isChecked())
        left = box.right() + fonts.px(_GAP)
        words = QRectF(left, 0, self.width() - left - _EDGE, self.height())
        painter.setFont(fonts.font(Role.BODY))
        painter.setPen(tokens().text if self.isEnabled() else tokens().text3)
        flags = int(Qt.AlignmentFlag.AlignVCenter)
        if self._fits:
            painter.drawText(words, flags | int(Qt.TextFlag.TextWordWrap), self.text())
        else:
            shown = painting.elide(self.text(), fonts.metrics(Role.BODY), words.width())
            painter.drawText(words, flags, shown)
        if self.hasFocus():
            painting.focus_ring(painter, QRectF(self.rect()), 6)
