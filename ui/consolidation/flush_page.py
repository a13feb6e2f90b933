"""The section as it will be appended to today's log, what is new in it, and the text to edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.errors import RefusedError
from desktop_app.core.files.text import read_text
from desktop_app.core.ledger.consolidation_accepting import Acceptance
from desktop_app.core.ledger.entries import log_name
from desktop_app.core.ledger.flushing import FlushProposal, accept_flush, propose_flush
from desktop_app.core.text_diff import diff_lines
from ui.consolidation import flush_words
from ui.consolidation.proposal_page import ProposalPage
from ui.consolidation.told import Labels, Looked, Outlook, Told
from ui.consolidation.words import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.core.changes import Swap
    from desktop_app.core.files.row import FileRow
    from desktop_app.services.editing.plans import Intent
    from ui.consolidation.flush_presenter import FlushPresenter
    from ui.session import Session


class FlushPage(ProposalPage[FlushProposal]):
    """The difference is that of the whole log: the section with its marker, where it will stand."""

    def __init__(
        self, session: Session, presenter: FlushPresenter, parent: QWidget | None = None
    ) -> None:
        labels = Labels(
            file=tr("Today’s log"),
            text=tr("The text of the section"),
            change=tr("The section as it will be appended; its time is that of accepting"),
            shown=tr("As it is appended"),
            nothing=tr("There is no fact in it."),
        )
        super().__init__(session, presenter, labels, parent)
        self._flush = presenter
        presenter.judged.connect(self.look_again)

    def text_of(self, proposal: FlushProposal) -> str:
        """Return the answer."""
        return proposal.text

    def looked(self, made: FlushProposal, text: str, intent: Intent) -> Looked[FlushProposal]:
        """Return what a text makes of today's log, as the log is now."""
        files = self._session.files
        assert files is not None
        book, zone = self._flush.book or made.book, files.zone
        proposal = propose_flush(book, text, made.origin, zone, intent.cancelled)
        name = log_name(intent.now, zone)
        if proposal.is_nothing:
            return Looked(proposal, (), Outlook(name))
        try:
            plan = accept_flush(book, proposal, intent.now, zone, Acceptance(override=True))
        except RefusedError as error:
            return Looked(proposal, (), Outlook(name, refusal=error.words))
        lines = [line for swap in plan.change.files for line in diff_lines(*_texts(swap))]
        return Looked(proposal, tuple(lines), Outlook(name, plan.consequences))

    def told(self, proposal: FlushProposal) -> Told:
        """Return what is new, what is known, and what follows."""
        return flush_words.told_of(proposal, self.outlook)

    def reason_against(self, proposal: FlushProposal, *, is_overridden: bool) -> str:
        """Return why a proposal can't be accepted now; empty if it can."""
        found = flush_words.reason_against(proposal, is_overridden=is_overridden)
        return self.outlook.refusal or found


def _texts(swap: Swap[FileRow]) -> tuple[str, str]:
    rows = (swap.before, swap.after)
    before, after = ("" if row is None else read_text(row.data).text for row in rows)
    return before, after
