"""The page of the review: the list, the item large, and what to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.navigation import Place, Target
from ui.review.commands import review_commands
from ui.review.foot import Foot
from ui.review.head import Head
from ui.review.pages import Pages
from ui.review.presenter import shared_presenter
from ui.review.translation import tr
from ui.review.unsaved import UnsavedReview
from ui.review.words import removal_question
from ui.theme import tokens

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent, QKeyEvent, QPaintEvent, QShowEvent

    from ui.session import Session
    from ui.view_protocols import ViewCommand


class ReviewView(QWidget):
    """Everything works from the keyboard, with the focus in the list."""

    commands_changed = Signal()
    open_counted = Signal(int)  # how many items wait for a decision

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Review"))
        self._session = session
        self.presenter = shared_presenter(session)
        self.foot = Foot(self)
        self.head = Head(self.presenter, self)
        self.pages = Pages(session, self.presenter, self)
        self.table, self.detail = self.pages.table, self.pages.detail
        self._unsaved = UnsavedReview(self.presenter, self.detail.editor)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part, stretch in ((self.head, 0), (self.pages, 1), (self.foot, 0)):
            layout.addWidget(part, stretch)
        self._connect()
        self._on_changed()

    def commands(self) -> list[ViewCommand]:
        """Return what can be done with the item."""
        return review_commands(self, self.presenter)

    def unsaved(self) -> str:
        """Return what is not in the file yet."""
        return self._unsaved.words()

    def save(self) -> None:
        """Save what is edited; try again what has failed."""
        self._unsaved.save()

    def keep_draft(self) -> None:
        """Keep what is not in the file among the changes."""
        self._unsaved.keep_draft()

    def discard(self) -> None:
        """Give up what is not in the file."""
        self._unsaved.discard()

    @Slot()
    def accept(self) -> None:
        """Accept the item and go on."""
        board = self.presenter.board
        if board.current is not None and board.current.is_left:
            self.presenter.decisions.accept(board.current)
            self._go_on()

    @Slot()
    def edit(self) -> None:
        """Edit the item."""
        self.detail.reason.hide()
        self.detail.editor.open_editor()

    @Slot()
    def edit_importance(self) -> None:
        """Edit the importance of the item."""
        self._choose_importance(None)

    def _choose_importance(self, importance: float | None) -> None:
        row = self.presenter.board.current
        if row is not None and row.is_left and row.difference.now is not None:
            self.detail.reason.hide()
            self.detail.editor.open_importance(importance)

    @Slot()
    def ask_reason(self) -> None:
        """Ask why the item goes."""
        row = self.presenter.board.current
        if row is not None:
            self.detail.editor.close_editor()
            reason = row.order.reason if row.order else ""
            self.detail.reason.ask(
                removal_question(row.item), self.presenter.decisions.reasons, reason
            )

    @Slot()
    def back(self) -> None:
        """Undo the last decision."""
        self.presenter.decisions.back()
        self.table.setFocus()

    @Slot()
    def go_next(self) -> None:
        """Look at the next item."""
        self.presenter.board.step(1)

    @Slot()
    def go_previous(self) -> None:
        """Look at the item before."""
        self.presenter.board.step(-1)

    @Slot()
    def try_again(self) -> None:
        """Save once more what has failed."""
        row = self.presenter.board.current
        if row is not None:
            self.presenter.decisions.try_again(row)

    def take_focus(self) -> None:
        """Give the focus to the list, as soon as there is one."""
        self.pages.focus_list()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.presenter.set_active(True)
        self.pages.focus_list()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.presenter.set_active(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._session.go(Target(Place.OBSERVATIONS))
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().surface)

    def _connect(self) -> None:
        presenter, detail = self.presenter, self.detail
        presenter.board.current_changed.connect(self._on_changed)
        presenter.board.row_changed.connect(self._on_changed)
        presenter.figures_changed.connect(self._on_changed)
        presenter.phase_changed.connect(self._on_changed)
        self.table.activated_row.connect(self.go_next)
        self.table.filter_wanted.connect(self.head.focus_filter)
        self.table.importance_chosen.connect(self._choose_importance)
        self.head.left.connect(self.pages.focus_list)
        detail.editor.saved.connect(self._save_edit)
        detail.editor.left.connect(self.pages.focus_list)
        detail.reason.confirmed.connect(self._remove)
        detail.reason.left.connect(self.pages.focus_list)
        detail.problem.activated.connect(self.try_again)

    @Slot(str, float)
    def _save_edit(self, text: str, importance: float) -> None:
        row = self.detail.row
        if row is not None:
            self.presenter.decisions.edit(row, text, importance)
            self._go_on()

    @Slot(str)
    def _remove(self, reason: str) -> None:
        row = self.detail.row
        if row is not None:
            self.presenter.decisions.remove(row, reason)
            self._go_on()

    def _go_on(self) -> None:
        self.presenter.board.go_on()
        self.pages.focus_list()

    @Slot()
    def _on_changed(self, _what: object = None) -> None:
        self.foot.show_commands(self.commands())
        self.commands_changed.emit()
        self.open_counted.emit(self.presenter.left)
