"""The importance of an item, to read: a bar and the number."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui import fonts
from ui.fonts import Role
from ui.review.translation import tr
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.bars import draw_importance, importance_width

_LABEL, _GAP, _HIGH = 84, 10, 22


class ImportanceLine(QWidget):
    """“importance ▓▓▓▓░ 0.70”; a dash for what was never scored."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._importance = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_importance(self, importance: float) -> None:
        """Show another number."""
        self._importance = importance
        self.setAccessibleName(f"{tr('importance')} {self._number()}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(260), fonts.px(_HIGH))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        area, small = QRectF(self.rect()), fonts.font(Role.SECONDARY)
        painting.draw_text(painter, area, tr("importance"), small, tokens().text2)
        left = area.left() + fonts.px(_LABEL)
        place = QPointF(left, area.center().y())
        draw_importance(painter, place, self._importance or None, counted=True)
        number = area.adjusted(left + importance_width() + fonts.px(_GAP), 0, 0, 0)
        painting.draw_text(painter, number, self._number(), fonts.font(), tokens().text)

    def _number(self) -> str:
        if not self._importance:
            return tr("unscored, counts as 0.5")
        short = f"{self._importance:.2f}"
        return short if float(short) == self._importance else f"{self._importance:g}"
