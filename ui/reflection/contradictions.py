"""Pairs that can't both be true: a list, and the two sides beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.naming import shown_id
from ui.reflection.card import SideCard
from ui.reflection.differences import different_words
from ui.reflection.pair_list import PAIR, PairsDelegate, PairsModel, PairsView, title
from ui.reflection.presenter import ContradictionsPresenter
from ui.reflection.prose import Prose
from ui.reflection.sides import Pair, PairKind
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets.badge import Badge
from ui.widgets.button import Button
from ui.widgets.empty_state import EmptyState
from ui.widgets.labels import TextLabel

if TYPE_CHECKING:
    from desktop_app.core.transcript import Message
    from ui.session import Session

_LIST = 248
_SHOWN = 400
_NARROW = 640


class _Sides(QWidget):
    """Two cards beside each other, or below each other where there is little room."""

    def __init__(self, cards: tuple[SideCard, SideCard]) -> None:
        super().__init__()
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(12)
        for card in cards:
            self._layout.addWidget(card, 1)

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(240), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        narrow = event.size().width() < fonts.px(_NARROW)
        directions = QBoxLayout.Direction
        self._layout.setDirection(directions.TopToBottom if narrow else directions.LeftToRight)
        super().resizeEvent(event)


class ContradictionsView(QWidget):
    """Stored contradictions, pairs that were found, supersessions; nothing is changed here."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Contradictions"))
        self.presenter = ContradictionsPresenter(session, self)
        self._model = PairsModel(self)
        self.list = PairsView(self.tr("Pairs"))
        self.list.setModel(self._model)
        self.list.setItemDelegate(PairsDelegate(self.list))
        self.title = TextLabel("", Role.TITLE, Weight.STRONG, wrap=True)
        self.badge = Badge()
        self.explanation = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        self.cards = (SideCard("A"), SideCard("B"))
        self.line_title = TextLabel(
            self.tr("In the next turn"), Role.SECONDARY, Weight.STRONG, tone="text2"
        )
        self.line = Prose(self.tr("Line in the next turn"), role=Role.MONO, most=160)
        self.no_line = TextLabel("", tone="text2", wrap=True)
        self.jump = Button(self.tr("Show in table"), icon=Icon.JUMP, key="T")
        self.empty = EmptyState(self.tr("No contradictions"))
        self._pair: Pair | None = None
        self._refreshing = False
        self._stack = QStackedWidget(self)
        self._split = self._splitter()
        self._stack.addWidget(self._split)
        self._stack.addWidget(self.empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._stack)
        self._connect()
        self._show()

    @property
    def pair(self) -> Pair | None:
        """The pair that is shown."""
        return self._pair

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(760), fonts.px(560))

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().surface)

    def _splitter(self) -> QSplitter:
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        self.list.setMinimumWidth(fonts.px(160))
        split.addWidget(self.list)
        split.addWidget(self._detail_page())
        split.setStretchFactor(1, 1)
        split.setSizes([fonts.px(_LIST), 4 * fonts.px(_LIST)])
        return split

    def _detail_page(self) -> QScrollArea:
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(16, 12, 16, 16)
        column.setSpacing(10)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.title, 1)
        head.addWidget(self.badge, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        column.addWidget(self.explanation)
        column.addWidget(_Sides(self.cards))
        column.addWidget(self.line_title)
        column.addWidget(self.line)
        column.addWidget(self.no_line)
        column.addWidget(self.jump)
        column.addStretch(1)
        page = QScrollArea()
        page.setWidgetResizable(True)
        page.setFrameShape(QFrame.Shape.NoFrame)
        page.setBackgroundRole(QPalette.ColorRole.Base)
        page.setWidget(inner)
        page.setAccessibleName(self.tr("Both sides"))
        inner.setAutoFillBackground(False)
        return page

    def _connect(self) -> None:
        self.presenter.pairs_changed.connect(self._show)
        self.presenter.messages_read.connect(self._show_messages)
        self.presenter.pair_wanted.connect(self.choose)
        self.list.selectionModel().currentChanged.connect(self._choose_row)
        self.list.wanted_table.connect(self.jump_to_table)
        self.jump.clicked.connect(self.jump_to_table)
        for card in self.cards:
            card.jump_wanted.connect(self.presenter.jump)
            card.messages_wanted.connect(self.presenter.read_messages)

    @Slot()
    def jump_to_table(self) -> None:
        """Go to the first of the two observations that exists."""
        for side in (self._pair.a, self._pair.b) if self._pair else ():
            if side.index is not None:
                self.presenter.jump(side.index)
                return

    @Slot(object)
    def choose(self, pair: Pair) -> None:
        """Show a pair."""
        row = self._model.row_of(pair)
        if row >= 0:
            self.list.setCurrentIndex(self._model.index(row, 0))

    @Slot()
    def _show(self) -> None:
        pairs = self.presenter.pairs
        before = self._pair
        self._refreshing = True
        self._model.show_pairs(pairs)
        row = self._model.row_of(before)
        index = self._model.index(row, 0) if row >= 0 else QModelIndex()
        self.list.setCurrentIndex(index)
        self._refreshing = False
        self._show_pair(self._model.pair(row))
        self.empty.set_words(*self._empty_words())
        self._stack.setCurrentWidget(self._split if pairs else self.empty)

    def _empty_words(self) -> tuple[str, str]:
        if not self.presenter.has_scope:
            return self.tr("No scope is chosen"), self.tr("Choose one in the tree.")
        if self.presenter.searching:
            return self.tr("Looking for contradictions…"), ""
        return (
            self.tr("No contradictions"),
            self.tr("The reflection names none, and no two observations differ only in a value."),
        )

    @Slot(QModelIndex, QModelIndex)
    def _choose_row(self, current: QModelIndex, _before: QModelIndex) -> None:
        pair = current.data(PAIR) if current.isValid() else None
        if not self._refreshing and isinstance(pair, Pair):
            self._show_pair(pair)

    def _show_pair(self, pair: Pair | None) -> None:
        if pair is None or pair == self._pair:
            self._pair = pair
            return
        self._pair = pair
        self.title.setText(self._title(pair))
        self._show_badge(pair)
        self.explanation.setText(self._explanation(pair))
        has_source = self.presenter.has_source
        marks = different_words(pair.a.text, pair.b.text)
        for card, side, spans in zip(self.cards, (pair.a, pair.b), marks, strict=True):
            card.show_side(side, spans, has_source=has_source)
        self.line.show_marked(pair.line)
        self.line.setVisible(bool(pair.line))
        self.no_line.setText(self._no_line(pair))
        self.no_line.setVisible(not pair.line)
        reason = self.tr("Neither observation exists")
        exists = pair.a.index is not None or pair.b.index is not None
        self.jump.set_unavailable("" if exists else reason)

    def _show_badge(self, pair: Pair) -> None:
        if pair.kind is PairKind.CONTRADICTION:
            words, meaning, icon = self.tr("stored"), Meaning.CAUTION, Icon.CONTRADICTION
        elif pair.superseded:
            words, meaning, icon = self.tr("superseded"), Meaning.SUPERSEDED, Icon.SUPERSEDED
        else:
            words, meaning, icon = self.tr("found here"), Meaning.OUT, Icon.COMPARE
        self.badge.show_badge(words, meaning, icon)

    def _title(self, pair: Pair) -> str:
        return shown_id(pair.words[:_SHOWN]) if pair.words else title(pair)

    def _explanation(self, pair: Pair) -> str:
        a, b = pair.a.seq, pair.b.seq
        if pair.kind is PairKind.CONTRADICTION:
            words = self.tr("The reflection says that {0} and {1} can't both be true.")
        elif pair.kind is PairKind.SUPERSESSION:
            words = self.tr("{0} replaces {1}, which counts as importance 0.1 from then on.")
        elif pair.superseded:
            words = self.tr("{0} and {1} differ in a value; the reflection settles it.")
        else:
            words = self.tr("{0} and {1} differ in a value; the reflection does not name them.")
        return words.format(a, b)

    def _no_line(self, pair: Pair) -> str:
        if pair.kind is PairKind.FOUND and pair.superseded:
            return self.tr("The reflection says which of the two replaces the other.")
        if pair.kind is PairKind.FOUND:
            return self.tr("Nothing warns of the difference.")
        return self.tr("The line is not in it: nothing of this memory is injected.")

    @Slot(int, object)
    def _show_messages(self, index: int, messages: tuple[Message, ...]) -> None:
        for card in self.cards:
            if card.side is not None and card.side.index == index:
                card.show_messages(messages)
