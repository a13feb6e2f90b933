"""What goes into a consolidation, word for word, and who merges it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.ledger.consolidation_proposal import offers_rebuild
from ui import fonts
from ui.consolidation.input_pane import InputPane
from ui.consolidation.words import input_rows, input_words, tr
from ui.fonts import Role
from ui.icons import Icon
from ui.naming import shown_line
from ui.tokens import Meaning
from ui.widgets.banner import Banner
from ui.widgets.button import Button, ButtonKind
from ui.widgets.check_list import CheckList, Group
from ui.widgets.empty_state import EmptyState
from ui.widgets.foot import Foot
from ui.widgets.labels import ElidedLabel, TextLabel
from ui.widgets.line_edit import LineField
from ui.widgets.panes import TwoPanes
from ui.widgets.tick_box import TickBox

if TYPE_CHECKING:
    from desktop_app.services.ledger.consolidating import Prepared
    from ui.consolidation.model import Choosing
    from ui.consolidation.presenter import ConsolidationPresenter

_LIST, _LEAST, _FIELD = 300, 220, 96
_LARGEST = 2**31 - 1


class ChoosingPage(QWidget):
    """The logs at the left, the model's input at the right, who does it at the foot."""

    judged = Signal()

    def __init__(self, presenter: ConsolidationPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._why = ""
        self.all_logs = TickBox(tr("Take all logs, as if there were no watermark"), self)
        self.limit_title = TextLabel(tr("Limit in tokens"), Role.SECONDARY, tone="text2")
        self.limit = LineField(tr("The most tokens that MEMORY.md may have"), self)
        self.limit.setFixedWidth(fonts.px(_FIELD))
        self.limit.line.setValidator(QIntValidator(1, _LARGEST, self.limit))
        self.sizes = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self.note = Banner(self)
        self.panes = TwoPanes(self)
        self.list = CheckList(tr("Logs that go in"), self.panes)
        self.pane = InputPane(
            presenter,
            tr(
                "%d has to be in it exactly twice: the limit in tokens, then in characters. %% "
                "stands for a percent sign. Another prompt is kept until Memloupe is closed."
            ),
            self.panes,
        )
        self.input = self.pane.input
        self.none = EmptyState(tr("There is nothing to consolidate"), parent=self)
        self.discard = Button(tr("Back"), kind=ButtonKind.GHOST, key=tr("Esc"))
        self.model = Button(tr("Ask a model…"), icon=Icon.REFLECT, key="M")
        self.rules = Button(
            tr("Merge by built-in rules"), kind=ButtonKind.PRIMARY, key=tr("Ctrl ↵")
        )
        self._lay_out()
        self.all_logs.clicked.connect(self._take_all_logs)
        self.limit.submitted.connect(self._limit)
        self.limit.line.editingFinished.connect(self._limit)
        self.note.activated.connect(self._rebuild)
        presenter.judged.connect(self._judge)
        self.discard.clicked.connect(presenter.discard)
        self.model.clicked.connect(presenter.ask_model)
        self.rules.clicked.connect(presenter.use_rules)

    @property
    def reason(self) -> str:
        """Why nothing can be merged; empty if something can."""
        return self._why

    def show_choosing(self, choosing: Choosing[Prepared]) -> QWidget:
        """Show what would go in, or why nothing can; return what takes the focus."""
        prepared, error = choosing.prepared, choosing.error
        self._why = "" if prepared else shown_line(error.message if error else tr("Being read."))
        self.panes.setVisible(prepared is not None)
        for part in (self.limit_title, self.limit):
            part.setVisible(prepared is not None)
        self.sizes.set_text("")
        self.all_logs.setChecked(self._presenter.all_logs)
        self.limit.set_text(str(self._presenter.limits.tokens))
        self.none.setVisible(error is not None)
        if prepared is not None:
            rows = input_rows(prepared)
            self.list.set_groups([Group(tr("Logs that go in"), rows, right=f"{len(rows):,}")])
            self.pane.show_messages(prepared.input.messages)
            self.sizes.set_text(input_words(prepared))
        self._show_note(choosing)
        self._judge()
        return self.rules if prepared is not None else self.discard

    @property
    def model_reason(self) -> str:
        """Why no model can be asked; empty if one can."""
        return self._why or self._presenter.reason_against_asking

    @Slot()
    def confirm(self) -> None:
        """Do what the primary button does."""
        if not self._why:
            self._presenter.use_rules()

    @Slot()
    def _judge(self) -> None:
        self.rules.set_unavailable(self._why)
        self.model.set_unavailable(self.model_reason)
        self.judged.emit()

    def _show_note(self, choosing: Choosing[Prepared]) -> None:
        prepared, error = choosing.prepared, choosing.error
        if error is not None:
            self.none.set_words(shown_line(error.message), shown_line(error.advice))
            self.note.hide()
        elif (
            prepared is not None
            and not self._presenter.all_logs
            and offers_rebuild(prepared.run.book)
        ):
            self.note.show_banner(
                Meaning.CAUTION,
                tr("MEMORY.md is missing or empty, and older logs are not taken"),
                tr("What was logged before the watermark would not come back."),
                tr("Take all logs"),
            )
        else:
            self.note.hide()

    @Slot(bool)
    def _take_all_logs(self, wanted: bool) -> None:  # noqa: FBT001 - the signal's own argument
        self._presenter.take_all_logs(wanted=wanted)

    @Slot()
    def _limit(self) -> None:
        if self.limit.line.hasAcceptableInput():
            self._presenter.limit_to(int(self.limit.text))

    @Slot()
    def _rebuild(self) -> None:
        self._presenter.take_all_logs(wanted=True)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(16, 12, 16, 8)
        top.setSpacing(16)
        top.addWidget(self.all_logs)
        top.addWidget(self.limit_title)
        top.addWidget(self.limit)
        top.addWidget(self.sizes, 1)
        note = QVBoxLayout()
        note.setContentsMargins(16, 4, 16, 4)
        note.addWidget(self.note)
        self.list.setMinimumWidth(fonts.px(_LEAST))
        self.panes.put(self.list, self.pane, _LIST)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addLayout(note)
        layout.addWidget(self.panes, 100)
        layout.addWidget(self.none, 100)
        layout.addStretch(1)
        words = tr("Nothing is sent before you agree")
        layout.addWidget(Foot((self.discard,), (self.model, self.rules), words))
