"""A page from what goes in to what is accepted; what a consolidation and a flush share."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Generic

from PySide6.QtCore import Qt, Signal, Slot

from ui.consolidation.commands import proposing_commands
from ui.consolidation.model import (
    Choosing,
    Failed,
    Phase,
    Prepared,
    Proposal,
    Reading,
    Ready,
    Running,
)
from ui.consolidation.words import tr
from ui.phase_view import PhaseView
from ui.waiting_pages import FailedPage
from ui.widgets.empty_state import EmptyState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

    from desktop_app.core.ledger.book import Bucket
    from ui.consolidation.page_parts import Chooses, PageWords
    from ui.consolidation.proposal_page import ProposalPage
    from ui.consolidation.proposing import Proposing
    from ui.navigation import Place, Target
    from ui.view_protocols import ViewCommand


class ProposingView(PhaseView, Generic[Prepared, Proposal]):
    """Shows the phase that the presenter is in; ``commands`` are the keys of it.

    Subclasses make the pages and know where they stand.
    """

    target_changed = Signal()

    def __init__(
        self,
        presenter: Proposing[Prepared, Proposal],
        words: PageWords,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(words.name, parent)
        self.reading = EmptyState(tr("The daily logs are being read"), parent=self._pages)
        self._session = presenter.session
        self.words = words
        self.presenter: Proposing[Prepared, Proposal] = presenter

    def _begin(self, choosing: QWidget) -> None:
        """Show the phase, once there is the page that shows what goes in."""
        self._choosing = choosing
        self._put(self.reading, choosing)
        self._connect()
        self._show(self.presenter.phase)

    @cached_property
    def ready(self) -> ProposalPage[Proposal]:
        """The page of a proposal."""
        page = self.make_ready()
        page.judged.connect(self.commands_changed)
        self._pages.addWidget(page)
        return page

    def make_ready(self) -> ProposalPage[Proposal]:
        """Make the page of a proposal."""
        raise NotImplementedError

    @property
    def place(self) -> Place:
        """Which page of the window it is."""
        raise NotImplementedError

    @property
    def choices(self) -> Chooses:
        """The part that shows what goes in."""
        raise NotImplementedError

    def take_target(self, target: Target) -> None:
        """Go where somebody wants to; called for this page only."""
        raise NotImplementedError

    @cached_property
    def failed(self) -> FailedPage:
        """The page that says why there is no proposal."""
        presenter = self.presenter
        page = FailedPage(self._pages, has_rules=presenter.has_rules)
        page.again_wanted.connect(presenter.again)
        page.rules_wanted.connect(presenter.use_rules)
        page.back_wanted.connect(presenter.back)
        page.key_wanted.connect(presenter.key_wanted)
        page.model_wanted.connect(presenter.model_wanted)
        self._pages.addWidget(page)
        return page

    @property
    def is_choosing(self) -> bool:
        """Whether what goes in is shown."""
        return self.page is self._choosing

    @property
    def proposal_page(self) -> ProposalPage[Proposal] | None:
        """The page of a proposal, where it is shown."""
        is_ready = isinstance(self.presenter.phase, Ready) and self.page is self.ready
        return self.ready if is_ready else None

    @property
    def has_failed(self) -> bool:
        """Whether it says why there is no proposal."""
        return isinstance(self.page, FailedPage)

    def commands(self) -> Sequence[ViewCommand]:
        """Return what can be done here."""
        return proposing_commands(self)

    @Slot()
    def read_again(self) -> None:
        """Read the bucket anew, unless there is a proposal to look at."""
        if isinstance(self.presenter.phase, Choosing):
            self.presenter.read_again()

    @Slot()
    def confirm(self) -> None:
        """Do what the primary button of the page does."""
        page = self.proposal_page
        if page is not None:
            page.accept()
        elif self.is_choosing:
            self.choices.confirm()

    @Slot()
    def save(self) -> None:
        """Accept a text that was edited."""
        if self.unsaved():
            self.ready.accept()

    def unsaved(self) -> str:
        """Return what is not saved: a proposed text that a person has edited."""
        page = self.proposal_page
        return self.words.unsaved if page is not None and page.is_edited else ""

    def keep_draft(self) -> object:
        """Keep the edited text as a draft."""
        phase, acceptance = self.presenter.phase, self.presenter.acceptance
        return acceptance.keep(phase.proposal) if isinstance(phase, Ready) else None

    def discard(self) -> None:
        """Give the edited text up."""
        self.presenter.discard()

    @Slot()
    def edit(self) -> None:
        """Edit the proposed text, or go back to the difference."""
        page = self.proposal_page
        if page is not None:
            page.edit()

    @Slot()
    def ask_model(self) -> None:
        """Ask a model, where that is still to be chosen."""
        if self.is_choosing and not self.choices.model_reason:
            self.presenter.ask_model()

    @Slot()
    def leave(self) -> None:
        """Discard, cancel, or go back."""
        page = self.proposal_page
        if self.has_failed:
            self.presenter.back()
        elif page is not None and page.is_editing:
            page.edit()  # what was typed is not given up by the key that ends typing
        else:
            self.presenter.discard()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Letters come here from text that can only be read: it keeps them from being shortcuts.
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        runs = {
            Qt.Key.Key_R: self.presenter.again,
            Qt.Key.Key_E: self.edit,
            Qt.Key.Key_M: self.ask_model,
        }
        run = runs.get(Qt.Key(event.key())) if plain else None
        if run is not None:
            run()
        else:
            super().keyPressEvent(event)

    def _connect(self) -> None:
        presenter = self.presenter
        presenter.phase_changed.connect(self._show)
        presenter.noted.connect(self.running.show_note)
        self.choices.judged.connect(self.commands_changed)
        self.running.cancel.clicked.connect(presenter.discard)
        self.head.step_chosen.connect(presenter.discard)
        self._session.target_requested.connect(self._take_target)

    @Slot(object)
    def _take_target(self, target: Target) -> None:
        if target.place is self.place:
            self.take_target(target)

    def bucket_of(self, target: Target) -> Bucket | None:
        """Return the bucket that a target means."""
        outline = self._session.outline
        return outline.bucket(target.bucket) if outline else None

    @Slot(object)
    def _show(self, phase: Phase[Prepared, Proposal]) -> None:
        self.running.stop()
        page: QWidget
        bucket = self.presenter.bucket
        title, author = self.words.proposed, ""
        match phase:
            case Reading():
                page, title = self.reading, self.words.choosing
            case Choosing():
                page, title = self._choosing, self.words.choosing
            case Running():
                page = self.running
            case Failed():
                page = self.failed
            case Ready():
                page, author = self.ready, self.author_of(phase.proposal)
        name = bucket.name or tr("shared memory") if bucket else ""
        self.head.show_steps((name,) if name else (), title, author)
        is_new = page is not self.page
        self._pages.setCurrentWidget(page)
        self._give_focus(self._fill(phase), is_new=is_new)
        self.commands_changed.emit()
        self.target_changed.emit()

    def author_of(self, proposal: Proposal) -> str:
        """Return who has made a proposal."""
        raise NotImplementedError

    def _fill(self, phase: Phase[Prepared, Proposal]) -> QWidget:
        """Show a phase on its page; return what takes the focus there."""
        match phase:
            case Choosing():
                return self.choices.show_choosing(phase)
            case Running():
                self.running.show_running(phase.author, phase.started, is_remote=phase.is_remote)
                return self.running.cancel
            case Failed():
                return self.failed.show_failed(phase.error)
            case Ready():
                return self.ready.show_ready(phase)
            case Reading():
                return self.reading
