"""The session history: its conversations, one of them in full, and ``session_search``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from ui.agent_tools.answer_pane import AnswerPane
from ui.agent_tools.asking import Asking
from ui.agent_tools.conversation import read_view
from ui.agent_tools.history_pane import HistoryPane
from ui.agent_tools.page import ToolPage, tool_row
from ui.agent_tools.search_page import mode_of, mode_segments
from ui.agent_tools.session_list import SessionList
from ui.agent_tools.words import tr
from ui.icons import Icon
from ui.navigation import Place, Target
from ui.problems import explain
from ui.widgets.button import Button, ButtonKind
from ui.widgets.empty_state import EmptyState
from ui.widgets.fields import SearchField
from ui.widgets.panes import TwoPanes

if TYPE_CHECKING:
    from desktop_app.core.errors import MemloupeError
    from desktop_app.core.ledger.tools import Answer, Hit
    from desktop_app.services.jobs import JobContext
    from desktop_app.services.ledger.tools import AgentTools
    from ui.agent_tools.conversation import ReadView
    from ui.agent_tools.presenter import ToolsPresenter
    from ui.agent_tools.session_rows import SessionRow

_LIST = 380


class SessionsPage(ToolPage):
    """The list at the left; at the right a conversation, or what a search answers."""

    preview_wanted = Signal(str)  # path of a conversation

    def __init__(self, presenter: ToolsPresenter, parent: QWidget | None = None) -> None:
        super().__init__(presenter, tr("Sessions"), parent)
        self.query = SearchField(tr("What session_search looks for"), self, key=tr("F"))
        self.modes = mode_segments(self)
        self.go = Button(tr("Search"), self, kind=ButtonKind.PRIMARY, icon=Icon.SEARCH, key=tr("↵"))
        self._panes = TwoPanes(self)
        self.list = SessionList(presenter, self._panes)
        self.right = QStackedWidget(self._panes)
        self.history = HistoryPane(self.right)
        self.pane = AnswerPane(tr("Ask what the agent would find"), "", self.right, said=_said)
        self.empty = EmptyState(tr("The conversation is being read"), parent=self.right)
        self._reading = Asking(self.session, self)
        self._view: ReadView | None = None
        self._shown = ""
        self._number, self._wanted_text = 0, ""
        self._lay_out()
        self._connect()
        self.show_shelf()

    @property
    def first(self) -> QWidget:
        return self.list.table if self.list.table.rows.rows else self.query

    @property
    def compaction_reason(self) -> str:
        """Why nothing can be worked out of the chosen conversation."""
        row = self.list.table.current
        if row is None:
            return tr("No conversation is chosen.")
        return tr("It is kept as plain lines.") if row.is_legacy else ""

    @Slot()
    def run(self) -> None:
        """Search the history."""
        tools = self.presenter.tools()
        if tools is not None:
            self._reading.stop()
            self.pane.show_busy()
            self.right.setCurrentWidget(self.pane)
            self.asking.ask(partial(_search, tools, self.query.text, mode_of(self.modes)))

    @Slot()
    def go_to_field(self) -> None:
        self.query.select_all()

    @Slot()
    def show_bucket(self) -> None:
        self.asking.stop()
        self._reading.stop()
        self._shown, self._view = "", None
        self.list.forget()
        self.pane.show_nothing()
        self._say(tr("The conversations are being looked for"))

    @Slot()
    def show_shelf(self) -> None:
        shelf = self.presenter.shelf
        if shelf is None:
            return
        self.list.show_shelf(shelf, self._shown)
        if not shelf.sessions:
            sentence = tr("The agent writes its history below agents/, in .jsonl files.")
            self._say(tr("No session history here"), sentence)
        elif self.right.currentWidget() is not self.pane:
            self._show_chosen()
        self.state_changed.emit()

    @Slot()
    def stop(self) -> None:
        super().stop()
        self._show_chosen()

    @Slot()
    def preview(self) -> None:
        """Show what a compaction would do to the chosen conversation."""
        row = self.list.table.current
        if row is not None and not self.compaction_reason:
            self.preview_wanted.emit(row.session.shown.path)

    @Slot()
    def extract_facts(self) -> None:
        """Go to where facts of the chosen conversation are noted in today's log."""
        row, bucket = self.list.table.current, self.presenter.bucket
        if row is not None and bucket is not None and not self.compaction_reason:
            path = row.session.shown.path
            self.session.go(Target(Place.FLUSH, bucket=bucket.path, path=path))

    def take_target(self, target: Target) -> None:
        if target.path:
            self._wanted_text = target.text
            self._open(target.path, target.line or 0)
        elif target.text:
            self.query.set_text(target.text)
            self.run()

    def _lay_out(self) -> None:
        for part in (self.empty, self.history, self.pane):
            self.right.addWidget(part)
        self._panes.put(self.list, self.right, _LIST, rest=650)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(tool_row(self.query, self.modes, self.go))
        layout.addWidget(self._panes, 1)

    def _connect(self) -> None:
        self.query.submitted.connect(self.run)
        self.query.left.connect(self._leave_search)
        self.query.went_down.connect(self._enter_right)
        self.go.clicked.connect(self.run)
        self.modes.changed.connect(self._run_again)
        self.modes.picked.connect(self.query.setFocus)
        self.list.table.chosen.connect(self._choose)
        self.list.table.entered.connect(self._enter_right)
        self.list.table.filter_wanted.connect(self.query.select_all)
        self.list.preview.clicked.connect(self.preview)
        self.list.facts.clicked.connect(self.extract_facts)
        self.pane.stop_wanted.connect(self.stop)
        self.pane.hit_entered.connect(self._open_hit)
        self.asking.answered.connect(self._take_answer)
        self.asking.refused.connect(self.pane.show_error)
        self._reading.answered.connect(self._take_view)
        self._reading.refused.connect(self._show_error)

    @Slot()
    def _run_again(self) -> None:
        if self.right.currentWidget() is self.pane:
            self.run()

    @Slot()
    def _leave_search(self) -> None:
        self._show_chosen()
        self.list.table.setFocus()

    @Slot()
    def _enter_right(self) -> None:
        on_answer = self.right.currentWidget() is self.pane
        (self.pane if on_answer else self.history).first.setFocus()

    @Slot(object)
    def _choose(self, _row: SessionRow) -> None:
        self.asking.stop()
        self._number, self._wanted_text = 0, ""
        self._show_chosen()
        self.state_changed.emit()

    def _show_chosen(self) -> None:
        files, row = self.session.files, self.list.table.current
        if files is None or row is None:
            return
        facts = row.session.shown
        if self._view is not None and self._view.session.shown == facts:
            self._show_view(self._view)  # nobody has written into it since
            return
        if facts.path != self._shown:
            self._say(tr("The conversation is being read"))
        self._shown = facts.path
        self._reading.ask(partial(read_view, files, row.session))

    @Slot(object)
    def _take_view(self, view: ReadView) -> None:
        self._view = view
        self._show_view(view)

    def _show_view(self, view: ReadView) -> None:
        row = self.list.table.current
        remarks = row.remarks if row is not None and row.session == view.session else ()
        line = self.history.lines.current
        same = self.history.path.text() == view.path and line is not None
        number = self._number or (line.number if same and line is not None else 0)
        self.history.show_view(view, remarks, number)
        self.history.mark(self._wanted_text)
        self._number, self._wanted_text = 0, ""
        self.right.setCurrentWidget(self.history)

    @Slot(object)
    def _take_answer(self, answer: Answer) -> None:
        self.pane.show_answer(answer)

    @Slot(object)
    def _open_hit(self, hit: Hit) -> None:
        bucket = self.presenter.bucket
        if bucket is not None:
            path = f"{bucket.root}/{hit.path}" if bucket.root else hit.path
            self._open(path, hit.number)

    def _open(self, path: str, number: int) -> None:
        """Show a conversation by the path of any of its files."""
        if self.list.choose(path):
            self._number = number
            self._show_chosen()
            self.list.table.setFocus()

    @Slot(object)
    def _show_error(self, error: MemloupeError) -> None:
        self._say(*explain(error))

    def _say(self, title: str, sentence: str = "") -> None:
        self.empty.set_words(title, sentence)
        self.right.setCurrentWidget(self.empty)


def _said(hit: Hit) -> str:
    """Return a hit without the path and the id, which the model gets too."""
    return hit.line.partition(" — ")[2] or hit.line


def _search(tools: AgentTools, query: str, mode: str | None, _context: JobContext) -> Answer:
    return tools.session_search(query, match_mode=mode)
