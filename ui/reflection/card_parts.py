"""Small painted parts of a card: the letter of its side, and an importance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.bars import draw_importance, importance_width

if TYPE_CHECKING:
    from desktop_app.core.observational.explain import Standing
    from ui.reflection.sides import Side


class SideImportance(QWidget):
    """Bar and number."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._standing: Standing | None = None
        self._value: float | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_side(self, side: Side) -> None:
        """Show the importance of an observation."""
        item = side.observation
        self._standing = side.standing
        self._value = item.importance or None if item else None
        self.setVisible(item is not None)
        number = "–" if self._value is None else f"{self._value:.2f}"
        self.setAccessibleName(self.tr("Importance {0}").format(number))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(importance_width() + fonts.px(44), fonts.px(20))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        standing = self._standing
        effective = standing.importance if standing and standing.superseded_by else None
        draw_importance(
            painter,
            QPointF(0, self.height() / 2),
            self._value,
            counted=standing is not None and standing.is_in,
            effective=effective,
        )
        number = "–" if self._value is None else f"{self._value:.2f}"
        font = fonts.font(Role.SECONDARY)
        painting.draw_text(
            painter, QRectF(self.rect()), number, font, tokens().text2, painting.RIGHT
        )


class Letter(QWidget):
    """The letter of a side in a box."""

    def __init__(self, letter: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._letter = letter
        self._is_kept = False
        self.setFixedSize(fonts.px(22), fonts.px(22))

    def show_kept(self, *, kept: bool) -> None:
        """Fill the box where this side is the one to keep."""
        self._is_kept = kept
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        area = QRectF(self.rect())
        colours, kept = tokens(), self._is_kept
        painting.fill_rounded(painter, area, 5, colours.accent_fill if kept else colours.sunken)
        font = fonts.font(Role.SECONDARY, Weight.STRONG)
        colour = colours.on_accent if kept else colours.text2
        painting.draw_text(painter, area, self._letter, font, colour, painting.CENTRE)
