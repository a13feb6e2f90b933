"""What follows from a compaction: a sentence, the messages, and the texts that matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedLayout, QVBoxLayout, QWidget

from ui import fonts
from ui.agent_tools.answer_text import AnswerText
from ui.agent_tools.compaction_report import message_text
from ui.agent_tools.message_table import MessageTable, fate_words
from ui.agent_tools.words import several, tr
from ui.fonts import Role
from ui.problems import explain
from ui.tokens import Meaning
from ui.widgets.banner import Banner
from ui.widgets.button import Button
from ui.widgets.empty_state import EmptyState
from ui.widgets.labels import TextLabel
from ui.widgets.segments import Segments

if TYPE_CHECKING:
    from desktop_app.core.errors import MemloupeError
    from ui.agent_tools.compaction_report import MessageRow, Report

BEFORE, AFTER, INPUT, FLUSHED = "before", "after", "input", "flushed"
_CENTRED = MessageTable.ScrollHint.PositionAtCenter


class ResultPane(QWidget):
    """What happens in a sentence, the messages, and the texts that matter."""

    file_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.report: Report | None = None
        self._page = QWidget(self)
        self.headline = Banner(self._page)
        self._panes = QSplitter(Qt.Orientation.Vertical, self._page)
        self.messages = MessageTable(self._panes)
        self._below = QWidget(self._panes)
        self.fate = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        choices = [
            (BEFORE, tr("Message")),
            (AFTER, tr("What becomes of it")),
            (INPUT, tr("Summary input")),
            (FLUSHED, tr("Facts taken from")),
        ]
        self.forms = Segments(tr("Text that is shown"), choices, self._below)
        self.text = AnswerText(tr("Message"), self._below)
        self.open = Button(tr("Open a file of messages…"))
        self.empty = EmptyState("", "", (self.open,), self)
        self._lay_out()
        self.open.clicked.connect(self.file_wanted)
        self.messages.chosen.connect(self._show_text)
        self.messages.entered.connect(self._enter)
        self.forms.changed.connect(self._show_text)
        self.say_nothing()

    def say_nothing(self) -> None:
        """Say that no conversation is chosen."""
        words = tr("Choose one of the session history, or a JSON file of messages.")
        self.say(tr("No conversation to look at"), words)
        self.open.show()

    def say(self, title: str, sentence: str = "") -> None:
        """Say something in place of a preview."""
        self.report = None
        self.messages.show_rows(())
        self.open.hide()
        self.empty.set_words(title, sentence)
        self._stack.setCurrentWidget(self.empty)

    @Slot(object)
    def show_error(self, error: MemloupeError) -> None:
        """Say why there is no preview."""
        self.say(*explain(error))
        self.open.show()

    def show_report(self, report: Report, *, fails: bool) -> None:
        """Show a preview; ``fails`` if nothing can be cut although it has to be."""
        before = self.messages.current
        self.report = report
        happens = report.preview.happens
        sentence = several(report.remarks)
        title = report.preview.explanation
        if fails:
            title = tr("The call fails: with so few messages nothing can be cut.")
        meaning = Meaning.DAMAGED if fails else Meaning.ENGINE if happens else Meaning.NEUTRAL
        self.headline.show_banner(meaning, title, sentence)
        at = before.number if before is not None else report.preview.cut.at if happens else 0
        at = min(at, len(report.rows) - 1)
        self.messages.show_rows(report.rows, at)
        if before is None:
            self.messages.scrollTo(self.messages.currentIndex(), _CENTRED)
        self._stack.setCurrentWidget(self._page)
        self._show_text()

    def _lay_out(self) -> None:
        around = QVBoxLayout()
        around.setContentsMargins(16, 12, 16, 8)
        around.addWidget(self.headline)
        column = QVBoxLayout(self._below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(16, 8, 16, 0)
        head.setSpacing(12)
        head.addWidget(self.fate, 1)
        head.addWidget(self.forms, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        column.addWidget(self.text, 1)
        self._panes.setChildrenCollapsible(False)
        self._panes.addWidget(self.messages)
        self._panes.addWidget(self._below)
        self._panes.setSizes([fonts.px(330), fonts.px(270)])
        page = QVBoxLayout(self._page)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addLayout(around)
        page.addWidget(self._panes, 1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._page)

    @Slot()
    def _show_text(self, _row: object = None) -> None:
        report, row = self.report, self.messages.current
        if report is None:
            return
        self.fate.setText(fate_words(row) if row is not None else "")
        form = self.forms.current
        if form == INPUT:
            self.text.show_text(report.summary_input, tr("What the model is given to sum up"))
        elif form == FLUSHED:
            self.text.show_text(report.flushed, tr("What facts are extracted from before"))
        elif row is not None:
            title = tr("Message {0}") if form == BEFORE else tr("What becomes of message {0}")
            text = message_text(row.before) if form == BEFORE else _after(row)
            self.text.show_text(text, title.format(f"{row.number:,}"))
        else:
            self.text.show_text("", tr("Message"))

    @Slot()
    def _enter(self) -> None:
        self.text.setFocus()


def _after(row: MessageRow) -> str:
    placed = "\n\n".join(one.placeholder for one in row.moved)
    return placed or message_text(row.after)
