"""What was accepted, on its way to the file."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from ui.proposals import work
from ui.under_way import UnderWay

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from desktop_app.core.changes import Change
    from desktop_app.core.proposals.accepting import Choice
    from desktop_app.services.editing.editor import Editor
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext
    from ui.proposals.model import Proposal
    from ui.session import Session


class Acceptance(UnderWay):
    """Makes the change where ids of ours are given, then saves it as every other change."""

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(session, parent)
        # It may be that the memory has changed, which the page has to say.
        self.kept.connect(session.reload)

    def start(self, proposal: Proposal, choice: Choice, memory_id: str) -> None:
        """Accept what is chosen; nothing else is accepted before this is over."""
        source = self._session.source
        if source is None or self.is_under_way:
            return
        self._begin()
        job = self._session.editing.run(partial(_change, proposal, choice, source, memory_id))
        job.succeeded.connect(self._save)
        job.stopped.connect(self._keep)

    @Slot(object)
    def _save(self, change: Change) -> None:
        self._session.editing.save(change)


def _change(
    proposal: Proposal,
    choice: Choice,
    source: HarnessSource,
    memory_id: str,
    editor: Editor,
    _context: JobContext,
) -> Change:
    return work.accepted(proposal, choice, source, memory_id, editor)
