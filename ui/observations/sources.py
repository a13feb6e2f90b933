"""The messages that an observation was taken from."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from desktop_app.core.engine_text import decode
from desktop_app.core.errors import MemloupeError
from desktop_app.services.waiting import patiently
from ui.fonts import Role, Weight
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.button import Button
from ui.widgets.empty_state import EmptyState
from ui.widgets.labels import TextLabel
from ui.widgets.message_text import MessagesText
from ui.widgets.text_window_bar import TextWindowBar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.observational.observation import Observation
    from desktop_app.core.transcript import Message
    from desktop_app.services.jobs import Progress
    from ui.session import Session

MOST_MESSAGES = 500
"""A wrong range must not read a whole conversation."""
_FOOT = 56
_LAST_STEP = 2**63 - 1


def show_sources(session: Session, observation: Observation, parent: QWidget) -> SourcesDialog:
    """Open the messages that ``observation`` was taken from."""
    dialog = SourcesDialog(session, observation, parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
    return dialog


def range_text(observation: Observation) -> str:
    """Return the range of source messages."""
    return f"{observation.source_start_index} – {observation.source_end_index}"


class SourcesDialog(QDialog):
    """Shows stored messages read-only; loads them on a reader thread."""

    def __init__(self, session: Session, observation: Observation, parent: QWidget) -> None:
        super().__init__(parent)
        words = self.tr("Messages {0}").format(range_text(observation))
        self.setWindowTitle(words)
        self.text = MessagesText(words)
        self.state = EmptyState(self.tr("Reading the conversation…"))
        self._more = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        self._more.hide()
        self._pages = QStackedLayout()
        # Into the layout first: a page added before would show as a window of its own.
        self._lay_out(words, observation)
        self._pages.addWidget(self.state)
        self._pages.addWidget(self.text)
        self.resize(760, 560)
        self._load(session, observation)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().surface)
        foot = self.height() - _FOOT
        painter.fillRect(0, foot, self.width(), _FOOT, tokens().window)
        painting.hairline(painter, QPointF(0, foot), self.width())

    def _lay_out(self, words: str, observation: Observation) -> None:
        about = self.tr("Observation {0} was taken from them.").format(observation.seq)
        head = QVBoxLayout()
        head.setContentsMargins(16, 14, 16, 10)
        head.setSpacing(2)
        head.addWidget(TextLabel(words, Role.TITLE, Weight.STRONG))
        head.addWidget(TextLabel(about, Role.SECONDARY, tone="text2"))
        head.addWidget(self._more)
        close = Button(self.tr("Close"), key="Esc", large=True)
        close.clicked.connect(self.reject)
        foot = QHBoxLayout()
        foot.setContentsMargins(16, 12, 16, 12)
        foot.addStretch(1)
        foot.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addLayout(self._pages, 1)
        layout.addWidget(TextWindowBar(self.text))
        layout.addLayout(foot)

    def _load(self, session: Session, observation: Observation) -> None:
        source, snapshot = session.source, session.snapshot
        transcripts = source.transcripts if source else None
        row = snapshot.row if snapshot else None
        if transcripts is None or row is None:
            self._say(
                self.tr("No conversation is stored here"),
                self.tr("The workspace has no file with the messages of its conversations."),
            )
            return
        key = row.conversation_id
        conversation = decode(key) if isinstance(key, bytes) else str(key)
        first = max(observation.source_start_index, 0)
        last = min(observation.source_end_index, first + MOST_MESSAGES - 1, _LAST_STEP)
        if last < observation.source_end_index:
            words = self.tr("The first {0} of them are shown.")
            self._more.setText(words.format(f"{MOST_MESSAGES:,}"))
            self._more.show()
        work = partial(transcripts.messages, conversation, first, last)
        job = session.jobs.read(partial(patiently, work))
        job.succeeded.connect(self._show)
        job.progressed.connect(self._wait)
        job.failed.connect(self._explain)
        self.finished.connect(job.cancel)

    @Slot(object)
    def _show(self, messages: Sequence[Message]) -> None:
        if not messages:
            self._say(
                self.tr("These messages are not stored"),
                self.tr("The conversation was compacted, reset or removed since."),
            )
            return
        self.text.show_messages(messages)
        self._pages.setCurrentWidget(self.text)
        self.text.setFocus()

    @Slot(object)
    def _wait(self, progress: Progress) -> None:
        self.state.set_words(self.tr("Reading the conversation…"), progress.note)

    @Slot(object)
    def _explain(self, error: Exception) -> None:
        self._say(str(error), error.advice if isinstance(error, MemloupeError) else "")

    def _say(self, title: str, sentence: str) -> None:
        self.state.set_words(title, sentence)
        self._pages.setCurrentWidget(self.state)
