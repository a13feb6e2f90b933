"""Badges and key caps: small words that carry a meaning."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QLabel, QSizePolicy, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.theme import tokens
from ui.tokens import Meaning, mix
from ui.widgets import painting

if TYPE_CHECKING:
    from ui.icons import Icon

_PAD = 6
_ICON = 12
_GAP = 4
_RADIUS = 4


def badge_width(text: str, icon: Icon | None = None) -> int:
    """Return the width of a badge."""
    wide = math.ceil(fonts.metrics(Role.CAPTION, Weight.MEDIUM).horizontalAdvance(text))
    return wide + fonts.px(2 * _PAD) + (fonts.px(_ICON + _GAP) if icon else 0)


def count_width(text: str) -> int:
    """Return the width of a count: as a badge, with less room at the sides."""
    wide = math.ceil(fonts.metrics(Role.CAPTION, Weight.MEDIUM).horizontalAdvance(text))
    return max(wide + fonts.px(9), fonts.px(18))


def draw_count(painter: QPainter, area: QRectF, text: str, meaning: Meaning) -> None:
    """Draw a count that fills ``area``."""
    shades = tokens().shades(meaning)
    painting.fill_rounded(painter, area, _RADIUS, shades.tint)
    caption = fonts.font(Role.CAPTION, Weight.MEDIUM)
    painting.draw_text(painter, area, text, caption, shades.foreground, painting.CENTRE)


def draw_badge(
    painter: QPainter, area: QRectF, text: str, meaning: Meaning, icon: Icon | None = None
) -> None:
    """Draw a badge that fills ``area``; delegates use this for badges in rows."""
    shades = tokens().shades(meaning)
    painting.fill_rounded(painter, area, _RADIUS, shades.tint)
    left = area.left() + fonts.px(_PAD)
    if icon is not None:
        size = fonts.px(_ICON)
        place = QPointF(left, area.center().y() - size / 2)
        painting.draw_icon(painter, icon, place, size, shades.foreground)
        left += size + fonts.px(_GAP)
    inner = QRectF(left, area.top(), area.right() - left, area.height())
    caption = fonts.font(Role.CAPTION, Weight.MEDIUM)
    painting.draw_text(painter, inner, text, caption, shades.foreground)


class Badge(QLabel):
    """A badge that only tells; hide it with ``setVisible``."""

    def __init__(
        self,
        text: str = "",
        meaning: Meaning = Meaning.NEUTRAL,
        icon: Icon | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._meaning, self._icon = meaning, icon
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_badge(text, meaning, icon)

    def show_badge(self, text: str, meaning: Meaning, icon: Icon | None = None) -> None:
        """Say something else."""
        self._meaning, self._icon = meaning, icon
        self.setText(text)
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(badge_width(self.text(), self._icon), fonts.px(18))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        draw_badge(painter, QRectF(self.rect()), self.text(), self._meaning, self._icon)


class LinkBadge(QAbstractButton):
    """A badge that leads somewhere; ``clicked`` says that it was chosen."""

    def __init__(
        self,
        text: str,
        meaning: Meaning,
        icon: Icon | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._meaning, self._icon = meaning, icon
        self.setText(text)
        self.setAccessibleName(text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(badge_width(self.text(), self._icon), fonts.px(24))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        high = fonts.px(18)
        area = QRectF(0, (self.height() - high) / 2, self.width(), high)
        draw_badge(painter, area, self.text(), self._meaning, self._icon)
        if self.underMouse() or self.isDown():
            shades = tokens().shades(self._meaning)
            edge = mix(shades.tint, shades.foreground, 0.5)
            painting.edge_rounded(painter, area, _RADIUS, edge)
        if self.hasFocus():
            painting.focus_ring(painter, area.adjusted(-2, -2, 2, 2), _RADIUS + 2)


class KeyCap(QLabel):
    """The picture of one key, or of one chord such as “Ctrl K”."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setAccessibleName(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(math.ceil(painting.key_cap_width(self.text())), fonts.px(18))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        painting.draw_key_cap(painter, QRectF(self.rect()), self.text())
