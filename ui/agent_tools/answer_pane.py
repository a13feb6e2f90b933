"""What a tool answers: its hits as a list, the exact text below, and what a person should know."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QSplitter, QStackedLayout, QVBoxLayout, QWidget

from ui import fonts
from ui.agent_tools.answer_text import AnswerText
from ui.agent_tools.row_table import RowTable
from ui.agent_tools.rows import Column
from ui.agent_tools.words import several, tr
from ui.naming import shown_id, shown_line
from ui.problems import explain
from ui.tokens import Meaning
from ui.widgets.banner import Banner
from ui.widgets.button import Button
from ui.widgets.empty_state import EmptyState
from ui.widgets.labels import ELIDE_START

if TYPE_CHECKING:
    from desktop_app.core.errors import MemloupeError
    from desktop_app.core.ledger.tools import Answer, Hit

_SIDE, _HITS, _TEXT = 16, 260, 360
Said = Callable[["Hit"], str]


class AnswerPane(QWidget):
    """Nothing asked yet, being asked, the answer, or why there is none.

    Args:
        title: What is asked for here, where nothing was yet.
        sentence: How to ask.
        said: Gives what a hit says in the list.
    """

    hit_entered = Signal(object)  # Hit
    stop_wanted = Signal()

    def __init__(
        self,
        title: str,
        sentence: str,
        parent: QWidget | None = None,
        *,
        said: Said = lambda hit: hit.line,
    ) -> None:
        super().__init__(parent)
        self._words = title, sentence
        self.answer: Answer | None = None
        self.stop = Button(tr("Stop"), key=tr("Esc"))
        self.empty = EmptyState(title, sentence, (self.stop,), self)
        self._page = QWidget(self)
        self._around = QWidget(self._page)
        self.remarks = Banner(self._around)
        self._panes = QSplitter(Qt.Orientation.Vertical, self._page)
        self.hits = RowTable(tr("Hits"), _columns(said), self._panes)
        self.text = AnswerText(tr("What the model gets, word for word"), self._panes)
        self._lay_out()
        self.stop.clicked.connect(self.stop_wanted)
        self.hits.chosen.connect(self._mark)
        self.hits.entered.connect(self.hit_entered)
        self.show_nothing()

    @property
    def first(self) -> QWidget:
        """What takes the focus: the hits, or the text of an answer without any."""
        return self.hits if self.hits.rows.rows else self.text

    def show_nothing(self) -> None:
        """Say that nothing was asked yet."""
        self.answer = None
        self.say(*self._words)

    def show_busy(self) -> None:
        """Say that the answer is being worked out."""
        self.say(tr("The files are being read"), tr("As the agent's tool reads them."))
        self.stop.show()

    def show_error(self, error: MemloupeError) -> None:
        """Say why there is no answer."""
        self.answer = None
        self.say(*explain(error))

    def show_answer(self, answer: Answer) -> None:
        """Show an answer."""
        self.answer = answer
        if answer.remarks:
            title = tr("Worth knowing about this answer")
            self.remarks.show_banner(Meaning.NEUTRAL, title, several(answer.remarks))
        else:
            self.remarks.hide()
        self._around.setVisible(bool(answer.remarks))
        self.hits.show_rows(answer.hits)
        self.hits.setVisible(bool(answer.hits))
        self.text.show_text(answer.text)
        self._stack.setCurrentWidget(self._page)

    def say(self, title: str, sentence: str) -> None:
        """Say something in place of an answer."""
        self.stop.hide()
        self.empty.set_words(title, sentence)
        self._stack.setCurrentWidget(self.empty)

    def _lay_out(self) -> None:
        around = QVBoxLayout(self._around)
        around.setContentsMargins(_SIDE, 0, _SIDE, 8)
        around.addWidget(self.remarks)
        self._panes.setChildrenCollapsible(False)
        self._panes.addWidget(self.hits)
        self._panes.addWidget(self.text)
        self._panes.setSizes([fonts.px(_HITS), fonts.px(_TEXT)])
        page = QVBoxLayout(self._page)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addWidget(self._around)
        page.addWidget(self._panes, 1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._page)

    @Slot(object)
    def _mark(self, hit: Hit) -> None:
        text = self.text.text.text
        for wanted in (f"Source: {hit.path}#{hit.number}: {hit.line}", hit.line):
            at = text.find(wanted)
            if at >= 0:
                self.text.mark(at, at + len(wanted))
                return


def _columns(said: Said) -> tuple[Column, ...]:
    return (
        Column(name=tr("File"), text=lambda hit: shown_id(hit.path), wide=230, elide=ELIDE_START),
        Column(name=tr("Line"), text=lambda hit: f"{hit.number:,}", wide=64, right=True),
        Column(name=tr("Text"), text=lambda hit: shown_line(said(hit).strip())),
    )
