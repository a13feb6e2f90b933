"""A proposal to read: what to check, the figures, the parts to tick, and what they do."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from desktop_app.core.errors import RefusedError
from desktop_app.core.proposals.observation_proposal import ObservationProposal
from desktop_app.core.proposals.reflection_proposal import ReflectionProposal
from desktop_app.core.proposals.scoring import rescored
from ui import fonts
from ui.icons import Icon
from ui.naming import shown_line
from ui.planning import PlanReader
from ui.proposals import words
from ui.proposals.detail import ItemDetail, TurnDetail
from ui.proposals.effect import effect_of
from ui.proposals.words import tr
from ui.tokens import Meaning
from ui.widgets.banner import Banner
from ui.widgets.button import Button, ButtonKind
from ui.widgets.check_list import CheckList
from ui.widgets.figures import FigureRow
from ui.widgets.foot import Foot
from ui.widgets.panes import TwoPanes
from ui.widgets.tick_box import TickBox

if TYPE_CHECKING:
    from ui.proposals.effect import Effect
    from ui.proposals.model import Proposal, Ready
    from ui.proposals.presenter import ProposalsPresenter
    from ui.session import Session

_LIST, _LEAST_LIST, _LEAST_DETAIL = 324, 220, 300


class ReadyPage(QWidget):
    """Ticks are here; everything else is the presenter's."""

    judged = Signal()  # what can be done has changed

    def __init__(
        self, session: Session, presenter: ProposalsPresenter, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._ready: Ready | None = None
        self._effect: Effect | None = None
        self._refusal = ""
        self._planner = PlanReader(session, self)
        self.outdated, self.caution = Banner(self), Banner(self)
        self.override = TickBox(self.tr("Accept it in spite of that"), self)
        self.figures = FigureRow(self.tr("Figures of the proposal"), self)
        self.panes = TwoPanes(self)
        self.list = CheckList(self.tr("What would change"), self.panes)
        self._area = QScrollArea(self.panes)
        self._detail = QWidget(self._area.viewport())
        self.item, self.turn = ItemDetail(self._detail), TurnDetail(self._detail)
        self.discard = Button(self.tr("Discard"), kind=ButtonKind.GHOST, key=self.tr("Esc"))
        self.again = Button(self.tr("Try again"), kind=ButtonKind.GHOST, icon=Icon.REFLECT, key="R")
        self.accept_button = Button("", kind=ButtonKind.PRIMARY, key=self.tr("Ctrl ↵"))
        self.foot = Foot(
            (self.discard, self.again),
            (self.accept_button,),
            self.tr("Nothing is written until you accept"),
        )
        self._lay_out()
        self._connect()

    @property
    def _proposal(self) -> Proposal | None:
        return self._ready.proposal if self._ready else None

    @property
    def ticked(self) -> frozenset[str]:
        """The ids of what is ticked."""
        return frozenset(self.list.rows.ticked)

    @property
    def effect(self) -> Effect | None:
        """What the ticks do; ``None`` while that is being worked out."""
        return self._effect

    @property
    def reason(self) -> str:
        """Why what is ticked can't be accepted; empty if it can."""
        proposal = self._proposal
        if proposal is None or not self.ticked:
            return tr("Nothing is ticked.")
        if self._presenter.acceptance.is_under_way:
            return tr("It is being written.")
        if self._presenter.is_outdated:
            return tr("The memory has changed since this proposal was made.")
        if isinstance(proposal, ReflectionProposal) and not proposal.record.enabled:
            return tr("The scope is disabled, so the engine would not reflect on it.")
        if proposal.needs_override and not self.override.isChecked():
            return tr("Say that it is wanted in spite of what is wrong with it.")
        return self._refusal

    def show_ready(self, ready: Ready) -> None:
        """Show a proposal; one that was only edited keeps its ticks."""
        edited = self._ready is not None and self._ready.task is ready.task
        proposal, ticked = ready.proposal, self.ticked
        self._ready = ready
        ids = ticked & proposal.everything if edited else proposal.ticked
        if not edited:
            self._effect, self._refusal = None, ""
            self.override.setChecked(False)
        self.figures.show_figures(words.figures_of(proposal))
        self.list.set_groups(words.groups_of(proposal, ids))
        if not edited:
            self.list.step(-len(proposal.items) - 1)
        self._show_item(self.list.current_id)
        self._plan(at_once=True)

    @Slot()
    def accept(self) -> None:
        """Accept what is ticked."""
        if not self.reason:
            self._presenter.accept(self.ticked, override=self.override.isChecked())

    def set_tenths(self, tenths: int) -> None:
        """Give the current observation another importance."""
        if isinstance(self._proposal, ObservationProposal):
            self._rescore(self.list.current_id, tenths / 10)

    def _lay_out(self) -> None:
        self.list.setMinimumWidth(fonts.px(_LEAST_LIST))
        self._lay_out_detail()
        self.panes.put(self.list, self._area, _LIST)
        notes = QVBoxLayout()
        notes.setContentsMargins(16, 10, 16, 4)
        notes.setSpacing(8)
        for note in (self.outdated, self.caution, self.override):
            notes.addWidget(note)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(notes)
        layout.addWidget(self.figures)
        layout.addWidget(self.panes, 1)
        layout.addWidget(self.foot)

    def _lay_out_detail(self) -> None:
        parts = QVBoxLayout(self._detail)
        parts.setContentsMargins(16, 12, 16, 12)
        parts.setSpacing(16)
        parts.addWidget(self.item)
        parts.addWidget(self.turn, 1)
        area = self._area
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.viewport().setAutoFillBackground(False)
        area.setWidget(self._detail)
        self._detail.setAutoFillBackground(False)
        area.setMinimumWidth(fonts.px(_LEAST_DETAIL))

    def _connect(self) -> None:
        presenter = self._presenter
        self.list.ticks_changed.connect(self._on_ticks)
        self.list.current_changed.connect(self._show_item)
        self.item.importance_wanted.connect(self._rescore)
        self.override.toggled.connect(self._judge)
        self.discard.clicked.connect(presenter.discard)
        self.again.clicked.connect(presenter.again)
        self.accept_button.clicked.connect(self.accept)
        self.outdated.activated.connect(presenter.again)
        self.outdated.other_activated.connect(presenter.propose_anew)
        presenter.outdated_changed.connect(self._show_outdated)
        presenter.acceptance.settled.connect(self._judge)
        self._planner.ready.connect(self._take_effect)
        self._planner.refused.connect(self._take_refusal)

    @Slot()
    def _on_ticks(self) -> None:
        proposal = self._proposal
        if proposal is not None:
            self.list.set_groups(words.groups_of(proposal, self.ticked))
            self._plan()

    def _plan(self, *, at_once: bool = False) -> None:
        if self._proposal is not None:
            self._refusal = ""
            look = partial(effect_of, self._proposal, self.ticked)
            self._planner.request(lambda _intent: look(), at_once=at_once)
        self._show_notes()

    @Slot(object)
    def _take_effect(self, effect: Effect) -> None:
        self._effect = effect
        self.turn.show_effect(effect)
        self._show_notes()

    @Slot(str)
    def _take_refusal(self, reason: str) -> None:
        self._refusal = reason
        self._show_notes()

    def _show_notes(self) -> None:
        ready = self._ready
        if ready is None:
            return
        found = words.warnings_of(ready, self._effect)
        found = (*found, self._refusal) if self._refusal else found
        if found:
            text = " ".join(map(shown_line, found))
            self.caution.show_banner(Meaning.CAUTION, tr("Check before you accept"), text)
        else:
            self.caution.hide()
        self.override.setVisible(ready.proposal.needs_override)
        self._show_outdated()

    @Slot()
    def _show_outdated(self) -> None:
        if self._presenter.is_outdated:
            self.outdated.show_banner(
                Meaning.ENGINE,
                tr("The memory has changed since this proposal was made"),
                tr("Nothing is lost: compare the same answer with the memory of now, or ask anew."),
                tr("Make it again"),
                tr("Use the same answer"),
            )
        else:
            self.outdated.hide()
        self._judge()

    @Slot()
    def _judge(self) -> None:
        proposal = self._proposal
        if proposal is not None:
            text = words.accept_words(proposal, len(self.ticked))
            self.accept_button.setText(text)
            self.accept_button.setAccessibleName(text)
            self.accept_button.set_unavailable(self.reason)
            self.accept_button.updateGeometry()
        self.judged.emit()

    @Slot(str)
    def _show_item(self, item_id: str) -> None:
        if self._proposal is not None and item_id:
            self.item.show_item(self._proposal, item_id)

    @Slot(str, float)
    def _rescore(self, item_id: str, importance: float) -> None:
        proposal = self._proposal
        if isinstance(proposal, ObservationProposal) and item_id:
            try:
                self._presenter.replace(rescored(proposal, item_id, importance))
            except RefusedError as error:
                self._take_refusal(error.words)
