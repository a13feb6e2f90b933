"""Consolidate: from a bucket to a proposal, and from what is accepted to a plan."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from desktop_app.core.ledger.builtin_consolidator import consolidate_builtin
from desktop_app.core.ledger.consolidation import ConsolidationInput, model_input
from desktop_app.core.ledger.consolidation_accepting import AS_IT_IS, accept
from desktop_app.core.ledger.consolidation_prompt import DEFAULT_PROMPT, Limits
from desktop_app.core.ledger.consolidation_proposal import Run, propose
from desktop_app.core.proposals.builtin_reflector import BUILT_IN
from desktop_app.core.proposals.guards import Origin
from desktop_app.services.ledger.reading import read_book
from desktop_app.services.models.access import origin_of

if TYPE_CHECKING:
    from desktop_app.core.files.plan import FilePlan
    from desktop_app.core.ledger.book import Bucket
    from desktop_app.core.ledger.consolidation_accepting import Acceptance
    from desktop_app.core.ledger.consolidation_proposal import ConsolidationProposal
    from desktop_app.core.models.choice import ModelChoice
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.jobs import JobContext
    from desktop_app.services.models.access import ModelAccess, Sending

BY_HAND = "you"
"""The author of a text that was given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """How a person wants to consolidate.

    Attributes:
        limits: How long ``MEMORY.md`` may become.
        prompt: What a model is told, with ``%d`` exactly twice.
        all_logs: Whether every log is taken, as if there were no watermark.
    """

    limits: Limits = field(default_factory=Limits)
    prompt: str = DEFAULT_PROMPT
    all_logs: bool = False


@dataclass(frozen=True, slots=True)
class Prepared:
    """A run that nobody has been asked for yet.

    Attributes:
        run: The bucket as it was read when the run began.
        input: What a model would be given, word for word.
    """

    run: Run
    input: ConsolidationInput


def prepare(files: FileMemory, bucket: Bucket, wish: Wish, context: JobContext) -> Prepared:
    """Read a bucket and return what a consolidation would work on. Sends and writes nothing.

    Raises:
        RefusedError: there is nothing to consolidate, ``MEMORY.md`` is not UTF-8, or the prompt
            is none that the harness takes.
        StoreError: the workspace can't be read.
        JobCancelledError: cancelled.
    """
    book = read_book(files, bucket, lambda: context.cancelled)
    given = model_input(book, wish.limits, prompt=wish.prompt, all_logs=wish.all_logs)
    run = Run(
        book=book,
        files=given.files,
        limits=wish.limits,
        started=book.read_at,
        all_logs=wish.all_logs,
    )
    return Prepared(run, given)


def consolidation_sending(prepared: Prepared, access: ModelAccess, choice: ModelChoice) -> Sending:
    """Return what a model would be sent.

    Raises:
        RefusedError: this model can't be asked.
    """
    return access.sending(prepared.input.messages, choice)


def consolidate_with_model(
    prepared: Prepared, access: ModelAccess, sending: Sending, context: JobContext
) -> ConsolidationProposal:
    """Ask the model that was agreed to, and return what its answer would write.

    Raises:
        ModelError: no answer; says why and what to do.
        SecretsError: the keyring can't be used.
        JobCancelledError: cancelled.
    """
    completion = access.ask(sending, context)
    origin = origin_of(sending, completion, access.now())
    proposal = propose(prepared.run, completion.text, origin, cancelled=lambda: context.cancelled)
    context.check()
    return proposal


def consolidate_by_rules(prepared: Prepared, context: JobContext) -> ConsolidationProposal:
    """Return what the built-in rules would write; no model is asked.

    Raises:
        JobCancelledError: cancelled.
    """
    run = prepared.run
    result = consolidate_builtin(
        run.book, all_logs=run.all_logs, cancelled=lambda: context.cancelled
    )
    context.check()
    origin = Origin(author=BUILT_IN, now=run.started)
    proposal = propose(
        run,
        result.text,
        origin,
        by_rules=result,
        cancelled=lambda: context.cancelled,
    )
    context.check()
    return proposal


def consolidate_by_hand(
    prepared: Prepared, text: str, context: JobContext
) -> ConsolidationProposal:
    """Return what a text of the person's own would write; nobody else is asked.

    Raises:
        RefusedError: ``MEMORY.md`` is not UTF-8.
        JobCancelledError: cancelled.
    """
    origin = Origin(author=BY_HAND, now=prepared.run.started)
    proposal = propose(prepared.run, text, origin, cancelled=lambda: context.cancelled)
    context.check()
    return proposal


def accepted_consolidation(
    files: FileMemory,
    proposal: ConsolidationProposal,
    context: JobContext,
    acceptance: Acceptance = AS_IT_IS,
) -> FilePlan:
    """Return what writes the new text and the watermark into the bucket as it is now.

    Raises:
        RefusedError: the bucket has changed since, or it is not acceptable as it is.
        StoreError: the workspace can't be read.
        JobCancelledError: cancelled.
    """
    book = read_book(files, proposal.book.bucket, lambda: context.cancelled)
    return accept(book, proposal, acceptance)
