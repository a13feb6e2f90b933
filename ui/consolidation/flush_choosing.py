"""Which conversation facts are extracted from, and what a model would be sent of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ui import fonts
from ui.consolidation import flush_words as words
from ui.consolidation.input_pane import InputPane
from ui.consolidation.words import few, tr
from ui.fonts import Role
from ui.icons import Icon
from ui.naming import shown_line
from ui.tokens import Meaning
from ui.widgets.banner import Banner
from ui.widgets.button import Button, ButtonKind
from ui.widgets.check_list import CheckList
from ui.widgets.empty_state import EmptyState
from ui.widgets.foot import Foot
from ui.widgets.labels import ElidedLabel
from ui.widgets.panes import TwoPanes

if TYPE_CHECKING:
    from ui.consolidation.flush_presenter import FlushPresenter, Offer
    from ui.consolidation.model import Choosing

_LIST, _LEAST = 300, 220


class FlushChoosing(QWidget):
    """The conversations at the left, the model's input at the right, sending at the foot."""

    judged = Signal()

    def __init__(self, presenter: FlushPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self.file = Button(tr("File…"), self, icon=Icon.FILE, key="O")
        self.note = Banner(self)
        self._panes = TwoPanes(self)
        self.list = CheckList(tr("Conversations"), self._panes)
        self.sizes = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self._right = QStackedWidget(self._panes)
        hint = tr("Another prompt is kept until Memloupe is closed.")
        self.pane = InputPane(presenter, hint, self._right)
        self.input = self.pane.input
        self.none = EmptyState(tr("There is nothing to take facts from"), parent=self._right)
        self.discard = Button(tr("Back"), kind=ButtonKind.GHOST, key=tr("Esc"))
        self.model = Button(
            tr("Ask a model…"), kind=ButtonKind.PRIMARY, icon=Icon.REFLECT, key=tr("Ctrl ↵")
        )
        self._lay_out()
        self.list.current_changed.connect(self._choose)
        self.file.clicked.connect(self.ask_file)
        self.discard.clicked.connect(presenter.discard)
        self.model.clicked.connect(presenter.ask_model)
        presenter.judged.connect(self._judge)

    @property
    def reason(self) -> str:
        """Why nothing can be sent; empty if something can."""
        return shown_line(self._presenter.reason_against_asking)

    @property
    def model_reason(self) -> str:
        """The same: only a model extracts facts."""
        return self.reason

    @Slot()
    def confirm(self) -> None:
        """Do what the primary button does."""
        self._presenter.ask_model()

    @Slot()
    def ask_file(self) -> None:
        """Ask for a conversation in a file."""
        files = self._presenter.session.files
        chosen, _kind = QFileDialog.getOpenFileName(
            self,
            tr("Choose a file of messages"),
            str(files.root) if files else "",
            tr("Messages (*.json *.jsonl);;All files (*)"),
        )
        if chosen:
            self._presenter.choose(Path(chosen))

    def show_choosing(self, choosing: Choosing[Offer]) -> QWidget:
        """Show what would go in, or why nothing can; return what takes the focus."""
        offer, error = choosing.prepared, choosing.error
        groups = words.offer_groups(offer) if offer else []
        quiet = QSignalBlocker(self.list)
        self.list.set_groups(groups)
        self.list.set_current(words.chosen_row(offer) if offer else "")
        quiet.unblock()
        self.list.setVisible(bool(groups))
        self.sizes.set_text(words.offer_words(offer) if offer else "")
        error = offer.error if offer else error
        if offer is not None and offer.prepared is not None:
            self.pane.show_messages(offer.prepared.input.messages)
            self._right.setCurrentWidget(self.pane)
        elif error is not None:
            self.none.set_words(shown_line(error.message), shown_line(error.advice))
            self._right.setCurrentWidget(self.none)
        self._show_remarks(offer.remarks if offer else ())
        self._judge()
        return self.list if groups else self.file

    def _show_remarks(self, remarks: tuple[str, ...]) -> None:
        if remarks:
            text = " ".join(map(shown_line, few(remarks)))
            self.note.show_banner(Meaning.CAUTION, tr("This is not all of the conversation"), text)
        else:
            self.note.hide()

    @Slot()
    def _judge(self) -> None:
        self.model.set_unavailable(self.reason)
        self.judged.emit()

    @Slot(str)
    def _choose(self, row_id: str) -> None:
        if row_id and row_id != words.FILE_ROW:
            self._presenter.choose(row_id)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(16, 12, 16, 8)
        top.setSpacing(16)
        top.addWidget(self.file)
        top.addWidget(self.sizes, 1)
        note = QVBoxLayout()
        note.setContentsMargins(16, 4, 16, 4)
        note.addWidget(self.note)
        self.list.setMinimumWidth(fonts.px(_LEAST))
        self._right.addWidget(self.none)
        self._right.addWidget(self.pane)
        self._panes.put(self.list, self._right, _LIST)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addLayout(note)
        layout.addWidget(self._panes, 1)
        layout.addWidget(
            Foot((self.discard,), (self.model,), tr("Nothing is sent before you agree"))
        )
