"""History: the engine's operations and markers as one timeline, newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from desktop_app.core.history.entry import MOST_COUNTED, StatusFilter
from ui.history.presenter import Totals, shared_presenter
from ui.history.table import HistoryTable
from ui.history.tools import HistoryTools
from ui.history.words import collision_words
from ui.naming import shown_count
from ui.problems import explain
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.banner import Banner
from ui.widgets.empty_state import EmptyState
from ui.widgets.key_hints import KeyHints

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent, QPaintEvent, QShowEvent

    from ui.session import Session


class HistoryView(QWidget):
    """Tools, a banner where the log tells of trouble, and the table."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("History"))
        self.presenter = shared_presenter(session)
        self._entries = 0
        self.tools = HistoryTools(self)
        self.banner = Banner(self)
        self.table = HistoryTable(self.presenter, self)
        self.empty = EmptyState(self.tr("Loading"), parent=self)
        self._lay_out()
        self._connect()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.presenter.set_active(True)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().surface)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.presenter.set_active(False)

    def _lay_out(self) -> None:
        around = QVBoxLayout()
        around.setContentsMargins(16, 0, 16, 8)
        around.addWidget(self.banner)
        self._stack = QStackedLayout()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tools)
        layout.addLayout(around)
        layout.addLayout(self._stack, 1)
        # Only now: a page of a layout without a parent would show as a window of its own.
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.empty)
        self._stack.setCurrentWidget(self.empty)
        layout.addWidget(
            KeyHints(
                [
                    ("J", self.tr("older")),
                    ("K", self.tr("newer")),
                    ("F", self.tr("next failure")),
                    ("/", self.tr("filter")),
                ],
                self,
            )
        )

    def _connect(self) -> None:
        presenter, tools = self.presenter, self.tools
        tools.filter.text_changed.connect(presenter.set_text)
        tools.filter.left.connect(self.table.setFocus)
        tools.filter.submitted.connect(self.table.setFocus)
        tools.segments.changed.connect(self._on_segment)
        tools.kind_chosen.connect(presenter.set_kind)
        self.table.filter_wanted.connect(tools.filter.select_all)
        presenter.totals_changed.connect(self._show_totals)
        presenter.settled.connect(self._show_state)
        presenter.refused.connect(self._show_problem)

    @Slot(str)
    def _on_segment(self, key: str) -> None:
        self.presenter.set_status(StatusFilter(key))

    @Slot(object)
    def _show_totals(self, totals: Totals) -> None:
        self._entries = totals.entries
        self.tools.set_counts(totals.operations, totals.failed, totals.stuck)
        if totals.collisions:
            forms = (
                self.tr("{0} operation failed because its ids were in use"),
                self.tr("{0} operations failed because their ids were in use"),
            )
            title = counting.counted(totals.collisions, *forms)
            self.banner.show_banner(Meaning.DAMAGED, title, collision_words())
        elif totals.stuck:
            forms = (
                self.tr("{0} operation will never run"),
                self.tr("{0} operations will never run"),
            )
            title = counting.counted(totals.stuck, *forms)
            sentence = self.tr(
                "The engine never takes up what is queued or what a process that died left behind."
            )
            self.banner.show_banner(Meaning.CAUTION, title, sentence)
        else:
            self.banner.hide()

    @Slot()
    def _show_state(self) -> None:
        count = len(self.presenter.model.rows)
        self.tools.note.set_text(self._words_for_size(count))
        if count:
            self._stack.setCurrentWidget(self.table)
            return
        self.empty.set_words(*self._words_for_nothing())
        self._stack.setCurrentWidget(self.empty)

    def _words_for_size(self, loaded: int) -> str:
        if not self.presenter.model.has_more:
            return counting.entries(loaded)
        if self._is_narrowed():
            return self.tr("newest {0} loaded").format(f"{loaded:,}")
        size = shown_count(self._entries, MOST_COUNTED)
        return self.tr("newest {0} of {1}").format(f"{loaded:,}", size)

    def _is_narrowed(self) -> bool:
        wanted = self.presenter.filter
        return bool(wanted.text or wanted.kind) or wanted.status is not StatusFilter.ALL

    def _words_for_nothing(self) -> tuple[str, str]:
        wanted = self.presenter.filter
        if wanted.status is StatusFilter.STUCK:
            return self.tr("Nothing is stuck"), ""
        if self._is_narrowed():
            return self.tr("Nothing in the log matches"), self.tr("Esc clears the filter.")
        return (
            self.tr("No operations yet"),
            self.tr("The engine writes here when it observes, reflects, or is switched on or off."),
        )

    @Slot(object)
    def _show_problem(self, error: Exception) -> None:
        self.empty.set_words(*explain(error))
        self._stack.setCurrentWidget(self.empty)
