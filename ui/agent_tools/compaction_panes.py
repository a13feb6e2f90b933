"""The two sides of the compaction preview: how it is set up, and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSplitter, QStackedLayout, QVBoxLayout, QWidget

from ui import fonts
from ui.agent_tools.answer_text import AnswerText
from ui.agent_tools.compaction_report import MessageRow, Report, message_text
from ui.agent_tools.compaction_sums import sums_of
from ui.agent_tools.message_table import MessageTable, fate_words
from ui.agent_tools.settings_form import SettingsForm
from ui.agent_tools.words import several, tr
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.naming import shown_id
from ui.problems import explain
from ui.tokens import Meaning
from ui.widgets.banner import Banner
from ui.widgets.button import Button
from ui.widgets.empty_state import EmptyState
from ui.widgets.labels import ELIDE_MIDDLE, ElidedLabel, TextLabel
from ui.widgets.scrolled import scrolled
from ui.widgets.section import Facts, Section
from ui.widgets.segments import Segments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.errors import MemloupeError
    from desktop_app.core.ledger.sessions import Session as Conversation

BEFORE, AFTER, INPUT, FLUSHED = "before", "after", "input", "flushed"
_MOST_IN_MENU, _LABELS = 40, 68


class SetupPane(QWidget):
    """Which conversation, how the agent is set up, and the sums."""

    chosen = Signal(str)  # path of a conversation
    file_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._offered: tuple[Conversation, ...] = ()
        self.source = ElidedLabel(mode=ELIDE_MIDDLE, weight=Weight.STRONG)
        self.choose = Button(tr("Conversation…"), icon=Icon.CONVERSATION)
        self.file = Button(tr("File…"), icon=Icon.FILE, key="O")
        self.form = SettingsForm()
        self.facts = Facts(label_width=_LABELS)
        self._lay_out()
        self.choose.clicked.connect(self._open_menu)
        self.file.clicked.connect(self.file_wanted)

    def name(self, source: str) -> None:
        """Say which conversation it is."""
        self.source.set_text(source)

    def offer(self, conversations: tuple[Conversation, ...]) -> None:
        """Let people choose among these."""
        self._offered = conversations
        self.choose.set_unavailable("" if conversations else tr("There is no session history."))

    def show_sums_of(self, report: Report) -> None:
        """Show the arithmetic of a preview."""
        self.show_sums(sums_of(report))

    def show_sums(self, sums: Sequence[tuple[str, str]]) -> None:
        """Show numbers with where they come from."""
        self.facts.clear()
        for label, words in sums:
            self.facts.add(label, TextLabel(words, Role.SECONDARY, wrap=True))
        self.facts.setAccessibleName("\n".join(f"{label}: {words}" for label, words in sums))

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.choose)
        buttons.addWidget(self.file)
        buttons.addStretch(1)
        what, how, sums = (
            Section(tr("Conversation")),
            Section(tr("How the agent is set up")),
            Section(tr("The sums")),
        )
        what.body.addWidget(self.source)
        what.body.addLayout(buttons)
        how.body.addWidget(self.form)
        sums.body.addWidget(self.facts)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for section in (what, how, sums):
            column.addWidget(section)
        column.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scrolled(inside))

    @Slot()
    def _open_menu(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for one in self._offered[:_MOST_IN_MENU]:
            words = f"{shown_id(one.agent)} / {shown_id(one.id)}".replace("&", "&&")
            action = QAction(words, menu)
            action.setData(one.shown.path)
            menu.addAction(action)
        menu.triggered.connect(self._choose)
        menu.popup(self.choose.mapToGlobal(QPoint(0, self.choose.height())))

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        self.chosen.emit(str(action.data()))


class ResultPane(QWidget):
    """What happens in a sentence, the messages, and the texts that matter."""

    file_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.report: Report | None = None
        self.headline = Banner()
        self.messages = MessageTable()
        self.fate = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        choices = [
            (BEFORE, tr("Message")),
            (AFTER, tr("What becomes of it")),
            (INPUT, tr("Summary input")),
            (FLUSHED, tr("Facts taken from")),
        ]
        self.forms = Segments(tr("Text that is shown"), choices)
        self.text = AnswerText(tr("Message"))
        self.open = Button(tr("Open a file of messages…"))
        self.empty = EmptyState("", "", (self.open,))
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
        self._stack.setCurrentWidget(self._page)
        self._show_text()

    def _lay_out(self) -> None:
        around = QVBoxLayout()
        around.setContentsMargins(16, 12, 16, 8)
        around.addWidget(self.headline)
        below = QWidget()
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(16, 8, 16, 0)
        head.setSpacing(12)
        head.addWidget(self.fate, 1)
        head.addWidget(self.forms, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        column.addWidget(self.text, 1)
        panes = QSplitter(Qt.Orientation.Vertical)
        panes.setChildrenCollapsible(False)
        panes.addWidget(self.messages)
        panes.addWidget(below)
        panes.setSizes([fonts.px(330), fonts.px(270)])
        self._page = QWidget()
        page = QVBoxLayout(self._page)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addLayout(around)
        page.addWidget(panes, 1)
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
