"""Flush: from a conversation to a proposal, and from what is accepted to a plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.ledger.book import Book
from desktop_app.core.ledger.consolidation_accepting import AS_IT_IS
from desktop_app.core.ledger.conversation_text import conversation_text
from desktop_app.core.ledger.flushing import (
    DEFAULT_PROMPT,
    FlushInput,
    accept_flush,
    flush_input,
    propose_flush,
)
from desktop_app.services.ledger.reading import read_book
from desktop_app.services.models.access import origin_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from desktop_app.core.files.plan import FilePlan
    from desktop_app.core.ledger.book import Bucket
    from desktop_app.core.ledger.consolidation_accepting import Acceptance
    from desktop_app.core.ledger.flushing import FlushProposal
    from desktop_app.core.ledger.turn_message import TurnMessage
    from desktop_app.core.models.choice import ModelChoice
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.jobs import JobContext
    from desktop_app.services.models.access import ModelAccess, Sending


@dataclass(frozen=True, slots=True)
class PreparedFlush:
    """A flush that nobody has been asked for yet.

    Attributes:
        book: The bucket.
        input: What a model would be given, word for word.
    """

    book: Book
    input: FlushInput


def prepare_flush(
    files: FileMemory,
    bucket: Bucket,
    messages: Iterable[TurnMessage],
    context: JobContext,
    *,
    prompt: str = DEFAULT_PROMPT,
) -> PreparedFlush:
    """Read a bucket and return what a flush would work on. Sends and writes nothing.

    Raises:
        RefusedError: there is nothing in the conversation, or ``MEMORY.md`` is not UTF-8.
        StoreError: the workspace can't be read.
        JobCancelledError: cancelled.
    """
    book = read_book(files, bucket, lambda: context.cancelled)
    text = conversation_text(messages)
    return PreparedFlush(book, flush_input(book, text, files.now(), files.zone, prompt=prompt))


def flush_sending(prepared: PreparedFlush, access: ModelAccess, choice: ModelChoice) -> Sending:
    """Return what a model would be sent.

    Raises:
        RefusedError: this model can't be asked.
    """
    return access.sending(prepared.input.messages, choice)


def flush_with_model(
    files: FileMemory,
    prepared: PreparedFlush,
    access: ModelAccess,
    sending: Sending,
    context: JobContext,
) -> FlushProposal:
    """Ask the model that was agreed to, and return what its answer would append.

    Raises:
        ModelError: no answer; says why and what to do.
        SecretsError: the keyring can't be used.
        JobCancelledError: cancelled.
    """
    completion = access.ask(sending, context)
    origin = origin_of(sending, completion, access.now())
    proposal = propose_flush(
        prepared.book, completion.text, origin, files.zone, lambda: context.cancelled
    )
    context.check()
    return proposal


def accepted_flush(
    files: FileMemory,
    proposal: FlushProposal,
    context: JobContext,
    acceptance: Acceptance = AS_IT_IS,
) -> FilePlan:
    """Return what appends the answer to the log of the day that it is now.

    Raises:
        RefusedError: there is nothing to append, or it is not acceptable as it is.
        StoreError: the workspace can't be read.
        JobCancelledError: cancelled.
    """
    book = read_book(files, proposal.book.bucket, lambda: context.cancelled)
    return accept_flush(book, proposal, files.now(), files.zone, acceptance)
