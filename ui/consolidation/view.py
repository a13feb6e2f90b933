"""The page of a consolidation, from what goes in to what is accepted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.ledger.consolidation_proposal import ConsolidationProposal
from desktop_app.services.ledger.consolidating import Prepared
from ui.consolidation.choosing_page import ChoosingPage
from ui.consolidation.page_parts import PageWords
from ui.consolidation.presenter import ConsolidationPresenter
from ui.consolidation.proposing_view import ProposingView
from ui.consolidation.ready_page import ReadyPage
from ui.consolidation.words import tr
from ui.navigation import Place, Target

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from ui.session import Session


class ConsolidationView(ProposingView[Prepared, ConsolidationProposal]):
    """Daily logs into MEMORY.md."""

    presenter: ConsolidationPresenter

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        self.presenter = ConsolidationPresenter.of(session)
        super().__init__(self.presenter, _words(), parent)
        self.choosing = ChoosingPage(self.presenter, self._pages)
        self._begin(self.choosing)

    @property
    def place(self) -> Place:
        """The page of consolidations."""
        return Place.CONSOLIDATION

    @property
    def choices(self) -> ChoosingPage:
        """The part that shows what goes in."""
        return self.choosing

    def target(self) -> Target:
        """Return what is shown: the bucket."""
        bucket = self.presenter.bucket
        return Target(self.place, bucket=bucket.path if bucket else None)

    def take_target(self, target: Target) -> None:
        """Show the bucket that is meant."""
        bucket = self.bucket_of(target)
        if bucket is not None:
            self.presenter.open_bucket(bucket)

    def make_ready(self) -> ReadyPage:
        """Make the page of a proposal."""
        return ReadyPage(self.presenter.session, self.presenter, self._pages)

    def author_of(self, proposal: ConsolidationProposal) -> str:
        """Return who has made a proposal."""
        return proposal.origin.author


def _words() -> PageWords:
    return PageWords(
        prefix="consolidation",
        name=tr("Consolidation"),
        choosing=tr("Consolidate the daily logs"),
        proposed=tr("Proposed MEMORY.md"),
        unsaved=tr("the edited proposal for MEMORY.md"),
        accept=tr("Accept the new MEMORY.md, or merge by rules"),
        ask=tr("Ask a model to consolidate"),
    )
