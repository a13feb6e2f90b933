"""Decides about items: stores it, sends edits and removals on their way, takes decisions back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.editing.journal import EntryKind
from desktop_app.core.review.progress import Verdict, accepted, edited, removed
from ui.review.lane import Lane
from ui.review.orders import Order, Undo
from ui.review.rows import Kept, Row, State
from ui.review.translation import tr

if TYPE_CHECKING:
    from desktop_app.core.review.progress import Decision
    from desktop_app.services.editing.outcomes import Saved
    from desktop_app.services.jobs import JobContext
    from desktop_app.services.review import Review
    from ui.review.board import Board
    from ui.session import Session

_MOST_REASONS = 5


class Decisions(QObject):
    """What a person decides, in the order in which they do; ``steps`` counts what was stored."""

    scope_touched = Signal(str)  # memory id: its numbers may be others now
    changed = Signal()  # figures

    def __init__(self, session: Session, board: Board, parent: QObject) -> None:
        super().__init__(parent)
        self._editing, self._board = session.editing, board
        self._review: Review | None = None
        self._reasons: list[str] = []
        self.steps = 0
        self._undoing: dict[Undo, tuple[Row, State]] = {}
        self.lane = Lane(session, self)
        session.editing.saved.connect(self._on_saved)

    def set_review(self, review: Review | None) -> None:
        """Decide about the items of another file."""
        self._review = review
        self._reasons = []
        self._undoing = {}

    @property
    def reasons(self) -> list[str]:
        """The last reasons, newest first."""
        return self._reasons[:_MOST_REASONS]

    @property
    def orders(self) -> list[Order]:
        """Edits and removals that are not in the file: on their way, or failed."""
        unsaved = (State.SAVING, State.FAILED)
        return [row.order for row in self._board.decided if row.order and row.state in unsaved]

    @property
    def is_writing(self) -> bool:
        """Whether an edit, a removal or its undo is on its way."""
        return any(row.state is State.SAVING for row in self._board.decided)

    def remember_reasons(self, decisions: tuple[Decision, ...]) -> None:
        """Suggest the reasons of these decisions."""
        for decision in decisions:
            self._note_reason(decision.reason)

    def accept(self, row: Row) -> None:
        """Count an item as right as it is."""
        row.order = None
        self._keep(row, accepted(row.difference), State.ACCEPTED)
        self._board.trail.append(row)
        self.changed.emit()

    def edit(self, row: Row, text: str, importance: float) -> None:
        """Give an item other words or another importance; the same ones only accept it."""
        if (text, importance) == (row.item.content, row.item.importance):
            self.accept(row)
        else:
            self._order(row, text=text, importance=importance)

    def remove(self, row: Row, reason: str) -> None:
        """Remove an item from its scope."""
        self._note_reason(reason)
        self._order(row, reason=reason)

    def try_again(self, row: Row) -> None:
        """Send what failed on its way once more."""
        order = row.order
        if order is not None and row.state is State.FAILED:
            self._order(row, text=order.text, importance=order.importance, reason=order.reason)

    def give_up(self, row: Row) -> None:
        """Forget an edit or a removal that is not in the file."""
        if row.order is not None and row.state is State.SAVING:
            row.order.give_up()
        elif row.state is State.FAILED:
            row.order = None
            self._board.set_state(row, State.OPEN)
            self.changed.emit()

    def back(self) -> None:
        """Take the last decision back and look at its item."""
        trail = self._board.trail
        if not trail:
            return
        row = trail.pop()
        self._board.go(row)
        entry = _entry(row)
        if row.state is State.SAVING and row.order is not None:
            row.order.give_up()
        elif entry:
            self._undo(row, entry)
        elif row.state is not State.FAILED:
            self._reopen(row)
        self.changed.emit()

    def _order(
        self, row: Row, *, text: str | None = None, importance: float = 0.0, reason: str = ""
    ) -> None:
        if self._review is None:
            return
        row.order = Order(
            self._editing,
            self._review,
            row.difference,
            text=text,
            importance=importance,
            reason=reason,
        )
        row.order.done.connect(self._take_done)
        row.order.failed.connect(self._take_failed)
        row.order.stopped.connect(self._take_stopped)
        self._board.trail.append(row)
        self._board.set_state(row, State.SAVING)
        row.order.start()
        self.changed.emit()

    def _keep(self, row: Row, decision: Decision, state: State) -> None:
        """Store a decision; on the disk before any later one."""
        self._step(row)
        row.kept = Kept()
        self._board.set_state(row, state)
        if self._review is not None:
            self.lane.run(partial(_store, self._review, row.kept, decision))

    def _undo(self, row: Row, entry: str) -> None:
        undo = Undo(self._editing, entry)
        self._undoing[undo] = row, row.state
        undo.failed.connect(self._take_undo_failed)
        self._board.set_state(row, State.SAVING)
        undo.start()

    def _reopen(self, row: Row) -> None:
        self._step(row)
        row.order = None
        self._board.set_state(row, State.OPEN)
        if self._review is not None:
            self.lane.run(partial(_take_back, self._review, row.kept))
        self.scope_touched.emit(row.memory_id)

    def _step(self, row: Row) -> None:
        self.steps += 1
        row.step = self.steps

    def _row_of(self, order: Order) -> Row | None:
        return next((row for row in self._board.decided if row.order is order), None)

    @Slot(object)
    def _take_done(self, order: Order) -> None:
        row = self._row_of(order)
        if row is None:
            return
        if order.is_removal:
            decision = removed(row.difference, order.entry_id, order.reason)
        else:
            decision = edited(row.difference, order.now or row.item, order.entry_id)
        self._keep(row, decision, State.REMOVED if order.is_removal else State.EDITED)
        self.scope_touched.emit(row.memory_id)
        if order.is_unwanted and order.entry_id:
            self._undo(row, order.entry_id)
        self.changed.emit()

    @Slot(object, str)
    def _take_failed(self, order: Order, problem: str) -> None:
        row = self._row_of(order)
        if row is not None:
            self._board.set_state(row, State.FAILED, problem)
            self.scope_touched.emit(row.memory_id)
            self.changed.emit()

    @Slot(object)
    def _take_stopped(self, order: Order) -> None:
        row = self._row_of(order)
        if row is None:
            return
        if order.is_unwanted:
            row.order = None
            self._board.set_state(row, State.OPEN)
        else:
            self._board.set_state(row, State.FAILED, tr("It was cancelled. Nothing was written."))
        self.changed.emit()

    @Slot(object, str)
    def _take_undo_failed(self, undo: Undo, problem: str) -> None:
        row, state = self._undoing.pop(undo, (None, State.OPEN))
        if row is not None:
            self._board.set_state(row, state, problem)
            self._board.trail.append(row)
            self.changed.emit()

    @Slot(object)
    def _on_saved(self, saved: Saved) -> None:
        """An edit or a removal of the review was undone, here or elsewhere."""
        if saved.entry.kind is not EntryKind.UNDO:
            return
        row = next((row for row in self._board.decided if _entry(row) == saved.entry.of), None)
        if row is None:
            return
        self._undoing = {
            undo: found for undo, found in self._undoing.items() if found[0] is not row
        }
        self._board.trail = [one for one in self._board.trail if one is not row]
        self._reopen(row)
        self.changed.emit()

    def _note_reason(self, reason: str) -> None:
        if reason:
            self._reasons = [reason, *(one for one in self._reasons if one != reason)]


def _entry(row: Row) -> str:
    """Return the change in the journal that a decided row stands for."""
    if row.order is not None:
        return row.order.entry_id
    decision = row.kept.decision
    return decision.entry if decision and decision.verdict is not Verdict.ACCEPTED else ""


def _store(review: Review, kept: Kept, decision: Decision, _context: JobContext) -> None:
    kept.decision = review.progress.decide(decision)


def _take_back(review: Review, kept: Kept, _context: JobContext) -> None:
    if kept.decision is not None:
        review.progress.take_back(kept.decision)
        kept.decision = None
