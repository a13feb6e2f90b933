"""``memory_search`` as the agent has it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.agent_tools.answer_pane import AnswerPane
from ui.agent_tools.page import ToolPage, tool_row
from ui.agent_tools.words import tr
from ui.icons import Icon
from ui.navigation import Place, Target
from ui.widgets.button import Button, ButtonKind
from ui.widgets.fields import SearchField
from ui.widgets.segments import Segments

if TYPE_CHECKING:
    from desktop_app.core.ledger.tools import Answer, Hit
    from desktop_app.services.jobs import JobContext
    from desktop_app.services.ledger.tools import AgentTools
    from ui.agent_tools.presenter import ToolsPresenter

PHRASE, ALL, ANY = "phrase", "all", "any"


def mode_segments(parent: QWidget) -> Segments:
    """Return the choice of how a query is understood."""
    choices = [(PHRASE, tr("Phrase")), (ALL, tr("All words")), (ANY, tr("Any word"))]
    return Segments(tr("How the query is understood"), choices, parent)


def mode_of(segments: Segments) -> str | None:
    """Return what the agent would give as ``matchMode``; nothing for what it does by itself."""
    return None if segments.current == PHRASE else segments.current


class SearchPage(ToolPage):
    """A query, how it is understood, and the answer."""

    def __init__(self, presenter: ToolsPresenter, parent: QWidget | None = None) -> None:
        super().__init__(presenter, tr("Search memory"), parent)
        self.query = SearchField(tr("What memory_search looks for"), self, key=tr("F"))
        self.modes = mode_segments(self)
        self.go = Button(tr("Search"), self, kind=ButtonKind.PRIMARY, icon=Icon.SEARCH, key=tr("↵"))
        self.pane = AnswerPane(
            tr("Ask what the agent would find"),
            tr("MEMORY.md and the daily logs are searched line by line, the archive too."),
            self,
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(tool_row(self.query, self.modes, self.go))
        layout.addWidget(self.pane, 1)
        self._connect()

    @property
    def first(self) -> QWidget:
        return self.query

    @Slot()
    def run(self) -> None:
        """Search."""
        tools = self.presenter.tools()
        if tools is not None:
            self.pane.show_busy()
            self.asking.ask(partial(_search, tools, self.query.text, mode_of(self.modes)))

    @Slot()
    def go_to_field(self) -> None:
        self.query.select_all()

    @Slot()
    def show_bucket(self) -> None:
        self.asking.stop()
        self.pane.show_nothing()

    @Slot()
    def show_shelf(self) -> None:
        if self.pane.answer is not None and not self.asking.is_busy:
            self.run()

    @Slot()
    def stop(self) -> None:
        super().stop()
        self.pane.show_nothing()

    def take_target(self, target: Target) -> None:
        if target.text:
            self.query.set_text(target.text)
            self.run()

    def _connect(self) -> None:
        self.query.submitted.connect(self.run)
        self.query.went_down.connect(self._enter_answer)
        self.query.left.connect(self._enter_answer)
        self.go.clicked.connect(self.run)
        self.modes.changed.connect(self._run_again)
        self.modes.picked.connect(self.query.setFocus)
        self.pane.stop_wanted.connect(self.stop)
        self.pane.hit_entered.connect(self._open)
        self.pane.hits.filter_wanted.connect(self.query.select_all)
        self.asking.answered.connect(self._take)
        self.asking.refused.connect(self.pane.show_error)

    @Slot()
    def _run_again(self) -> None:
        if self.pane.answer is not None or self.asking.is_busy:
            self.run()

    @Slot()
    def _enter_answer(self) -> None:
        if self.pane.answer is not None:
            self.pane.first.setFocus()

    @Slot(object)
    def _take(self, answer: Answer) -> None:
        self.pane.show_answer(answer)

    @Slot(object)
    def _open(self, hit: Hit) -> None:
        bucket = self.presenter.bucket
        if bucket is not None:
            line = hit.line.rstrip("\r")
            path = bucket.at(hit.path)
            self.session.go(Target(Place.LEDGER, path=path, bucket=bucket.path, text=line))


def _search(tools: AgentTools, query: str, mode: str | None, context: JobContext) -> Answer:
    return tools.memory_search(query, mode, lambda: context.cancelled)
