"""A few things to do as cards: key, what it does, what that means."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Signal, Slot

from ui import fonts
from ui.fonts import Role, Weight
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.card_row import Card, CardRow
from ui.widgets.labels import plain_tip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QWidget

_HIGH = 50
_PAD, _GAP = 10, 8


@dataclass(frozen=True, slots=True)
class CardChoice:
    """One thing to do; ``subtitle`` says what it means here."""

    id: str
    key: str
    title: str
    subtitle: str = ""


class _ChoiceCard(Card):
    def __init__(self, choice: CardChoice, parent: QWidget) -> None:
        super().__init__(choice.key, parent, tinted=True)
        self.choice = choice
        self.show_choice(choice)

    def show_choice(self, choice: CardChoice) -> None:
        self.choice = choice
        self.setAccessibleName(
            f"{choice.title}: {choice.subtitle}" if choice.subtitle else choice.title
        )
        self.setToolTip(plain_tip(choice.subtitle) if choice.subtitle else "")
        self.update()

    def sizeHint(self) -> QSize:
        title = fonts.metrics(Role.BODY, Weight.MEDIUM).horizontalAdvance(self.choice.title)
        below = fonts.metrics(Role.SECONDARY).horizontalAdvance(self.choice.subtitle)
        return QSize(math.ceil(self._left() + max(title, below)) + _PAD, fonts.px(_HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._left() + fonts.px(60), fonts.px(_HIGH))

    def paint_content(self, painter: QPainter, area: QRectF) -> None:
        colours, high = tokens(), fonts.px(18)
        cap = QRectF(_PAD, fonts.px(9), painting.key_cap_width(self.key), high)
        painting.draw_key_cap(painter, cap, self.key)
        left = self._left()
        room = area.width() - left - _PAD
        bold, small = (Role.BODY, Weight.MEDIUM), Role.SECONDARY
        top = QRectF(left, fonts.px(7), room, fonts.px(18))
        title = painting.elide(self.choice.title, fonts.metrics(*bold), room)
        painting.draw_text(painter, top, title, fonts.font(*bold), colours.text)
        below = top.translated(0, fonts.px(18))
        words = painting.elide(self.choice.subtitle, fonts.metrics(small), room)
        painting.draw_text(painter, below, words, fonts.font(small), colours.text2)

    def _left(self) -> int:
        return _PAD + math.ceil(painting.key_cap_width(self.key)) + _GAP


class ChoiceCards(CardRow):
    """Shows choices; ``chosen_id`` is the one that was made, or empty."""

    choice_changed = Signal(str)

    def __init__(
        self, name: str, choices: Sequence[CardChoice], parent: QWidget | None = None
    ) -> None:
        super().__init__(name, parent, spacing=8)
        self._choice_cards = [_ChoiceCard(choice, self) for choice in choices]
        self._put(self._choice_cards)
        self.chosen_changed.connect(self._tell)

    @property
    def chosen_id(self) -> str:
        """The choice that was made; empty while there is none."""
        return "" if self.chosen is None else self._choice_cards[self.chosen].choice.id

    def choose(self, choice_id: str) -> None:
        """Show a choice as made, or none for an empty id; tells nobody."""
        ids = [card.choice.id for card in self._choice_cards]
        self.set_chosen(ids.index(choice_id) if choice_id else None)

    def show_choices(self, choices: Sequence[CardChoice]) -> None:
        """Change the words of all choices; their number stays."""
        for card, choice in zip(self._choice_cards, choices, strict=True):
            card.show_choice(choice)

    @Slot(int)
    def _tell(self, index: int) -> None:
        self.choice_changed.emit(self._choice_cards[index].choice.id)
