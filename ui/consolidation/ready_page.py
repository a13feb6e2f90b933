"""A proposed MEMORY.md to read: what is gone, what is new, the difference, the text to edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.ledger.consolidation_proposal import ConsolidationProposal, with_text
from desktop_app.core.text_diff import diff_lines
from ui.consolidation import words
from ui.consolidation.proposal_page import ProposalPage
from ui.consolidation.told import Labels, Looked, Told
from ui.consolidation.words import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.services.editing.plans import Intent
    from ui.consolidation.presenter import ConsolidationPresenter
    from ui.session import Session


class ReadyPage(ProposalPage[ConsolidationProposal]):
    """The whole new file."""

    def __init__(
        self, session: Session, presenter: ConsolidationPresenter, parent: QWidget | None = None
    ) -> None:
        labels = Labels(
            file=tr("MEMORY.md"),
            text=tr("The new MEMORY.md"),
            change=tr("What changes in MEMORY.md"),
            shown=tr("Difference"),
            nothing=tr("Nothing is gone, and nothing was invented."),
        )
        super().__init__(session, presenter, labels, parent)

    def text_of(self, proposal: ConsolidationProposal) -> str:
        """Return the new file."""
        return proposal.new_text

    def looked(
        self, made: ConsolidationProposal, text: str, intent: Intent
    ) -> Looked[ConsolidationProposal]:
        """Return what a text makes of the file."""
        same = text == made.new_text
        proposal = made if same else with_text(made, text, intent.cancelled)
        return Looked(proposal, diff_lines(proposal.old_text, proposal.new_text))

    def told(self, proposal: ConsolidationProposal) -> Told:
        """Return what is gone, new, in no source, and wrong."""
        return Told(
            figures=words.figures_of(proposal),
            groups=words.groups_of(proposal),
            full=words.full_texts(proposal),
            title=words.caution_title(is_refused=proposal.is_refused),
            warnings=words.warnings_of(proposal),
            takes_override=proposal.needs_override and not proposal.is_refused,
        )

    def reason_against(self, proposal: ConsolidationProposal, *, is_overridden: bool) -> str:
        """Return why a proposal can't be accepted now; empty if it can."""
        return words.reason_against(proposal, is_overridden=is_overridden)
