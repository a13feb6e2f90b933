"""What a compaction would do to a conversation: the sums, the messages, the cut, the texts."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QFileDialog, QVBoxLayout

from ui.agent_tools.asking import Asking
from ui.agent_tools.compaction_report import make_report, read_source
from ui.agent_tools.compaction_result import ResultPane
from ui.agent_tools.compaction_setup import SetupPane
from ui.agent_tools.page import ToolPage
from ui.agent_tools.words import tr
from ui.naming import shown_id
from ui.widgets.panes import TwoPanes

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.core.ledger.sessions import Session as Conversation
    from desktop_app.core.ledger.turn_messages import Transcript
    from ui.agent_tools.compaction_report import Report, Source
    from ui.agent_tools.presenter import ToolsPresenter
    from ui.navigation import Target

_SETUP, _PAUSE_MS = 330, 150
_AGENT = "agent"
"""Whose conversation one in a file is, where results would be moved to."""


class CompactionPage(ToolPage):
    """The set-up at the left, what follows from it at the right."""

    def __init__(self, presenter: ToolsPresenter, parent: QWidget | None = None) -> None:
        super().__init__(presenter, tr("Compaction"), parent)
        panes = TwoPanes(self)
        self.setup = SetupPane(panes)
        self.result = ResultPane(panes)
        self._source: Source | None = None
        self._transcript: Transcript | None = None
        self._reading = Asking(self.session, self)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        panes.put(self.setup, self.result, _SETUP)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(panes)
        self._connect()
        self.show_shelf()

    @property
    def first(self) -> QWidget:
        messages = self.result.messages
        return messages if messages.rows.rows else self.setup.choose

    @property
    def reason(self) -> str:
        if self._source is None:
            return tr("No conversation is chosen.")
        return self.setup.form.problem

    @Slot()
    def run(self) -> None:
        """Read the conversation again and work everything out."""
        files, source = self.session.files, self._source
        if files is not None and source is not None:
            self.asking.stop()
            self._transcript = None
            self.result.say(tr("The conversation is being read"))
            self._reading.ask(partial(read_source, files, source))

    @Slot()
    def go_to_field(self) -> None:
        self.setup.form.setFocus()

    @Slot()
    def show_bucket(self) -> None:
        if not isinstance(self._source, Path):
            self._show_source(None)

    @Slot()
    def show_shelf(self) -> None:
        found = self._conversations()
        self.setup.offer(found)
        if isinstance(self._source, Path) or (self._source is None and found):
            self._show_source(self._source or found[0])
        elif self._source is not None:
            path = self._source.shown.path
            now = next((one for one in found if one.shown.path == path), None)
            if now != self._source:
                self._show_source(now)
        elif self.presenter.shelf is not None:
            self._show_source(None)

    @Slot()
    def stop(self) -> None:
        self._reading.stop()
        super().stop()

    def take_target(self, target: Target) -> None:
        self.show_path(target.path or "")

    @Slot(str)
    def show_path(self, path: str) -> None:
        """Show the conversation that a file below the workspace belongs to."""
        for one in self._conversations():
            files = (one.context, one.log)
            if path in {facts.path for facts in files if facts is not None}:
                self._show_source(one)

    @Slot()
    def ask_file(self) -> None:
        """Ask for a file of messages."""
        files = self.session.files
        chosen, _kind = QFileDialog.getOpenFileName(
            self,
            tr("Choose a file of messages"),
            str(files.root) if files else "",
            tr("Messages (*.json *.jsonl);;All files (*)"),
        )
        if chosen:
            self.open_file(Path(chosen))

    def open_file(self, path: Path) -> None:
        """Show what would become of the messages in a file."""
        self._show_source(path)

    def _conversations(self) -> tuple[Conversation, ...]:
        shelf = self.presenter.shelf
        sessions = shelf.sessions if shelf else ()
        return tuple(one for one in sessions if one.shown is not one.legacy)

    def _connect(self) -> None:
        form = self.setup.form
        self.setup.chosen.connect(self.show_path)
        self.setup.file_wanted.connect(self.ask_file)
        self.result.file_wanted.connect(self.ask_file)
        form.changed.connect(self._pause.start)
        form.changed.connect(self.state_changed)
        form.submitted.connect(self._work_out)
        self._pause.timeout.connect(self._work_out)
        self._reading.answered.connect(self._take_transcript)
        self._reading.refused.connect(self.result.show_error)
        self.asking.answered.connect(self._take_report)
        self.asking.refused.connect(self.result.show_error)

    def _show_source(self, source: Source | None) -> None:
        self._source = source
        self._reading.stop()
        self.asking.stop()
        self._transcript = None
        if source is None:
            self.setup.name(tr("No conversation chosen"))
            self.setup.show_sums(())
            self.result.say_nothing()
        else:
            self.setup.name(_name(source))
            self.run()
        self.state_changed.emit()

    @Slot(object)
    def _take_transcript(self, transcript: Transcript) -> None:
        self._transcript = transcript
        self._work_out()

    @Slot()
    def _work_out(self) -> None:
        self._pause.stop()
        settings, transcript = self.setup.form.settings, self._transcript
        if settings is None or transcript is None:
            return
        source, existing = self._source, frozenset[str]()
        agent = _AGENT
        if source is not None and not isinstance(source, Path):
            agent, existing = source.agent, self._existing()
        self.asking.ask(partial(make_report, transcript, settings, agent, existing))

    def _existing(self) -> frozenset[str]:
        """Return the files that results were moved into before."""
        shelf = self.presenter.shelf
        if shelf is None:
            return frozenset()
        bucket = shelf.book.bucket
        below = len(bucket.path) + 1 if bucket.path else 0
        return frozenset(facts.path[below:] for facts in shelf.book.offloaded)

    @Slot(object)
    def _take_report(self, report: Report) -> None:
        self.setup.show_sums_of(report)
        fails = self.setup.form.emergency.isChecked() and not report.preview.happens
        self.result.show_report(report, fails=fails)
        self.state_changed.emit()


def _name(source: Source) -> str:
    if isinstance(source, Path):
        return shown_id(source.name)
    return f"{shown_id(source.agent)} / {shown_id(source.id)}"
