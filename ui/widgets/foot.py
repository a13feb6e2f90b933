"""The bar at the foot of a page: ways out at the left, the way on at the right."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from ui import fonts
from ui.fonts import Role
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.labels import TextLabel, plain_tip

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from ui.widgets.button import Button

_HIGH, _LEAST_NOTE = 52, 60


class _Note(TextLabel):
    """Takes two lines where it has to, and is cut to one where these are too few."""

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint().boundedTo(QSize(fonts.px(_LEAST_NOTE), fonts.px(_HIGH)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setToolTip("" if self._fits else plain_tip(self.text()))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._fits:
            super().paintEvent(event)
            return
        shown = painting.elide(self.text(), fonts.metrics(Role.SECONDARY), self.width())
        font = fonts.font(Role.SECONDARY)
        painting.draw_text(QPainter(self), QRectF(self.rect()), shown, font, self.colour)

    @property
    def _fits(self) -> bool:
        most = math.ceil(2.5 * fonts.metrics(Role.SECONDARY).lineSpacing())
        return self.heightForWidth(self.width()) <= min(most, self.height())


class Foot(QWidget):
    """Buttons at the left, a note, and buttons at the right."""

    def __init__(
        self,
        left: tuple[Button, ...],
        right: tuple[Button, ...],
        note: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.note = _Note(note, Role.SECONDARY, tone="text2", wrap=True)
        self.note.setAlignment(painting.RIGHT)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 16, 0)
        layout.setSpacing(8)
        for button in left:
            layout.addWidget(button)
        layout.addWidget(self.note, 1)
        for button in right:
            layout.addWidget(button)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), fonts.px(_HIGH))

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - called by Qt
        # Its note wraps, which would let a layout take the note's height for that of the bar.
        return False

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), fonts.px(_HIGH))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().window)
        painting.hairline(painter, QPointF(0, 0), self.width())
