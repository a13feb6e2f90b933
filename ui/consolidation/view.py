"""The page of a consolidation, from what goes in to what is accepted."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from ui.consolidation.choosing_page import ChoosingPage
from ui.consolidation.commands import consolidation_commands
from ui.consolidation.model import Choosing, Failed, Phase, Reading, Ready, Running
from ui.consolidation.presenter import ConsolidationPresenter
from ui.consolidation.ready_page import ReadyPage
from ui.consolidation.words import tr
from ui.navigation import Place, Target
from ui.theme import tokens
from ui.waiting_pages import FailedPage, RunningPage
from ui.widgets.empty_state import EmptyState
from ui.widgets.page_head import PageHead

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from ui.session import Session
    from ui.view_protocols import ViewCommand


class ConsolidationView(QWidget):
    """Shows the phase that the presenter is in; ``commands`` are the keys of it."""

    commands_changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.presenter = ConsolidationPresenter.of(session)
        self.head = PageHead()
        self.reading = EmptyState(tr("The daily logs are being read"))
        self.choosing = ChoosingPage(self.presenter)
        self.running = RunningPage()
        self._pages = QStackedWidget()
        for page in (self.reading, self.choosing, self.running):
            self._pages.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(self._pages, 1)
        self.setAccessibleName(tr("Consolidation"))
        self._connect()
        self._show(self.presenter.phase)

    @cached_property
    def ready(self) -> ReadyPage:
        """The page of a proposal."""
        page = ReadyPage(self._session, self.presenter)
        page.judged.connect(self.commands_changed)
        self._pages.addWidget(page)
        return page

    @cached_property
    def failed(self) -> FailedPage:
        """The page that says why there is no proposal."""
        page, presenter = FailedPage(), self.presenter
        page.again_wanted.connect(presenter.again)
        page.rules_wanted.connect(presenter.use_rules)
        page.back_wanted.connect(presenter.back)
        page.key_wanted.connect(presenter.key_wanted)
        page.model_wanted.connect(presenter.model_wanted)
        self._pages.addWidget(page)
        return page

    @property
    def page(self) -> QWidget:
        """The page that is shown."""
        page = self._pages.currentWidget()
        assert page is not None
        return page

    @property
    def has_failed(self) -> bool:
        """Whether it says why there is no proposal."""
        return isinstance(self.page, FailedPage)

    def target(self) -> Target:
        """Return what is shown: the bucket."""
        bucket = self.presenter.bucket
        return Target(Place.CONSOLIDATION, bucket=bucket.path if bucket else None)

    def commands(self) -> Sequence[ViewCommand]:
        """Return what can be done here."""
        return consolidation_commands(self)

    @Slot()
    def read_again(self) -> None:
        """Read the bucket anew, unless there is a proposal to look at."""
        if isinstance(self.presenter.phase, Choosing):
            self.presenter.read_again()

    @Slot()
    def confirm(self) -> None:
        """Do what the primary button of the page does."""
        page = self.page
        if isinstance(page, ReadyPage):
            page.accept()
        elif isinstance(page, ChoosingPage) and not page.reason:
            self.presenter.use_rules()

    @Slot()
    def save(self) -> None:
        """Accept a text that was edited."""
        if self.unsaved():
            self.ready.accept()

    def unsaved(self) -> str:
        """Return what is not saved: a proposed text that a person has edited."""
        is_edited = isinstance(self.page, ReadyPage) and self.page.is_edited
        return tr("the edited proposal for MEMORY.md") if is_edited else ""

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
        if isinstance(self.page, ReadyPage):
            self.page.edit()

    @Slot()
    def leave(self) -> None:
        """Discard, cancel, or go back."""
        if self.has_failed:
            self.presenter.back()
        elif isinstance(self.page, ReadyPage) and self.page.is_editing:
            self.page.edit()  # what was typed is not given up by the key that ends typing
        else:
            self.presenter.discard()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Letters come here from text that can only be read: it keeps them from being shortcuts.
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        runs = {
            Qt.Key.Key_R: self.presenter.again,
            Qt.Key.Key_E: self.edit,
            Qt.Key.Key_M: self._ask_model,
        }
        run = runs.get(Qt.Key(event.key())) if plain else None
        if run is not None:
            run()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().surface)

    def _ask_model(self) -> None:
        if isinstance(self.page, ChoosingPage) and not self.page.reason:
            self.presenter.ask_model()

    def _connect(self) -> None:
        presenter = self.presenter
        presenter.phase_changed.connect(self._show)
        presenter.noted.connect(self.running.show_note)
        self.choosing.judged.connect(self.commands_changed)
        self.running.cancel.clicked.connect(presenter.discard)
        self.head.step_chosen.connect(presenter.discard)
        self._session.target_requested.connect(self._take_target)

    @Slot(object)
    def _take_target(self, target: Target) -> None:
        outline = self._session.outline
        bucket = outline.bucket(target.bucket) if outline else None
        if target.place is Place.CONSOLIDATION and bucket is not None:
            self.presenter.open_bucket(bucket)

    @Slot(object)
    def _show(self, phase: Phase) -> None:
        self.running.stop()
        bucket = self.presenter.bucket
        title, author = tr("Consolidate the daily logs"), ""
        match phase:
            case Reading():
                page: QWidget = self.reading
            case Choosing():
                page = self.choosing
            case Running():
                page, title = self.running, tr("Proposed MEMORY.md")
            case Failed():
                page, title = self.failed, tr("Proposed MEMORY.md")
            case Ready():
                page, title = self.ready, tr("Proposed MEMORY.md")
                author = phase.proposal.origin.author
        name = bucket.name or tr("shared memory") if bucket else ""
        self.head.show_steps((name,) if name else (), title, author)
        is_new = page is not self.page
        self._pages.setCurrentWidget(page)
        self._give_focus(self._fill(phase), is_new=is_new)
        self.commands_changed.emit()

    def _fill(self, phase: Phase) -> QWidget:
        """Show a phase on its page; return what takes the focus there."""
        match phase:
            case Choosing():
                return self.choosing.show_choosing(phase)
            case Running():
                self.running.show_running(phase.author, phase.started, is_remote=phase.is_remote)
                return self.running.cancel
            case Failed():
                return self.failed.show_failed(phase.error)
            case Ready():
                return self.ready.show_ready(phase)
            case Reading():
                return self.reading

    def _give_focus(self, first: QWidget, *, is_new: bool) -> None:
        """Keep the keys working; who is at work on the page, or elsewhere, is not disturbed."""
        self.setFocusProxy(first)
        focus = QApplication.focusWidget()
        is_elsewhere = focus is not None and focus.isVisible() and not self.isAncestorOf(focus)
        is_at_work = focus is not None and self.page.isAncestorOf(focus)
        if not is_elsewhere and (is_new or not is_at_work):
            first.setFocus(Qt.FocusReason.OtherFocusReason)
