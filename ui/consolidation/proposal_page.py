"""A proposal to read: what to check, the facts of it, what changes, and the text to edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from ui import fonts
from ui.consolidation.model import Proposal, Ready
from ui.consolidation.told import NO_OUTLOOK
from ui.consolidation.words import tr
from ui.fonts import Role
from ui.icons import Icon
from ui.naming import shown_line
from ui.planning import PlanReader
from ui.tokens import Meaning
from ui.widgets.banner import Banner
from ui.widgets.button import Button, ButtonKind
from ui.widgets.check_list import CheckList
from ui.widgets.diff_view import DiffView
from ui.widgets.display_map import Span
from ui.widgets.figures import FigureRow
from ui.widgets.foot import Foot
from ui.widgets.labels import TextLabel
from ui.widgets.panes import TwoPanes
from ui.widgets.segments import Segments
from ui.widgets.text_area import TextArea
from ui.widgets.tick_box import TickBox

if TYPE_CHECKING:
    from desktop_app.services.editing.plans import Intent
    from ui.consolidation.proposing import Proposing
    from ui.consolidation.told import Labels, Looked, Told
    from ui.session import Session

DIFFERENCE, EDIT = "difference", "edit"
_LIST, _LEAST_LIST, _LEAST_TEXT, _DETAIL = 340, 220, 300, 112


class ProposalPage(QWidget, Generic[Proposal]):
    """The text can be edited; all that is said of it follows."""

    judged = Signal()  # what can be done has changed

    def __init__(
        self,
        session: Session,
        presenter: Proposing[Any, Proposal],
        labels: Labels,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._presenter, self._session = presenter, session
        self._made: Proposal | None = None
        self._texts: dict[str, str] = {}
        self._proposal: Proposal | None = None
        self.outlook = NO_OUTLOOK
        self._planner = PlanReader(session, self)
        self.outdated, self.caution = Banner(self), Banner(self)
        self.override = TickBox(tr("Accept it in spite of that"), self)
        self.figures = FigureRow(tr("Figures of the proposal"), self)
        self._panes = TwoPanes(self)
        self._left, self._right = QWidget(self._panes), QWidget(self._panes)
        self._pages = QStackedWidget(self._right)
        self.list = CheckList(tr("What to look at"), self._left)
        self.nothing = TextLabel(
            labels.nothing,
            Role.SECONDARY,
            tone="text2",
            wrap=True,
        )
        self.detail = TextArea(tr("The chosen row, in full"), self._left, lines=2, most=_DETAIL)
        self.detail.set_read_only(True)
        self.sides = Segments(
            labels.file, [(DIFFERENCE, labels.shown), (EDIT, tr("Edit the text"))], self._right
        )
        self.difference = DiffView(labels.change, self._pages)
        self.text = TextArea(labels.text, self._pages, fills=True, role=Role.MONO)
        self.discard = Button(tr("Discard"), kind=ButtonKind.GHOST, key=tr("Esc"))
        self.again = Button(tr("Try again"), kind=ButtonKind.GHOST, icon=Icon.REFLECT, key="R")
        self.accept_button = Button(tr("Accept"), kind=ButtonKind.PRIMARY, key=tr("Ctrl ↵"))
        self._lay_out()
        self._connect()

    @property
    def reason(self) -> str:
        """Why the text can't be accepted; empty if it can."""
        proposal = self._proposal
        if proposal is None or self._planner.is_busy:
            return tr("It is being compared.")
        if self._presenter.acceptance.is_under_way:
            return tr("It is being written.")
        if self._presenter.is_outdated:
            return tr("The files have changed since this proposal was made.")
        return self.reason_against(proposal, is_overridden=self.override.isChecked())

    @property
    def is_edited(self) -> bool:
        """Whether the text is another one than was proposed."""
        return self._made is not None and self.text.text != self.text_of(self._made)

    @property
    def is_editing(self) -> bool:
        """Whether the text is open to be edited."""
        return self.sides.current == EDIT

    def show_ready(self, ready: Ready[Proposal]) -> QWidget:
        """Show a proposal; return what takes the focus."""
        self._made = self._proposal = ready.proposal
        self.override.setChecked(False)
        self.text.set_text(self.text_of(ready.proposal))
        self.sides.choose(DIFFERENCE)
        self._look(at_once=True)
        self._show()
        return self.list if self.list.isVisibleTo(self) else self.difference

    @Slot()
    def accept(self) -> None:
        """Accept the text as it stands."""
        if not self.reason:
            self._presenter.accept(override=self.override.isChecked())

    @Slot()
    def edit(self) -> None:
        """Edit the text, or go back to the difference."""
        self.sides.choose(DIFFERENCE if self.is_editing else EDIT)
        self._side().setFocus()

    def text_of(self, proposal: Proposal) -> str:
        """Return the text that a person edits."""
        raise NotImplementedError

    def looked(self, made: Proposal, text: str, intent: Intent) -> Looked[Proposal]:
        """Return what a text gives; called on a reader's thread."""
        raise NotImplementedError

    def told(self, proposal: Proposal) -> Told:
        """Return what the page says of a proposal."""
        raise NotImplementedError

    def reason_against(self, proposal: Proposal, *, is_overridden: bool) -> str:
        """Return why a proposal can't be accepted now; empty if it can."""
        raise NotImplementedError

    @Slot()
    def look_again(self) -> None:
        """Work out anew what the text gives: the files are others."""
        if self._made is not None and self.isVisible():
            self._look(at_once=True)

    def _side(self) -> QWidget:
        return self.text if self.is_editing else self.difference

    @Slot()
    def _look(self, *, at_once: bool = False) -> None:
        made = self._made
        if made is None:
            return
        text = self.text.text

        def look(intent: Intent) -> Looked[Proposal]:
            return self.looked(made, text, intent)

        self._planner.request(look, at_once=at_once)
        self._judge()

    @Slot(object)
    def _take_look(self, looked: Looked[Proposal]) -> None:
        self._proposal, self.outlook = looked.proposal, looked.outlook
        self.difference.show_lines(looked.lines)
        self._presenter.replace(looked.proposal)
        self._show()

    def _show(self) -> None:
        proposal = self._proposal
        if proposal is None:
            return
        told = self.told(proposal)
        self.figures.show_figures(told.figures)
        self._texts = told.full
        self.list.set_groups(told.groups)
        for part in (self.list, self.detail):
            part.setVisible(bool(told.groups))
        self._show_row(self.list.current_id)
        self.nothing.setVisible(not told.groups)
        if told.warnings:
            text = " ".join(map(shown_line, told.warnings))
            self.caution.show_banner(Meaning.CAUTION, told.title, text)
        else:
            self.caution.hide()
        self.override.setVisible(told.takes_override)
        self._show_outdated()

    @Slot()
    def _show_outdated(self) -> None:
        if self._presenter.is_outdated:
            self.outdated.show_banner(
                Meaning.ENGINE,
                tr("MEMORY.md or the watermark has changed since this proposal was made"),
                tr("Nothing is lost: consolidate once more to take the change in."),
                tr("Make it again"),
            )
        else:
            self.outdated.hide()
        self._judge()

    @Slot()
    def _judge(self) -> None:
        self.accept_button.set_unavailable(self.reason)
        self.judged.emit()

    @Slot(str)
    def _show_row(self, row_id: str) -> None:
        self.detail.set_text(self._texts.get(row_id, ""))

    @Slot(str)
    def _reveal(self, row_id: str) -> None:
        """Scroll the difference to the fact of a row, where it stands there as it is."""
        fact = self._texts.get(row_id, "").partition("\n")[0]
        at = self.difference.text.text.find(fact) if fact else -1
        if at >= 0:
            self.difference.text.reveal(Span(at, at + len(fact)))

    @Slot(str)
    def _show_side(self, side: str) -> None:
        self._pages.setCurrentWidget(self.text if side == EDIT else self.difference)

    def _connect(self) -> None:
        presenter = self._presenter
        self.list.current_changed.connect(self._show_row)
        self.list.current_changed.connect(self._reveal)
        self.text.edited.connect(self._look)
        self.sides.changed.connect(self._show_side)
        self.override.toggled.connect(self._judge)
        self.discard.clicked.connect(presenter.discard)
        self.again.clicked.connect(presenter.again)
        self.accept_button.clicked.connect(self.accept)
        self.outdated.activated.connect(presenter.again)
        presenter.outdated_changed.connect(self._show_outdated)
        presenter.acceptance.settled.connect(self._judge)
        self._planner.ready.connect(self._take_look)

    def _lay_out(self) -> None:
        notes = QVBoxLayout()
        notes.setContentsMargins(16, 10, 16, 4)
        notes.setSpacing(8)
        for note in (self.outdated, self.caution, self.override):
            notes.addWidget(note)
        self._lay_out_left()
        self._lay_out_right()
        self._panes.put(self._left, self._right, _LIST)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(notes)
        layout.addWidget(self.figures)
        layout.addWidget(self._panes, 1)
        words_of_foot = tr("Nothing is written until you accept")
        layout.addWidget(Foot((self.discard, self.again), (self.accept_button,), words_of_foot))

    def _lay_out_left(self) -> None:
        self._left.setMinimumWidth(fonts.px(_LEAST_LIST))
        column = QVBoxLayout(self._left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.list, 1)
        below = QVBoxLayout()
        below.setContentsMargins(16, 10, 16, 12)
        below.addWidget(self.detail)
        column.addLayout(below)
        self.nothing.setContentsMargins(16, 16, 16, 16)
        column.addWidget(self.nothing)
        column.addStretch(0)

    def _lay_out_right(self) -> None:
        self._pages.addWidget(self.difference)
        self._pages.addWidget(self.text)
        self._right.setMinimumWidth(fonts.px(_LEAST_TEXT))
        top = QHBoxLayout()
        top.addWidget(self.sides)
        top.addStretch(1)
        column = QVBoxLayout(self._right)
        column.setContentsMargins(16, 10, 16, 12)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self._pages, 1)
