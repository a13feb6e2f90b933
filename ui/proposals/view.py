"""The page of a proposal, from the wish to what is accepted."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Slot

from ui.navigation import Place, Target
from ui.phase_view import PhaseView
from ui.proposals import words
from ui.proposals.choosing_page import ChoosingPage
from ui.proposals.commands import proposal_commands
from ui.proposals.model import Choosing, Failed, Nothing, Phase, Ready, Running, scope_of
from ui.proposals.presenter import ProposalsPresenter
from ui.proposals.ready_page import ReadyPage
from ui.proposals.transcripts import Transcripts
from ui.proposals.words import tr
from ui.waiting_pages import FailedPage
from ui.widgets.button import Button, ButtonKind
from ui.widgets.empty_state import EmptyState

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

    from ui.session import Session
    from ui.view_protocols import ViewCommand


class ProposalView(PhaseView):
    """Shows the phase that the presenter is in; ``commands`` are the keys of it."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(tr("Proposal"), parent)
        self.reflect_button = Button(tr("Reflect now"), kind=ButtonKind.PRIMARY, large=True)
        self.nothing = EmptyState(
            tr("Nothing is proposed"),
            tr("Reflect now shows what a new reflection would change. Nothing is written."),
            (self.reflect_button,),
            self._pages,
        )
        self._put(self.nothing)
        self._session = session
        self.presenter = ProposalsPresenter.of(session)
        # Made while somebody thinks, so that the proposal opens at once.
        self._prepare = QTimer(self, singleShot=True, interval=0)
        self._prepare.timeout.connect(self._make_ready)
        self._connect()
        self._show(self.presenter.phase)

    @cached_property
    def ready(self) -> ReadyPage:
        """The page of a proposal."""
        page = ReadyPage(self._session, self.presenter, self._pages)
        page.judged.connect(self.commands_changed)
        self._pages.addWidget(page)
        return page

    @cached_property
    def choosing(self) -> ChoosingPage:
        """The page of messages to choose."""
        transcripts = Transcripts(self._session, self.presenter)
        page = ChoosingPage(self.presenter, transcripts, self._pages)
        page.judged.connect(self.commands_changed)
        self._pages.addWidget(page)
        return page

    @cached_property
    def failed(self) -> FailedPage:
        """The page that says why there is no proposal."""
        page, presenter = FailedPage(self._pages), self.presenter
        page.again_wanted.connect(presenter.try_again)
        page.rules_wanted.connect(presenter.use_rules)
        page.back_wanted.connect(presenter.back)
        page.key_wanted.connect(presenter.key_wanted)
        page.model_wanted.connect(presenter.model_wanted)
        self._pages.addWidget(page)
        return page

    def commands(self) -> list[ViewCommand]:
        """Return what can be done with a proposal."""
        return proposal_commands(self)

    @Slot()
    def confirm(self) -> None:
        """Do what the primary button of the page does."""
        page = self.page
        if isinstance(page, ReadyPage):
            page.accept()
        elif isinstance(page, ChoosingPage):
            page.propose()

    @Slot()
    def tick_all(self) -> None:
        """Tick every part of the proposal."""
        self.ready.list.tick_all()

    @Slot()
    def tick_none(self) -> None:
        """Take all ticks away."""
        self.ready.list.tick_none()

    @Slot()
    def leave(self) -> None:
        """Discard, cancel, or go back."""
        if isinstance(self.page, FailedPage):
            self.presenter.back()
        else:
            self.presenter.discard()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Letters come here from text that can only be read: it keeps them from being shortcuts.
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        shifted = event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        key = event.key()
        in_list = isinstance(self.page, ReadyPage)
        if plain and key == Qt.Key.Key_R:
            self.presenter.again()
        elif in_list and key == Qt.Key.Key_A and (plain or shifted):
            self.tick_none() if shifted else self.tick_all()
        elif in_list and plain and event.text() and event.text() in "0123456789":
            self.ready.set_tenths(int(event.text()))
        else:
            super().keyPressEvent(event)

    def _connect(self) -> None:
        presenter = self.presenter
        presenter.phase_changed.connect(self._show)
        presenter.noted.connect(self.running.show_note)
        self.running.cancel.clicked.connect(presenter.discard)
        self.reflect_button.clicked.connect(presenter.reflect)
        self.head.step_chosen.connect(self._show_scope)

    @Slot(object)
    def _show(self, phase: Phase) -> None:
        self.running.stop()
        author = ""
        match phase:
            case Nothing():
                page: QWidget = self.nothing
            case Choosing():
                page = self.choosing
            case Running():
                page = self.running
            case Failed():
                page = self.failed
            case Ready():
                page, author = self.ready, phase.proposal.origin.author
        self.head.show_steps(_steps(phase), _title(phase), author)
        is_new = page is not self.page or isinstance(page, ChoosingPage)
        self._pages.setCurrentWidget(page)
        first = self._fill(phase)
        self._give_focus(first, is_new=is_new)
        self.commands_changed.emit()

    def _fill(self, phase: Phase) -> QWidget:
        """Show a phase on its page; return what takes the focus there."""
        match phase:
            case Choosing():
                self.choosing.show_choosing(phase)
                return self.choosing.list if phase.rows else self.choosing.stored
            case Running():
                self.running.show_running(phase.author, phase.started, is_remote=phase.is_remote)
                self._prepare.start()
                return self.running.cancel
            case Failed():
                return self.failed.show_failed(phase.error)
            case Ready():
                self.ready.show_ready(phase)
                return self.ready.list
            case Nothing():
                return self.reflect_button

    @Slot()
    def _make_ready(self) -> None:
        _ = self.ready

    @Slot()
    def _show_scope(self) -> None:
        snapshot = scope_of(self.presenter.phase)
        if snapshot is not None:
            self._session.go(Target(Place.OBSERVATIONS, snapshot.memory_id))


def _steps(phase: Phase) -> tuple[str, ...]:
    snapshot = scope_of(phase)
    record = snapshot.record if snapshot else None
    scope = record.scope if record else None
    return (scope.tenant, scope.conversation, scope.agent) if scope else ()


def _title(phase: Phase) -> str:
    match phase:
        case Ready():
            return words.title_of(phase.proposal)
        case Running() | Failed():
            is_reflection = phase.task.is_reflection
            return tr("Proposed reflection") if is_reflection else tr("Proposed observations")
        case Choosing():
            return tr("Observe now")
        case Nothing():
            return tr("Proposal")
