"""What was accepted, on its way to the file."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from ui.proposals import work

if TYPE_CHECKING:
    from desktop_app.core.changes import Change
    from desktop_app.core.proposals.accepting import Choice
    from desktop_app.services.editing.editor import Editor
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext
    from ui.proposals.model import Proposal
    from ui.session import Session


class Acceptance(QObject):
    """Makes the change where ids of ours are given, then saves it as every other change."""

    done = Signal()  # it is in the file, or kept as a draft
    settled = Signal()  # it is on its way, or is not any more

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._under_way = False
        editing = session.editing
        for done in (editing.saved, editing.unchanged, editing.drafted):
            done.connect(self._finish)
        for ended in (editing.failed, editing.stopped):
            ended.connect(self._keep)

    @property
    def is_under_way(self) -> bool:
        """Whether something is on its way to the file."""
        return self._under_way

    def start(self, proposal: Proposal, choice: Choice, memory_id: str) -> None:
        """Accept what is chosen; nothing else is accepted before this is over."""
        source = self._session.source
        if source is None or self._under_way:
            return
        self._under_way = True
        job = self._session.editing.run(partial(_change, proposal, choice, source, memory_id))
        job.succeeded.connect(self._save)
        job.stopped.connect(self._keep)
        self.settled.emit()

    @Slot(object)
    def _save(self, change: Change) -> None:
        self._session.editing.save(change)

    @Slot()
    def _finish(self, *_outcome: object) -> None:
        if self._under_way:
            self._under_way = False
            self.settled.emit()
            self.done.emit()

    @Slot()
    def _keep(self, *_failure: object) -> None:
        if self._under_way:
            self._under_way = False
            self.settled.emit()
            # It may be that the memory has changed, which the page has to say.
            self._session.reload()


def _change(
    proposal: Proposal,
    choice: Choice,
    source: HarnessSource,
    memory_id: str,
    editor: Editor,
    _context: JobContext,
) -> Change:
    return work.accepted(proposal, choice, source, memory_id, editor)
