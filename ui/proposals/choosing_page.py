"""Which messages to take observations from: what is unobserved, and why the engine waits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role
from ui.icons import Icon
from ui.naming import shown_line
from ui.proposals.words import tr
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.banner import Banner
from ui.widgets.button import Button, ButtonKind
from ui.widgets.check_list import CheckList, Group
from ui.widgets.exact_text import ExactText
from ui.widgets.foot import Foot
from ui.widgets.labels import ElidedLabel
from ui.widgets.panes import TwoPanes

if TYPE_CHECKING:
    from desktop_app.core.observational.engine_steps import Unobserved
    from ui.proposals.model import Choosing
    from ui.proposals.presenter import ProposalsPresenter
    from ui.proposals.transcripts import Transcripts

_LIST, _LEAST = 324, 220


class ChoosingPage(QWidget):
    """Two sources at the top, the unobserved messages below, one of them in full beside them."""

    judged = Signal()

    def __init__(
        self,
        presenter: ProposalsPresenter,
        transcripts: Transcripts,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._presenter, self._transcripts = presenter, transcripts
        self._unobserved: Unobserved | None = None
        self._why = ""
        self.stored = Button(tr("Stored conversation"), self, icon=Icon.CONVERSATION)
        self.file = Button(tr("A file of messages…"), self, icon=Icon.FILE)
        self.origin = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self.note = Banner(self)
        self.panes = TwoPanes(self)
        self.list = CheckList(tr("Unobserved messages"), self.panes)
        self.text = ExactText(tr("The message"), self.panes)
        self.discard = Button(tr("Cancel"), kind=ButtonKind.GHOST, key=tr("Esc"))
        self.propose_button = Button(
            tr("Propose observations"), kind=ButtonKind.PRIMARY, key=tr("Ctrl ↵")
        )
        self._lay_out()
        self.stored.clicked.connect(transcripts.load_stored)
        self.file.clicked.connect(self.ask_file)
        self.list.current_changed.connect(self._show_message)
        self.discard.clicked.connect(presenter.discard)
        self.propose_button.clicked.connect(self.propose)

    @property
    def reason(self) -> str:
        """Why nothing can be proposed; empty if something can."""
        return self._why

    def show_choosing(self, choosing: Choosing) -> None:
        """Show what is unobserved, or why nothing can be read."""
        found, error = choosing.pending, choosing.error
        self._unobserved = found.source if found else None
        self._why = "" if self._unobserved else tr("There are no unobserved messages to look at.")
        self.origin.set_text(_origin_words(choosing))
        self._show_note(choosing)
        rows = choosing.rows
        head = Group(tr("Unobserved messages"), rows, right=f"{len(rows):,}")
        self.list.set_groups([head] if rows else [])
        self.panes.setVisible(bool(rows))
        self.list.step(-1_000_000)
        if not self._unobserved:
            self.text.show_text("")
        self.propose_button.set_unavailable(self._why)
        if error is None and found is None and not choosing.origin:
            self._transcripts.load_stored()
        self.judged.emit()

    @Slot()
    def propose(self) -> None:
        """Propose observations of what is shown."""
        if self._unobserved is not None:
            self._presenter.propose(self._unobserved)

    @Slot()
    def ask_file(self) -> None:
        """Ask for a file of messages."""
        chosen, _kind = QFileDialog.getOpenFileName(
            self,
            tr("Choose a file of messages"),
            self._transcripts.folder,
            tr("Messages (*.json *.jsonl);;All files (*)"),
        )
        if chosen:
            self._transcripts.load_file(Path(chosen))

    def _show_note(self, choosing: Choosing) -> None:
        found, error = choosing.pending, choosing.error
        if error is not None:
            advice = shown_line(error.advice)
            self.note.show_banner(Meaning.CAUTION, shown_line(error.message), advice)
        elif found is not None and found.why_not:
            later = tr("You can look at them now all the same.") if found.source else ""
            self.note.show_banner(Meaning.ENGINE, shown_line(found.why_not), later)
        else:
            self.note.hide()

    @Slot(str)
    def _show_message(self, row_id: str) -> None:
        if self._unobserved is not None and row_id:
            self.text.show_text(self._unobserved.messages[int(row_id)].content)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(16, 12, 16, 8)
        top.setSpacing(8)
        top.addWidget(self.stored)
        top.addWidget(self.file)
        top.addSpacing(8)
        top.addWidget(self.origin, 1)
        note = QVBoxLayout()
        note.setContentsMargins(16, 0, 16, 8)
        note.addWidget(self.note)
        self.list.setMinimumWidth(fonts.px(_LEAST))
        self.panes.put(self.list, self.text, _LIST)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addLayout(note)
        layout.addWidget(self.panes, 100)
        layout.addStretch(1)
        words = tr("Nothing is sent before you agree")
        layout.addWidget(Foot((self.discard,), (self.propose_button,), words))


def _origin_words(choosing: Choosing) -> str:
    source = choosing.pending.source if choosing.pending else None
    if source is None:
        nothing = choosing.pending is not None
        return tr("{0}: nothing new").format(choosing.origin) if nothing else choosing.origin
    count = counting.counted(len(source.messages), tr("{0} message"), tr("{0} messages"))
    tokens = counting.tokens(source.tokens)
    return tr("{0}: {1} unobserved, {2}").format(choosing.origin, count, tokens)
