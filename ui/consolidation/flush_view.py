"""The page that extracts facts from a conversation into today's log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot

from desktop_app.core.ledger.flushing import FlushProposal
from ui.actions import ActionSpec
from ui.consolidation.flush_choosing import FlushChoosing
from ui.consolidation.flush_page import FlushPage
from ui.consolidation.flush_presenter import FlushPresenter, Offer
from ui.consolidation.page_parts import PageWords
from ui.consolidation.proposing_view import ProposingView
from ui.consolidation.words import tr
from ui.icons import Icon
from ui.navigation import Place, Target
from ui.view_protocols import ViewCommand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

    from ui.session import Session


class FlushView(ProposingView[Offer, FlushProposal]):
    """A conversation into a section of today's log."""

    presenter: FlushPresenter

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        self.presenter = FlushPresenter.of(session)
        super().__init__(self.presenter, _words(), parent)
        self.choosing = FlushChoosing(self.presenter, self._pages)
        self._begin(self.choosing)

    @property
    def place(self) -> Place:
        """The page of flushes."""
        return Place.FLUSH

    @property
    def choices(self) -> FlushChoosing:
        """The part that shows what goes in."""
        return self.choosing

    def commands(self) -> Sequence[ViewCommand]:
        """Return what can be done here."""
        spec = ActionSpec(
            id="flush.file",
            text=tr("Take a conversation from a file…"),
            keys=("O",),
            icon=Icon.FILE,
            place=self.words.name,
        )
        reason = "" if self.is_choosing else tr("That is decided already.")
        return (*super().commands(), ViewCommand(spec=spec, run=self.ask_file, reason=reason))

    def target(self) -> Target:
        """Return what is shown: the bucket."""
        bucket = self.presenter.bucket
        return Target(self.place, bucket=bucket.path if bucket else None)

    def take_target(self, target: Target) -> None:
        """Show the bucket and the conversation that are meant."""
        bucket = self.bucket_of(target)
        if bucket is not None:
            self.presenter.open_bucket(bucket, target.path or "")

    def make_ready(self) -> FlushPage:
        """Make the page of a proposal."""
        return FlushPage(self.presenter.session, self.presenter, self._pages)

    def author_of(self, proposal: FlushProposal) -> str:
        """Return who has made a proposal."""
        return proposal.origin.author

    @Slot()
    def ask_file(self) -> None:
        """Ask for a conversation in a file."""
        if self.is_choosing:
            self.choosing.ask_file()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # As the other letters: text that can only be read keeps it from being a shortcut.
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if plain and event.key() == Qt.Key.Key_O:
            self.ask_file()
        else:
            super().keyPressEvent(event)


def _words() -> PageWords:
    return PageWords(
        prefix="flush",
        name=tr("Extracting facts"),
        choosing=tr("Extract facts from a conversation"),
        proposed=tr("Proposed section of today’s log"),
        unsaved=tr("the edited proposal for today’s log"),
        accept=tr("Append the section to today’s log, or ask a model"),
        ask=tr("Ask a model to extract facts"),
    )
