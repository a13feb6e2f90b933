"""Consolidating for the window: one bucket at a time, and what becomes of a proposal."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from desktop_app.core.errors import RefusedError
from desktop_app.core.ledger.book import MEMORY_FILE
from desktop_app.core.ledger.consolidation_accepting import is_outdated
from desktop_app.core.ledger.consolidation_prompt import DEFAULT_PROMPT, Limits, system_prompt
from desktop_app.core.ledger.consolidation_proposal import ConsolidationProposal
from desktop_app.core.proposals.builtin_reflector import BUILT_IN
from desktop_app.services.ledger import consolidating
from desktop_app.services.ledger.consolidating import Prepared
from desktop_app.services.ledger.reading import read_book
from ui.consolidation.model import Choosing
from ui.consolidation.proposing import Proposing
from ui.navigation import Place, Target

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.ledger.book import Bucket
    from desktop_app.core.models.choice import ModelChoice
    from desktop_app.services.jobs import JobContext
    from desktop_app.services.models.access import ModelAccess, Sending
    from ui.session import Session


class ConsolidationPresenter(Proposing[Prepared, ConsolidationProposal]):
    """What is a consolidation's own: limits, logs that are not due, rules without a model."""

    has_rules = True

    def __init__(self, session: Session) -> None:
        super().__init__(session, consolidating.accepted_consolidation, DEFAULT_PROMPT)
        self.all_logs = False
        self.limits = Limits()

    @classmethod
    def of(cls, session: Session) -> ConsolidationPresenter:
        """Return the presenter of a session: page and window share it."""
        found = session.findChild(cls)
        return found if isinstance(found, cls) else cls(session)

    def open_bucket(self, bucket: Bucket) -> None:
        """Show what would be consolidated in a bucket; a proposal about it stays."""
        if bucket != self.bucket:
            self.bucket, self.all_logs = bucket, False
            self.read_again()
        elif isinstance(self.phase, Choosing):
            self.read_again()

    def limit_to(self, tokens: int) -> None:
        """Let MEMORY.md have so many tokens, which are above 0."""
        if tokens != self.limits.tokens:
            self.limits = Limits(tokens)
            self.read_again()

    def take_all_logs(self, *, wanted: bool) -> None:
        """Take every log, or those that are due."""
        if wanted != self.all_logs:
            self.all_logs = wanted
            self.read_again()

    @Slot()
    def use_rules(self) -> None:
        """Ask no model."""
        prepared = self.prepared
        if prepared is not None:
            self._last = self.use_rules
            make = partial(consolidating.consolidate_by_rules, prepared)
            self.run(BUILT_IN, make, is_remote=False)

    def problem_of(self, prompt: str) -> str:
        """Return why the harness would not take a prompt."""
        try:
            system_prompt(self.limits, prompt)
        except RefusedError as error:
            return error.words
        return ""

    def preparing(self) -> Callable[[JobContext], Prepared] | None:
        """Return what reads the logs."""
        files, bucket = self.session.files, self.bucket
        if files is None or bucket is None:
            return None
        prompt = self.default_prompt if self.prompt_problem else self.prompt
        wish = consolidating.Wish(limits=self.limits, prompt=prompt, all_logs=self.all_logs)
        return partial(consolidating.prepare, files, bucket, wish)

    def sending(self, prepared: Prepared, access: ModelAccess, choice: ModelChoice) -> Sending:
        """Return what a model would be sent."""
        return consolidating.consolidation_sending(prepared, access, choice)

    def proposed(
        self, prepared: Prepared, access: ModelAccess, sending: Sending, context: JobContext
    ) -> ConsolidationProposal:
        """Ask the model, and return what its answer would write."""
        return consolidating.consolidate_with_model(prepared, access, sending, context)

    def looking(self, proposal: ConsolidationProposal) -> Callable[[JobContext], object] | None:
        """Return what compares the bucket with what a proposal was made from."""
        files, bucket = self.session.files, proposal.book.bucket
        if files is None:
            return None
        return lambda context: is_outdated(
            read_book(files, bucket, lambda: context.cancelled), proposal
        )

    def take_look(self, found: object) -> None:
        """Say whether the proposal is outdated."""
        self.set_outdated(outdated=bool(found))

    def way_out(self, bucket: Bucket) -> Target:
        """Return MEMORY.md of the bucket."""
        return Target(Place.LEDGER, bucket=bucket.path, path=bucket.at(MEMORY_FILE))
