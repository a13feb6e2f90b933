"""The workbench for pairs that can't both be true: a list, and one pair to decide about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from ui import fonts
from ui.reflection.choices import Choice, is_only_remembered
from ui.reflection.decide import no_line_words, turn_title
from ui.reflection.pair_commands import PairActions, pair_commands
from ui.reflection.pair_delegate import PairsDelegate
from ui.reflection.pair_list import PAIR, PairsModel, PairsView, title
from ui.reflection.pair_page import PairPage
from ui.reflection.presenter import ContradictionsPresenter
from ui.reflection.sides import Pair, PairKind
from ui.reflection.workbench import Workbench
from ui.theme import tokens
from ui.widgets.empty_state import EmptyState

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from desktop_app.core.transcript import Message
    from ui.reflection.preview import Preview
    from ui.session import Session
    from ui.view_protocols import ViewCommand

_LIST = 248
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class ContradictionsView(QWidget):
    """Stored contradictions, pairs that were found, what was settled."""

    commands_changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Contradictions"))
        self.presenter = ContradictionsPresenter(session, self)
        self.workbench = Workbench(session, self.presenter, self)
        self._model = PairsModel(self)
        self._stack = QStackedWidget(self)
        self._split = QSplitter(Qt.Orientation.Horizontal, self._stack)
        self.list = PairsView(self.tr("Pairs"), self._split)
        self.list.setModel(self._model)
        self.list.setItemDelegate(PairsDelegate(self.list))
        self.page = PairPage(self._split)
        self.cards, self.decide, self.bar = self.page.cards, self.page.decide, self.page.foot
        self.pair_actions = PairActions(self)
        self.empty = EmptyState(self.tr("No contradictions"), parent=self._stack)
        self._pair: Pair | None = None
        self._done: Pair | None = None  # the last open one, until it is listed as settled
        self._refreshing = False
        self._lay_out_split()
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

    def commands(self) -> Sequence[ViewCommand]:
        """Return what can be done here."""
        return pair_commands(self, self.pair_actions)

    def unsaved(self) -> str:
        """Return which pairs were decided in words that are not saved."""
        pairs = self.workbench.unsaved
        if not pairs:
            return ""
        named = ", ".join(title(pair) for pair in pairs[:6])
        return self.tr("what was written about {0}").format(named)

    def save(self) -> None:
        """Save everything that was decided."""
        self.workbench.save_all()

    def keep_draft(self) -> None:
        """Keep everything that was decided among the changes."""
        self.workbench.save_all(as_drafts=True)

    def discard(self) -> None:
        """Give up what was decided and not saved."""
        self.workbench.discard_all()
        self._show()

    def remember_with(
        self, load: Callable[[], dict[str, str]], store: Callable[[Mapping[str, str]], None]
    ) -> None:
        """Keep across restarts which pairs are no contradictions."""
        self.presenter.dismissed.remember_with(load, store)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(760), fonts.px(560))

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().surface)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enters = event.key() in _ENTER and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if enters:
            self.save_and_next()
        elif event.key() == Qt.Key.Key_Escape and not self.list.hasFocus():
            self.list.setFocus()
        else:
            super().keyPressEvent(event)

    @Slot()
    def save_and_next(self) -> None:
        """Save what was decided about the shown pair; the next one follows once it is saved."""
        if self.bar.save.hasFocus():  # it is greyed meanwhile, and the focus would leave the page
            self.list.setFocus()
        self.workbench.save()

    @Slot()
    def skip(self) -> None:
        """Go to the next open pair; what was decided stays."""
        if self._pair is not None:
            self._go_on(self._pair)

    @Slot(object)
    def choose(self, pair: Pair) -> None:
        """Show a pair."""
        row = self._model.row_of(pair)
        if row >= 0:
            self.list.setCurrentIndex(self._model.index(row, 0))

    def _lay_out_split(self) -> None:
        split = self._split
        split.setChildrenCollapsible(False)
        self.list.setMinimumWidth(fonts.px(160))
        split.addWidget(self.list)
        split.addWidget(self.page)
        split.setStretchFactor(1, 1)
        split.setSizes([fonts.px(_LIST), 4 * fonts.px(_LIST)])

    def _connect(self) -> None:
        presenter, workbench = self.presenter, self.workbench
        presenter.pairs_changed.connect(self._show)
        presenter.messages_read.connect(self._show_messages)
        presenter.pair_wanted.connect(self.choose)
        self.list.selectionModel().currentChanged.connect(self._choose_row)
        for card in self.cards:
            card.jump_wanted.connect(presenter.jump)
            card.messages_wanted.connect(presenter.read_messages)
        self.bar.skip_wanted.connect(self.skip)
        self.bar.table_wanted.connect(self.pair_actions.jump_to_table)
        self.bar.save_wanted.connect(self.save_and_next)
        self.decide.chosen.connect(self._choose)
        self.decide.reason_edited.connect(workbench.set_reason)
        self.decide.text_edited.connect(workbench.set_text)
        self.decide.submitted.connect(self.save_and_next)
        self.page.settled.change_wanted.connect(self._show_change)
        self.page.settled.again_wanted.connect(self._look_again)
        workbench.changed.connect(self._show_decision)
        workbench.ready.connect(self._show_preview)
        workbench.refused.connect(self._show_refusal)
        workbench.settled.connect(self._go_on)

    @Slot()
    def _show(self) -> None:
        pairs = (*self.presenter.pairs, *self.workbench.homeless)
        before = self._pair
        self._refreshing = True
        self._model.show_pairs(pairs)
        row = self._model.row_of(self._settled_now() or before)
        index = self._model.index(row, 0) if row >= 0 else QModelIndex()
        self.list.setCurrentIndex(index)
        self._refreshing = False
        self._show_pair(self._model.pair(row))
        self.empty.set_words(*self._empty_words())
        self._stack.setCurrentWidget(self._split if pairs else self.empty)

    def _settled_now(self) -> Pair | None:
        """Return the pair that was settled last, once it is listed as that; no other follows it."""
        done = self._done
        settled = (one for one in self.presenter.pairs if one.kind is PairKind.SETTLED)
        found = next((one for one in settled if done and one.numbers == done.numbers), None)
        if found is not None:
            self._done = None
        return found

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
            self._done = None
            self._show_pair(pair)

    def _show_pair(self, pair: Pair | None) -> None:
        if pair is not None and pair == self._pair:
            self.page.show_order(self._order(pair))
        elif pair is not None:
            self.page.show_pair(pair, self._order(pair), has_source=self.presenter.has_source)
            for side in dict.fromkeys((pair.a, pair.b)):
                if side.index is not None:
                    self.presenter.read_messages(side.index)
        self._pair = pair
        self.workbench.show_pair(pair)

    def _order(self, pair: Pair) -> str:
        pairs = self.presenter.open_pairs
        if pair not in pairs:
            return ""
        return self.tr("{0} of {1} open").format(pairs.index(pair) + 1, len(pairs))

    @Slot(str)
    def _choose(self, choice: str) -> None:
        self.workbench.choose(Choice(choice))

    @Slot()
    def _show_decision(self) -> None:
        pair, decision = self._pair, self.workbench.decision
        if pair is not None:
            self.page.show_decision(pair, decision, self.workbench.problem)
            self._show_turn_words(pair, decision.choice)
            if pair.kind is PairKind.SETTLED and not self.presenter.open_pairs:
                self.bar.show_words(self.tr("All settled"))
        self.commands_changed.emit()

    def _show_turn_words(self, pair: Pair, choice: Choice | None) -> None:
        turn = self.decide.turn
        if choice is None:
            turn.show_words(turn_title(None) if pair.line else "", no_line_words(pair))
        elif is_only_remembered(pair, choice):
            turn.show_words(turn_title(choice), self.tr("The next turn stays as it is."))
        else:
            turn.title.setText(turn_title(choice))

    @Slot(object)
    def _show_preview(self, preview: Preview) -> None:
        self.decide.turn.show_preview(preview)

    @Slot(str)
    def _show_refusal(self, words: str) -> None:
        self.decide.turn.show_words(turn_title(self.workbench.decision.choice), words)

    @Slot(object)
    def _go_on(self, done: Pair) -> None:
        """Turn to the open pair after one that is done with, if that one is still shown."""
        if self._pair is None or self._pair.identity != done.identity:
            return
        pairs = self.presenter.pairs
        place = next((at for at, one in enumerate(pairs) if one.identity == done.identity), 0)
        ordered = (*pairs[place + 1 :], *pairs[:place])
        following = [one for one in ordered if one.is_open]
        if following:
            self.choose(following[0])
        else:
            self._done = done

    @Slot()
    def _show_change(self) -> None:
        if self._pair is not None:
            self.presenter.show_change(self._pair.entry)

    @Slot()
    def _look_again(self) -> None:
        if self._pair is not None:
            self.presenter.look_again(self._pair)

    @Slot(int, object)
    def _show_messages(self, index: int, messages: tuple[Message, ...]) -> None:
        for card in self.cards:
            if card.side is not None and card.side.index == index:
                card.show_messages(messages)
