"""One pair on the workbench: what is said of it, both sides, the decision, and the foot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.naming import shown_id
from ui.reflection.area import FollowingArea
from ui.reflection.card import SideCard
from ui.reflection.choices import Choice, Decision, tr
from ui.reflection.decide import DecidePanel, written_words
from ui.reflection.differences import different_words
from ui.reflection.pair_foot import Foot
from ui.reflection.pair_list import title
from ui.reflection.prose import Prose
from ui.reflection.settled_panel import SettledPanel
from ui.reflection.sides import Pair, PairKind
from ui.tokens import Meaning
from ui.widgets.badge import Badge
from ui.widgets.labels import ElidedLabel, TextLabel

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from ui.widgets.display_map import Span

_SHOWN = 400
_NARROW = 640
_DASHES = (" – ", " — ", " - ")
_KEPT = {Choice.KEEP_A: (True, False), Choice.KEEP_B: (False, True)}


class Sides(QWidget):
    """Two cards beside each other, or below each other where there is little room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards = SideCard("A", self), SideCard("B", self)
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(12)
        for card in self.cards:
            self._layout.addWidget(card, 1)

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(240), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        narrow = event.size().width() < fonts.px(_NARROW)
        directions = QBoxLayout.Direction
        self._layout.setDirection(directions.TopToBottom if narrow else directions.LeftToRight)
        super().resizeEvent(event)


class _Title(TextLabel):
    """One line where there is room for it, else as many as it takes."""

    def __init__(self) -> None:
        super().__init__("", Role.TITLE, Weight.STRONG, wrap=True)

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self.text()) + 1
        return QSize(width, super().sizeHint().height())


class PairPage(QWidget):
    """Everything about the chosen pair."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pair: Pair | None = None
        self._area = FollowingArea(self.tr("The chosen pair"), self)
        inside = self._area.inside
        self.title = _Title()
        self.badge = Badge()
        self.aside = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self.explanation = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        self._sides = Sides(inside)
        self.cards = self._sides.cards
        self.settled = SettledPanel(inside)
        self.decide = DecidePanel(inside)
        self.line = Prose(self.tr("Line in the next turn"), inside, role=Role.MONO, most=160)
        self.foot = Foot(self)
        self.rest = QWidget(inside)  # the room below what does not grow
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self._lay_out_inside()
        layout.addWidget(self._area, 1)
        layout.addWidget(self.foot)

    def show_pair(self, pair: Pair, order: str, *, has_source: bool) -> None:
        """Show another pair; ``order`` is its place among the open ones."""
        self._pair = pair
        head, aside = _said(pair)
        self.title.setText(head)
        self.aside.set_text(aside)
        self.show_order(order)
        self.explanation.setText(_explanation(pair))
        plain = pair.kind is PairKind.CONTRADICTION and not pair.is_gone
        self.explanation.setVisible(not plain)
        marks: tuple[tuple[Span, ...], ...] = different_words(pair.a.text, pair.b.text)
        for card, side, spans in zip(self.cards, (pair.a, pair.b), marks, strict=True):
            card.show_side(side, spans, has_source=has_source)
        self.line.show_marked(pair.line)
        exists = pair.a.index is not None or pair.b.index is not None
        self.foot.jump.set_unavailable("" if exists else self.tr("Neither observation exists"))

    def show_order(self, order: str) -> None:
        """Show how many there are to settle."""
        pair = self._pair
        if pair is None:
            return
        words, meaning, icon = _badge(pair)
        self.badge.show_badge(order or words, Meaning.CAUTION if order else meaning, icon)

    def show_decision(self, pair: Pair, decision: Decision, problem: str) -> None:
        """Show what was decided so far, and why it can't be saved."""
        settled = pair.kind in {PairKind.SETTLED, PairKind.KEPT}
        self.decide.setVisible(not settled)
        self.settled.setVisible(settled)
        grows = not settled and decision.choice is not None
        self._column.setStretchFactor(self.decide, int(grows))
        self.rest.setHidden(grows)
        kept = _KEPT.get(decision.choice, (False, False)) if decision.choice else (False, False)
        for card, is_kept in zip(self.cards, kept, strict=True):
            card.show_kept(kept=is_kept and not settled)
        if settled:
            self.settled.show_pair(pair)
        else:
            self.decide.show_decision(pair, decision)
        self.line.setVisible(not settled and decision.choice is None and bool(pair.line))
        self.foot.show_words("" if settled else written_words(pair, decision.choice))
        self.foot.save.setVisible(not settled)
        self.foot.save.set_unavailable(problem)

    def _lay_out_inside(self) -> None:
        column = self._column = QVBoxLayout(self._area.inside)
        column.setContentsMargins(16, 12, 16, 16)
        column.setSpacing(10)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.title)
        head.addWidget(self.badge)
        head.addStretch(1)
        head.addWidget(self.aside)
        column.addLayout(head)
        column.addWidget(self.explanation)
        column.addWidget(self._sides)
        column.addWidget(self.settled)
        column.addWidget(self.decide)
        column.addWidget(self.line)
        column.addWidget(self.rest, 1)


def _said(pair: Pair) -> tuple[str, str]:
    """Return what is said of a pair as a title and what follows a dash in it."""
    if not pair.words or pair.kind in {PairKind.SETTLED, PairKind.KEPT}:
        return title(pair), ""
    words = shown_id(pair.words[:_SHOWN])
    dash = next((dash for dash in _DASHES if dash in words), "")
    head, _, rest = words.partition(dash) if dash else (words, "", "")
    return head, rest


def _badge(pair: Pair) -> tuple[str, Meaning, Icon]:
    if pair.kind is PairKind.CONTRADICTION:
        return tr("stored"), Meaning.CAUTION, Icon.CONTRADICTION
    if pair.kind in {PairKind.SETTLED, PairKind.KEPT}:
        return tr("settled"), Meaning.IN, Icon.CHECK
    if pair.superseded:
        return tr("superseded"), Meaning.SUPERSEDED, Icon.SUPERSEDED
    return tr("found here"), Meaning.OUT, Icon.COMPARE


def _explanation(pair: Pair) -> str:
    if pair.is_gone:
        return tr("The memory was changed meanwhile. Saving shows both versions to choose from.")
    if pair.kind is PairKind.SUPERSESSION:
        words = tr("{0} replaces {1}, which counts as importance 0.1 from then on.")
    elif pair.kind is PairKind.FOUND and pair.superseded:
        words = tr("{0} and {1} differ in a value; the reflection settles it.")
    else:
        words = tr("{0} and {1} differ in a value; the reflection does not name them.")
    if pair.kind is PairKind.SETTLED and pair.entry:
        words = tr("{0} and {1}, as they were numbered then.")
    return words.format(pair.a.seq, pair.b.seq)
