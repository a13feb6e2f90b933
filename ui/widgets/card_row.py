"""Cards side by side of which one is chosen: by its key, by arrows, by click."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from ui.theme import tokens
from ui.widgets import painting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QEvent

_RADIUS = 8
_ARROWS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class Card(QWidget):
    """One card; subclasses paint what is on it. ``key`` chooses it."""

    picked = Signal()

    def __init__(self, key: str, parent: QWidget | None = None, *, tinted: bool = False) -> None:
        super().__init__(parent)
        self.key, self._tinted = key, tinted
        self.is_chosen = self.is_focused = False
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_state(self, *, chosen: bool, focused: bool) -> None:
        """Say how it is drawn."""
        self.is_chosen, self.is_focused = chosen, focused
        self.update()

    def paint_content(self, painter: QPainter, area: QRectF) -> None:
        """Paint what is on the card."""

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.update()
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.isEnabled():
            self.picked.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        colours, area = tokens(), QRectF(self.rect())
        ground = colours.surface
        if self.is_chosen and self._tinted:
            ground = colours.selected
        elif self._tinted and self.underMouse() and self.isEnabled():
            ground = colours.hover
        painting.fill_rounded(painter, area, _RADIUS, ground)
        edge = colours.strong if self._tinted or self.underMouse() else colours.line
        if self.is_chosen:
            painting.edge_rounded(painter, area, _RADIUS, colours.accent_fill, 2)
        else:
            painting.edge_rounded(painter, area, _RADIUS, edge)
        if self.is_focused:
            inner = area.adjusted(3, 3, -3, -3)
            painting.edge_rounded(painter, inner, _RADIUS - 3, colours.accent_fill)
        self.paint_content(painter, area)


class CardRow(QWidget):
    """One stop for Tab; arrows left and right and the keys of the cards choose."""

    chosen_changed = Signal(int)  # by the person; index

    def __init__(self, name: str, parent: QWidget | None = None, *, spacing: int = 10) -> None:
        super().__init__(parent)
        self._cards: Sequence[Card] = ()
        self._chosen: int | None = None
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(spacing)

    @property
    def chosen(self) -> int | None:
        """Index of the chosen card; ``None`` while there is none."""
        return self._chosen

    def set_chosen(self, index: int | None) -> None:
        """Show a card as chosen, without telling anybody."""
        self._chosen = index
        card = None if index is None else self._cards[index]
        self.setAccessibleDescription("" if card is None else card.accessibleName())
        self._show_state()

    def pick(self, index: int) -> None:
        """Choose a card as a click would."""
        if self.isEnabled():
            self.set_chosen(index)
            self.chosen_changed.emit(index)

    def pick_beside(self, step: int) -> None:
        """Choose the card ``step`` further; from none, the first or the last one."""
        start = -1 if step > 0 else len(self._cards)
        place = (start if self._chosen is None else self._chosen) + step
        if 0 <= place < len(self._cards):
            self.pick(place)

    def pick_key(self, key: str) -> bool:
        """Choose the card with this key; return whether there is one."""
        for index, card in enumerate(self._cards):
            if card.key == key:
                self.pick(index)
                return True
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain == Qt.KeyboardModifier.NoModifier:
            if event.key() in _ARROWS:
                self.pick_beside(_ARROWS[Qt.Key(event.key())])
                return
            if event.text() and self.pick_key(event.text()):
                return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._show_state()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show_state()

    def _put(self, cards: Sequence[Card]) -> None:
        """Show these cards."""
        for card in cards:
            card.picked.connect(self._on_picked)
            self._row.addWidget(card, 1)
        self._cards = cards

    def _on_picked(self) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        sender = self.sender()
        self.pick(next(at for at, card in enumerate(self._cards) if card is sender))

    def _show_state(self) -> None:
        at = self._chosen or 0
        for index, card in enumerate(self._cards):
            focused = self.hasFocus() and index == at
            card.set_state(chosen=index == self._chosen, focused=focused)
