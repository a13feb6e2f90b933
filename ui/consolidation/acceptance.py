"""What was accepted, on its way to the files."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from desktop_app.core.ledger.consolidation_accepting import Acceptance
from ui.under_way import UnderWay

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from desktop_app.core.changes import Change
    from desktop_app.core.files.plan import FilePlan
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.jobs import JobContext
    from ui.session import Session


Proposed = TypeVar("Proposed")
Proposed_contra = TypeVar("Proposed_contra", contravariant=True)


class MakePlan(Protocol[Proposed_contra]):
    """Makes the plan of what is accepted, of the files as they are then."""

    def __call__(
        self,
        files: FileMemory,
        proposal: Proposed_contra,
        context: JobContext,
        acceptance: Acceptance,
        /,
    ) -> FilePlan: ...


class Accepting(UnderWay, Generic[Proposed]):
    """Makes the change of the files as they are then, and saves it as every other change."""

    def __init__(self, session: Session, parent: QObject, make: MakePlan[Proposed]) -> None:
        super().__init__(session, parent)
        self._make = make

    def start(self, proposal: Proposed, *, override: bool) -> None:
        """Write a proposal; nothing else is accepted before this is over."""
        files = self._session.files
        if files is None or self.is_under_way:
            return
        self._begin()
        make = partial(self._change, files, proposal, Acceptance(override))
        self._session.editing.save_made(make).failed.connect(self._keep)

    def keep(self, proposal: Proposed) -> object:
        """Keep a proposal as a draft; it is listed among the changes."""
        files = self._session.files
        if files is None:
            return None
        make = partial(self._change, files, proposal, Acceptance(override=True))
        job = self._session.editing.draft_made(make)
        job.succeeded.connect(self.done)
        return job

    def _change(
        self, files: FileMemory, proposal: Proposed, acceptance: Acceptance, context: JobContext
    ) -> Change:
        return self._make(files, proposal, context, acceptance).change
