"""List and item side by side, or what stands there where nothing is to be reviewed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ui.problems import explain, show_in_banner
from ui.review.detail import Detail
from ui.review.presenter import Phase
from ui.review.table import ReviewTable
from ui.review.translation import tr
from ui.widgets import counting
from ui.widgets.banner import Banner
from ui.widgets.button import Button, ButtonKind
from ui.widgets.empty_state import EmptyState

if TYPE_CHECKING:
    from ui.review.presenter import ReviewPresenter
    from ui.session import Session

_LIST, _ITEM = 340, 560


class Pages(QWidget):
    """One of: the review, the choice at its beginning, nothing to do, a refusal."""

    def __init__(
        self, session: Session, presenter: ReviewPresenter, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._wants_focus = False
        self.notice = Banner(self)
        self._stack = QStackedWidget(self)
        self.everything = Button(tr("Review everything"), kind=ButtonKind.PRIMARY, large=True)
        self.from_now = Button(tr("Start from now"), large=True)
        self.cancel = Button(tr("Cancel"), large=True)
        self.again = Button(tr("Try again"), large=True)
        buttons = (self.everything, self.from_now, self.cancel, self.again)
        self.state = EmptyState(tr("Loading"), "", buttons, self._stack)
        self._split = QSplitter(Qt.Orientation.Horizontal, self._stack)
        self.table = ReviewTable(presenter.board, self._split)
        self.detail = Detail(session, presenter, self._split)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self.table)
        self._split.addWidget(self.detail)
        self._split.setStretchFactor(1, 1)
        self._split.setSizes([_LIST, _ITEM])
        self._stack.addWidget(self.state)
        self._stack.addWidget(self._split)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.notice)
        layout.addWidget(self._stack, 1)
        self._connect()
        self._show()

    @Slot()
    def focus_list(self) -> None:
        """Give the focus to the list, or to the first button; as soon as there is one."""
        phase = self._presenter.phase
        places = {Phase.UNBEGUN: self.everything, Phase.REFUSED: self.again}
        listed = self._stack.currentWidget() is self._split
        place = self.table if listed else places.get(phase)
        self._wants_focus = place is None
        if place is not None:
            place.setFocus()

    def _connect(self) -> None:
        presenter, start = self._presenter, self._presenter.start
        presenter.phase_changed.connect(self._show)
        presenter.figures_changed.connect(self._show)
        presenter.refused.connect(self._refuse)
        start.counted.connect(self._show_count)
        start.progressed.connect(self._show_progress)
        start.stopped.connect(presenter.retry)
        self.everything.clicked.connect(self._review_everything)
        self.from_now.clicked.connect(self._start_from_now)
        self.cancel.clicked.connect(start.cancel)
        self.again.clicked.connect(presenter.retry)
        self.notice.closed.connect(self.notice.hide)

    @Slot()
    def _show(self, _phase: object = None) -> None:
        phase, presenter = self._presenter.phase, self._presenter
        self._show_buttons(phase)
        # Where the list goes and comes back, so does the focus.
        self._wants_focus = self._wants_focus or self.table.hasFocus()
        if phase is Phase.LISTED and (presenter.board.rows or self._is_filtering):
            self._stack.setCurrentWidget(self._split)
        else:
            self._show_words(phase)
            self._stack.setCurrentWidget(self.state)
        types = isinstance(QApplication.focusWidget(), QLineEdit)
        if self._wants_focus and self.isVisible() and not types:
            self.focus_list()

    def _show_words(self, phase: Phase) -> None:
        if phase is Phase.LOADING:
            self.state.set_words(tr("Loading"))
        elif phase is Phase.UNBEGUN:
            self.state.set_words(tr("Nothing was reviewed here yet"), _choice_words())
            self.everything.setText(tr("Review everything"))
        elif phase is Phase.LISTED and not self._presenter.is_whole:
            self._show_looking()
        elif phase is Phase.LISTED:
            self.state.set_words(*self._words_for_nothing())

    @property
    def _is_filtering(self) -> bool:
        """Whether other items are looked for while somebody types; the list stays then."""
        return bool(self._presenter.wanted.text) and not self._presenter.is_whole

    def _show_looking(self) -> None:
        at = self._presenter.loader.looked_at
        count = counting.counted(at, tr("{0} scope so far"), tr("{0} scopes so far")) if at else ""
        self.state.set_words(tr("Looking for what changed…"), count)

    def _show_buttons(self, phase: Phase) -> None:
        for button in (self.everything, self.from_now):
            button.setVisible(phase is Phase.UNBEGUN)
        self.again.setVisible(phase is Phase.REFUSED)
        self.cancel.hide()

    def _words_for_nothing(self) -> tuple[str, str]:
        if self._presenter.wanted.text:
            return tr("Nothing to review says this"), tr("Clear the filter to see the others.")
        return (
            tr("Nothing is left to review"),
            tr("What the engine or anybody changes from now on is listed here."),
        )

    @Slot(object)
    def _show_count(self, count: int) -> None:
        words = tr("Review everything ({0})").format(f"{count:,}")
        self.everything.setText(words)
        self.everything.setAccessibleName(words)
        self.everything.updateGeometry()

    @Slot()
    def _review_everything(self) -> None:
        self._wants_focus = True
        self.state.setFocus()  # keys stay on this page when the button goes
        for button in (self.everything, self.from_now):
            button.hide()
        self._show_looking()
        self._presenter.start.review_everything()

    @Slot()
    def _start_from_now(self) -> None:
        for button in (self.everything, self.from_now):
            button.hide()
        self.cancel.show()
        self.cancel.setFocus()
        self._wants_focus = True
        self.state.set_words(tr("Counting everything as seen"))
        self._presenter.start.start_from_now()

    @Slot(int, int)
    def _show_progress(self, done: int, total: int) -> None:
        forms = tr("{0} scope of {1}"), tr("{0} scopes of {1}")
        words = counting.counted(done, *(form.replace("{1}", f"{total:,}") for form in forms))
        self.state.set_words(tr("Counting everything as seen"), words)

    @Slot(object)
    def _refuse(self, error: Exception) -> None:
        if self._presenter.phase is Phase.REFUSED:
            self.state.set_words(*explain(error))
        else:
            show_in_banner(self.notice, error)


def _choice_words() -> str:
    return tr(
        "Review everything that is here, or count it all as seen and review only what comes "
        "from now on."
    )
