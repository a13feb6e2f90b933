"""What of a review is not in the file yet, and what shall become of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.review.rows import State
from ui.review.translation import tr
from ui.review.words import item_name

if TYPE_CHECKING:
    from ui.review.edit_panel import EditPanel
    from ui.review.presenter import ReviewPresenter


class UnsavedReview:
    """Text that is being edited, and edits and removals that wait or have failed."""

    def __init__(self, presenter: ReviewPresenter, editor: EditPanel) -> None:
        self._presenter, self._editor = presenter, editor

    def words(self) -> str:
        """Return what is not saved; ``""`` for nothing."""
        names = [item_name(order.difference.item) for order in self._presenter.decisions.orders]
        current = self._presenter.board.current
        if self._editor.is_dirty and current is not None:
            names.append(item_name(current.item))
        return tr("{0} of the review").format(", ".join(names)) if names else ""

    def save(self) -> None:
        """Save what is edited, and try again what has failed."""
        for row in self._presenter.board.decided:
            if row.state is State.FAILED:
                self._presenter.decisions.try_again(row)
        self._editor.save()

    def keep_draft(self) -> None:
        """Keep all of it among the changes."""
        current = self._presenter.board.current
        if self._editor.is_dirty and current is not None:
            self._editor.save()
        for order in self._presenter.decisions.orders:
            order.give_up()
            order.keep_draft()

    def discard(self) -> None:
        """Give all of it up."""
        self._editor.close_editor()
        for row in tuple(self._presenter.board.decided):
            if row.order is not None and row.state in {State.SAVING, State.FAILED}:
                self._presenter.decisions.give_up(row)
