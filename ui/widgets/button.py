"""Buttons: primary, normal and ghost, with an icon and the key that does the same."""

from __future__ import annotations

import math
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.theme import tokens
from ui.tokens import mix
from ui.widgets import painting

if TYPE_CHECKING:
    from ui.icons import Icon

_GAP = 6
_PAD = 10
_RADIUS = 6
_LEAST = 84
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class ButtonKind(StrEnum):
    """How loud a button is."""

    PRIMARY = "primary"
    NORMAL = "normal"
    GHOST = "ghost"


class _EnterButton(QAbstractButton):
    """Enter presses it, as Space does; with other keys held, Enter is for what is around it."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() in _ENTER and held == Qt.KeyboardModifier.NoModifier:
            if not event.isAutoRepeat():
                self.click()
            event.accept()
        else:
            super().keyPressEvent(event)


class Button(_EnterButton):
    """A painted push button.

    Args:
        text: What it does, in words.
        kind: How loud it is; at most one primary button in a view.
        icon: Icon before the text.
        key: The key that does the same, shown as a cap; the window binds the key itself.
        large: 32 px high, for dialogs and empty states.
    """

    def __init__(  # noqa: PLR0913 - all but the text are options by keyword
        self,
        text: str,
        parent: QWidget | None = None,
        *,
        kind: ButtonKind = ButtonKind.NORMAL,
        icon: Icon | None = None,
        key: str = "",
        large: bool = False,
    ) -> None:
        super().__init__(parent)
        self._kind, self._icon, self._key, self._large = kind, icon, key, large
        self._key_visible, self._can_shrink = True, False
        self.setText(text)
        self.setAccessibleName(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_key_visible(self, visible: bool) -> None:  # noqa: FBT001 - a slot takes the bare value
        """Show or hide the key cap; narrow windows hide it."""
        self._key_visible = visible
        self.updateGeometry()
        self.update()

    def let_shrink(self) -> None:
        """Cut the words where there is no room for them; give it a tooltip with all of them."""
        self._can_shrink = True
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def set_icon(self, icon: Icon) -> None:
        """Show another icon."""
        self._icon = icon
        self.update()

    def set_unavailable(self, reason: str) -> None:
        """Disable the button and say why in its tooltip; an empty reason enables it."""
        self.setEnabled(not reason)
        self.setToolTip(reason)
        self.setAccessibleDescription(reason)

    def wide(self, *, with_key: bool) -> int:
        """Return how wide it is with or without its key cap."""
        width = fonts.px(2 * _PAD) + math.ceil(
            fonts.metrics(Role.BODY, Weight.MEDIUM).horizontalAdvance(self.text())
        )
        if self._icon is not None:
            width += fonts.px(16 + _GAP)
        if with_key and self._key:
            width += math.ceil(painting.key_cap_width(self._key)) + fonts.px(8)
        return width

    def sizeHint(self) -> QSize:
        return QSize(self.wide(with_key=self._key_visible), fonts.px(32 if self._large else 28))

    def minimumSizeHint(self) -> QSize:
        whole = self.sizeHint()
        least = QSize(fonts.px(_LEAST), whole.height())
        return whole.boundedTo(least) if self._can_shrink else whole

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        area = QRectF(self.rect())
        self._paint_ground(painter, area)
        self._paint_content(painter, area)
        if self.hasFocus():
            inner = self._kind is ButtonKind.PRIMARY and self.isEnabled()
            painting.focus_ring(painter, area, _RADIUS, inner=inner)

    def _shows_key(self) -> bool:
        return bool(self._key) and self._key_visible

    def _paint_ground(self, painter: QPainter, area: QRectF) -> None:
        ground = self._ground()
        if ground is not None:
            painting.fill_rounded(painter, area, _RADIUS, ground)
        if self._kind is ButtonKind.NORMAL:
            painting.edge_rounded(painter, area, _RADIUS, tokens().strong)

    def _ground(self) -> QColor | None:
        colours = tokens()
        if not self.isEnabled():
            return None if self._kind is ButtonKind.GHOST else colours.sunken
        base = {
            ButtonKind.PRIMARY: colours.accent_fill,
            ButtonKind.NORMAL: colours.surface,
            ButtonKind.GHOST: None,
        }[self._kind]
        hovered = {
            ButtonKind.PRIMARY: mix(colours.accent_fill, colours.text, 0.1),
            ButtonKind.NORMAL: colours.hover,
            ButtonKind.GHOST: colours.sunken,
        }[self._kind]
        if self.isDown() or self.isChecked():
            return mix(hovered, colours.text, 0.08)
        return hovered if self.underMouse() else base

    def _paint_content(self, painter: QPainter, area: QRectF) -> None:
        colour = self._text_colour()
        left, right = area.left() + fonts.px(_PAD), area.right() - fonts.px(_PAD)
        if self._icon is not None:
            size = fonts.px(16)
            place = QPointF(left, area.center().y() - size / 2)
            painting.draw_icon(painter, self._icon, place, size, colour)
            left += size + fonts.px(_GAP)
        if self._shows_key():
            wide, high = painting.key_cap_width(self._key), fonts.px(18)
            right = area.right() - fonts.px(6) - wide
            cap = QRectF(right, round(area.center().y() - high / 2), wide, high)
            accent = self._kind is ButtonKind.PRIMARY and self.isEnabled()
            painting.draw_key_cap(painter, cap, self._key, on_accent=accent)
        text = QRectF(left, area.top(), right - left + 2, area.height())
        room = text.width() - (fonts.px(_GAP) if self._shows_key() else 0)
        words = painting.elide(self.text(), fonts.metrics(Role.BODY, Weight.MEDIUM), room)
        painting.draw_text(painter, text, words, fonts.font(Role.BODY, Weight.MEDIUM), colour)

    def _text_colour(self) -> QColor:
        colours = tokens()
        if not self.isEnabled():
            return colours.text3
        return colours.on_accent if self._kind is ButtonKind.PRIMARY else colours.text


class IconButton(_EnterButton):
    """A square button with only an icon; ``text`` is its name for tooltip and screen reader."""

    def __init__(
        self, icon: Icon, text: str, parent: QWidget | None = None, *, key: str = ""
    ) -> None:
        super().__init__(parent)
        self._icon = icon
        self.setText(text)
        self.setAccessibleName(text)
        self.setToolTip(f"{text}  {key}" if key else text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_icon(self, icon: Icon) -> None:
        """Show another icon."""
        self._icon = icon
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(28), fonts.px(28))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        colours, area = tokens(), QRectF(self.rect())
        if self.isEnabled() and (self.isDown() or self.isChecked()):
            painting.fill_rounded(painter, area, _RADIUS, mix(colours.sunken, colours.text, 0.08))
        elif self.isEnabled() and self.underMouse():
            painting.fill_rounded(painter, area, _RADIUS, colours.sunken)
        size = fonts.px(16)
        corner = QPointF(area.center().x() - size / 2, area.center().y() - size / 2)
        colour = colours.text2 if self.isEnabled() else colours.strong
        painting.draw_icon(painter, self._icon, corner, size, colour)
        if self.hasFocus():
            painting.focus_ring(painter, area, _RADIUS)
